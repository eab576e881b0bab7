#pragma once

#include <span>

#include "geometry/collision/face_distances.h"
#include "geometry/collision/gjk.h"
#include "geometry/collision/overlap_polygons.h"
#include "geometry/collision/patch_polygon.h"
#include "geometry/collision/patch_trace.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Plane in which two convex polyhedra a and b press on each other; its points stand in the
/// scratch.
struct ConvexPatch {
  bool found = false;
  bool flat = false;  // in the plane of a face; not where two edges cross
  Vec3 normal;        // unit, out of a into b
  double area{};      // m^2, of the part whose gap is at most the tolerance
  int face_a = -1;    // outer face of a in the patch (surface id)
  int face_b = -1;    // the same of b
};

/// Tells whether a third body covers a place on a face, so that it is no obstacle.
struct CoverTest {
  bool (*covered)(const void* context, bool of_b, int face, Vec3 place) = nullptr;
  const void* context = nullptr;
};

/// Input of the search for a patch: its tolerance, and what is known of it.
struct PatchQuery {
  double tolerance{};  // m, positive: size of gaps that are seen as contact
  PointSpacing spacing{};
  Vec3 previous_normal;                    // out of a into b, of the last step; zero: none
  std::span<const PatchFeature> previous;  // features of last step's points, sorted
  CoverTest cover;                         // none: nothing is covered
  double approach{};                       // m: gaps up to this may close in the coming step
  double warp{};                           // m: how far vertices lie from the planes of their faces
  PatchTracer tracer{};                    // for who asks why; usually of no list
};

/// Distances along the normals of the faces of two polyhedra a and b.
struct FaceAxisScratch {
  FaceDistances over_a;  // of b from the planes of a
  FaceDistances over_b;
};

/// Work space of `convex_patch`, one per thread.
struct ConvexPatchScratch {
  OverlapScratch overlap;  // of the rule of the centroid
  FaceAxisScratch axes;
  PatchScratch polygon;
};

/// Patch of contact of two convex polyhedra.
///
/// The normal is the axis along which the two are farthest apart or, when they overlap, overlap
/// least, among two kinds (Gottschalk (1996), Univ. of North Carolina TR96-024, separating axes):
///   face normals of either, if the faces that look along them are outer ones in both, so that no
///   way leads through the inside of a mesh;
///   the common perpendicular of two edges that cross, when it wins clearly (by a twentieth of the
///   depth and a tenth of the tolerance) and both polyhedra have nothing but these edges there.
/// An axis is passed over when third bodies cover all of the patch that it leads to, on either face
/// (tested a tenth inside), unless every other axis leads farther than kFarthestTurn of the size of
/// the smaller polyhedron: a block that has sunk into a floor of tiles leaves it upward and not
/// through the joint. Edges of which a face is covered do not cross anything.
///
/// Corners and parallel edges that meet thus get the normal of a face of one whose outside the
/// other occupies. Axes that are nearly as good as the best: last step's normal is kept, else the
/// larger face decides.
///
/// With a face normal: the face of the other polyhedron that looks against it, among those at its
/// foremost vertices, is clipped by the planes through the edges of the face at right angles to it.
/// When nothing is left, nothing stands before the face: the polyhedra pass each other, and there
/// is no patch until they overlap by more than the tolerance: then it is the shortest way out. So
/// do polyhedra that are apart along one axis and overlap across by less than the tolerance.
/// Corners of the polygon with a gap of at most kPatchReach of its radius, or ten tolerances or the
/// approach if that is more, are the points, without superfluous ones
/// (`reduce_points`). Two crossing edges: the middle of their closest points.
///
/// @param a, b     Polyhedra in the same frame; planes and loops agree with the vertices.
/// @param closest  Result of gjk_distance(a, b) that is not beyond its limit (asserted).
/// @param scratch  The points of the patch are in scratch.polygon.points, sorted by feature; they
///                 have shares of the area that sum up to it. No allocation once it has seen the
///                 largest faces.
/// @return found = false when the pieces touch through inner faces only.
ConvexPatch convex_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                         const GjkResult& closest, ConvexPatchScratch& scratch);
/// Patch of the closest points of polyhedra that are apart, along the line through them: where no
/// face and no crossing edges tell how they meet.
/// @return found = false on faces that are covered, or between two elements of a mesh.
ConvexPatch nearest_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                          const GjkResult& closest, ConvexPatchScratch& scratch);

/// Gap of a point of a patch against the patch's radius up to which it is a point: it will meet
/// within a few steps when the bodies tilt, and the law lets it alone until then.
inline constexpr double kPatchReach = 0.05;

}  // namespace solfec
