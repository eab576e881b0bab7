#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "math/vec3.h"

namespace solfec {

/// Height of one diagonal of a quadrilateral above the other one against the longer of them, beyond
/// which it counts as bent.
inline constexpr double kBentQuadrilateral = 1e-6;

/// Corner, 0 or 1, at which the upper diagonal of a bent quadrilateral starts: cut along it into
/// two triangles, the quadrilateral has an outward ridge. -1 when it is plane.
/// @param x  Corners counter-clockwise seen from outside, m.
inline int ridge_of_quadrilateral(const std::array<Vec3, 4>& x) {
  const Vec3 d02 = x[2] - x[0];
  const Vec3 d13 = x[3] - x[1];
  const Vec3 normal = cross(d02, d13);  // outward, parallel to both diagonals
  const double height = dot(normal, x[1] - x[0]) / norm(normal);  // of diagonal 13 above 02
  if (std::fabs(height) <= kBentQuadrilateral * std::max(norm(d02), norm(d13))) return -1;
  return height > 0.0 ? 1 : 0;
}

}  // namespace solfec
