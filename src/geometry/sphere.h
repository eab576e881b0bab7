#pragma once

#include "base/ids.h"
#include "math/vec3.h"

namespace solfec {

struct Sphere {
  Vec3 center;      // m
  double radius{};  // m, positive
  SurfaceId surface{};
  VolumeId volume{};
};

}  // namespace solfec
