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

/// Plane in which two convex polyhedra a and b press on each other. The scratch holds the points.
struct ConvexPatch {
  bool found = false;
  bool flat = false;  // true: in the plane of a face; false: two edges cross
  Vec3 normal;        // unit, out of a into b
  double area{};      // m^2, of the part with gaps of at most the tolerance
  int face_a = -1;    // outer face of a in the patch (surface id)
  int face_b = -1;    // outer face of b in the patch
};

/// Test whether a third body covers a place on a face, which is then no obstacle.
struct CoverTest {
  bool (*covered)(const void* context, bool of_b, int face, Vec3 place) = nullptr;
  const void* context = nullptr;
};

/// Input of the search for a patch: tolerances, and data of the last step.
struct PatchQuery {
  double tolerance{};  // m, positive: gaps up to this count as contact
  PointSpacing spacing{};
  Vec3 previous_normal;                    // out of a into b, of the last step; zero: none
  std::span<const PatchFeature> previous;  // features of last step's points, sorted
  CoverTest cover;                         // empty: nothing is covered
  double approach{};                       // m: gaps up to this may close in the coming step
  double warp{};                           // m: largest distance of vertices from planes of faces
  PatchTracer tracer{};                    // record for the option --why; usually without a list
};

/// Distances along the normals of the faces of two polyhedra a and b.
struct FaceAxisScratch {
  FaceDistances over_a;  // of b from the planes of a
  FaceDistances over_b;
};

/// Work space of `convex_patch`, one per thread.
struct ConvexPatchScratch {
  OverlapScratch overlap;  // for the rule of the centroid
  FaceAxisScratch axes;
  PatchScratch polygon;
};

/// Patch of contact of two convex polyhedra.
///
/// The normal is the axis along which the two are farthest apart or, when they overlap, overlap
/// least. Two kinds of axes are tried (Gottschalk (1996), Univ. of North Carolina TR96-024,
/// separating axes):
///   face normals of either polyhedron, if the faces that look along them are outer ones in both,
///   so that no way leads through the inside of a mesh; the common perpendicular of two edges that
///   cross, when it is clearly better (by a twentieth of the depth and a tenth of the tolerance)
///   and both polyhedra have nothing but these edges there.
/// An axis is rejected when third bodies cover the whole patch to which it leads, on either face
/// (tested a tenth inside), unless every other axis leads farther than kFarthestTurn of the size of
/// the smaller polyhedron. So a block that has sunk into a floor of tiles leaves it upward and not
/// through a joint. An edge of a covered face does not count as crossing.
///
/// Corners and parallel edges that meet thus get the normal of a face such that the other
/// polyhedron lies outside of this face. Among axes that are nearly as good as the best one, the
/// normal of the last step is kept; else the larger face decides.
///
/// Points of a face normal: the opposite face of the other polyhedron, the one that looks against
/// the normal among the faces at its foremost vertices, is clipped by the planes through the edges
/// of the face at right angles to it. When nothing is left, the polyhedra pass each other. They
/// then have no patch until they overlap by more than the tolerance and this axis is the shortest
/// way out. The same holds for polyhedra that are apart along one axis and overlap across it by
/// less than the tolerance. The points are the corners of the polygon with a gap of at most
/// kPatchReach of its radius (or ten tolerances, or the approach, if that is more), without
/// superfluous ones
/// (`reduce_points`). The point of two crossing edges is the middle of their closest points.
///
/// @param a, b     Polyhedra in the same frame; planes and loops agree with the vertices.
/// @param closest  Result of gjk_distance(a, b) that is not beyond its limit (asserted).
/// @param scratch  On return scratch.polygon.points holds the points of the patch, sorted by
/// feature,
///                 with shares that sum up to the area. It does not allocate once it has grown to
///                 the largest faces.
/// @return found = false when the pieces touch through inner faces only.
ConvexPatch convex_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                         const GjkResult& closest, ConvexPatchScratch& scratch);
/// Patch of one point between the closest points of polyhedra that are apart, with the normal along
/// the line through them. It is used when no face and no pair of crossing edges gives a patch.
/// @return found = false on faces that are covered, or between two elements of a mesh.
ConvexPatch nearest_patch(const PolyhedronView& a, const PolyhedronView& b, const PatchQuery& query,
                          const GjkResult& closest, ConvexPatchScratch& scratch);

/// Largest gap of a point of a patch over the radius of the patch. Such a point will meet within a
/// few steps when the bodies tilt; until then its law gives no force.
inline constexpr double kPatchReach = 0.05;

}  // namespace solfec
