#pragma once

#include <optional>
#include <span>
#include <vector>

#include "math/box.h"

namespace solfec {

/// Cells of ranks: space bisected again and again by planes across the axes, a tree of cuts. Every
/// point is in exactly one cell: that below a cut has the points of the plane, the other one begins
/// beyond it. A cell is thus lo < p <= hi along each axis, and the outer ones have no end.
///
/// Ranks whose cells are empty have none in the tree. Without cuts all space is that of rank 0.
class CutTree {
 public:
  CutTree() = default;
  /// Cells from their boxes, by rank; boxes without points (lo >= hi along an axis) are left out.
  /// None unless they are what cuts make of space.
  static std::optional<CutTree> of_cells(std::span<const Box> cells);

  /// The rank that owns a point. @pre no coordinate is NaN.
  [[nodiscard]] int rank_of(Vec3 point) const;
  /// Ranks that own at least one point of a closed box, increasing, written over `ranks`; none of
  /// an empty box.
  void ranks_of(const Box& box, std::vector<int>& ranks) const;
  /// Cell of a rank, an empty box if it has none; lo < p <= hi.
  [[nodiscard]] Box cell(int rank) const;
  [[nodiscard]] bool has_cuts() const { return nodes_.size() > 1; }

  /// The tree as numbers, for results: two for each node, one node before those below it, first all
  /// on the lower side: axis and place of the cut, or 3 and the rank of a cell.
  [[nodiscard]] std::vector<double> numbers() const;
  /// The tree of stored numbers. @return false, and nothing is changed: they are no tree of cells
  /// of ranks in [0, ranks).
  bool restore(std::span<const double> numbers, int ranks);

  // ---- for bisections ------------------------------------------------------------------------

  static constexpr int kCell = 3;  // in place of an axis
  struct Node {
    int axis = kCell;  // 0, 1, 2
    double cut = 0.0;
    int below = -1, above = -1;  // nodes; points of the plane are below
    int rank = 0;                // of a cell
  };
  /// Nodes, the first one is the root.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// Sides without points of cuts that are not inside the cell that they part are left out, with
  /// their ranks. @pre the first node is the root.
  explicit CutTree(const std::vector<Node>& nodes);

 private:
  std::vector<Node> nodes_ = std::vector<Node>(1);
};

}  // namespace solfec
