#include "solver/law/fixed_point.h"

#include "local_dynamics/held_velocity.h"
#include "solver/law/row_quantities.h"
#include "solver/one_contact/exact_contact.h"

namespace solfec {

Vec3 FixedPoint::reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                          Vec3 /*previous*/) {
  return solve_stick(w, b - held_velocity(problem, i));
}

Vec3 FixedPoint::residual(const LocalDynamics& problem, int i, double /*scale*/, Vec3 /*R*/,
                          Vec3 U) {
  return U - held_velocity(problem, i);
}

double FixedPoint::spurious_energy(const LocalDynamics& problem, int i, Vec3 /*R*/, Vec3 U) {
  return inverse_weighted_square(problem.W_diagonal[static_cast<std::size_t>(i)],
                                 U - held_velocity(problem, i));
}

LinearRow FixedPoint::linear_row(const LocalDynamics& problem, int i, double rho, Vec3 /*R*/,
                                 Vec3 U) {
  return {rho * identity(), {}, rho * (U - held_velocity(problem, i))};
}

RowLinearisation FixedPoint::newton_row(const LocalDynamics& problem, int i, Vec3 /*R*/, Vec3 U) {
  const double stiffness = stiff_spring(problem.W_diagonal[static_cast<std::size_t>(i)]);
  return {stiffness * identity(), stiffness * (U - held_velocity(problem, i))};
}

}  // namespace solfec
