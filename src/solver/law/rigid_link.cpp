#include "solver/law/rigid_link.h"

#include <cmath>

namespace solfec {
namespace {

double remaining_step(const LocalDynamics& problem) {
  return problem.quasi_static ? problem.step : 0.5 * problem.step;
}

/// R_N of the law with R_T = 0, N.
double normal_reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double step = remaining_step(problem);
  const Vec3 free = law.link + step * b;
  const Vec3 rate = step * Vec3{w.coupling[0], w.coupling[1], w.normal};
  // rate² x² + 2 half x + excess = 0
  const double half = dot(free, rate);
  const double excess = dot(free, free) - law.target * law.target;
  const double discriminant = half * half - dot(rate, rate) * excess;
  if (!(discriminant >= 0.0)) return -b.z * w.inverse_normal;
  const double root = std::sqrt(discriminant);
  return half > 0.0 ? -excess / (half + root) : (root - half) / dot(rate, rate);
}

}  // namespace

double RigidLink::miss(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double step = remaining_step(problem);
  return (norm(law.link + step * U) - law.target) / step;
}

Vec3 RigidLink::gradient(const LocalDynamics& problem, int i, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const Vec3 link = law.link + remaining_step(problem) * U;
  const double length = norm(link);
  return length > 0.0 ? link / length : Vec3{0.0, 0.0, 1.0};
}

Vec3 RigidLink::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                         Vec3 previous) {
  if (!problem.law[static_cast<std::size_t>(i)].turns) {
    return {0.0, 0.0, normal_reaction(problem, i, w, b)};
  }
  const Vec3 start =
      previous.z != 0.0 ? previous : Vec3{0.0, 0.0, normal_reaction(problem, i, w, b)};
  return turned_reaction(problem, i, w, b, start, linear_row);
}

Vec3 RigidLink::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const Vec3 turning = turning_velocity_miss(problem, i, scale, R, U);
  return {turning.x, turning.y, miss(problem, i, U)};
}

double RigidLink::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const Mat3& W = problem.W_diagonal[static_cast<std::size_t>(i)];
  return inverse_weighted_square(W, residual(problem, i, mean_inverse_mass(W), R, U));
}

LinearRow RigidLink::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U) {
  LinearRow row = RowAlongDirection<RigidLink>::linear_row(problem, i, rho, R, U);
  add_turning_force(problem, i, R, U, row);
  return row;
}

RowLinearisation RigidLink::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  if (!problem.law[static_cast<std::size_t>(i)].turns) {
    return RowAlongDirection<RigidLink>::newton_row(problem, i, R, U);
  }
  const double rho = 3.0 / trace(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return condensed(linear_row(problem, i, rho, R, U), kNewtonRegularisation / rho);
}

Vec3 RigidLink::project(const RowLaw& law, Vec3 R) { return law.turns ? R : Vec3{0.0, 0.0, R.z}; }

}  // namespace solfec
