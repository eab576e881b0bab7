#include "run/stop/agreement.h"

#include <algorithm>
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

StopRequests requests_of(const StopValues& values) {
  return {values.signal, values.stop_file, values.wall_time_is_over, values.callback_stops};
}

void join_requests(std::span<const StopRequests> all, StopValues& values) {
  for (const StopRequests& one : all) {
    values.signal = std::max(values.signal, one.signal);
    values.stop_file = values.stop_file || one.stop_file;
    values.wall_time_is_over = values.wall_time_is_over || one.wall_time_is_over;
    values.callback_stops = values.callback_stops || one.callback_stops;
  }
}

}  // namespace solfec
