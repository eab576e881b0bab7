#include "solver/measure/row_residual.h"

#include <cmath>

#include "solver/law/law.h"

namespace solfec {

namespace {

/// Share of a velocity that rounding does not explain: all of it where that is zero.
double share_beyond_rounding(const LocalDynamics& problem, int i, Vec3 miss) {
  const double rounding = problem.rounding_of(i);
  if (rounding == 0.0) return 1.0;
  const double size = norm(miss);
  return size > rounding ? 1.0 - rounding / size : 0.0;
}

}  // namespace

RowMiss row_miss(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  if (is_open(problem.law[static_cast<std::size_t>(i)])) return {};
  const Law& law = law_of(problem, i);
  const Vec3 miss = law.residual(problem, i, scale, R, U);
  const double share = share_beyond_rounding(problem, i, miss);
  if (share == 0.0) return {};
  return {share * miss, share * share * law.spurious_energy(problem, i, R, U)};
}

Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  if (is_open(problem.law[static_cast<std::size_t>(i)])) return {};
  const Vec3 miss = law_of(problem, i).residual(problem, i, scale, R, U);
  return share_beyond_rounding(problem, i, miss) * miss;
}

double joint_error(const LocalDynamics& problem, double scale, std::span<const Vec3> R,
                   std::span<const Vec3> U) {
  double largest = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!reverses_velocity(problem.law[at].kind)) continue;
    largest = std::fmax(largest, norm(natural_row_residual(problem, i, scale, R[at], U[at])));
  }
  return largest;
}

double free_energy(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  return inverse_weighted_square(problem.W_diagonal[at], problem.B[at]) +
         law_of(problem, i).own_energy(problem, i);
}

}  // namespace solfec
