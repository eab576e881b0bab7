#pragma once

#include <functional>
#include <span>
#include <vector>

namespace solfec {

/// y = A x.
using LinearMap = std::function<void(std::span<const double> x, std::span<double> y)>;

/// Least Ritz value of a symmetric matrix and its vector of unit length.
struct RitzPair {
  double value{};
  std::vector<double> vector;  // n
};

/// Lanczos iteration with full reorthogonalisation from a fixed start vector (Parlett (1998), The
/// Symmetric Eigenvalue Problem, chapter 13). The value is never below the least eigenvalue; with
/// n steps it is that eigenvalue up to rounding, with fewer an eigenvalue -e is found when
/// exp(4 steps sqrt(e / λ_max)) is far above n.
///
/// @param steps   At most; n numbers of memory each.
/// @param enough  Stops early once the value is below this.
/// @pre n > 0, steps > 0.
RitzPair least_ritz_pair(int n, const LinearMap& A, int steps, double enough);

}  // namespace solfec
