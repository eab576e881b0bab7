#include "contact/pair/polyhedra_patch.h"

#include <algorithm>
#include <cmath>

#include "contact/pair/patch_ahead.h"
#include "contact/pair/point_spacing.h"
#include "contact/pair/reach.h"
#include "contact/piece/approach.h"
#include "geometry/collision/convex_patch.h"
#include "geometry/collision/gjk.h"

namespace solfec {

namespace {

// examine_patch asks GJK whether the pieces are within reach at all, collects what the last step
// knows of their patch (patch_query), and leaves to find_patches which patches there are. Each is
// sought with a cover test of its own, since places on the second piece are asked for where it will
// be and covers are those of now (CoverContext).

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
  StepMotion motion;  // after which places of b are asked for
};

bool is_covered(const void* context, bool of_b, int face, Vec3 place) {
  const auto& [work, pair, motion] = *static_cast<const CoverContext*>(context);
  const int own = of_b ? pair.second : pair.first;
  const int other = of_b ? pair.first : pair.second;
  const PieceSet& pieces = work.pieces;
  if (!work.covered->any(pieces, own, face)) return false;
  if (of_b) place -= motion.way_at(place - 0.5 * motion.travel);
  const bool one_body = pieces.body[own] == pieces.body[other];
  return work.covered->covered_at(pieces, own, face, place, one_body ? -1 : pieces.body[other],
                                  one_body ? other : -1);
}

/// Returns the query for a patch with what the last step knows of it, its normal and features; the
/// features go to the scratch.
PatchQuery patch_query(const PairWork& work, const PairQuery& query, NarrowScratch& scratch) {
  scratch.previous.clear();
  PatchQuery wanted;
  wanted.tolerance = work.params.tolerance;
  wanted.spacing = point_spacing(work.params);
  if (query.previous < 0) return wanted;
  for (int c = query.previous; c < query.previous_end(); ++c) {
    scratch.previous.push_back(work.points[c].key.feature);
  }
  int nearest = query.previous;  // others may belong to a patch that was only coming
  for (int c = query.previous; c < query.previous_end(); ++c) {
    if (work.points[c].gap < work.points[nearest].gap) nearest = c;
  }
  const Vec3 normal = work.points[nearest].frame.column(2);
  wanted.previous_normal = query.first_is_slave ? normal : -normal;
  wanted.previous = scratch.previous;
  return wanted;
}

/// How the second body moves against the first one in the coming step.
StepMotion motion_of(const PieceSet& pieces, PiecePair pair, const GjkResult& closest) {
  const int a = pieces.body[pair.first];
  const int b = pieces.body[pair.second];
  const Vec3 origin = 0.5 * (closest.point_a + closest.point_b);
  return {travel_at(pieces, b, origin) - travel_at(pieces, a, origin),
          pieces.body_turn[b] - pieces.body_turn[a], origin};
}

/// Largest way of points of the pair by turns in the coming step, m.
double swing_of(const PieceSet& pieces, PiecePair pair) {
  return pieces.body_swing[pieces.body[pair.first]] + pieces.body_swing[pieces.body[pair.second]];
}

/// Points of a pair with a bond are never chosen anew: the bonds hold its shares. Of finite
/// elements that is seen to where their interface is made (contact/interface/interface_nodes.h).
bool is_bonded(const PairWork& work, const PairQuery& query) {
  if (!is_affine(work.pieces, query.pair.first) || !is_affine(work.pieces, query.pair.second)) {
    return false;
  }
  for (int c = query.previous; c < query.previous_end(); ++c) {
    if (work.points[c].state.bonded) return true;
  }
  return false;
}

/// Makes points of a patch contacts of a query.
struct PatchAdder {
  const PairWork& work;
  int k;
  std::span<const PatchFeature> previous;
  double distance;  // of the pieces, m
  bool bonded;

