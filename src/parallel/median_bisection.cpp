#include "parallel/median_bisection.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"

namespace solfec {

namespace {

constexpr int kHalvings = 64;  // of the range of a cut, until no point is inside

/// A node of the tree that is being cut; rank numbers [first, first + ranks) are below it.
struct Part {
  int node{};
  int first{}, ranks{};
  int former{};  // node of the former tree
  int axis{};
  int ranks_below{};
  double total{};        // weight
  double low{}, high{};  // weight of points <= low is too small, of those <= high it is not
  double cut{};
};

/// One bisection: the parts of a level are cut together.
class Cutter {
 public:
  Cutter(Comm& comm, const WeightedPoints& items, const CutAxes& axes, const CutTree* former)
      : comm_(comm), items_(items), axes_(axes), former_(former), part_of_(items.point.size(), 0) {
    SOLFEC_ASSERT(items.point.size() == items.weight.size());
  }

  std::vector<CutTree::Node> cut() {
    nodes_.assign(1, {});
    if (former_ != nullptr) {
      ranks_of_former();
      parts_ = {{.ranks = former_ranks_[0]}};
    } else {
      parts_ = {{.ranks = comm_.size()}};
    }
    for (finish_cells(); !parts_.empty(); finish_cells()) {
      choose_axes();
      halve();
      place_cuts();
      divide();
    }
    return std::move(nodes_);
  }

 private:
  /// Cells below each node of the former tree, whose nodes come before those below them.
  void ranks_of_former() {
    const auto& nodes = former_->nodes();
    former_ranks_.assign(nodes.size(), 1);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (nodes[i].axis == CutTree::kCell) continue;
      former_ranks_[i] = former_ranks_[at(nodes[i].below)] + former_ranks_[at(nodes[i].above)];
    }
  }

  /// Takes parts of one rank out: they are cells.
  void finish_cells() {
    std::vector<int> place(parts_.size(), -1);
    std::vector<Part> rest;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const Part& part = parts_[k];
      if (part.ranks == 1) {
        nodes_[at(part.node)].rank =
            former_ != nullptr ? former_->nodes()[at(part.former)].rank : part.first;
      } else {
        place[k] = count(rest);
        rest.push_back(part);
      }
    }
    for (int& part : part_of_) {
      if (part >= 0) part = place[at(part)];
    }
    parts_ = std::move(rest);
  }

