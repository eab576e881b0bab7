#include "solver/law/signorini_contact.h"

#include <algorithm>
#include <cmath>

#include "solver/newton/variational_row.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/friction_cone.h"
#include "solver/row_quantities.h"

namespace solfec {

Vec3 contact_residual(const RowLaw& law, Vec3 R, Vec3 U) {
  const double slip = std::sqrt(U.x * U.x + U.y * U.y);
  const Vec3 F{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  const Vec3 S = Vec3{R.x, R.y, R.z + law.cohesion} - F;
  return F + (S - project_on_friction_cone(S, law.friction));
}

ShiftedContact shifted_contact(const RowLaw& law, double rho, Vec3 R, Vec3 U) {
  ShiftedContact state;
  state.r = {R.x, R.y, R.z + law.cohesion};
  state.u = {U.x, U.y, U.z + law.velocity_shift};
  state.friction = law.friction;
  state.rho = rho;
  return state;
}

Vec3 SignoriniContact::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                                Vec3 /*previous*/) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const Vec3 bond{0.0, 0.0, law.cohesion};
  const Vec3 free = Vec3{b.x, b.y, b.z + law.velocity_shift} - w.times(bond);
  double slip = 0.0;
  return solve_exact_contact(w, law.friction, free, slip) - bond;
}

Vec3 SignoriniContact::residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const Vec3 r = scale * shifted_reaction(law, R);
  const double slip = std::sqrt(U.x * U.x + U.y * U.y);
  const Vec3 u{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  return r - project_on_friction_cone(r - u, law.friction);
}

double SignoriniContact::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  return inverse_weighted_square(problem.W_diagonal[at], contact_residual(problem.law[at], R, U));
}

LinearRow SignoriniContact::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R,
                                       Vec3 U) {
  return variational_row(shifted_contact(problem.law[static_cast<std::size_t>(i)], rho, R, U));
}

namespace {

RowLinearisation linearise_natural_map(double mu, double scale, Vec3 r, Vec3 u) {
  const Vec3 x = (1.0 / scale) * r;
  const Vec3 y = x - scale * u;
  const double pressure = std::max(0.0, y.z);
  const double tangential = std::sqrt(y.x * y.x + y.y * y.y);
  if (!(pressure > 0.0)) return {{}, r};  // open

  Mat3 G;
  Vec3 F{0.0, 0.0, x.z - pressure};
  G(2, 2) = 1.0;
  if (mu > 0.0 && tangential <= mu * pressure) {  // stick
    G = identity();
    F.x = x.x - y.x;
    F.y = x.y - y.y;
  } else if (mu > 0.0) {  // slip
    const double factor = mu * pressure / tangential;
    const double n1 = y.x / tangential;
    const double n2 = y.y / tangential;
    F.x = x.x - factor * y.x;
    F.y = x.y - factor * y.y;
    G(0, 0) = factor * (1.0 - n1 * n1);
    G(1, 1) = factor * (1.0 - n2 * n2);
    G(0, 1) = G(1, 0) = -factor * n1 * n2;
    G(0, 2) = mu * n1;
    G(1, 2) = mu * n2;
  } else {  // frictionless
    F.x = x.x;
    F.y = x.y;
  }
  const Mat3 inverse_C = inverse(identity() - (1.0 - kNewtonRegularisation) * G);
  return {scale * scale * (inverse_C * G), scale * (inverse_C * F)};
}

}  // namespace

RowLinearisation SignoriniContact::newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  return linearise_natural_map(law.friction, newton_scale(problem.W_diagonal[at]),
                               shifted_reaction(law, R), shifted_velocity(law, U));
}

Vec3 SignoriniContact::project(const RowLaw& law, Vec3 R) {
  Vec3 r = project_on_friction_cone(shifted_reaction(law, R), law.friction);
  r.z -= law.cohesion;
  return r;
}

bool SignoriniContact::breaks_bond(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  constexpr double kBondTolerance = 1e-8;  // of the cohesion
  constexpr double kMotion = 1e-3;         // of the velocity that the cohesion gives in a step
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  const double margin = kBondTolerance * law.cohesion;
  const double motion = kMotion * problem.W_diagonal[at](2, 2) * law.cohesion;
  const double pressure = R.z + law.cohesion;
  if (pressure < margin && U.z + law.velocity_shift > motion) return true;  // opening
  const bool at_limit = std::hypot(R.x, R.y) + margin >= law.friction * pressure;
  return at_limit && std::hypot(U.x, U.y) > motion;  // sliding
}

}  // namespace solfec
