#include "contact/pair/patch_ahead.h"

#include "geometry/collision/penetration.h"
#include "math/rotation.h"

namespace solfec {

namespace {

// A patch ahead is that of the same polyhedra with b moved: vertices first (move_vertices), which
// GJK needs, and planes only when the two are near (move_planes). The motion back is the linear one
// of StepMotion::way_at, so a point and its gap are exact to first order in the turn.

/// Brings the vertices to where they are after the motion.
/// @return its rotation.
Mat3 move_vertices(const PolyhedronView& b, const StepMotion& motion, std::vector<Vec3>& vertex) {
  const Mat3 rotation = exponential_map(motion.turn);
  const Vec3 to = motion.origin + motion.travel;
  vertex.clear();
  for (const Vec3& x : b.vertex) vertex.push_back(to + rotation * (x - motion.origin));
  return rotation;
}

/// The polyhedron after the motion, whose vertices are there already.
PolyhedronView move_planes(const PolyhedronView& b, const StepMotion& motion, const Mat3& rotation,
                           AheadScratch& moved) {
  const Vec3 to = motion.origin + motion.travel;
  moved.normal.clear();
  moved.offset.clear();
  for (std::size_t f = 0; f < b.normal.size(); ++f) {
    const Vec3 normal = rotation * b.normal[f];
    moved.normal.push_back(normal);
    moved.offset.push_back(b.offset[f] - dot(b.normal[f], motion.origin) + dot(normal, to));
  }
  PolyhedronView view = b;
  view.vertex = moved.vertex;
  view.normal = moved.normal;
  view.offset = moved.offset;
  return view;
}

/// A polyhedron and its motion.
struct Moving {
  const PolyhedronView& b;
  const StepMotion& motion;
  AheadScratch& moved;
};

/// Returns the patch that `find` finds after the motion, with its points brought back to where the
/// polyhedra are now.
template <typename Find>
ConvexPatch brought_back(const Find& find, const PolyhedronView& a, const Moving& moving,
                         const PatchQuery& query, ConvexPatchScratch& scratch) {
  const StepMotion& motion = moving.motion;
  scratch.polygon.points.clear();
  AheadScratch& moved = moving.moved;
  const Mat3 rotation = move_vertices(moving.b, motion, moved.vertex);
  const GjkResult closest = gjk_distance(a.vertex, moved.vertex, query.tolerance, &moved.cache);
  if (closest.beyond_limit || closest.distance > query.tolerance) return {};
  const PolyhedronView there = move_planes(moving.b, motion, rotation, moved);
  PatchQuery after = query;
  after.previous_normal = {};
  after.previous = {};
  const ConvexPatch patch = find(a, there, after, closest, scratch);
  for (PatchPoint& p : scratch.polygon.points) {
    const Vec3 way = motion.way_at(p.point - 0.5 * motion.travel);
    p.gap -= dot(patch.normal, way);
    p.point -= 0.5 * way;
  }
  return patch;
}

}  // namespace

double time_of_meeting(const PolyhedronView& a, const PolyhedronView& b, const StepMotion& motion,
                       const GjkResult& closest, double tolerance, AheadScratch& moved) {
  constexpr int kMostAdvances = 32;
  constexpr double kNever = 2.0;
  GjkResult now = closest;
  double time = 0.0;
  for (int k = 0; k < kMostAdvances && now.distance > tolerance; ++k) {
    const Vec3 direction = normalized(now.point_b - now.point_a);
    const Vec3 place = now.point_b - time * motion.travel;  // of b before the motion
    const double closing = -dot(direction, motion.way_at(place));
    if (!(closing > 0.0)) return kNever;
    time += (now.distance - 0.5 * tolerance) / closing;
    if (time > 1.0) return kNever;
    move_vertices(b, motion.part(time), moved.vertex);
    now = gjk_distance(a.vertex, moved.vertex);
  }
  return now.distance <= tolerance ? time : kNever;
}

bool overlap_after(const PolyhedronView& a, const PolyhedronView& b, const StepMotion& motion,
                   double tolerance, AheadScratch& moved) {
  move_vertices(b, motion, moved.vertex);
  if (gjk_distance(a.vertex, moved.vertex).distance > 0.0) return false;
  return penetration_depth(a.vertex, moved.vertex, tolerance).depth > tolerance;
}

ConvexPatch patch_after(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                        const StepMotion& motion, ConvexPatchScratch& scratch,
                        AheadScratch& moved) {
  return brought_back(convex_patch, a, {b, motion, moved}, query, scratch);
}

ConvexPatch nearest_patch_after(const PolyhedronView& a, const PolyhedronView& b,
                                const PatchQuery& query, const StepMotion& motion,
                                ConvexPatchScratch& scratch, AheadScratch& moved) {
  return brought_back(nearest_patch, a, {b, motion, moved}, query, scratch);
}

}  // namespace solfec
