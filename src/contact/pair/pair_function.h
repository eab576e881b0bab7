#pragma once

#include <span>
#include <vector>

#include "contact/cover/covered_faces.h"
#include "contact/pair/pair_contacts.h"
#include "contact/pair/pair_query.h"
#include "contact/pair/pair_trace.h"
#include "contact/pair/patch_ahead.h"
#include "contact/piece/contact_params.h"
#include "contact/piece/contact_point.h"
#include "contact/piece/piece_set.h"
#include "geometry/collision/convex_patch.h"

namespace solfec {

/// Data that the functions of the pair table read and write; entry k of `contacts` belongs to query
/// k.
struct PairWork {
  const PieceSet& pieces;       // refreshed; boxes of the pieces of the queries are finite
  const ContactParams& params;  // tolerance in m, positive
  std::span<PairQuery> queries;
  std::span<const ContactPoint> points;  // contacts of the last step
  const CoveredFaces* covered;           // of this step; null: covered faces are obstacles too
  PairContacts& contacts;
  PairTrace* trace = nullptr;  // record for --why; needs a single thread
};

/// Work space of one thread.
struct NarrowScratch {
  ConvexPatchScratch patch;
  AheadScratch ahead;
  std::vector<PatchFeature> previous;  // of the pair
};

/// Finds the contacts of a list of queries, all of one pair of kinds.
///
/// contact/pair/reach.h decides when a pair is in contact. Surface ids are those of the outer face
/// nearest to the point. A result that is not finite (e.g. for equal centres) is no contact.
///
/// @param work     For each listed query the function adds the contacts and updates the cache and
///                 the distance of the clearance (a lower bound of the distance of the pieces, m,
///                 unless the kinds have none).
/// @param list     Indices of queries.
/// @param scratch  Of the calling thread; see `reserve_scratch` in
/// contact/pair/polyhedra_contact.h.
/// @pre the listed queries have no contacts yet.
using PairFunction = void (*)(const PairWork& work, std::span<const int> list,
                              NarrowScratch& scratch);

}  // namespace solfec
