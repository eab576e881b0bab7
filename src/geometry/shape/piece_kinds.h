#pragma once

#include "geometry/collision/gjk.h"
#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/piece_kind_row.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// A piece in the reference placement.
PieceView piece_view(const ShapePieces& pieces, int piece);

/// Smallest box of a piece along the axes, grown by the margin, m.
Box box_of(const PieceView& piece, double margin);
/// Where the piece begins and ends along a direction of any length.
Extent extent_along(const PieceView& piece, Vec3 direction);
/// Upper bound of the distance (m) of what turns with the piece from a point: exact for polyhedra,
/// the centre of a sphere, as turning about that changes nothing.
double reach_from(const PieceView& piece, Vec3 from);
/// As height_above of the simple shape. @pre the kind is round.
double height_above(const PieceView& piece, Vec3 point);

/// Distance of two pieces as gjk_distance, negative for round ones that overlap (by how much they
/// must be moved at least). The kind that comes later in PieceKind finds it. Points of rounded
/// hulls are those before they are grown.
GjkResult closest_points(const PieceView& a, const PieceView& b, double limit = kNoLimit);

}  // namespace solfec
