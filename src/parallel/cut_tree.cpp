#include "parallel/cut_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

namespace {

constexpr Box kSpace{{-Box::kInfinity, -Box::kInfinity, -Box::kInfinity},
                     {Box::kInfinity, Box::kInfinity, Box::kInfinity}};

bool has_points(const Box& cell) {
  return cell.lo.x < cell.hi.x && cell.lo.y < cell.hi.y && cell.lo.z < cell.hi.z;
}

/// Copies a node and those below it; of cuts that are not inside the cell, the side with points.
void copy_cells(std::span<const CutTree::Node> from, int node, const Box& cell,
                std::vector<CutTree::Node>& to) {
  CutTree::Node copy = from[at(node)];
  if (copy.axis == CutTree::kCell) {
    to.push_back(copy);
    return;
  }
  if (!(copy.cut < cell.hi[copy.axis])) return copy_cells(from, copy.below, cell, to);
  if (!(copy.cut > cell.lo[copy.axis])) return copy_cells(from, copy.above, cell, to);
  const auto here = to.size();
  to.push_back(copy);
  Box side = cell;
  side.hi[copy.axis] = copy.cut;
  to[here].below = count(to);
  copy_cells(from, copy.below, side, to);
  side = cell;
  side.lo[copy.axis] = copy.cut;
  to[here].above = count(to);
  copy_cells(from, copy.above, side, to);
}

struct Cut {
  int axis = CutTree::kCell;
  double place = 0.0;
};

/// A plane with whole cells on both sides.
Cut parting(std::span<const Box> cells, std::span<const int> ranks) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const int candidate : ranks) {
      const double place = cells[at(candidate)].hi[axis];
      bool below = false;
      bool above = false;
      const bool whole = std::all_of(ranks.begin(), ranks.end(), [&](int rank) {
        const bool is_below = cells[at(rank)].hi[axis] <= place;
        const bool is_above = cells[at(rank)].lo[axis] >= place;
        below = below || is_below;
        above = above || is_above;
        return is_below || is_above;
      });
      if (whole && below && above) return {axis, place};
    }
  }
  return {};
}

/// Writes the nodes of the cells of some ranks from node `here` on. @return Whether planes part
/// them.
bool build(std::span<const Box> cells, std::span<int> ranks, std::vector<CutTree::Node>& nodes,
           int here) {
  if (ranks.size() == 1) {
    nodes[at(here)].rank = ranks[0];
    return true;
  }
  const Cut cut = parting(cells, ranks);
  if (cut.axis == CutTree::kCell) return false;
  const auto middle = std::stable_partition(ranks.begin(), ranks.end(), [&](int rank) {
    return cells[at(rank)].hi[cut.axis] <= cut.place;
  });
  const int below = count(nodes);
  nodes.resize(nodes.size() + 2);
  nodes[at(here)] = {cut.axis, cut.place, below, below + 1, 0};
  return build(cells, {ranks.begin(), middle}, nodes, below) &&
         build(cells, {middle, ranks.end()}, nodes, below + 1);
}

bool equal(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Reads the numbers of a tree.
class Reader {
 public:
  Reader(std::span<const double> numbers, int ranks) : numbers_(numbers), seen_(at(ranks), false) {}

  /// The next node and all below it. @return Whether it is one.
  bool read(std::vector<CutTree::Node>& nodes, const Box& cell) {
    if (next_ + 2 > numbers_.size() || nodes.size() >= 2 * seen_.size()) return false;
    const double kind = numbers_[next_];
    const double value = numbers_[next_ + 1];
    next_ += 2;
    const auto here = nodes.size();
    nodes.emplace_back();
    if (kind == CutTree::kCell) return read_rank(nodes[here], value);
    if (kind != 0.0 && kind != 1.0 && kind != 2.0) return false;
    const int axis = static_cast<int>(kind);
    // so that both sides have points; false for NaN
    if (!(cell.lo[axis] < value && value < cell.hi[axis])) return false;
    Box side = cell;
    side.hi[axis] = value;
    const int below = count(nodes);
    if (!read(nodes, side)) return false;
    side = cell;
    side.lo[axis] = value;
    const int above = count(nodes);
    if (!read(nodes, side)) return false;
    nodes[here] = {axis, value, below, above, 0};
    return true;
  }
  [[nodiscard]] bool at_end() const { return next_ == numbers_.size(); }

 private:
  bool read_rank(CutTree::Node& node, double value) {
    if (!(value >= 0.0 && value < static_cast<double>(seen_.size()))) return false;
    node.rank = static_cast<int>(value);
    if (node.rank != value || seen_[at(node.rank)]) return false;
    seen_[at(node.rank)] = true;
    return true;
  }

  std::span<const double> numbers_;
  std::vector<bool> seen_;  // ranks
  std::size_t next_ = 0;
};

}  // namespace

