#include "solver/row_residual.h"

#include <cmath>

#include "solver/bilateral.h"
#include "solver/exact_contact.h"
#include "solver/friction_cone.h"
#include "solver/spring_dashpot.h"

namespace solfec {

Vec3 contact_residual(const RowLaw& law, Vec3 R, Vec3 U) {
  const double slip = std::sqrt(U.x * U.x + U.y * U.y);
  const Vec3 F{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  const Vec3 S = Vec3{R.x, R.y, R.z + law.cohesion} - F;
  return F + (S - project_on_friction_cone(S, law.friction));
}

Vec3 spring_residual(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_plain_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return R;
  return R -
         spring_dashpot_reaction(problem, i, w, PenaltyVariant::implicit_force, U - w.times(R), R)
             .R;
}

Vec3 natural_row_residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  if (!is_contact(law.kind)) return bilateral_residual(problem, i, U);
  if (is_open(law)) return {};
  if (law.kind == RowKind::spring_dashpot) return scale * spring_residual(problem, i, R, U);
  const Vec3 r = scale * shifted_reaction(law, R);
  const double slip = std::sqrt(U.x * U.x + U.y * U.y);
  const Vec3 u{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  return r - project_on_friction_cone(r - u, law.friction);
}

namespace {

// <A x, x> of a row: all components, or A_NN x_N² for a row along a direction.
double row_energy(RowKind kind, const Mat3& W, Vec3 x) {
  if (!is_contact(kind) && kind != RowKind::fixed_point) x = {0.0, 0.0, x.z};
  return inverse_weighted_square(W, x);
}

}  // namespace

double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  const Mat3& W = problem.W_diagonal[at];
  if (is_open(law)) return 0.0;
  if (law.kind == RowKind::contact) {
    return inverse_weighted_square(W, contact_residual(law, R, U));
  }
  if (law.kind == RowKind::spring_dashpot) {
    const Vec3 missing = spring_residual(problem, i, R, U);
    return W(2, 2) * dot(missing, missing);
  }
  return row_energy(law.kind, W, bilateral_residual(problem, i, U));
}

double free_energy(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  double energy = inverse_weighted_square(problem.W_diagonal[at], problem.B[at]);
  if (law.kind == RowKind::velocity_direction) {
    energy += row_energy(law.kind, problem.W_diagonal[at], {0.0, 0.0, law.target});
  }
  return energy;
}

}  // namespace solfec
