#include "solver/row_linearisation.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "solver/bilateral.h"
#include "solver/row_reaction.h"
#include "solver/row_residual.h"

namespace solfec {
namespace {

RowLinearisation linearise_bilateral(const LocalDynamics& problem, int i, double scale, Vec3 U) {
  const double stiffness = scale * scale / kNewtonRegularisation;
  const Vec3 miss = bilateral_residual(problem, i, U);
  RowLinearisation row;
  if (problem.law[static_cast<std::size_t>(i)].kind == RowKind::fixed_point) {
    row.E = stiffness * identity();
  } else {
    row.E(2, 2) = stiffness;
  }
  row.k = stiffness * miss;
  return row;
}

RowLinearisation linearise_contact(double mu, double scale, Vec3 r, Vec3 u) {
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

RowLinearisation linearise_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  const Mat3& W = problem.W_diagonal[at];
  SOLFEC_ASSERT(law.kind != RowKind::spring_dashpot);
  if (stays_at_rest(law, W)) return {};
  const double scale = 1.0 / std::sqrt(trace(W) / 3.0);
  if (!is_contact(law.kind)) return linearise_bilateral(problem, i, scale, U);
  return linearise_contact(law.friction, scale, shifted_reaction(law, R), shifted_velocity(law, U));
}

}  // namespace solfec
