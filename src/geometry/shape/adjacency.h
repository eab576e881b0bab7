#pragma once

#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Distance of two pieces, negative for round ones that overlap, m; beyond `limit` some value >
/// limit.
double piece_distance(const ShapePieces& pieces, int i, int j, double limit);

/// Fills adjacent_start and adjacent of `pieces`, whose other arrays are complete.
///
/// @param shape      The shape of the pieces.
/// @param tolerance  Distance up to which pieces that share no mesh are adjacent, m.
void find_adjacent_pieces(const Shape& shape, double tolerance, ShapePieces& pieces);

}  // namespace solfec
