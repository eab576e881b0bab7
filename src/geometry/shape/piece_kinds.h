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
/// Range that a piece covers along a direction of any length.
Extent extent_along(const PieceView& piece, Vec3 direction);
/// Upper bound of the distance from a point to the parts of the piece that a turn moves, m: exact
/// for polyhedra; for a sphere the distance of its centre, since a turn about that moves nothing.
double reach_from(const PieceView& piece, Vec3 from);
/// As height_above of the simple shape. @pre the kind is round.
double height_above(const PieceView& piece, Vec3 point);

/// Distance of two pieces as in gjk_distance; for round pieces that overlap, minus the least way
/// that parts them. The kind that comes later in PieceKind computes it. The points of rounded hulls
/// are those of the hull before it is grown.
GjkResult closest_points(const PieceView& a, const PieceView& b, double limit = kNoLimit);

}  // namespace solfec