  /// Boxes of the points of the parts.
  std::vector<Box> boxes_of_parts() {
    std::vector<Box> boxes(parts_.size());
    for_each_item([&](std::size_t k, std::size_t i) { boxes[k].add(items_.point[i]); });
    std::vector<double> ends;  // least of lo and of -hi
    for (const Box& box : boxes) {
      ends.insert(ends.end(), {box.lo.x, box.lo.y, box.lo.z, -box.hi.x, -box.hi.y, -box.hi.z});
    }
    comm_.all_reduce(Reduction::least, std::span<double>(ends));
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const std::span<const double> end = std::span<const double>(ends).subspan(6 * k, 6);
      boxes[k] = {{end[0], end[1], end[2]}, {-end[3], -end[4], -end[5]}};
    }
    return boxes;
  }

  /// Axes, ends and weights of the parts.
  void choose_axes() {
    const std::vector<Box> boxes = boxes_of_parts();
    std::vector<double> total(parts_.size(), 0.0);
    for_each_item([&](std::size_t k, std::size_t i) { total[k] += items_.weight[i]; });
    comm_.all_reduce(Reduction::sum, std::span<double>(total));
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      Part& part = parts_[k];
      part.total = total[k];
      if (former_ != nullptr) {
        const CutTree::Node& node = former_->nodes()[at(part.former)];
        part.axis = node.axis;
        part.ranks_below = former_ranks_[at(node.below)];
      } else {
        part.axis = longest_axis(boxes[k]);
        part.ranks_below = part.ranks / 2;
      }
      part.low = std::nextafter(boxes[k].lo[part.axis], -Box::kInfinity);
      part.high = boxes[k].hi[part.axis];
    }
  }

  /// The first one of those along which cuts are allowed.
  [[nodiscard]] int longest_axis(const Box& box) const {
    const Vec3 length = box.hi - box.lo;
    int longest = axes_.x ? 0 : axes_.y ? 1 : 2;
    for (int axis = longest + 1; axis < 3; ++axis) {
      if (axes_.has(axis) && length[axis] > length[longest]) longest = axis;
    }
    return longest;
  }

  /// Brings the ends of the ranges together.
  void halve() {
    for (int round = 0; round < kHalvings; ++round) {
      std::vector<double> middle;
      for (const Part& part : parts_) middle.push_back(part.low + 0.5 * (part.high - part.low));
      const std::vector<double> weight = weight_below(middle);
      for (std::size_t k = 0; k < parts_.size(); ++k) {
        (weight[k] < target(parts_[k]) ? parts_[k].low : parts_[k].high) = middle[k];
      }
    }
  }

  /// The end with the better weights, and the plane in the middle between the next points.
  void place_cuts() {
    std::vector<double> lows;
    std::vector<double> highs;
    for (const Part& part : parts_) {
      lows.push_back(part.low);
      highs.push_back(part.high);
    }
    const std::vector<double> weight_of_low = weight_below(lows);
    const std::vector<double> weight_of_high = weight_below(highs);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      Part& part = parts_[k];
      const double wanted = target(part);
      const bool low_is_better = wanted - weight_of_low[k] < weight_of_high[k] - wanted;
      part.cut = low_is_better && weight_of_low[k] > 0.0 ? part.low : part.high;
    }
    // next points on both sides: the largest below and, with its sign changed, the least above
    std::vector<double> next(2 * parts_.size(), -Box::kInfinity);
    for_each_item([&](std::size_t k, std::size_t i) {
      const double x = items_.point[i][parts_[k].axis];
      double& nearest = next[2 * k + (x <= parts_[k].cut ? 0 : 1)];
      nearest = std::max(nearest, x <= parts_[k].cut ? x : -x);
    });
    comm_.all_reduce(Reduction::largest, std::span<double>(next));
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const double below = next[2 * k];
      const double above = -next[2 * k + 1];
      if (!std::isfinite(below) || !std::isfinite(above)) continue;  // all on one side
      const double middle = below + 0.5 * (above - below);
      parts_[k].cut = middle < above ? middle : below;
    }
  }

  /// Writes the cuts and goes on to both sides of each.
  void divide() {
    std::vector<Part> next;
    for (const Part& part : parts_) {
      const int below = count(nodes_);
      nodes_.resize(nodes_.size() + 2);
      nodes_[at(part.node)] = {part.axis, part.cut, below, below + 1, 0};
      const auto* const former = former_ != nullptr ? &former_->nodes()[at(part.former)] : nullptr;
      next.push_back({.node = below,
                      .first = part.first,
                      .ranks = part.ranks_below,
                      .former = former != nullptr ? former->below : 0});
      next.push_back({.node = below + 1,
                      .first = part.first + part.ranks_below,
                      .ranks = part.ranks - part.ranks_below,
                      .former = former != nullptr ? former->above : 0});
    }
    for_each_item([&](std::size_t k, std::size_t i) {
      const bool is_below = items_.point[i][parts_[k].axis] <= parts_[k].cut;
      part_of_[i] = 2 * static_cast<int>(k) + (is_below ? 0 : 1);
    });
    parts_ = std::move(next);
  }

  static double target(const Part& part) { return part.total * part.ranks_below / part.ranks; }

  /// Weights of the points of each part whose coordinate is at most a number.
  std::vector<double> weight_below(std::span<const double> bounds) {
    std::vector<double> weight(parts_.size(), 0.0);
    for_each_item([&](std::size_t k, std::size_t i) {
      if (items_.point[i][parts_[k].axis] <= bounds[k]) weight[k] += items_.weight[i];
    });
    comm_.all_reduce(Reduction::sum, std::span<double>(weight));
    return weight;
  }

  /// Calls f(part, item) for the items of parts that are being cut.
  template <typename Function>
  void for_each_item(const Function& f) {
    for (std::size_t i = 0; i < part_of_.size(); ++i) {
      if (part_of_[i] >= 0) f(at(part_of_[i]), i);
    }
  }

  Comm& comm_;
  const WeightedPoints& items_;
  CutAxes axes_;
  const CutTree* former_;
  std::vector<int> former_ranks_;  // cells below each node
  std::vector<int> part_of_;       // by item, -1: in a cell
  std::vector<Part> parts_;        // of this level
  std::vector<CutTree::Node> nodes_;
};

}  // namespace

CutTree MedianBisection::cut(Comm& comm, const WeightedPoints& items, const CutAxes& axes) {
  return CutTree(Cutter(comm, items, axes, nullptr).cut());
}

CutTree move_cuts(Comm& comm, const WeightedPoints& items, const CutTree& former) {
  return CutTree(Cutter(comm, items, {}, &former).cut());
}

}  // namespace solfec
