#include "solver/law/spring_contact.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

/// R minus the reaction that the law gives for the velocity U, N.
Vec3 missing_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_plain_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return R;
  return R -
         spring_dashpot_reaction(problem, i, w, PenaltyVariant::implicit_force, U - w.times(R), R);
}

}  // namespace

Vec3 SpringContact::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                             Vec3 previous) {
  return spring_dashpot_reaction(problem, i, w, PenaltyVariant::implicit_force, b, previous);
}

Vec3 SpringContact::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  return scale * missing_force(problem, i, R, U);
}

double SpringContact::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const Vec3 missing = missing_force(problem, i, R, U);
  return problem.W_diagonal[static_cast<std::size_t>(i)](2, 2) * dot(missing, missing);
}

namespace {

// Friction of a spring-dashpot contact: d = R_T - ρ U_T, cut to the bound.
void add_spring_friction(double bound, double rho, Vec3 R, Vec3 U, LinearRow& row) {
  const double d[2] = {R.x - rho * U.x, R.y - rho * U.y};
  const double size = std::sqrt(d[0] * d[0] + d[1] * d[1]);
  if (size <= bound) {  // stick
    row.X(0, 0) = row.X(1, 1) = rho;
    row.C.x = rho * U.x, row.C.y = rho * U.y;
    return;
  }
  // slip: R_T = bound d / |d|; dM = bound / |d| (1 - d dᵀ / |d|²) acts on δd = δR_T - ρ δU_T
  const double length = bound / size;
  const double t[2] = {d[0] / size, d[1] / size};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const double one = i == j ? 1.0 : 0.0;
      const double M = length * (one - t[i] * t[j]);
      row.X(i, j) = rho * M;
      row.Y(i, j) = one - M;
    }
  }
  row.C.x = R.x - bound * t[0], row.C.y = R.y - bound * t[1];
}

}  // namespace

LinearRow SpringContact::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R,
                                    Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const SpringLine line = spring_line(problem, i, U.z);
  const double normal = line.force_at_rest - line.rate * U.z;
  if (!law.bonded && (law.open || normal < 0.0)) return resting_row(R);
  LinearRow row;
  row.Y(2, 2) = 1.0;
  row.X(2, 2) = line.rate;
  row.C.z = R.z - normal;
  const double bound = spring_friction_bound(law, normal);
  add_spring_friction(bound, rho, R, U, row);
  const Vec3 friction{R.x - row.C.x, R.y - row.C.y, 0.0};
  if (row.Y(0, 0) != 0.0 && bound > 0.0) {  // the bound of slip moves with U_N
    const double rate = law.friction * row.X(2, 2) / bound;
    row.X(0, 2) = rate * friction.x, row.X(1, 2) = rate * friction.y;
  }
  return row;
}

RowLinearisation SpringContact::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const double w = mean_inverse_mass(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return condensed(linear_row(problem, i, 1.0 / w, R, U), kNewtonRegularisation * w);
}

/// Along n first, then the tangents cut to what that allows.
Vec3 SpringContact::project(const RowLaw& law, Vec3 R) {
  if (!law.bonded) R.z = std::max(R.z, 0.0);
  const double friction = std::sqrt(R.x * R.x + R.y * R.y);
  const double bound = spring_friction_bound(law, R.z);
  if (friction > bound) R.x *= bound / friction, R.y *= bound / friction;
  return R;
}

}  // namespace solfec
