#pragma once

#include <span>

#include "math/vec3.h"

namespace solfec {

/// Number of the point of points[0 .. n) that is farthest along a direction, the first of equals:
/// the support function of their convex hull. All versions return equal numbers: products and sums
/// have the order of `dot`, without fused operations. When a coordinate is not a number the result
/// is some number in [0, n). @pre n >= 1.
using FarthestPoint = int (*)(const Vec3* points, int n, Vec3 direction);

/// Version for any machine.
int farthest_point_baseline(const Vec3* points, int n, Vec3 direction);
/// Version for machines with AVX2, four points at a time; the baseline when the compiler has no
/// such target.
int farthest_point_wide(const Vec3* points, int n, Vec3 direction);
/// Returns the fastest version for this machine, found once.
FarthestPoint farthest_point_kernel();

/// Returns the number of the point farthest along a direction, by the fastest kernel, O(points).
inline int farthest_point(std::span<const Vec3> points, Vec3 direction) {
  return farthest_point_kernel()(points.data(), static_cast<int>(points.size()), direction);
}

}  // namespace solfec
