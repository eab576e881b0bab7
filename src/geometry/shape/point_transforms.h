#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Multiplies coordinates by `factors` about the origin.
/// @throws InputError (value) as check_factors.
Vec3 scaled(Vec3 point, Vec3 factors);
/// @throws InputError (value) when a factor is zero or not finite.
void check_factors(Vec3 factors);

/// Moves by `vector` (m).
/// @throws InputError (value) as check_translation.
Vec3 translated(Vec3 point, Vec3 vector);
/// @throws InputError (value) when the vector is not finite.
void check_translation(Vec3 vector);

/// Rotation about an axis through `point`.
struct AxisRotation {
  Vec3 point;  // m
  Mat3 matrix;
};

/// @param angle  Degrees, right-handed about `direction`.
/// @throws InputError (value) "Rotation direction is zero", or when a number is not finite.
AxisRotation make_axis_rotation(Vec3 point, Vec3 direction, double angle);

/// point' = p + Q (point - p) with the point p of the axis and the matrix Q.
Vec3 rotated(Vec3 point, const AxisRotation& rotation);

}  // namespace solfec
