#include "domain/bonds/bond_error.h"

#include <cmath>
#include <limits>

namespace solfec {

double bond_error_bound(const LocalDynamics& problem, double epsilon) {
  constexpr double kOfStrength = 1e-3;
  constexpr double kOfEpsilon = 1e-3;
  double bound = std::numeric_limits<double>::infinity();
  for (const RowLaw& law : problem.law) {
    if (!law.bonded || law.kind == ConstraintKind::cohesive_zone) continue;
    if (law.kind != ConstraintKind::spring_dashpot) {
      bound = std::fmin(bound, kOfEpsilon * epsilon / problem.step);
      continue;
    }
    const double stiffness = problem.step * law.spring + std::fmax(0.0, law.dashpot);
    if (stiffness > 0.0) bound = std::fmin(bound, kOfStrength * law.cohesion / stiffness);
  }
  return bound;
}

}  // namespace solfec
