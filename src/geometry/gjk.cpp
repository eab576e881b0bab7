#include "geometry/gjk.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "base/count.h"

namespace solfec {
namespace {

constexpr int kMaxIterations = 256;           // random pairs need less than 20
constexpr double kRelativeTolerance = 1e-12;  // of |v|² - v.w against |v|²
constexpr double kRounding = 1e-15;           // of a coordinate difference

/// Point w = a_i - b_j of the Minkowski difference.
struct Difference {
  Vec3 w;
  int i{};
  int j{};
};

/// Up to four points and the barycentric coordinates of the closest point to the origin.
struct Simplex {
  std::array<Difference, 4> point{};
  std::array<double, 4> lambda{};
  int size = 0;
};

int support(std::span<const Vec3> points, Vec3 direction) {
  int best = 0;
  double largest = dot(points[0], direction);
  for (int i = 1; i < count(points); ++i) {
    const double value = dot(points[static_cast<std::size_t>(i)], direction);
    if (value > largest) {
      largest = value;
      best = i;
    }
  }
  return best;
}

Difference difference(std::span<const Vec3> a, std::span<const Vec3> b, int i, int j) {
  return {a[static_cast<std::size_t>(i)] - b[static_cast<std::size_t>(j)], i, j};
}

Difference support_difference(std::span<const Vec3> a, std::span<const Vec3> b, Vec3 v) {
  return difference(a, b, support(a, -v), support(b, v));
}

/// Best closest point found so far among the sub-simplices.
struct Closest {
  double distance_squared = std::numeric_limits<double>::infinity();
  Vec3 v;
  Simplex simplex;
};

Difference at(const Simplex& s, int k) { return s.point[static_cast<std::size_t>(k)]; }

void keep_if_closer(Closest& best, const Simplex& candidate) {
  Vec3 v;
  for (int k = 0; k < candidate.size; ++k) {
    v += candidate.lambda[static_cast<std::size_t>(k)] * at(candidate, k).w;
  }
  const double d = dot(v, v);
  if (d < best.distance_squared) best = {d, v, candidate};
}

void try_point(Closest& best, const Simplex& s, int k) {
  keep_if_closer(best, {{at(s, k)}, {1.0}, 1});
}

void try_segment(Closest& best, const Simplex& s, int k, int l) {
  const Vec3 p = at(s, k).w;
  const Vec3 e = at(s, l).w - p;
  const double t = -dot(p, e);
  const double length_squared = dot(e, e);
  if (t <= 0.0 || t >= length_squared) return;  // closest to an end point, which is tried itself
  const double lambda = t / length_squared;
  keep_if_closer(best, {{at(s, k), at(s, l)}, {1.0 - lambda, lambda}, 2});
}

void try_triangle(Closest& best, const Simplex& s, int k, int l, int m) {
  const Vec3 p = at(s, k).w;
  const Vec3 q = at(s, l).w;
  const Vec3 r = at(s, m).w;
  const Vec3 n = cross(q - p, r - p);
  const double u = dot(n, cross(q, r));
  const double v = dot(n, cross(r, p));
  const double w = dot(n, cross(p, q));
  if (!(u > 0.0 && v > 0.0 && w > 0.0)) return;  // closest to an edge, or flat
  const double sum = u + v + w;
  keep_if_closer(best, {{at(s, k), at(s, l), at(s, m)}, {u / sum, v / sum, w / sum}, 3});
}

/// The origin inside a tetrahedron: four volumes of one sign.
void try_tetrahedron(Closest& best, const Simplex& s) {
  const Vec3 p = at(s, 0).w;
  const Vec3 q = at(s, 1).w;
  const Vec3 r = at(s, 2).w;
  const Vec3 t = at(s, 3).w;
  const double sign = dot(q - p, cross(r - p, t - p)) > 0.0 ? 1.0 : -1.0;
  const double a = sign * dot(q, cross(r, t));
  const double b = -sign * dot(p, cross(r, t));
  const double c = sign * dot(p, cross(q, t));
  const double d = -sign * dot(p, cross(q, r));
  if (!(a > 0.0 && b > 0.0 && c > 0.0 && d > 0.0)) return;
  const double sum = a + b + c + d;
  keep_if_closer(best, {s.point, {a / sum, b / sum, c / sum, d / sum}, 4});
}

Closest closest_to_origin(const Simplex& s) {
  Closest best;
  for (int k = 0; k < s.size; ++k) {
    try_point(best, s, k);
    for (int l = k + 1; l < s.size; ++l) {
      try_segment(best, s, k, l);
      for (int m = l + 1; m < s.size; ++m) try_triangle(best, s, k, l, m);
    }
  }
  if (s.size == 4) try_tetrahedron(best, s);
  return best;
}

bool contains(const Simplex& s, const Difference& d) {
  for (int k = 0; k < s.size; ++k) {
    if (at(s, k).i == d.i && at(s, k).j == d.j) return true;
  }
  return false;
}

GjkResult result_of(std::span<const Vec3> a, std::span<const Vec3> b, const Closest& closest) {
  GjkResult result;
  const Simplex& s = closest.simplex;
  for (int k = 0; k < s.size; ++k) {
    const double lambda = s.lambda[static_cast<std::size_t>(k)];
    result.point_a += lambda * a[static_cast<std::size_t>(at(s, k).i)];
    result.point_b += lambda * b[static_cast<std::size_t>(at(s, k).j)];
  }
  result.distance = std::sqrt(closest.distance_squared);
  return result;
}

/// Distance between the slabs of a and b along the axis; a lower bound of the distance.
double separation_along(std::span<const Vec3> a, std::span<const Vec3> b, Vec3 axis) {
  return dot(support_difference(a, b, -axis).w, -axis) / norm(axis);
}

GjkResult beyond(std::span<const Vec3> a, std::span<const Vec3> b, double lower_bound) {
  return {lower_bound, a[0], b[0], true};
}

}  // namespace

GjkResult gjk_distance(std::span<const Vec3> a, std::span<const Vec3> b, double limit,
                       GjkCache* cache) {
  SOLFEC_ASSERT(!a.empty() && !b.empty());
  if (cache != nullptr && cache->axis != Vec3{}) {
    const double separation = separation_along(a, b, cache->axis);
    if (separation > limit) return beyond(a, b, separation);
  }

  Simplex simplex;
  simplex.point[0] = difference(a, b, 0, 0);
  simplex.size = 1;
  Closest closest = closest_to_origin(simplex);
  double largest = norm_inf(closest.v);  // scale of the coordinate differences
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const double distance = std::sqrt(closest.distance_squared);
    if (closest.simplex.size == 4 || distance <= kRounding * largest) {
      closest.distance_squared = 0.0;  // the hulls overlap
      return result_of(a, b, closest);
    }
    const Difference next = support_difference(a, b, closest.v);
    largest = std::fmax(largest, norm_inf(next.w));
    const double bound = dot(next.w, closest.v);
    if (cache != nullptr && bound > 0.0) cache->axis = -closest.v;
    if (bound > limit * distance) return beyond(a, b, bound / distance);
    const double progress = closest.distance_squared - bound;
    if (progress <= kRelativeTolerance * closest.distance_squared) break;
    if (progress <= kRounding * distance * largest) break;
    if (contains(closest.simplex, next)) break;  // rounding

    simplex = closest.simplex;
    simplex.point[static_cast<std::size_t>(simplex.size++)] = next;
    const Closest better = closest_to_origin(simplex);
    if (!(better.distance_squared < closest.distance_squared)) break;  // rounding
    closest = better;
  }
  return result_of(a, b, closest);
}

}  // namespace solfec
