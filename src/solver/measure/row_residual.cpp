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

void ViolationSums::add(const LocalDynamics& problem, int i, Vec3 miss, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double part = dot(miss, miss);
  if (part > worst_) {
    worst_ = part;
    worst_row_ = i;
  }
  residual_ += part;
  const Vec3 q = shifted_velocity(law, problem.B[static_cast<std::size_t>(i)]);
  const Vec3 u = shifted_velocity(law, U);
  const Vec3 r = shifted_reaction(law, R);
  free_ += dot(q, q);
  velocity_ += dot(u, u);
  reaction_ += scale_ * scale_ * dot(r, r);
}

NaturalViolation ViolationSums::result() const {
  NaturalViolation parts;
  parts.violation = std::sqrt(residual_);
  parts.worst = std::sqrt(worst_);
  parts.worst_row = worst_row_;
  set_scales(free_, velocity_, reaction_, parts);
  return parts;
}

double free_energy(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  return inverse_weighted_square(problem.W_diagonal[at], problem.B[at]) +
         law_of(problem, i).own_energy(problem, i);
}

}  // namespace solfec
