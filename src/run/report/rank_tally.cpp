#include "run/report/rank_tally.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/cat.h"

namespace solfec {

void RankTally::add(const Domain& domain) {
  ++steps_;
  rows_ += domain.local_dynamics().size();
  ghost_bytes_ += domain.ranks()->ghost_bytes();
  step_bytes_ += domain.ranks()->shared_meshes().step_bytes();
  sweep_bytes_ += domain.ranks()->shared_meshes().sweep_bytes();
}

std::string RankTally::summary(const Domain& domain) const {
  if (domain.ranks() == nullptr || steps_ == 0) return {};
  const std::vector<long long> rows = domain.comm().all_gather(rows_);
  long long sum = 0;
  for (const long long one : rows) sum += one;
  const long long most = *std::max_element(rows.begin(), rows.end());
  const auto mean = static_cast<double>(sum) / static_cast<double>(rows.size());
  const double ratio = domain.ranks()->owners().imbalance().ratio();
  const std::string of_rows = sum == 0 ? "none" : short_number(static_cast<double>(most) / mean);
  std::string line = cat("ranks: ", rows.size(), ", largest load ", short_number(ratio),
                         " times the least, most rows ", of_rows, " times the mean (",
                         short_number(mean / static_cast<double>(steps_)), " rows per step)");
  std::array<long long, 3> bytes{ghost_bytes_, step_bytes_, sweep_bytes_};
  domain.comm().all_reduce(Reduction::sum, std::span<long long>(bytes));
  if (bytes[0] + bytes[1] == 0) return line;
  const auto kilobytes = [&](long long all) {
    return short_number(1e-3 * static_cast<double>(all) / static_cast<double>(steps_));
  };
  return cat(line, ", meshes between ranks: ", kilobytes(bytes[0]), " kB of nodes and ",
             kilobytes(bytes[1]), " kB of inverses per step, ", kilobytes(bytes[2]),
             " kB per sweep");
}

}  // namespace solfec
