#pragma once

#include <limits>
#include <span>

#include "math/vec3.h"

namespace solfec {

/// Closest points of two convex hulls of points.
struct GjkResult {
  double distance{};    // m; 0 when the hulls touch or overlap
  Vec3 point_a;         // closest point of a; when distance is 0, a point of both hulls
  Vec3 point_b;         // closest point of b
  bool beyond_limit{};  // farther apart than the limit: distance is a lower bound > limit, points
                        // are some points of a and b
};

/// Axis along which a pair was apart at the last call. It saves work and never changes the result
/// of a pair that is within the limit. Zero means unknown.
struct GjkCache {
  Vec3 axis;  // from a to b, any length
};

/// Limit for a search that must find the distance, however large it is.
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// Distance between the convex hulls of two point sets, with closest points.
///
/// Gilbert, Johnson and Keerthi (1988), IEEE J. Robot. Autom. 4, 193-203. The closest point of the
/// simplex is the best of its sub-simplices with the newest point whose barycentric coordinates are
/// positive, which also holds for flat simplices; a step that does not lessen the distance is
/// taken back and ends the loop.
/// Stops when the lower bound v.w/|v| meets |v| to 1e-12 or to rounding of the coordinates. No
/// allocation. A sphere is the point set {centre}; subtract its radius from the distance.
///
/// @param a, b   Points, m, at least one each (asserted), finite.
/// @param limit  The search ends as soon as it has proved that the distance is larger, m.
/// @param cache  Optional; tested first, and updated when the hulls are apart.
GjkResult gjk_distance(std::span<const Vec3> a, std::span<const Vec3> b, double limit = kNoLimit,
                       GjkCache* cache = nullptr);

}  // namespace solfec
