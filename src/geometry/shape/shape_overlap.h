#pragma once

#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/shape.h"

namespace solfec {

/// True when two shapes overlap in their reference placements by more than a depth.
///
/// They do when a piece of one and a piece of the other overlap by more, or when one shape lies
/// inside of an element of the other. An overlap of up to 1e-9 of their size is none. The depth of
/// a round piece in a polyhedron, and of a rod, is known only while the middle of the piece is
/// outside; beyond, the depth counts as infinite.
///
/// @param pieces_of_a, pieces_of_b  make_shape_pieces of the shapes.
/// @param depth  m, not negative: how far one shape has to be moved, at least, to leave the other.
bool shapes_overlap(const Shape& a, const ShapePieces& pieces_of_a, const Shape& b,
                    const ShapePieces& pieces_of_b, double depth);

}  // namespace solfec
