#pragma once

#include "geometry/shape/point_transforms.h"
#include "geometry/shape/shape.h"
#include "math/vec3.h"

namespace solfec {

/// Multiplies coordinates by `factors` about the origin. A negative product mirrors the shape; face
/// and node orders are turned round, so that polyhedra and elements stay valid.
///
/// Simple shapes have their own functions beside them (geometry/shape/simple_shape.h).
/// @throws InputError (value) when a factor is zero or not finite, or as check_scale of a simple
///                            shape does.
void scale(Convex& convex, Vec3 factors);
void scale(Mesh& mesh, Vec3 factors);
void scale(Shape& shape, Vec3 factors);

/// Moves by `vector` (m).
/// @throws InputError (value) when the vector is not finite.
void translate(Convex& convex, Vec3 vector);
void translate(Mesh& mesh, Vec3 vector);
void translate(Shape& shape, Vec3 vector);

/// Rotates about an axis.
void rotate(Convex& convex, const AxisRotation& rotation);
void rotate(Mesh& mesh, const AxisRotation& rotation);
void rotate(Shape& shape, const AxisRotation& rotation);

/// @throws InputError (value) when a coordinate or a radius of a part is not finite.
void check_finite(const Shape& shape);

}  // namespace solfec
