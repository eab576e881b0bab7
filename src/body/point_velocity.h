#pragma once

#include "body/bodies.h"
#include "math/vec3.h"

namespace solfec {

/// Arm of a spatial point on a body in the sense of local_dynamics/body_operator.h: rigid and
/// obstacle x - x̄ (world), pseudo-rigid F⁻¹ (x - x̄) (reference).
/// @pre the body is homogeneous, here and below.
Vec3 point_arm(const Bodies& bodies, BodyRef body, Vec3 point);

/// Velocity of the point with this arm at the start of the step (before loads), in the current
/// configuration, m/s.
Vec3 start_velocity(const Bodies& bodies, BodyRef body, Vec3 arm);

/// Velocity of the point with this arm after the loads and before reactions, m/s.
Vec3 free_velocity(const Bodies& bodies, BodyRef body, Vec3 arm);

}  // namespace solfec
