#pragma once

#include <span>

#include "geometry/collision/ellipsoid_distance.h"
#include "geometry/collision/gjk.h"
#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Solid circular cylinder with flat ends, in some placement.
struct RodView {
  Vec3 center;      // m
  Vec3 axis;        // unit
  double half{};    // of the length, m
  double radius{};  // m
  Vec3 spoke;       // unit, across the axis; turns with the body

  /// End of the axis, side -1 or 1.
  [[nodiscard]] Vec3 end(double side) const { return center + side * half * axis; }
  /// Part of a vector across the axis.
  [[nodiscard]] Vec3 across(Vec3 v) const { return v - dot(v, axis) * axis; }
  /// Support function: extent from the centre along n, m times |n|.
  [[nodiscard]] double height(Vec3 n) const;
  /// A farthest point along n: the centre when it is a whole flat end, the middle when it is a
  /// line.
  [[nodiscard]] Vec3 farthest(Vec3 n) const;
  /// Point k of a number `points` of points, evenly spread over the rim of an end; they turn with
  /// the body.
  [[nodiscard]] Vec3 rim_point(double side, int k, int points) const;
};

/// Returns the core of a rod: radius and half length are smaller by `skin`, m.
RodView core_of(const RodView& rod, double skin);
/// Skin of a rod in the searches below: 1 % of the smaller one of radius and half length, m.
double skin_of(const RodView& rod);

/// Returns the separation of a rod a and a point in closed form, also for points inside.
Separation separation(const RodView& a, Vec3 b);

/// Returns the separation of a rod a and the convex hull of points; see Separation in
/// geometry/collision/ellipsoid_distance.h.
///
/// Kelley's cutting planes ((1960), J. Soc. Ind. Appl. Math. 8, 703-712) on the support function of
/// the core. gjk_distance gives the distance from the hull of some points of the core; the farthest
/// point of the core along the normal is added to these until it is no farther. The skin is added
/// as a ball. So the result is exact for the side and the flat ends, also with an overlap of less
/// than the skin, and for rims that are rounded by the skin.
///
/// @return Normal 0 when they overlap by more than the skin.
Separation separation(const RodView& a, std::span<const Vec3> b, double limit = kNoLimit);
/// Returns the separation of two rods by this method; both have a skin.
Separation separation(const RodView& a, const RodView& b, double limit = kNoLimit);
/// Returns the separation of a rod a and an ellipsoid b by this method.
Separation separation(const RodView& a, const EllipsoidView& b, double limit = kNoLimit);

/// Returns a way out of a body with any overlap: the shortest one along the normals of the ends, of
/// the side, of the faces of a polyhedron, and along cross products of edges and axes.
Separation deep_separation(const RodView& a, const PolyhedronView& b);
Separation deep_separation(const RodView& a, const RodView& b);
Separation deep_separation(const RodView& a, const EllipsoidView& b);

}  // namespace solfec
