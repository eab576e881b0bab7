#pragma once

#include <span>

#include "contact/pair/pair_function.h"
#include "geometry/collision/convex_overlap.h"

namespace solfec {

/// Contacts of two convex polyhedra: with the rule of patches those of examine_patch
/// (contact/pair/polyhedra_patch.h), else at most one point for each query, as follows.
///
/// GJK gives the distance. A closed contact (see contact/pair/reach.h) has point, normal, area
/// (m^2) and gap (m) of convex_overlap; with a distance of prediction beyond the tolerance the
/// normal is along the line of the closest points. An open contact has the midpoint of the closest
/// points, the normal along their line, and the area 0. The first piece is the slave of a new pair.
/// There is no contact when one of the two has no outer face. This is the function of the pair
/// table, see contact/pair/pair_function.h.
void examine_polyhedra(const PairWork& work, std::span<const int> list, NarrowScratch& scratch);

/// Largest numbers of faces and vertices of a piece and of vertices of a face.
struct LargestPiece {
  int faces = 0;
  int vertices = 0;
  int loop = 0;
};
/// Finds each of the numbers over all pieces; they may come from different pieces.
LargestPiece largest_piece(const PieceSet& pieces);

/// Reserves memory for two of the largest pieces, so that no thread allocates when it meets the
/// largest pair.
void reserve_scratch(NarrowScratch& scratch, const LargestPiece& largest);

}  // namespace solfec
