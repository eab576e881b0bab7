#pragma once

#include "viewer/scene/scene.h"

namespace solfec {

/// Converts a vector to single precision, as the shaders take it.
inline Point3 point3(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Makes a sphere of one colour.
inline RoundPart ball(Vec3 center, double radius, Colour colour) {
  const double s = 1.0 / radius;
  return {point3(center),
          static_cast<float>(radius),
          {point3({s, 0, 0}), point3({0, s, 0}), point3({0, 0, s})},
          {},
          colour,
          0};
}

}  // namespace solfec
