#pragma once

#include <limits>

#include "math/lanczos.h"

namespace solfec {

/// Bound of the largest eigenvalue λ of a symmetric positive semi-definite matrix from above.
struct EigenvalueBound {
  double value{};  // not below λ
  double ritz{};   // not above λ up to rounding
  int steps{};     // products with the matrix
};

/// Lanczos iteration without reorthogonalisation: three vectors of memory, whatever the steps.
///
/// After k steps from a start vector that is uniform on the unit sphere the largest Ritz value θ
/// lies below (1 - ε) λ with a probability of at most 1.648 √n exp(-√ε (2k - 1)), whatever the
/// spectrum (Kuczynski and Wozniakowski (1992), SIAM J. Matrix Anal. Appl. 13, 1094-1122).
/// So θ / (1 - ε) is a bound after as many steps as make that probability 1e-12. The start
/// vector is fixed: the same matrix always gives the same bits. Lost orthogonality gives copies of
/// Ritz values and no larger ones (Paige (1980), Linear Algebra Appl. 34, 235-258).
///
/// @param share  ε, in (0, 1): at most this share of the value is excess.
/// @param known  A bound from elsewhere; the iteration ends when it cannot give a lower one.
/// @pre n > 0, A x is computed for vectors of n entries.
EigenvalueBound bound_largest_eigenvalue(int n, const LinearMap& A, double share,
                                         double known = std::numeric_limits<double>::infinity());

}  // namespace solfec
