#include "math/graph_partition.h"

#include <array>

#include <metis.h>

#include "base/check.h"
#include "base/count.h"
#include "math/metis_lock.h"

namespace solfec {

std::vector<int> partition_graph(std::span<const int> start, std::span<const int> neighbour,
                                 int parts) {
  SOLFEC_ASSERT(!start.empty() && parts >= 1);
  std::vector<idx_t> part(start.size() - 1, 0);
  if (parts == 1 || part.empty()) return {part.begin(), part.end()};
  std::vector<idx_t> first(start.begin(), start.end());
  std::vector<idx_t> edge(neighbour.begin(), neighbour.end());
  edge.push_back(0);  // Metis wants an address where there are no edges
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  idx_t nodes = count(part);
  idx_t weights = 1;
  idx_t number = parts;
  idx_t cut = 0;
  const std::lock_guard lock(metis_mutex());
  const int status = METIS_PartGraphRecursive(&nodes, &weights, first.data(), edge.data(), nullptr,
                                              nullptr, nullptr, &number, nullptr, nullptr,
                                              options.data(), &cut, part.data());
  SOLFEC_ASSERT(status == METIS_OK);
  (void)status;
  return {part.begin(), part.end()};
}

}  // namespace solfec
