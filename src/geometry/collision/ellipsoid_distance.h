#pragma once

#include <span>

#include "geometry/collision/gjk.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Ellipsoid in some placement: x = center + half_axes u, |u| <= 1. The columns of half_axes are
/// conjugate half diameters (m), of which a linear map makes those of the mapped ellipsoid; they
/// need not be at right angles.
struct EllipsoidView {
  Vec3 center;  // m
  Mat3 half_axes;

  /// Support function h(n) = |half_axesᵀ n|: extent from the centre along n.
  [[nodiscard]] double height(Vec3 n) const { return norm(transposed_times(half_axes, n)); }
  /// Farthest point along n.
  [[nodiscard]] Vec3 farthest(Vec3 n) const {
    const Vec3 u = transposed_times(half_axes, n);
    return center + half_axes * (u / norm(u));
  }
};

/// Main axes of an ellipsoid, at right angles, and their radii.
struct MainAxes {
  Mat3 axes;   // unit columns
  Vec3 radii;  // m
};

/// Singular values and left singular vectors of half_axes, by rotations of pairs of columns, which
/// keep small radii beside large ones (one-sided Jacobi: Demmel and Veselic (1992), SIAM J. Matrix
/// Anal. Appl. 13, 1204-1245). Columns at right angles stay as they are.
MainAxes main_axes(const Mat3& half_axes);

/// Distance and closest points of an ellipsoid or a rod a and another convex body b.
///
/// With the support functions h the distance along a unit vector n is s(n) = -h_b(-n) - h_a(n).
/// The largest s over all n is the distance of bodies that are apart, and minus the length of the
/// shortest way out of each other when they overlap.
struct Separation {
  bool beyond_limit =
      false;          // true: distance is a lower bound above the limit, the rest is not set
  double distance{};  // m
  Vec3 normal;        // unit, out of a into b
  Vec3 point_a;       // of the surface of a, m
  Vec3 point_b;       // point_a + distance normal
};

/// Returns the separation of an ellipsoid and a point: the root of a secular equation along the
/// main axes, which has no bad starting values (Moré and Sorensen (1983), SIAM J. Sci. Stat.
/// Comput. 4, 553-572, for another problem with this equation). When several points of the surface
/// are nearest, it takes one of them.
Separation separation(const EllipsoidView& a, Vec3 b);

/// Returns the separation of two ellipsoids, by Newton steps on the unit sphere that raise s. While
/// the overlap is less than the sum of the least radii of curvature s has a single maximum; beyond,
/// the best of those that are found from the directions of all axes is taken.
/// @param limit, cache  As in gjk_distance.
Separation separation(const EllipsoidView& a, const EllipsoidView& b, double limit = kNoLimit,
                      GjkCache* cache = nullptr);

/// Returns the separation of an ellipsoid and the convex hull of points, by the method of Gilbert,
/// Johnson and Keerthi (geometry/collision/gjk.h) with the exact separation from the plane, line or
/// vertex of up to three points instead of a sum of vertices. It also works for bodies that overlap
/// by less than the least radius of curvature of the ellipsoid, because the ellipsoid can be shrunk
/// until they are apart. @return Normal 0 when they overlap more.
Separation separation(const EllipsoidView& a, std::span<const Vec3> b, double limit = kNoLimit,
                      GjkCache* cache = nullptr);

/// Returns the shortest way out of a polyhedron with any overlap: the best of all its outer faces,
/// edges and vertices.
Separation deep_separation(const EllipsoidView& a, const PolyhedronView& b);

}  // namespace solfec
