#include "contact/patch_ahead.h"

#include <algorithm>

#include "math/rotation.h"

namespace solfec {

namespace {

/// The polyhedron after the motion of the query.
PolyhedronView move(const PolyhedronView& b, const PatchQuery& query, AheadScratch& moved) {
  const Mat3 rotation = exponential_map(query.turn);
  const Vec3 to = query.origin + query.travel;
  moved.vertex.clear();
  for (const Vec3& x : b.vertex) moved.vertex.push_back(to + rotation * (x - query.origin));
  moved.normal.clear();
  moved.offset.clear();
  for (std::size_t f = 0; f < b.normal.size(); ++f) {
    const Vec3 normal = rotation * b.normal[f];
    moved.normal.push_back(normal);
    moved.offset.push_back(b.offset[f] - dot(b.normal[f], query.origin) + dot(normal, to));
  }
  PolyhedronView view = b;
  view.vertex = moved.vertex;
  view.normal = moved.normal;
  view.offset = moved.offset;
  return view;
}

}  // namespace

ConvexPatch patch_ahead(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                        double lowest, ConvexPatchScratch& scratch, AheadScratch& moved) {
  scratch.polygon.points.clear();
  const PolyhedronView there = move(b, query, moved);
  const GjkResult closest = gjk_distance(a.vertex, there.vertex, query.tolerance);
  if (closest.beyond_limit || closest.distance > query.tolerance) return {};
  PatchQuery ahead = query;
  ahead.previous_normal = {};
  ahead.previous = {};
  ahead.approach = 0.0;
  ahead.travel = {};
  ahead.turn = {};
  const ConvexPatch patch = convex_patch(a, there, ahead, closest, scratch);
  if (!patch.found) return patch;
  auto& points = scratch.polygon.points;
  const double least = std::min(lowest, 0.0);
  std::erase_if(points, [&](PatchPoint& p) {
    const Vec3 way = query.way_at(p.point);
    const double nearer = -dot(patch.normal, way);
    p.gap += nearer;
    p.point -= 0.5 * way;
    return !(nearer > 0.0 && p.gap > least);
  });
  return patch;
}

}  // namespace solfec
