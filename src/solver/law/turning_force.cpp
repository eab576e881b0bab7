#include "solver/law/turning_force.h"

#include <cmath>

#include "local_dynamics/turned_link.h"

namespace solfec {

TurningForce turning_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto k = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[k];
  if (!law.turns) return {};
  const double quarter = 0.25 * problem.step;
  const double slope = turn_link(law.link.z, problem.step, problem.V[k], U).slope;
  const double c = -R.z * quarter / slope;
  const double least = -kMostPush / mean_inverse_mass(problem.W_diagonal[k]);
  if (c < least) return {least, 0.0, 0.0};
  return {c, -quarter / slope, -c * quarter / slope};
}

Vec3 turning_miss(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const TurningForce force = turning_force(problem, i, R, U);
  const Vec3 miss = R + force.c * (U - problem.V[static_cast<std::size_t>(i)]);
  return {miss.x, miss.y, 0.0};
}

Vec3 turning_velocity_miss(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  if (!problem.law[static_cast<std::size_t>(i)].turns) return {};
  const double c = turning_force(problem, i, R, U).c;
  return scale / (1.0 + scale * c) * turning_miss(problem, i, R, U);
}

void add_turning_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U, LinearRow& row) {
  const TurningForce force = turning_force(problem, i, R, U);
  row.Y(0, 0) = row.Y(1, 1) = 1.0;
  row.C.x = R.x;
  row.C.y = R.y;
  if (!problem.law[static_cast<std::size_t>(i)].turns) return;
  const Vec3 change = U - problem.V[static_cast<std::size_t>(i)];
  row.X(0, 0) = row.X(1, 1) = force.c;
  row.X(0, 2) = force.by_velocity * change.x;
  row.X(1, 2) = force.by_velocity * change.y;
  row.Y(0, 2) = force.by_reaction * change.x;
  row.Y(1, 2) = force.by_reaction * change.y;
  row.C.x += force.c * change.x;
  row.C.y += force.c * change.y;
}

Vec3 turned_reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b, Vec3 start,
                     LinearRow (*linear_row)(const LocalDynamics&, int, double, Vec3, Vec3)) {
  constexpr int kMostSteps = 30;
  constexpr double kRounding = 1e-15;
  const Mat3 W = w.matrix();
  const double rho = 3.0 / trace(W);
  Vec3 R = start;
  for (int k = 0; k < kMostSteps; ++k) {
    const LinearRow row = linear_row(problem, i, rho, R, b + W * R);
    const Vec3 change = inverse(row.X * W + row.Y) * row.C;
    if (!is_finite(change)) break;
    R -= change;
    if (norm(change) <= kRounding * norm(R)) break;
  }
  return R;
}

}  // namespace solfec
