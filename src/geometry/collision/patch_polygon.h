#pragma once

#include <span>
#include <vector>

#include "geometry/collision/patch_feature.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Place where two polyhedra press on each other.
struct PatchPoint {
  Vec3 point;      // m, midway between both along the normal of the patch
  double gap{};    // m along the normal, negative where they overlap
  double share{};  // m^2, of the area of the patch
  PatchFeature feature{};
};

/// Corner of a polygon that is being clipped, and the edge that leads to the next one.
struct PatchCorner {
  Vec3 point;  // m
  PatchFeature feature{};
  PatchEdge next;
};

/// Work space of patches, one per thread; grows to the largest polygon seen and then stays.
struct PatchScratch {
  std::vector<PatchCorner> loop;  // polygon being clipped
  std::vector<PatchCorner> clipped;
  std::vector<double> height;      // of its corners over the cutting plane, m
  std::vector<PatchPoint> points;  // of the patch
  std::vector<Vec3> place;         // of a polygon that is measured, m

  void reserve(int corners);
};

/// Makes face f of a polyhedron the loop.
void start_loop(const PolyhedronView& polyhedron, bool of_b, int f, PatchScratch& scratch);

/// Cuts the loop by the planes through the edges of face f of the other polyhedron, at right angles
/// to that face. A corner closer to a plane than `snap` (m) lies
/// inside and stays what it is, so that faces which are flush do not change their features with the
/// noise of the motion. Sutherland and Hodgman (1974), Commun. ACM 17, 32-42.
/// @return false when nothing is left but what lies on the border.
bool clip_loop(const PolyhedronView& other, bool other_is_b, int f, double snap,
               PatchScratch& scratch);

/// Infinite of no points, m.
double lowest_gap(std::span<const PatchPoint> points);

/// Most points of a patch; reduce_points leaves the others out whatever they carry.
inline constexpr int kMostPatchPoints = 24;

/// Distance below which two points of a patch are one.
struct PointSpacing {
  double smallest{};   // m
  bool asked = false;  // set by the user: holds across a narrow strip as well
};

/// Leaves out points that carry nothing which the others cannot: one by one that which lies least
/// outside the hull of the others, while that is less than 1 % of the patch's radius and width (of
/// the spacing if that is more) or more than kMostPatchPoints are left. A strip keeps both edges
/// whatever its width is, unless it is a line: as narrow as 1e-9 of its length or as rounding. A
/// spacing that nobody has asked for counts as half of the width at most, but for patches that are
/// smaller than it as a whole. Points of `previous`
/// count as twice as far, so that a choice stays while it is valid. Of two points closer than
/// the spacing the one with the smaller gap stays.
/// @param[in,out] points  Corners of a convex polygon in their order.
/// @param previous        Features of last step's points, sorted.
void reduce_points(std::span<const PatchFeature> previous, PointSpacing spacing,
                   std::vector<PatchPoint>& points);

/// Area of the polygon of the points where the gap is at most `limit`, m^2: what touches. Gaps are
/// linear between corners.
/// @param normal  Of the patch.
double touching_area(std::span<const PatchPoint> points, Vec3 normal, double limit,
                     PatchScratch& scratch);

/// Divides an area among points, so that a uniform pressure on the polygon of those with a gap of
/// at most `limit` (m) and their shares have the same resultant and moment: a corner gets half of
/// the two triangles that its edges make with the centroid; all sum up to `area`. The others get
/// nothing; two points get halves.
void set_shares(double area, double limit, Vec3 normal, std::span<PatchPoint> points,
                PatchScratch& scratch);

}  // namespace solfec
