#pragma once

#include <memory>
#include <span>
#include <vector>

namespace solfec {

/// Pattern of a square sparse matrix by columns; rows ascend in each.
struct SparsePattern {
  std::vector<int> column_start;  // n + 1
  std::vector<int> row;           // nnz

  [[nodiscard]] int size() const { return static_cast<int>(column_start.size()) - 1; }
};

/// Fill-reducing order of a symmetric pattern (approximate minimum degree: Amestoy, Davis and Duff
/// (1996), SIAM J. Matrix Anal. Appl. 17, 886-905). @return place[i], new number of unknown i.
std::vector<int> minimum_degree_order(const SparsePattern& pattern);

/// Number of entries of each column of the Cholesky factor of a symmetric pattern whose unknowns
/// are eliminated in their order, the diagonal included (Liu (1990), SIAM J. Matrix Anal. Appl. 11,
/// 134-172). Stops early and returns {} when the sum exceeds `most`.
std::vector<int> factor_column_counts(const SparsePattern& pattern, double most);

/// LU factorisation with pivoting of an unsymmetric sparse matrix with a symmetric pattern, whose
/// unknowns are already in a fill-reducing order (Eigen's SparseLU; a diagonal entry stays the
/// pivot down to a hundredth of the largest one of its column). The analysis of the pattern serves
/// any number of factorisations.
class SparseLu {
 public:
  SparseLu();
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  void analyse(const SparsePattern& pattern);
  /// @param values  In the order of the pattern. @return false when the matrix is singular.
  bool factor(std::span<const double> values);
  /// x = A⁻¹ b; b and x may be the same. @pre factor returned true.
  void solve(std::span<const double> b, std::span<double> x) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace solfec
