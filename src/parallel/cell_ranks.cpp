#include "parallel/cell_ranks.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/count.h"
#include "parallel/gather_lists.h"

namespace solfec {

namespace {

/// Weight of the items that are in both cells.
struct Common {
  int former{};  // rank of the former cell
  int cell{};    // rank of the new one
  double weight{};
};

using Sums = std::map<std::pair<int, int>, double>;  // weight by former rank and new one

std::vector<Common> list_of(const Sums& sums) {
  std::vector<Common> list;
  list.reserve(sums.size());
  for (const auto& [ranks, weight] : sums) list.push_back({ranks.first, ranks.second, weight});
  return list;
}

/// Weights in common, on all ranks alike, the largest first.
std::vector<Common> common_weights(Comm& comm, const WeightedPoints& items, const CutTree& former,
                                   const CutTree& cells) {
  Sums sums;
  for (std::size_t i = 0; i < items.point.size(); ++i) {
    sums[{former.rank_of(items.point[i]), cells.rank_of(items.point[i])}] += items.weight[i];
  }
  const std::vector<Common> mine = list_of(sums);
  sums.clear();
  for (const auto& list : gather_lists(comm, std::span<const Common>(mine))) {
    for (const Common& one : list) sums[{one.former, one.cell}] += one.weight;
  }
  std::vector<Common> all = list_of(sums);
  std::stable_sort(all.begin(), all.end(),
                   [](const Common& a, const Common& b) { return a.weight > b.weight; });
  return all;
}

}  // namespace

CutTree with_former_ranks(Comm& comm, const WeightedPoints& items, const CutTree& former,
                          const CutTree& cells) {
  if (!former.has_cuts()) return cells;
  std::vector<int> number(at(comm.size()), -1);  // by the rank that a new cell has so far
  std::vector<char> is_taken(at(comm.size()), 0);
  for (const Common& one : common_weights(comm, items, former, cells)) {
    if (number[at(one.cell)] >= 0 || is_taken[at(one.former)] != 0) continue;
    number[at(one.cell)] = one.former;
    is_taken[at(one.former)] = 1;
  }
  int free = 0;
  for (int& rank : number) {
    if (rank >= 0) continue;
    while (is_taken[at(free)] != 0) ++free;
    rank = free++;
  }
  std::vector<CutTree::Node> nodes = cells.nodes();
  for (CutTree::Node& node : nodes) {
    if (node.axis == CutTree::kCell) node.rank = number[at(node.rank)];
  }
  return CutTree(nodes);
}

}  // namespace solfec
