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

Difference vertex_of(const Simplex& s, int k) { return s.point[static_cast<std::size_t>(k)]; }

/// Best closest point found so far among the sub-simplices: which points, and their coordinates.
struct Closest {
  double distance_squared = std::numeric_limits<double>::infinity();
  Vec3 v;
  std::array<int, 4> vertex{};
  std::array<double, 4> lambda{};
  int size = 0;

  void keep_if_closer(Vec3 candidate, std::array<int, 4> of, std::array<double, 4> coordinates,
                      int vertices) {
    const double d = dot(candidate, candidate);
    if (!(d < distance_squared)) return;
    distance_squared = d;
    v = candidate;
    vertex = of;
    lambda = coordinates;
    size = vertices;
  }
};

void try_segment(Closest& best, const Simplex& s, int k, int l) {
  const Vec3 p = vertex_of(s, k).w;
  const Vec3 e = vertex_of(s, l).w - p;
  const double t = -dot(p, e);
  const double length_squared = dot(e, e);
  if (t <= 0.0 || t >= length_squared) return;  // closest to an end point, which is tried itself
  const double lambda = t / length_squared;
  best.keep_if_closer((1.0 - lambda) * p + lambda * vertex_of(s, l).w, {k, l},
                      {1.0 - lambda, lambda}, 2);
}

void try_triangle(Closest& best, const Simplex& s, int k, int l, int m) {
  const Vec3 p = vertex_of(s, k).w;
  const Vec3 q = vertex_of(s, l).w;
  const Vec3 r = vertex_of(s, m).w;
  const Vec3 n = cross(q - p, r - p);
  const double u = dot(n, cross(q, r));
  const double v = dot(n, cross(r, p));
  const double w = dot(n, cross(p, q));
  if (!(u > 0.0 && v > 0.0 && w > 0.0)) return;  // closest to an edge, or flat
  const double scale = 1.0 / (u + v + w);
  const std::array<double, 4> lambda{scale * u, scale * v, scale * w};
  best.keep_if_closer(lambda[0] * p + lambda[1] * q + lambda[2] * r, {k, l, m}, lambda, 3);
}

/// The origin inside a tetrahedron: four volumes of one sign.
void try_tetrahedron(Closest& best, const Simplex& s) {
  const Vec3 p = vertex_of(s, 0).w;
  const Vec3 q = vertex_of(s, 1).w;
  const Vec3 r = vertex_of(s, 2).w;
  const Vec3 t = vertex_of(s, 3).w;
  const double sign = dot(q - p, cross(r - p, t - p)) > 0.0 ? 1.0 : -1.0;
  const Vec3 rt = cross(r, t);
  const double a = sign * dot(q, rt);
  const double b = -sign * dot(p, rt);
  const Vec3 pq = cross(p, q);
  const double c = sign * dot(pq, t);
  const double d = -sign * dot(pq, r);
  if (!(a > 0.0 && b > 0.0 && c > 0.0 && d > 0.0)) return;
  const double scale = 1.0 / (a + b + c + d);
  const std::array<double, 4> lambda{scale * a, scale * b, scale * c, scale * d};
  best.keep_if_closer(lambda[0] * p + lambda[1] * q + lambda[2] * r + lambda[3] * t, {0, 1, 2, 3},
                      lambda, 4);
}

/// Closest point among the sub-simplices with the last point: the others did not get nearer to the
/// origin than the point that was known before the last one came.
Closest closest_to_origin(const Simplex& s) {
  Closest best;
  const int last = s.size - 1;
  best.keep_if_closer(vertex_of(s, last).w, {last}, {1.0}, 1);
  for (int k = 0; k < last; ++k) {
    try_segment(best, s, k, last);
    for (int l = k + 1; l < last; ++l) try_triangle(best, s, k, l, last);
  }
  if (s.size == 4) try_tetrahedron(best, s);
  return best;
}

/// Leaves only the points that the closest one is made of.
void reduce(Simplex& s, const Closest& closest) {
  Simplex reduced;
  reduced.size = closest.size;
  for (int k = 0; k < closest.size; ++k) {
    const auto i = static_cast<std::size_t>(k);
    reduced.point[i] = vertex_of(s, closest.vertex[i]);
    reduced.lambda[i] = closest.lambda[i];
  }
  s = reduced;
}

bool contains(const Simplex& s, const Difference& d) {
  for (int k = 0; k < s.size; ++k) {
    if (vertex_of(s, k).i == d.i && vertex_of(s, k).j == d.j) return true;
  }
  return false;
}

GjkResult result_of(std::span<const Vec3> a, std::span<const Vec3> b, const Simplex& s,
                    double distance) {
  GjkResult result;
  for (int k = 0; k < s.size; ++k) {
    const double lambda = s.lambda[static_cast<std::size_t>(k)];
    result.point_a += lambda * a[static_cast<std::size_t>(vertex_of(s, k).i)];
    result.point_b += lambda * b[static_cast<std::size_t>(vertex_of(s, k).j)];
  }
  result.distance = distance;
  return result;
}

/// Some point inside: two far vertices tell the direction between hulls well enough to begin.
Vec3 middle(std::span<const Vec3> points) {
  return 0.5 * (points.front() + points[points.size() / 2]);
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
  simplex.point[0] = support_difference(a, b, middle(a) - middle(b));
  simplex.lambda[0] = 1.0;
  simplex.size = 1;
  Vec3 v = simplex.point[0].w;
  double square = dot(v, v);
  double largest = norm_inf(v);  // scale of the coordinate differences
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const double distance = std::sqrt(square);
    if (simplex.size == 4 || distance <= kRounding * largest) {
      return result_of(a, b, simplex, 0.0);  // the hulls overlap
    }
    const Difference next = support_difference(a, b, v);
    largest = std::fmax(largest, norm_inf(next.w));
    const double bound = dot(next.w, v);
    if (cache != nullptr && bound > 0.0) cache->axis = -v;
    if (bound > limit * distance) return beyond(a, b, bound / distance);
    const double progress = square - bound;
    if (progress <= kRelativeTolerance * square) break;
    if (progress <= kRounding * distance * largest) break;
    if (contains(simplex, next)) break;  // rounding

    Simplex grown = simplex;
    grown.point[static_cast<std::size_t>(grown.size++)] = next;
    const Closest better = closest_to_origin(grown);
    if (!(better.distance_squared < square)) break;  // rounding
    reduce(grown, better);
    simplex = grown;
    v = better.v;
    square = better.distance_squared;
  }
  return result_of(a, b, simplex, std::sqrt(square));
}

}  // namespace solfec
