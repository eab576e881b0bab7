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
  std::vector<double> height;      // of the corners of the loop over the cutting plane, m
  std::vector<PatchPoint> points;  // of the patch
  std::vector<Vec3> place;         // corners of a polygon to measure, m

  void reserve(int corners);
};

/// Makes face f of a polyhedron the loop.
void start_loop(const PolyhedronView& polyhedron, bool of_b, int f, PatchScratch& scratch);

/// Cuts the loop by the planes through the edges of face f of the other polyhedron, at right angles
/// to that face. A corner closer to a plane than `snap` (m) counts as inside and keeps its feature,
/// so that features of flush faces do not change with small motions. Sutherland and Hodgman (1974),
/// Commun. ACM 17, 32-42.
/// @return False when no area is left.
bool clip_loop(const PolyhedronView& other, bool other_is_b, int f, double snap,
               PatchScratch& scratch);

/// Least gap of some points, m; infinite without points.
double lowest_gap(std::span<const PatchPoint> points);

/// Largest number of points of a patch; reduce_points always removes the others.
inline constexpr int kMostPatchPoints = 24;

/// Distance below which two points of a patch count as one.
struct PointSpacing {
  double smallest{};   // m
  bool asked = false;  // set by the user: also holds across a narrow strip
};

/// Removes superfluous points, one by one. The next point to go is the one that lies least outside
/// the hull of the others. Points go while this distance is less than 1 % of the radius and width
/// of the patch (or less than the spacing, if that is more), or while more than kMostPatchPoints
/// are left. A strip keeps both edges, however narrow it is, unless it is a line: as narrow as 1e-9
/// of its length or as rounding. A spacing that the user has not set counts as half of the width at
/// most, except for patches that are smaller than the spacing as a whole. Points of `previous`
/// count as twice as far outside, so a choice is kept while it is valid. Of two points closer than
/// the spacing the one with the smaller gap stays.
/// @param[in,out] points  Corners of a convex polygon in their order.
/// @param previous        Features of last step's points, sorted.
void reduce_points(std::span<const PatchFeature> previous, PointSpacing spacing,
                   std::vector<PatchPoint>& points);

/// Area of the part of a polygon of points with gaps of at most `limit`, m^2: the touching area.
/// Gaps are linear between corners.
/// @param normal  Of the patch.
double touching_area(std::span<const PatchPoint> points, Vec3 normal, double limit,
                     PatchScratch& scratch);

/// Divides an area among the points with a gap of at most `limit` (m), so that the shares have the
/// resultant and the moment of a uniform pressure on the polygon of these points. A corner gets
/// half of the two triangles that its edges make with the centroid; all shares sum up to `area`.
/// Other points get nothing; of two points each gets half.
void set_shares(double area, double limit, Vec3 normal, std::span<PatchPoint> points,
                PatchScratch& scratch);

}  // namespace solfec
