#pragma once

#include <span>

#include "contact/pair/pair_function.h"
#include "geometry/collision/convex_overlap.h"

namespace solfec {

/// Contacts of two convex polyhedra: with the rule of patches those of examine_patch
/// (contact/pair/polyhedra_patch.h), else at most one point for each query, as follows.
///
/// The distance of the two is that of GJK. Closed (see contact/pair/reach.h): point, normal, area
/// (m^2) and gap (m) of convex_overlap; with a distance of prediction beyond the tolerance the
/// normal is along the closest points, where no other point is nearer. Open: midpoint of the
/// closest points, normal along them, area 0. The first piece is the slave of a new pair. No
/// contact when one of the two has no outer face. The function of the pair table, see
/// contact/pair/pair_function.h.
void examine_polyhedra(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

/// Largest numbers of faces and vertices of a piece and of vertices of a face.
struct LargestPiece {
  int faces = 0;
  int vertices = 0;
  int loop = 0;
};
/// Each number is the largest of all pieces, be it of different ones.
LargestPiece largest_piece(const PieceSet& pieces);

/// Room for two of the largest pieces, so that it does not matter which part of a list meets the
/// largest pair first.
void reserve_scratch(NarrowScratch& scratch, const LargestPiece& largest);

}  // namespace solfec
