#pragma once

#include <span>

#include "math/vec3.h"

namespace solfec {

/// Number of the point of points[0 .. n) that is farthest along a direction, the first of equals:
/// the support function of their convex hull. All versions give the same number: products and sums
/// of a point are made in the order of `dot`, without fused ones. Where a coordinate is no number
/// the result is some number of [0, n). n >= 1.
using FarthestPoint = int (*)(const Vec3* points, int n, Vec3 direction);

/// For any x86-64-v2 machine, or any other.
int farthest_point_baseline(const Vec3* points, int n, Vec3 direction);
/// For machines with AVX2, four points at a time; the baseline where the compiler has no such
/// target.
int farthest_point_wide(const Vec3* points, int n, Vec3 direction);
/// The fastest that this machine runs, found once.
FarthestPoint farthest_point_kernel();

/// Returns the number of the point farthest along a direction, by the fastest kernel, O(points).
inline int farthest_point(std::span<const Vec3> points, Vec3 direction) {
  return farthest_point_kernel()(points.data(), static_cast<int>(points.size()), direction);
}

}  // namespace solfec
