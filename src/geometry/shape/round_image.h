#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// A round surface as the image of the unit sphere: x = center + half_axes u for |u| = 1, m.
struct RoundImage {
  Vec3 center;
  Mat3 half_axes;   // columns: ends of conjugate half diameters
  double radius{};  // the largest one, m

  [[nodiscard]] Vec3 place(Vec3 u) const { return center + half_axes * u; }
  /// Outward normal there, not normalised: cof(half_axes) u.
  [[nodiscard]] Vec3 normal(Vec3 u) const {
    return from_columns(cross(half_axes.column(1), half_axes.column(2)),
                        cross(half_axes.column(2), half_axes.column(0)),
                        cross(half_axes.column(0), half_axes.column(1))) *
           u;
  }
};

}  // namespace solfec
