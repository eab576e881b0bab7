#include "run/agreement.h"

#include <algorithm>
#include <array>
#include <span>

#include "parallel/gather_lists.h"

namespace solfec {

std::string first_text(Comm& comm, const std::string& own) {
  if (comm.size() == 1) return own;
  for (const auto& text : gather_lists(comm, std::span<const char>(own))) {
    if (!text.empty()) return {text.begin(), text.end()};
  }
  return "";
}

bool as_rank_0(Comm& comm, bool own) {
  return comm.size() == 1 ? own : comm.all_gather(own ? 1 : 0).front() != 0;
}

std::vector<BodyId> all_of_ranks(Comm& comm, const std::vector<BodyId>& own) {
  if (comm.size() == 1) return own;
  std::vector<BodyId> all;
  for (const auto& list : gather_lists(comm, std::span<const BodyId>(own))) {
    all.insert(all.end(), list.begin(), list.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

void join_requests(Comm& comm, StopValues& values) {
  if (comm.size() == 1) return;
  std::array<int, 4> numbers{values.signal, values.stop_file ? 1 : 0,
                             values.wall_time_is_over ? 1 : 0, values.callback_stops ? 1 : 0};
  comm.all_reduce(Reduction::largest, std::span<int>(numbers));
  values.signal = numbers[0];
  values.stop_file = numbers[1] != 0;
  values.wall_time_is_over = numbers[2] != 0;
  values.callback_stops = numbers[3] != 0;
}

}  // namespace solfec
