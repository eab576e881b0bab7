#pragma once

#include <span>
#include <vector>

#include "parallel/bisection.h"

namespace solfec {

/// Parameters that IMBALANCE_TOLERANCE sets.
struct BalanceParams {
  double tolerance = 1.3;  // >= 1: largest load of a rank over the least that is left as it is
  bool lock_directions = false;    // later cuts go across the axes of the first ones
  double degenerate_ratio = 10.0;  // >= 1: no cuts across edges shorter than the longest by more
  /// Most bodies of a mechanism whose bodies stay on one rank, which solves its joints together: it
  /// takes as long as on one rank, some milliseconds per step.
  int whole_mechanism = 500;  // >= 1: none stays
};

/// Loads of ranks: sums of the weights of the items in their cells.
struct Imbalance {
  double largest = 0.0;
  double least = 0.0;
  double mean = 0.0;
  /// Largest over least as in the paper below; infinite where a rank has nothing, 1 without items.
  [[nodiscard]] double ratio() const;
};

/// Who gets which item.
struct Partition {
  std::vector<int> owner;  // rank of each item, as rank_of
  bool has_new_cells = false;
  Imbalance imbalance;  // with these cells
};

/// Dynamic partition of space by recursive coordinate bisection, as in Koziara and Bicanic (2011),
/// A distributed memory parallel multibody Contact Dynamics code, Int. J. Numer. Meth. Engng 87,
/// 437-456, sec. 5: items are weighted points, and each belongs to the rank in whose cell it is.
/// New cells are made when the loads of the ranks differ by more than the tolerance, and kept when
/// the largest load falls.
///
/// Everything follows from the cells, which are plain numbers: results keep them, and a continued
/// run has the same ones. Without cells yet, all space is that of rank 0.
class Balance {
 public:
  /// @param bisection  How space is cut; nullptr: never, on one rank. Must outlive this.
  explicit Balance(Bisection* bisection, const BalanceParams& params = {})
      : bisection_(bisection), params_(params) {}

  void set_params(const BalanceParams& params) { params_ = params; }
  [[nodiscard]] const BalanceParams& params() const { return params_; }

  /// Makes new cells when it has to. @param items  Those of this rank.
  /// @note Collective.
  Partition rebalance(Comm& comm, const WeightedPoints& items);

  /// The rank whose cell has a point, and ranks whose cells have points of a closed box,
  /// increasing.
  [[nodiscard]] int rank_of(Vec3 point) const { return cells_.rank_of(point); }
  void ranks_of(const Box& box, std::vector<int>& ranks) const { cells_.ranks_of(box, ranks); }
  [[nodiscard]] const CutTree& cells() const { return cells_; }

  /// Stored numbers of the cells: CutTree::numbers and CutTree::restore.
  [[nodiscard]] std::vector<double> state() const { return cells_.numbers(); }
  bool set_state(std::span<const double> numbers, int ranks) {
    return cells_.restore(numbers, ranks);
  }

 private:
  [[nodiscard]] CutTree new_cells(Comm& comm, const WeightedPoints& items) const;

  Bisection* bisection_;
  BalanceParams params_;
  CutTree cells_;
};

/// Loads of all ranks when items belong to the cells that they are in.
/// @note Collective.
Imbalance imbalance_of(Comm& comm, const WeightedPoints& items, const CutTree& cells);

}  // namespace solfec
