#pragma once

#include <span>

#include "contact/cover/covered_faces.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Drops contacts of a round piece with a polyhedron that stands in the shadow of its neighbour.
///
/// A sphere, say, on the outside of a mesh also comes close to the border of the elements around
/// the one it stands on, where the direction to its centre is oblique and would resist rolling. The
/// closest point p of such an element belongs to the neighbour too, and the neighbour has a closer
/// one; so p is not a local minimum of the distance to the body and is no contact. Equal distances
/// (the sphere stands on the common edge) are left to sparsification. The same holds at the joint
/// of two pieces of which one covers a face of the other; there p may be off the neighbour by the
/// tolerance.
///
/// @param covered   Faces that are covered, or none.
/// @param queries   Pairs, sorted.
/// @param contacts  Those of the queries; the ones in shadow are erased.
void drop_shadowed_round_contacts(const PieceSet& pieces, double tolerance,
                                  std::span<const PairQuery> queries, const CoveredFaces* covered,
                                  PairContacts& contacts);

}  // namespace solfec