CutTree::CutTree(const std::vector<Node>& nodes) {
  nodes_.clear();
  copy_cells(nodes, 0, kSpace, nodes_);
}

std::optional<CutTree> CutTree::of_cells(std::span<const Box> cells) {
  std::vector<int> ranks;
  for (int rank = 0; rank < count(cells); ++rank) {
    if (has_points(cells[at(rank)])) ranks.push_back(rank);
  }
  std::vector<Node> nodes(1);
  if (ranks.empty() || !build(cells, ranks, nodes, 0)) return std::nullopt;
  CutTree tree(nodes);
  const bool fills_space = std::all_of(ranks.begin(), ranks.end(), [&](int rank) {
    const Box cell = tree.cell(rank);
    return equal(cell.lo, cells[at(rank)].lo) && equal(cell.hi, cells[at(rank)].hi);
  });
  if (!fills_space) return std::nullopt;
  return tree;
}

int CutTree::rank_of(Vec3 point) const {
  SOLFEC_ASSERT(!std::isnan(point.x) && !std::isnan(point.y) && !std::isnan(point.z));
  const Node* node = &nodes_[0];
  while (node->axis != kCell) {
    node = &nodes_[at(point[node->axis] <= node->cut ? node->below : node->above)];
  }
  return node->rank;
}

// Every cut lies inside the cell that it parts, so a box that reaches a side of each cut on the way
// down has points of the cell.
void CutTree::ranks_of(const Box& box, std::vector<int>& ranks) const {
  ranks.clear();
  if (is_empty(box)) return;
  const auto descend = [&](const auto& self, int here) -> void {
    const Node& node = nodes_[at(here)];
    if (node.axis == kCell) {
      ranks.push_back(node.rank);
      return;
    }
    if (box.lo[node.axis] <= node.cut) self(self, node.below);
    if (box.hi[node.axis] > node.cut) self(self, node.above);
  };
  descend(descend, 0);
  std::sort(ranks.begin(), ranks.end());
}

Box CutTree::cell(int rank) const {
  Box found;
  const auto descend = [&](const auto& self, int here, const Box& cell) -> void {
    const Node& node = nodes_[at(here)];
    if (node.axis == kCell) {
      if (node.rank == rank) found = cell;
      return;
    }
    Box side = cell;
    side.hi[node.axis] = node.cut;
    self(self, node.below, side);
    side = cell;
    side.lo[node.axis] = node.cut;
    self(self, node.above, side);
  };
  descend(descend, 0, kSpace);
  return found;
}

std::vector<double> CutTree::numbers() const {
  std::vector<double> numbers;
  const auto descend = [&](const auto& self, int here) -> void {
    const Node& node = nodes_[at(here)];
    const bool is_cell = node.axis == kCell;
    numbers.push_back(node.axis);
    numbers.push_back(is_cell ? node.rank : node.cut);
    if (is_cell) return;
    self(self, node.below);
    self(self, node.above);
  };
  descend(descend, 0);
  return numbers;
}

bool CutTree::restore(std::span<const double> numbers, int ranks) {
  std::vector<Node> nodes;
  Reader reader(numbers, ranks);
  if (!reader.read(nodes, kSpace) || !reader.at_end()) return false;
  nodes_ = std::move(nodes);
  return true;
}

}  // namespace solfec
