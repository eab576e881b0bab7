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

/// Finds the first part of the shape that contains the point within `tolerance` (m, >= 0): the
/// point is at most that far outside of every face plane. Convices are tried first, then elements
/// (inner ones too), then simple shapes. A part that contains the point without tolerance is
/// preferred. A bent face of an element counts as the pair of triangles that makes the element
/// convex.
std::optional<ShapePart> part_containing(const Shape& shape, Vec3 point, double tolerance);

/// Returns the first contact piece, in reference coordinates, that contains the point within
/// `tolerance` (m, >= 0), preferring one that contains it without tolerance; -1 when none contains
/// it.
int piece_containing(const ShapePieces& pieces, Vec3 point, double tolerance);

}  // namespace solfec
