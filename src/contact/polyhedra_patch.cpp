#include "contact/polyhedra_patch.h"

#include <algorithm>

#include "contact/reach.h"
#include "geometry/convex_patch.h"
#include "geometry/gjk.h"

namespace solfec {

namespace {

bool is_affine(const PieceSet& pieces, int piece) {
  return pieces.body_is_affine[pieces.body[piece]] != 0;
}

/// The pair whose faces are asked about.
struct CoverContext {
  const PairWork& work;
  PiecePair pair;
};

bool is_covered(const void* context, bool of_b, int face, Vec3 place) {
  const auto& [work, pair] = *static_cast<const CoverContext*>(context);
  const int own = of_b ? pair.second : pair.first;
  const int other = of_b ? pair.first : pair.second;
  const PieceSet& pieces = work.pieces;
  if (!work.covered->any(pieces, own, face)) return false;
  const bool one_body = pieces.body[own] == pieces.body[other];
  return work.covered->covered_at(pieces, own, face, place, one_body ? -1 : pieces.body[other],
                                  one_body ? other : -1);
}

/// What the last step knows of the patch; its features go to the scratch.
PatchQuery patch_query(const PairWork& work, const PairQuery& query, NarrowScratch& scratch) {
  scratch.previous.clear();
  PatchQuery wanted{work.params.tolerance, patch_point_distance(work.params), {}, {}, {}};
  if (query.previous < 0) return wanted;
  for (int c = query.previous; c < query.previous_end(); ++c) {
    scratch.previous.push_back(work.points[c].key.feature);
  }
  const Vec3 normal = work.points[query.previous].frame.column(2);
  wanted.previous_normal = query.first_is_slave ? normal : -normal;
  wanted.previous = scratch.previous;
  return wanted;
}

/// Points of a pair with a bond are never chosen anew: the bonds hold its shares.
bool is_bonded(const PairWork& work, const PairQuery& query) {
  for (int c = query.previous; c < query.previous_end(); ++c) {
    if (work.points[c].state.bonded) return true;
  }
  return false;
}

}  // namespace

bool is_patch_pair(const PairWork& work, int k) {
  const auto [first, second] = work.queries[k].pair;
  return work.params.points == ContactPoints::patch && is_affine(work.pieces, first) &&
         is_affine(work.pieces, second);
}

void examine_patch(const PairWork& work, int k, NarrowScratch& scratch) {
  PairQuery& query = work.queries[k];
  const Reach reach(work.params, query.previous >= 0, true);
  const PolyhedronView first = polyhedron_view(work.pieces, query.pair.first);
  const PolyhedronView second = polyhedron_view(work.pieces, query.pair.second);
  const GjkResult closest = gjk_distance(first.vertex, second.vertex, reach.limit(), &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit || !reach.covers(closest.distance)) return;

  PatchQuery wanted = patch_query(work, query, scratch);
  const CoverContext context{work, query.pair};
  const bool any_cover =
      work.covered != nullptr && (work.covered->any(work.pieces, query.pair.first) ||
                                  work.covered->any(work.pieces, query.pair.second));
  if (any_cover) wanted.cover = {is_covered, &context};
  const ConvexPatch patch = convex_patch(first, second, wanted, closest, scratch.patch);
  if (!patch.found) return;
  const bool bonded = is_bonded(work, query);
  const int first_face = work.pieces.face_start[query.pair.first] + patch.face_a;
  const int second_face = work.pieces.face_start[query.pair.second] + patch.face_b;
  for (const PatchPoint& point : scratch.patch.polygon.points) {
    const bool is_old =
        std::binary_search(wanted.previous.begin(), wanted.previous.end(), point.feature);
    if (bonded && !is_old) continue;
    work.contacts.add(k, {.feature = point.feature,
                          .first_is_slave = query.first_is_slave,
                          .gap_law = true,
                          .is_old = is_old,
                          .distance = closest.distance,
                          .gap = point.gap,
                          .measured = point.gap,
                          .area = point.share,
                          .part = point.share / patch.area,
                          .patch_area = patch.area,
                          .patch = k,
                          .point = point.point,
                          .normal = query.first_is_slave ? patch.normal : -patch.normal,
                          .first_surface = work.pieces.surface[first_face],
                          .second_surface = work.pieces.surface[second_face],
                          .first_face = patch.flat ? first_face : -1,
                          .second_face = patch.flat ? second_face : -1});
  }
}

}  // namespace solfec
