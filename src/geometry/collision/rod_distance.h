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
  /// Support function: how far it reaches along n, m times |n|, measured from the centre.
  [[nodiscard]] double height(Vec3 n) const;
  /// A farthest point along n. On a flat end the centre of the end, along a line its middle.
  [[nodiscard]] Vec3 farthest(Vec3 n) const;
  /// Point k of `points` that are spread evenly over the rim of an end; they turn with the body.
  [[nodiscard]] Vec3 rim_point(double side, int k, int points) const;
};

/// The rod less a skin: its radius and its half length are shorter by `skin`, m.
RodView core_of(const RodView& rod, double skin);
/// Skin that the searches below take off: 1 % of the lesser of radius and half length, m.
double skin_of(const RodView& rod);

/// How a rod a and a point lie to each other: closed form, also of points inside.
Separation separation(const RodView& a, Vec3 b);

/// How a rod a and the convex hull of points lie to each other (geometry/collision/
/// ellipsoid_distance.h tells what a separation is).
///
/// Kelley's cutting planes ((1960), J. Soc. Ind. Appl. Math. 8, 703-712) on the support function of
/// the core: the distance from the hull of some of its points is that of
/// gjk_distance; the farthest point of the core along the normal joins them until it is no farther.
/// The skin is added as a ball, so the result is exact for the side and the flat ends, overlapping
/// by less than the skin or not, and for rims that are rounded by the skin.
///
/// @return Nothing found (normal 0) when they overlap by more than the skin.
Separation separation(const RodView& a, std::span<const Vec3> b, double limit = kNoLimit);
/// How two rods lie to each other, likewise; both have a skin.
Separation separation(const RodView& a, const RodView& b, double limit = kNoLimit);
/// How a rod a and an ellipsoid b lie to each other, likewise.
Separation separation(const RodView& a, const EllipsoidView& b, double limit = kNoLimit);

/// A way out of a body that overlaps by any length: the shortest along the normals of the ends and
/// of the side, and of faces of a polyhedron and along cross products of edges and axes.
Separation deep_separation(const RodView& a, const PolyhedronView& b);
Separation deep_separation(const RodView& a, const RodView& b);
Separation deep_separation(const RodView& a, const EllipsoidView& b);

}  // namespace solfec
