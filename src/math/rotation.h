#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// exp(ψ̂): rotation by the angle |ψ| (rad) about ψ, with series near zero.
/// Rodrigues' formula 1 + sin|ψ|/|ψ| ψ̂ + (1 - cos|ψ|)/|ψ|² ψ̂².
Mat3 exponential_map(Vec3 rotation_vector);

/// ψ with |ψ| <= π and exp(ψ̂) = rotation: the inverse of exponential_map. Accurate to rounding up
/// to a few hundredths below a half turn, where the axis is lost.
/// @pre rotation is orthogonal with determinant one.
Vec3 rotation_vector(const Mat3& rotation);

/// Rotation by `angle` (degrees, right-handed) about `axis` (not zero).
Mat3 rotation_about(Vec3 axis, double angle_degrees);

}  // namespace solfec
