#pragma once

#include <cmath>

#include "math/mat3.h"
#include "math/vec3.h"
#include "solver/one_contact/friction_cone.h"

namespace solfec {

/// Derivative of project_on_friction_cone, one of those at a border: symmetric, its eigenvalues lie
/// between 0 and 1.
inline Mat3 projection_slope(Vec3 r, double mu) {
  const double tangential = std::sqrt(r.x * r.x + r.y * r.y);
  if (mu * tangential <= -r.z) return {};
  if (tangential <= mu * r.z) return diagonal(1.0, 1.0, 1.0);
  // on the lateral surface: the generator through the projection, and the circle across it
  const double x = r.x / tangential;
  const double y = r.y / tangential;
  const double share = 1.0 / (1.0 + mu * mu);
  const double along = mu * mu * share;
  const double across = mu * (r.z + mu * tangential) * share / tangential;
  Mat3 slope = diagonal(along * x * x + across * y * y, along * y * y + across * x * x, share);
  slope(0, 1) = slope(1, 0) = (along - across) * x * y;
  slope(0, 2) = slope(2, 0) = mu * share * x;
  slope(1, 2) = slope(2, 1) = mu * share * y;
  return slope;
}

}  // namespace solfec
