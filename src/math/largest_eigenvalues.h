#pragma once

#include <functional>
#include <span>
#include <vector>

namespace solfec {

/// Symmetric operator over n numbers: y = A x.
struct SymmetricOperator {
  int size = 0;
  std::function<void(std::span<const double> x, std::span<double> y)> apply;
};

/// Eigenvalues and their vectors, size numbers after size numbers, orthonormal.
struct EigenPairs {
  std::vector<double> value;
  std::vector<double> vector;

  [[nodiscard]] int count() const { return static_cast<int>(value.size()); }
};

/// How far eigenvalues are sought.
struct EigenAccuracy {
  double tolerance = 1e-11;  // of the residual, against the eigenvalue
  int restarts = 100;
};

/// Largest eigenvalues of a symmetric operator in the complement of given vectors, by the Lanczos
/// method with implicit restarts (Lehoucq and Sorensen (1996), SIAM J. Matrix Anal. Appl. 17,
/// 789-821; the library Spectra). One vector finds one vector of each eigenspace but for rounding,
/// so the search goes on in the complement of what it has found until that has nothing larger than
/// the least value found: eigenvalues of several vectors come out with all of them.
/// @param known  Orthonormal vectors, size numbers each, that are left out.
/// @return Values in descending order; fewer than `count` when others did not converge.
/// @pre 1 <= count < size - number of known vectors.
EigenPairs largest_eigenvalues(const SymmetricOperator& A, std::span<const double> known, int count,
                               EigenAccuracy accuracy);

/// All eigenvalues of a symmetric matrix, ascending, with vectors. @param A  Both triangles.
EigenPairs all_eigenvalues(int size, std::span<const double> A);

}  // namespace solfec
