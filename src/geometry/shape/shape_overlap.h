#pragma once

#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// Whether two shapes overlap in their reference placements by more than a depth.
///
/// Some piece of one and some piece of the other do, or one shape lies inside of an element of the
/// other. Shapes that touch each other up to 1e-9 of their size do not overlap. Depths of a round
/// piece in a polyhedron, and of rods, are known up to where the middle of the piece is outside:
/// what is deeper counts as deeper than any depth.
///
/// @param pieces_of_a, pieces_of_b  make_shape_pieces of the shapes.
/// @param depth  m, not negative: how far one shape has to be moved, at least, to leave the other.
bool shapes_overlap(const Shape& a, const ShapePieces& pieces_of_a, const Shape& b,
                    const ShapePieces& pieces_of_b, double depth);

}  // namespace solfec
