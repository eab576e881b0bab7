#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "math/vec3.h"

namespace solfec {

/// A quadrilateral counts as bent when the height of one diagonal above the other one is larger
/// than this part of the longer diagonal.
inline constexpr double kBentQuadrilateral = 1e-6;

/// Corner, 0 or 1, at which the upper diagonal of a bent quadrilateral starts. A cut along it gives
/// two triangles with an outward ridge. -1 when the quadrilateral is plane.
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
