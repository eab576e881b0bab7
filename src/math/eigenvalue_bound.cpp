#include "math/eigenvalue_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr double kProbability = 1e-12;
constexpr int kStepsBetweenLooks = 10;

/// Least k with 1.648 √n exp(-√ε (2k - 1)) <= kProbability.
int needed_steps(int n, double share) {
  const double exponent = std::log(1.648 * std::sqrt(static_cast<double>(n)) / kProbability);
  return static_cast<int>(std::ceil(0.5 * (exponent / std::sqrt(share) + 1.0)));
}

/// Independent normal entries (Box and Muller) have a direction that is uniform on the sphere.
Eigen::VectorXd start_vector(int n) {
  std::mt19937_64 random(1);
  const auto uniform = [&] {  // in (0, 1)
    return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53;
  };
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    x[i] = radius * std::cos(2.0 * std::numbers::pi * uniform());
  }
  return x.normalized();
}

/// Whether x is above all eigenvalues of a tridiagonal matrix: all pivots of its factors L D Lᵀ
/// less x are negative.
bool is_above(double x, const std::vector<double>& diagonal, const std::vector<double>& beside) {
  double pivot = diagonal[0] - x;
  for (std::size_t k = 1; k < diagonal.size() && pivot < 0.0; ++k) {
    pivot = diagonal[k] - x - beside[k - 1] * beside[k - 1] / pivot;
  }
  return pivot < 0.0;
}

/// Returns the largest Ritz value, the largest eigenvalue of a tridiagonal matrix, by bisection
/// between zero and the discs of Gershgorin, to a few roundings. Bisection ends there for every
/// matrix, while the QR iteration ends elsewhere where copies of eigenvalues crowd.
double largest_ritz_value(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  double high = 0.0;
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    const double before = k > 0 ? beside[k - 1] : 0.0;
    const double after = k + 1 < diagonal.size() ? beside[k] : 0.0;
    high = std::max(high, diagonal[k] + before + after);
  }
  double low = 0.0;
  while (high - low > 4.0 * std::numeric_limits<double>::epsilon() * high) {
    const double middle = 0.5 * (low + high);
    (is_above(middle, diagonal, beside) ? high : low) = middle;
  }
  return high;
}

}  // namespace

EigenvalueBound bound_largest_eigenvalue(int n, const LinearMap& A, double share, double known) {
  SOLFEC_ASSERT(n > 0 && 0.0 < share && share < 1.0);
  const int most = needed_steps(n, share);
  std::vector<double> diagonal;
  std::vector<double> beside;  // the diagonal
  Eigen::VectorXd before = Eigen::VectorXd::Zero(n);
  Eigen::VectorXd present = start_vector(n);
  Eigen::VectorXd next(n);
  double size = 0.0;  // of A, from what has been seen
  EigenvalueBound result;
  for (result.steps = 1;; ++result.steps) {
    A({present.data(), at(n)}, {next.data(), at(n)});
    if (!beside.empty()) next -= beside.back() * before;
    diagonal.push_back(present.dot(next));
    next -= diagonal.back() * present;
    const double length = next.norm();
    size = std::max({size, std::abs(diagonal.back()), length});
    // the start has a part along every eigenvector: an invariant space holds the largest one
    const bool invariant = !(length > std::numeric_limits<double>::epsilon() * size);
    const bool last = invariant || result.steps == most;
    if (last || result.steps % kStepsBetweenLooks == 0) {
      result.ritz = largest_ritz_value(diagonal, beside);
      result.value = std::min(known, result.ritz / (1.0 - share));
      if (last || result.value == known) return result;
    }
    beside.push_back(length);
    std::swap(before, present);
    std::swap(present, next);
    present /= length;
  }
}

}  // namespace solfec
