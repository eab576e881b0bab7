#pragma once

#include <memory>
#include <span>

#include "math/sparse_lu.h"

namespace solfec {

/// L D Lᵀ factors without pivoting of a sparse symmetric positive definite matrix, in the order of
/// minimum degree.
class SparseLdlt {
 public:
  SparseLdlt();
  ~SparseLdlt();
  SparseLdlt(SparseLdlt&&) noexcept;
  SparseLdlt& operator=(SparseLdlt&&) noexcept;

  /// Outcome of a factorisation.
  enum class Outcome { factored, not_definite, too_large };
  struct Result {
    Outcome outcome = Outcome::factored;
    int unknown = -1;    // whose pivot is not positive
    double pivot = 0.0;  // divided by the entry of the diagonal: 1 without neighbours, 0 singular
  };

  /// The analysis of the pattern is kept for the next call with the same pattern and bound.
  ///
  /// A pivot counts as positive above the rounding of n sums, n times the machine precision.
  /// @param pattern  Both triangles, with the whole diagonal.
  /// @param values   In the order of the pattern.
  /// @param most     Entries that L may have; beyond it nothing is factored.
  Result factor(const SparsePattern& pattern, std::span<const double> values, double most);

  /// Overwrites right-hand sides, n numbers after n numbers, by solutions.
  /// Has work space in the object: one thread at a time.
  /// @pre The last factor() gave Outcome::factored.
  void solve(std::span<double> columns) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace solfec