  /// @param present  The patch is that of now, or where the pieces meet. The points of another one
  ///                 have no shares of its area, and are left out where such points are already.
  void add(const ConvexPatch& patch, std::span<const PatchPoint> points, bool present) const {
    if (!patch.found) return;
    const PairQuery& query = work.queries[k];
    const int first_face = work.pieces.face_start[query.pair.first] + patch.face_a;
    const int second_face = work.pieces.face_start[query.pair.second] + patch.face_b;
    const auto has = [&](PatchFeature feature) {
      const auto found = work.contacts.of(k);
      return std::any_of(found.begin(), found.end(),
                         [&](const PairContact& c) { return c.feature == feature; });
    };
    for (const PatchPoint& point : points) {
      const bool is_old = std::binary_search(previous.begin(), previous.end(), point.feature);
      if ((bonded && !is_old) || (!present && has(point.feature))) continue;
      const bool flat = patch.flat && present;
      work.contacts.add(k, {.feature = point.feature,
                            .first_is_slave = query.first_is_slave,
                            .gap_law = true,
                            .is_old = is_old,
                            .distance = distance,
                            .gap = point.gap,
                            .measured = point.gap,
                            .area = present ? point.share : 0.0,
                            .part = present ? point.share / patch.area : 0.0,
                            .patch_area = patch.area,
                            .patch = k,
                            .point = point.point,
                            .normal = query.first_is_slave ? patch.normal : -patch.normal,
                            .first_surface = work.pieces.surface[first_face],
                            .second_surface = work.pieces.surface[second_face],
                            .first_face = flat ? first_face : -1,
                            .second_face = flat ? second_face : -1});
    }
  }
};

/// Patches of a pair within its reach: that of now or, when the pieces are apart and may come
/// together on their own, that where they first meet; and that of the end of the step, when they
/// turn.
void find_patches(const PatchAdder& adder, const PatchQuery& wanted, const GjkResult& closest,
                  bool any_cover, NarrowScratch& scratch) {
  PatchTracer tracer = wanted.tracer;
  const PairWork& work = adder.work;
  const PiecePair pair = work.queries[adder.k].pair;
  const PolyhedronView first = polyhedron_view(work.pieces, pair.first);
  const PolyhedronView second = polyhedron_view(work.pieces, pair.second);
  const double tolerance = wanted.tolerance;
  const StepMotion motion = motion_of(work.pieces, pair, closest);
  const double swing = swing_of(work.pieces, pair);
  scratch.ahead.cache = work.queries[adder.k].cache;
  const auto& points = scratch.patch.polygon.points;
  const auto with_cover = [&](const CoverContext& context) {
    PatchQuery query = wanted;
    query.tracer = tracer;
    if (any_cover) query.cover = {is_covered, &context};
    return query;
  };
  const auto after = [&](double time, const auto& find) {
    const CoverContext context{work, pair, motion.part(time)};
    tracer.at(time < 1.0 ? "where they meet within the step" : "at the end of the step");
    return find(first, second, with_cover(context), context.motion, scratch.patch, scratch.ahead);
  };
  // of finite elements the mean motion is known, which says where they come and not what passes
  const bool affine = is_affine(work.pieces, pair.first) && is_affine(work.pieces, pair.second);
  const double way = norm(motion.travel) + (affine ? swing : 0.0);
  double lowest = closest.distance;
  bool met = false;
  if (closest.distance > tolerance && way > closest.distance) {
    met = affine;
    const double time = time_of_meeting(first, second, motion, closest, tolerance, scratch.ahead);
    if (time <= 1.0) {
      ConvexPatch meeting = after(time, patch_after);
      if (affine && !meeting.found &&
          overlap_after(first, second, motion, tolerance, scratch.ahead)) {
        meeting = after(time, nearest_patch_after);
      }
      adder.add(meeting, points, true);
      met = met || meeting.found;
    }
  }
  if (!met) {
    const CoverContext context{work, pair, {}};
    tracer.at("now");
    const ConvexPatch patch =
        convex_patch(first, second, with_cover(context), closest, scratch.patch);
    lowest = lowest_gap(points);
    adder.add(patch, points, true);
  }
  if (adder.bonded || !affine || !(swing > tolerance)) return;
  const ConvexPatch coming = after(1.0, patch_after);
  const double least = std::min(lowest, 0.0);
  std::erase_if(scratch.patch.polygon.points, [&](const PatchPoint& p) {
    return !(p.gap > least && dot(coming.normal, motion.way_at(p.point)) < 0.0);
  });
  adder.add(coming, points, false);
  work.contacts.sort(adder.k);
}

}  // namespace

void examine_patch(const PairWork& work, int k, NarrowScratch& scratch) {
  PairQuery& query = work.queries[k];
  const double near = approach(work.pieces, query.pair.first, query.pair.second);
  const Reach reach(work.params, query.previous >= 0, true, near);
  const GjkResult closest = gjk_distance(polyhedron_view(work.pieces, query.pair.first).vertex,
                                         polyhedron_view(work.pieces, query.pair.second).vertex,
                                         reach.limit(), &query.cache);
  query.clearance.distance = closest.distance;
  PieceTrace* const trace =
      work.trace != nullptr ? work.trace->begin(work.pieces, query.pair) : nullptr;
  if (trace != nullptr) {
    trace->distance = closest.distance;
    trace->limit = reach.limit();
  }
  if (closest.beyond_limit || !reach.covers(closest.distance)) {
    if (trace != nullptr) trace->outcome = "out of reach";
    return;
  }

  PatchQuery wanted = patch_query(work, query, scratch);
  if (trace != nullptr) wanted.tracer = PatchTracer(trace->patches);
  wanted.approach = near;
  wanted.warp = warp(work.pieces, query.pair.first) + warp(work.pieces, query.pair.second);
  const bool any_cover =
      work.covered != nullptr && (work.covered->any(work.pieces, query.pair.first) ||
                                  work.covered->any(work.pieces, query.pair.second));
  find_patches({work, k, wanted.previous, closest.distance, is_bonded(work, query)}, wanted,
               closest, any_cover, scratch);
}

}  // namespace solfec
