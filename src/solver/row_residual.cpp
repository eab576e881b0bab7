#include "solver/row_residual.h"

#include <cmath>

#include "solver/exact_contact.h"
#include "solver/friction_cone.h"
#include "solver/spring_dashpot.h"

namespace solfec {

Vec3 contact_residual(const RowLaw& law, Vec3 R, Vec3 U) {
  const double slip = std::hypot(U.x, U.y);
  const Vec3 F{U.x, U.y, U.z + law.velocity_shift + law.friction * slip};
  const Vec3 S = Vec3{R.x, R.y, R.z + law.cohesion} - F;
  return F + (S - project_on_friction_cone(S, law.friction));
}

Vec3 spring_residual(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const ContactBlock w = make_contact_block(problem.W_diagonal[static_cast<std::size_t>(i)]);
  if (!w.regular) return R;
  return R -
         spring_dashpot_reaction(problem, i, w, PenaltyVariant::implicit_force, U - w.times(R), R)
             .R;
}

double inverse_weighted_square(const Mat3& W, Vec3 x) {
  const double size = trace(W);
  if (!is_finite(W) || !(size > 0.0)) return 0.0;
  Mat3 regular = 0.5 * (W + transpose(W));
  for (int k = 0; k < 3; ++k) regular(k, k) += 1e-12 * size;
  return dot(x, inverse(regular) * x);
}

}  // namespace solfec
