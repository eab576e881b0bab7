#pragma once

#include <vector>

#include "geometry/collision/convex_patch.h"
#include "geometry/collision/gjk.h"
#include "geometry/collision/polyhedron_view.h"

namespace solfec {

/// Motion of a polyhedron b relative to a polyhedron a in the coming step: b turns about a point,
/// which travels.
struct StepMotion {
  Vec3 travel;  // m
  Vec3 turn;    // rotation vector
  Vec3 origin;  // m, halfway between the closest points

  /// Displacement of a place of b, m, to the first order.
  [[nodiscard]] Vec3 way_at(Vec3 place) const { return travel + cross(turn, place - origin); }
  [[nodiscard]] StepMotion part(double time) const { return {time * travel, time * turn, origin}; }
};

/// Work space of patches ahead, one per thread: a polyhedron in its later placement.
struct AheadScratch {
  std::vector<Vec3> vertex;
  std::vector<Vec3> normal;
  std::vector<double> offset;
  GjkCache cache;  // of the polyhedra before the motion, if known
};

/// Fraction of the step after which two polyhedra that are apart come within the tolerance of each
/// other when b moves freely; above 1 when they do not. It is found by steps of distance over
/// closing speed at the closest points (conservative advancement without the bound on rotations:
/// Mirtich (1996), Impulse-based dynamic simulation of rigid body systems, Univ. of California,
/// sec. 2.3).
/// @param closest  gjk_distance(a, b).
double time_of_meeting(const PolyhedronView& a, const PolyhedronView& b, const StepMotion& motion,
                       const GjkResult& closest, double tolerance, AheadScratch& moved);

/// Patch on which two convex polyhedra will touch after a motion of b, if they are then within the
/// tolerance.
///
/// Its points are mapped back to the present placement: they lie halfway between the two places
/// that will meet, and have the present gaps along the normal of the patch.
///
/// @param query    As in convex_patch; data of the last step are not used.
/// @param scratch  As in convex_patch.
ConvexPatch patch_after(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                        const StepMotion& motion, ConvexPatchScratch& scratch, AheadScratch& moved);
/// Returns the patch along the line of the closest points after the motion (nearest_patch), with
/// points brought back as by patch_after, for polyhedra that are sure to overlap and not only pass.
/// The parameters are those of patch_after.
ConvexPatch nearest_patch_after(const PolyhedronView& a, const PolyhedronView& b,
                                const PatchQuery& query, const StepMotion& motion,
                                ConvexPatchScratch& scratch, AheadScratch& moved);
/// True when the polyhedra overlap by more than the tolerance after a motion of b.
bool overlap_after(const PolyhedronView& a, const PolyhedronView& b, const StepMotion& motion,
                   double tolerance, AheadScratch& moved);

}  // namespace solfec
