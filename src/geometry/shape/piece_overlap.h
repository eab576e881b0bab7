#pragma once

#include "geometry/shape/piece_arrays.h"
#include "geometry/shape/piece_kinds.h"

namespace solfec {

/// Overlap of the pieces of one shape.
struct PieceOverlap {
  double volume{};  // m^3, the sum over all pairs of pieces
  int first = -1;   // pair with the largest overlap; -1: no pair overlaps
  int second = -1;
};

/// Estimates the common volume of each pair of pieces that touch (ShapePieces::adjacent) from
/// points of a fixed sequence in the common box of the pair: the generalised golden ratio of
/// Roberts (2018, extremelearning.com.au, "The unreasonable effectiveness of quasirandom
/// sequences"), so that the error falls nearly as 1 / points. A pair has 512 points; shapes with
/// hundreds of pairs that overlap have fewer, so that their cost is bounded.
///
/// Pairs that overlap by less than a ten-thousandth of the thinner piece only touch and have no
/// common volume. A shape of one mesh has none, because its elements share faces. At most 100000
/// pairs are looked at, the first ones.
PieceOverlap piece_overlap(const ShapePieces& pieces);

/// True when two pieces whose boxes meet overlap by more than a depth, m. The distance of an
/// ellipsoid and a polyhedron, and that of a rod and any other piece, is 0 where the overlap is
/// deep: such pieces overlap by more than any depth.
bool overlap_deeper(const PieceView& a, const PieceView& b, double depth);

}  // namespace solfec
