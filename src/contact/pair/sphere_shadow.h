#pragma once

#include <span>

#include "contact/cover/covered_faces.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/piece/piece_set.h"

namespace solfec {

/// Drops contacts of a round piece with a polyhedron that is hidden by a neighbour of this.
///
/// A sphere that stands on an element of a mesh also comes close to the edges of the elements
/// around it. A contact there would have an oblique normal and would resist rolling. The closest
/// point p of such an element belongs to the neighbour too, which has a point closer to the sphere.
/// So p is no local minimum of the distance to the body, and is no contact. Equal distances (the
/// sphere stands on the common edge) are left to sparsification. At a joint of two pieces, of which
/// one covers a face of the other, contacts are dropped in the same way; there p may be off the
/// neighbour by the tolerance.
///
/// @param covered   Faces that are covered, or null.
/// @param queries   Pairs, sorted.
/// @param contacts  Contacts of the queries; hidden ones are erased.
void drop_shadowed_round_contacts(const PieceSet& pieces, double tolerance,
                                  std::span<const PairQuery> queries, const CoveredFaces* covered,
                                  PairContacts& contacts);

}  // namespace solfec
