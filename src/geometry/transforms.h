#pragma once

#include "geometry/shape.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Multiplies coordinates by `factors` about the origin. A negative product mirrors the shape; face
/// and node orders are turned round, so that polyhedra and elements stay valid.
///
/// A sphere takes equal factors only: the radius is multiplied by their absolute value and the
/// centre is scaled too.
/// @throws InputError (value) when a factor is zero or not finite, or unequal for a sphere.
Vec3 scaled(Vec3 point, Vec3 factors);
void scale(Convex& convex, Vec3 factors);
void scale(Mesh& mesh, Vec3 factors);
void scale(Sphere& sphere, Vec3 factors);
void scale(Shape& shape, Vec3 factors);

/// Moves by `vector` (m).
/// @throws InputError (value) when the vector is not finite.
Vec3 translated(Vec3 point, Vec3 vector);
void translate(Convex& convex, Vec3 vector);
void translate(Mesh& mesh, Vec3 vector);
void translate(Sphere& sphere, Vec3 vector);
void translate(Shape& shape, Vec3 vector);

/// Rotation about an axis through `point`.
struct AxisRotation {
  Vec3 point;  // m
  Mat3 matrix;
};

/// @param angle  Degrees, right-handed about `direction`.
/// @throws InputError (value) "Rotation direction is zero", or when a number is not finite.
AxisRotation make_axis_rotation(Vec3 point, Vec3 direction, double angle);

Vec3 rotated(Vec3 point, const AxisRotation& rotation);
void rotate(Convex& convex, const AxisRotation& rotation);
void rotate(Mesh& mesh, const AxisRotation& rotation);
void rotate(Sphere& sphere, const AxisRotation& rotation);
void rotate(Shape& shape, const AxisRotation& rotation);

}  // namespace solfec
