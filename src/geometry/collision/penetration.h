#pragma once

#include <limits>
#include <span>

#include "math/vec3.h"

namespace solfec {

/// Shortest translation that separates two convex hulls that touch or overlap.
struct Penetration {
  double depth{};  // m; b moved by depth * normal just touches a
  Vec3 normal;     // unit, out of a into b
};

/// Overlap of two point sets along a unit direction out of a into b, m; negative when the direction
/// separates them.
double depth_along(std::span<const Vec3> a, std::span<const Vec3> b, Vec3 direction);

/// Penetration depth by expanding polytopes.
///
/// Van den Bergen (2001), Proc. Game Developers Conf., "Proximity queries and penetration depth
/// computation on 3D game objects": a polytope inside the Minkowski difference a - b grows at the
/// face that is nearest to the origin until that face is a face of the difference. Deviation: the
/// first tetrahedron need not contain the origin; faces that leave it outside come first because
/// their signed distance is the least. Points that are nearly coplanar are judged exactly on a
/// lattice of 1/2^41 of the extent of the difference, so hulls that fit each other are safe.
/// The answer is the direction of least depth among all that were tried, within 1e-6 of the depth
/// and 1e-11 of the extent of the least one of all. Works on arrays of fixed size; when these are
/// full (hulls with hundreds of faces), the search ends, and `depth` is an upper bound.
///
/// @param a, b   At least 4 points each that span a volume, m.
/// @param limit  If positive, the search ends as soon as it has proved that the depth is larger, m;
///               the depth of the result is then a lower bound above the limit.
Penetration penetration_depth(std::span<const Vec3> a, std::span<const Vec3> b,
                              double limit = std::numeric_limits<double>::infinity());

}  // namespace solfec
