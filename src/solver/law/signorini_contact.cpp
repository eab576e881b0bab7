#include "solver/law/signorini_contact.h"

#include <algorithm>
#include <cmath>

#include "solver/law/row_quantities.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/friction_cone.h"
#include "solver/one_contact/variational_row.h"

namespace solfec {

namespace {

/// Misses of the normal and of the tangential part, each by itself: the natural map of Alart and
/// Curnier.
/// @param r, u  Shifted variables, m/s.
Vec3 residual_of_parts(double mu, Vec3 r, Vec3 u) {
  const Vec3 y = r - u;
  const double pressure = std::max(0.0, y.z);
  const double tangential = std::sqrt(y.x * y.x + y.y * y.y);
  const double factor = tangential > mu * pressure ? mu * pressure / tangential : 1.0;
  return {r.x - factor * y.x, r.y - factor * y.y, r.z - pressure};
}

}  // namespace

Vec3 contact_residual(const RowLaw& law, double scale, Vec3 R, Vec3 U) {
  const Vec3 r = scale * shifted_reaction(law, R);
  if (law.friction > kLargeFriction) {
    return residual_of_parts(law.friction, r, shifted_velocity(law, U));
  }
  const double slip = std::sqrt(U.x * U.x + U.y * U.y);
  const Vec3 F{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  return r - project_on_friction_cone(r - F, law.friction);
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
  return contact_residual(problem.law[static_cast<std::size_t>(i)], scale, R, U);
}

double SignoriniContact::spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  const Mat3& W = problem.W_diagonal[at];
  return inverse_weighted_square(W, contact_residual(problem.law[at], mean_inverse_mass(W), R, U));
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

  constexpr double kEps = kNewtonRegularisation;
  const double square = scale * scale;
  const double normal = (x.z - pressure) / kEps;
  if (mu > 0.0 && tangential <= mu * pressure) {  // stick: C = ε 1
    const double along = square / kEps;
    return {diagonal(along, along, along),
            scale * Vec3{(x.x - y.x) / kEps, (x.y - y.y) / kEps, normal}};
  }
  if (!(mu > 0.0)) return {diagonal(0.0, 0.0, square / kEps), scale * Vec3{x.x, x.y, normal}};
  // slip along ν with τ across: G = f τ τᵀ + mu ν nᵀ + n nᵀ, C⁻¹ by back substitution
  const double factor = mu * pressure / tangential;
  const double n1 = y.x / tangential;
  const double n2 = y.y / tangential;
  const double F1 = x.x - factor * y.x;
  const double F2 = x.y - factor * y.y;
  const double across = 1.0 / (1.0 - (1.0 - kEps) * factor);
  const double pushed = (1.0 - kEps) * mu * normal;
  const double F_across = across * (F2 * n1 - F1 * n2);
  const double F_along = F1 * n1 + F2 * n2 + pushed;
  const double g = square * factor * across;
  const double coupling = square * mu / kEps;
  Mat3 E = diagonal(g * n2 * n2, g * n1 * n1, square / kEps);
  E(0, 1) = E(1, 0) = -g * n1 * n2;
  E(0, 2) = coupling * n1;
  E(1, 2) = coupling * n2;
  return {E, scale * Vec3{F_along * n1 - F_across * n2, F_along * n2 + F_across * n1, normal}};
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
