#pragma once

#include <optional>
#include <vector>

#include "geometry/shape/shape.h"
#include "geometry/shape/shape_pieces.h"
#include "math/vec3.h"

namespace solfec {

/// Part of a shape that contains a point.
struct ShapePart {
  ShapePartKind kind{};
  int index{};  // among the convices, the elements of all meshes, or the simple shapes of a kind
};

/// First part of the shape that contains the point within `tolerance` (m, >= 0): no farther than
/// that outside every face plane. Convices are asked first, then elements (inner ones too), then
/// simple shapes. A part that contains it without tolerance is preferred. Faces of elements that
/// are bent are taken as the convex-making pair of triangles.
std::optional<ShapePart> part_containing(const Shape& shape, Vec3 point, double tolerance);

/// Returns the first contact piece, in reference coordinates, that contains the point within
/// `tolerance` (m, >= 0), preferring one that contains it without tolerance; -1 when none contains
/// it.
int piece_containing(const ShapePieces& pieces, Vec3 point, double tolerance);

}  // namespace solfec
