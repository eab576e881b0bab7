#include "contact/pair/polyhedra_contact.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"
#include "contact/pair/outer_face.h"
#include "contact/pair/polyhedra_patch.h"
#include "contact/pair/reach.h"
#include "geometry/collision/gjk.h"

namespace solfec {

namespace {

/// A pair that drifts apart: known by its closest points, without area.
void add_open(const PairWork& work, int k, const GjkResult& closest) {
  const PairQuery& query = work.queries[k];
  const auto [first, second] = query.pair;
  const Vec3 direction = normalized(closest.point_b - closest.point_a);
  const int first_face =
      nearest_outer_face(polyhedron_view(work.pieces, first), closest.point_a).face;
  const int second_face =
      nearest_outer_face(polyhedron_view(work.pieces, second), closest.point_b).face;
  if (first_face < 0 || second_face < 0) return;

  work.contacts.add(k, {.first_is_slave = query.first_is_slave,
                        .distance = closest.distance,
                        .gap = closest.distance,
                        .measured = closest.distance,
                        .area = 0.0,
                        .point = 0.5 * (closest.point_a + closest.point_b),
                        .normal = query.first_is_slave ? direction : -direction,
                        .first_surface = face_surface(work.pieces, first, first_face),
                        .second_surface = face_surface(work.pieces, second, second_face)});
}

/// The rule of the centroid.
void examine_query(const PairWork& work, int k, NarrowScratch& scratch) {
  PairQuery& query = work.queries[k];
  SOLFEC_ASSERT(query.pair.first < query.pair.second);
  const Reach reach(work.params, query.previous >= 0, false, 0.0);
  const PolyhedronView first = polyhedron_view(work.pieces, query.pair.first);
  const PolyhedronView second = polyhedron_view(work.pieces, query.pair.second);
  const GjkResult closest = gjk_distance(first.vertex, second.vertex, reach.limit(), &query.cache);
  query.clearance.distance = closest.distance;
  if (closest.beyond_limit || !reach.covers(closest.distance)) return;
  if (!reach.closed(closest.distance)) {
    add_open(work, k, closest);
    return;
  }

  const double tolerance = work.params.tolerance;
  const ConvexOverlap overlap =
      convex_overlap(first, second, tolerance, closest, scratch.patch.overlap);
  if (!overlap.found || overlap.face_a < 0 || overlap.face_b < 0) return;
  // clearly apart: along the closest points, where no other point is nearer
  const bool apart = closest.distance > tolerance;
  const Vec3 normal = apart ? normalized(closest.point_b - closest.point_a) : overlap.normal;
  const double measured = apart ? closest.distance : overlap.gap;
  work.contacts.add(
      k, {.first_is_slave = query.first_is_slave,
          .distance = closest.distance,
          .gap = reach.closed_gap(measured),
          .measured = measured,
          .area = overlap.area,
          .point = overlap.point,
          .normal = query.first_is_slave ? normal : -normal,
          .first_surface = face_surface(work.pieces, query.pair.first, overlap.face_a),
          .second_surface = face_surface(work.pieces, query.pair.second, overlap.face_b)});
}

}  // namespace

void examine_polyhedra(const PairWork& work, std::span<const int> list, NarrowScratch& scratch) {
  for (const int k : list) {
    if (work.params.points == ContactPoints::patch) {
      examine_patch(work, k, scratch);
    } else {
      examine_query(work, k, scratch);
    }
  }
}

LargestPiece largest_piece(const PieceSet& pieces) {
  LargestPiece largest;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    largest.vertices =
        std::max(largest.vertices, pieces.vertex_start[p + 1] - pieces.vertex_start[p]);
    largest.faces = std::max(largest.faces, pieces.face_start[p + 1] - pieces.face_start[p]);
  }
  for (int f = 0; f + 1 < count(pieces.loop_start); ++f) {
    largest.loop = std::max(largest.loop, pieces.loop_start[f + 1] - pieces.loop_start[f]);
  }
  return largest;
}

/// Words of outcodes (64 faces of a vertex each) up to which tables are made before they are
/// needed, 64 MB with the heights: pieces of 50 000 vertices would take 40 GB that the rule of
/// patches never asks for.
constexpr std::size_t kMostCodesReserved = std::size_t{1} << 16;

void reserve_scratch(NarrowScratch& scratch, const LargestPiece& largest) {
  OverlapScratch& overlap = scratch.patch.overlap;
  const auto polygons = 2 * static_cast<std::size_t>(largest.faces);
  const std::size_t loop = polygons + static_cast<std::size_t>(largest.loop);
  const std::size_t codes = static_cast<std::size_t>(largest.vertices) * (polygons / 64 + 1);
  // tables of the rule of the centroid, with an entry per face and vertex
  if (codes <= kMostCodesReserved) {
    overlap.over_a.reserve(largest.faces, largest.vertices);
    overlap.over_b.reserve(largest.faces, largest.vertices);
    overlap.above.reserve(codes);
    overlap.below.reserve(codes);
  }
  overlap.polygon.reserve(polygons);
  overlap.loop.reserve(loop);
  overlap.clipped.reserve(loop);
  overlap.height.reserve(loop);
  scratch.patch.axes.over_a.reserve(largest.faces);
  scratch.patch.axes.over_b.reserve(largest.faces);
  scratch.patch.polygon.reserve(static_cast<int>(2 * loop));
  scratch.ahead.vertex.reserve(static_cast<std::size_t>(largest.vertices));
  scratch.ahead.normal.reserve(static_cast<std::size_t>(largest.faces));
  scratch.ahead.offset.reserve(static_cast<std::size_t>(largest.faces));
  scratch.previous.reserve(kMostPatchPoints);
}

}  // namespace solfec
