#pragma once

#include "math/vec3.h"

namespace solfec {

/// Motion of a rigid body in world axes, in two cache lines: what a row reads of it.
struct alignas(64) RigidMotion {
  Vec3 center;         // m, at q½
  Vec3 start_linear;   // m/s, at the start of the step
  Vec3 start_angular;  // rad/s
  Vec3 linear;         // without reactions; write_velocity_changes adds them
  Vec3 angular;
  bool turns = true;  // false: arms of its points are zero
};

}  // namespace solfec
