#pragma once

#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// What a body of any kind is for a rigid motion in its current placement.
struct RigidInertia {
  double mass{};         // kg
  Vec3 center;           // m
  Vec3 linear;           // velocity of the centre, m/s
  Mat3 inverse_inertia;  // about the centre, world axes, 1/(kg m²)
};
/// @pre the body is no obstacle.
RigidInertia rigid_inertia(const Bodies& bodies, BodyRef body);

/// Moves a body by a rigid motion: x becomes center + shift + exp(turn) (x - center). Velocities in
/// the axes of the body and about its centre stay, so do momentum, kinetic and strain energy.
/// @param turn  Rotation vector in world axes, rad.
void shift_body(Bodies& bodies, BodyRef body, Vec3 center, Vec3 shift, Vec3 turn);

/// Work of the loads of the last step over a small rigid motion, J.
double load_work(const Bodies& bodies, BodyRef body, Vec3 center, Vec3 shift, Vec3 turn);

}  // namespace solfec
