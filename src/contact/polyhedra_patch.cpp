#include "contact/polyhedra_patch.h"

#include <algorithm>
#include <cmath>

#include "contact/approach.h"
#include "contact/reach.h"
#include "geometry/convex_patch.h"
#include "geometry/gjk.h"

namespace solfec {

namespace {

bool is_affine(const PieceSet& pieces, int piece) {
  return pieces.body_is_affine[pieces.body[piece]] != 0;
}

/// Largest distance of the vertices of outer faces from their planes, m: faces of finite elements
/// do not stay plane.
double warp(const PieceSet& pieces, int piece) {
  if (is_affine(pieces, piece)) return 0.0;
  const PolyhedronView view = polyhedron_view(pieces, piece);
  double largest = 0.0;
  for (int f = 0; f < view.face_count(); ++f) {
    if (view.outer[f] == 0 || view.face(f).size() == 3) continue;
    for (const int v : view.face(f)) {
      largest = std::max(largest, std::abs(dot(view.normal[f], view.vertex[v]) - view.offset[f]));
    }
  }
  return largest;
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
  PatchQuery wanted{
      work.params.tolerance, patch_point_distance(work.params), {}, {}, {}, 0.0, {}, 0.0};
  if (query.previous < 0) return wanted;
  for (int c = query.previous; c < query.previous_end(); ++c) {
    scratch.previous.push_back(work.points[c].key.feature);
  }
  const Vec3 normal = work.points[query.previous].frame.column(2);
  wanted.previous_normal = query.first_is_slave ? normal : -normal;
  wanted.previous = scratch.previous;
  return wanted;
}

/// Points of a pair with a bond are never chosen anew: the bonds hold its shares. Of finite
/// elements that is seen to where their interface is made (contact/interface_nodes.h).
bool is_bonded(const PairWork& work, const PairQuery& query) {
  if (!is_affine(work.pieces, query.pair.first) || !is_affine(work.pieces, query.pair.second)) {
    return false;
  }
  for (int c = query.previous; c < query.previous_end(); ++c) {
    if (work.points[c].state.bonded) return true;
  }
  return false;
}

}  // namespace

void examine_patch(const PairWork& work, int k, NarrowScratch& scratch) {
  PairQuery& query = work.queries[k];
  const double near = approach(work.pieces, query.pair.first, query.pair.second);
  const Reach reach(work.params, query.previous >= 0, true, near);
  const PolyhedronView first = polyhedron_view(work.pieces, query.pair.first);
  const PolyhedronView second = polyhedron_view(work.pieces, query.pair.second);
  const GjkResult closest = gjk_distance(first.vertex, second.vertex, reach.limit(), &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit || !reach.covers(closest.distance)) return;

  PatchQuery wanted = patch_query(work, query, scratch);
  wanted.approach = near;
  wanted.warp = warp(work.pieces, query.pair.first) + warp(work.pieces, query.pair.second);
  if (closest.distance > work.params.tolerance) {
    const Vec3 middle = 0.5 * (closest.point_a + closest.point_b);
    wanted.travel = travel_at(work.pieces, work.pieces.body[query.pair.second], middle) -
                    travel_at(work.pieces, work.pieces.body[query.pair.first], middle);
  }
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
                          .point = point.point,
                          .normal = query.first_is_slave ? patch.normal : -patch.normal,
                          .first_surface = work.pieces.surface[first_face],
                          .second_surface = work.pieces.surface[second_face],
                          .first_face = patch.flat ? first_face : -1,
                          .second_face = patch.flat ? second_face : -1});
  }
}

}  // namespace solfec
