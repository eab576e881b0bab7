#include "geometry/collision/gjk.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "geometry/collision/farthest_point.h"

namespace solfec {
namespace {

// The hulls' distance is that of their Minkowski difference {a_i - b_j} from the origin. A simplex
// of up to four of its points is known by the point v nearest to the origin; each iteration
//   adds the point w that is farthest along -v: v.w / |v| is a lower bound of the distance, which
//     proves that the pair is beyond the limit, or that |v| is the answer,
//   finds the new v (closest_to_origin) and leaves only the points that it is made of.
// Four points that v is made of contain the origin: the hulls overlap.

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

Difference difference(std::span<const Vec3> a, std::span<const Vec3> b, int i, int j) {
  return {a[static_cast<std::size_t>(i)] - b[static_cast<std::size_t>(j)], i, j};
}

Difference support_difference(std::span<const Vec3> a, std::span<const Vec3> b, Vec3 v) {
  return difference(a, b, farthest_point(a, -v), farthest_point(b, v));
}

const Difference& vertex_of(const Simplex& s, int k) {
  return s.point[static_cast<std::size_t>(k)];
}

/// Best closest point found so far among the sub-simplices: which points, and their coordinates.
struct Closest {
  double distance_squared = std::numeric_limits<double>::infinity();
  Vec3 v;
  std::array<int, 4> vertex{};
  std::array<double, 4> lambda{};
  int size = 0;

  [[nodiscard]] bool is_closer(Vec3 candidate) const {
    return dot(candidate, candidate) < distance_squared;
  }
  void keep(Vec3 candidate, const std::array<int, 4>& of, const std::array<double, 4>& coordinates,
            int vertices) {
    distance_squared = dot(candidate, candidate);
    v = candidate;
    vertex = of;
    lambda = coordinates;
    size = vertices;
  }
};

/// Foot of the origin on the line p + λ e, λ = -p.e / e.e, where it lies between the ends.
void try_segment(Closest& best, const Simplex& s, int k, int l) {
  const Vec3 p = vertex_of(s, k).w;
  const Vec3 e = vertex_of(s, l).w - p;
  const double t = -dot(p, e);
  if (t <= 0.0) return;  // closest to an end point, which is tried itself
  const double length_squared = dot(e, e);
  if (t >= length_squared) return;
  const double lambda = t / length_squared;
  const Vec3 v = (1.0 - lambda) * p + lambda * vertex_of(s, l).w;
  if (best.is_closer(v)) best.keep(v, {k, l}, {1.0 - lambda, lambda}, 2);
}

/// Foot of the origin on the plane, by barycentric coordinates: u = n.(q × r) and so on, with the
/// normal n.
void try_triangle(Closest& best, const Simplex& s, int k, int l, int m) {
  const Vec3 p = vertex_of(s, k).w;
  const Vec3 q = vertex_of(s, l).w;
  const Vec3 r = vertex_of(s, m).w;
  const Vec3 n = cross(q - p, r - p);
  // closest to an edge, or flat, unless all three are positive
  const double u = dot(n, cross(q, r));
  if (!(u > 0.0)) return;
  const double v = dot(n, cross(r, p));
  if (!(v > 0.0)) return;
  const double w = dot(n, cross(p, q));
  if (!(w > 0.0)) return;
  const double scale = 1.0 / (u + v + w);
  const std::array<double, 4> lambda{scale * u, scale * v, scale * w};
  const Vec3 place = lambda[0] * p + lambda[1] * q + lambda[2] * r;
  if (best.is_closer(place)) best.keep(place, {k, l, m}, lambda, 3);
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
  if (!(a > 0.0)) return;
  const double b = -sign * dot(p, rt);
  if (!(b > 0.0)) return;
  const Vec3 pq = cross(p, q);
  const double c = sign * dot(pq, t);
  if (!(c > 0.0)) return;
  const double d = -sign * dot(pq, r);
  if (!(d > 0.0)) return;
  const double scale = 1.0 / (a + b + c + d);
  const std::array<double, 4> lambda{scale * a, scale * b, scale * c, scale * d};
  const Vec3 place = lambda[0] * p + lambda[1] * q + lambda[2] * r + lambda[3] * t;
  if (best.is_closer(place)) best.keep(place, {0, 1, 2, 3}, lambda, 4);
}

/// Closest point among the sub-simplices with the last point: the others did not get nearer to the
/// origin than the point that was known before the last one came.
Closest closest_to_origin(const Simplex& s) {
  Closest best;
  const int last = s.size - 1;
  best.keep(vertex_of(s, last).w, {last}, {1.0}, 1);
  for (int k = 0; k < last; ++k) {
    try_segment(best, s, k, last);
    for (int l = k + 1; l < last; ++l) try_triangle(best, s, k, l, last);
  }
  if (s.size == 4) try_tetrahedron(best, s);
  return best;
}

/// Leaves only the points that the closest one is made of, which keep their order.
void reduce(Simplex& s, const Closest& closest) {
  s.size = closest.size;
  for (int k = 0; k < closest.size; ++k) {
    const auto i = static_cast<std::size_t>(k);
    s.point[i] = vertex_of(s, closest.vertex[i]);
    s.lambda[i] = closest.lambda[i];
  }
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

    simplex.point[static_cast<std::size_t>(simplex.size)] = next;
    ++simplex.size;
    const Closest better = closest_to_origin(simplex);
    if (!(better.distance_squared < square)) {  // rounding
      --simplex.size;
      break;
    }
    reduce(simplex, better);
    v = better.v;
    square = better.distance_squared;
  }
  return result_of(a, b, simplex, std::sqrt(square));
}

}  // namespace solfec
