#include "solver/measure/cone_error.h"

#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/row_residual.h"
#include "solver/one_contact/friction_cone.h"

namespace solfec {

double cone_error(const LocalDynamics& problem, std::span<const Vec3> R, std::span<const Vec3> U) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  double worst = 0.0;
  double pushed = 0.0;
  double moving = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const RowLaw& law = problem.law[at(i)];
    const double mobility = trace(problem.W_diagonal[at(i)]) / 3.0;
    if (is_open(law)) continue;
    const Vec3 r = mobility * shifted_reaction(law, R[at(i)]);
    const Vec3 u = shifted_velocity(law, U[at(i)]);
    const Vec3 miss = is_signorini(law.kind)
                          ? r - project_on_friction_cone(r - u, law.friction)
                          : natural_row_residual(problem, i, mobility, R[at(i)], U[at(i)]);
    worst = std::fmax(worst, norm(miss));
    pushed = std::fmax(pushed, norm(r));
    moving = std::fmax(moving, norm(u));
  }
  const double scale = pushed > 0.0 ? pushed : moving;
  return scale > 0.0 ? worst / scale : worst;
}

}  // namespace solfec
