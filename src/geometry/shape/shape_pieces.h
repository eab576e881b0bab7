#pragma once

#include <optional>

#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Breaks a shape into its contact pieces.
///
/// Quadrilaterals of elements that are bent by more than 1e-6 of their size are cut in two
/// triangles along the diagonal that leaves the piece convex. Adjacent pieces are found through
/// shared nodes inside a mesh and, between all others, by sorted boxes and GJK distance.
///
/// @param tolerance  Distance up to which pieces that share no mesh touch, m, >= 0.
ShapePieces make_shape_pieces(const Shape& shape, double tolerance);

/// Makes the pieces of a shape as make_shape_pieces does, but with one piece for each mesh that is
/// convex as a whole (geometry/shape/convex_mesh.h), which has source and volume id of the mesh's
/// first element: for bodies that keep planes plane.
/// @return Nothing when no mesh is.
std::optional<ShapePieces> make_whole_pieces(const Shape& shape, double tolerance);

/// True when pieces i and j of the same shape are adjacent; a piece counts as adjacent to itself.
bool adjacent_pieces(const ShapePieces& pieces, int i, int j);

}  // namespace solfec
