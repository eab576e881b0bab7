#include "geometry/collision/ellipsoid_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/check.h"
#include "geometry/collision/farthest_point.h"

namespace solfec {

namespace {

// Four searches, each with the part before it:
//   a point      nearest_on_unit, the secular equation along the main axes; the same in the plane
//                for a line, which is a point when it is seen along itself (line_separation)
//   a plane      the farthest point of the ellipsoid along its normal
//   a hull       the loop of Gilbert, Johnson and Keerthi over points, segments and triangles
//   an ellipsoid Newton's steps up s(n) on the unit sphere (climb) from one direction, and from
//                those of all axes when bodies are deep in each other (deepest_climb)

constexpr double kUnit = std::numeric_limits<double>::epsilon();

/// Point of the unit sphere in Dim dimensions, or circle, whose image u -> radii u is nearest to y.
///
/// With lengths over the least radius m, e = (radii / m)^2 - 1 and a = radii y / m^2, the image of
/// u = a / (t + e) has its normal towards y; |u| = 1 is to be solved for t >= 0. 1 / |u| - 1 is
/// concave and nearly straight, so Newton's steps from the left never pass the root.
template <std::size_t Dim>
std::array<double, Dim> nearest_on_unit(const std::array<double, Dim>& radii,
                                        const std::array<double, Dim>& y) {
  constexpr int kMostSteps = 100;
  const std::size_t least =
      static_cast<std::size_t>(std::min_element(radii.begin(), radii.end()) - radii.begin());
  std::array<double, Dim> a{};
  std::array<double, Dim> e{};
  std::array<double, Dim> u{};
  double t = 0.0;
  for (std::size_t k = 0; k < Dim; ++k) {
    const double ratio = radii[k] / radii[least];
    e[k] = (ratio - 1.0) * (ratio + 1.0);
    a[k] = ratio * (y[k] / radii[least]);
    t = std::max(t, std::abs(a[k]) - e[k]);
  }
  for (int step = 0; step < kMostSteps; ++step) {
    double square = 0.0;
    double slope = 0.0;
    for (std::size_t k = 0; k < Dim; ++k) {
      u[k] = a[k] == 0.0 ? 0.0 : a[k] / (t + e[k]);
      square += u[k] * u[k];
      slope += a[k] == 0.0 ? 0.0 : u[k] * u[k] / (t + e[k]);
    }
    const double length = std::sqrt(square);
    const double more = length > 1.0 ? square * (length - 1.0) / slope : 0.0;
    if (!(t + more > t)) break;
    t += more;
  }
  double square = 0.0;
  for (const double part : u) square += part * part;
  // inside, on the plane between two nearest points: one of them
  if (t == 0.0 && square < 1.0) u[least] = std::sqrt(u[least] * u[least] + (1.0 - square));
  for (double& part : u) part /= std::sqrt(std::max(square, t == 0.0 ? 1.0 : square));
  return u;
}

Separation from_normal(const EllipsoidView& a, Vec3 normal, Vec3 b) {
  Separation found;
  found.normal = normal;
  found.point_a = a.farthest(normal);
  found.distance = dot(normal, b - a.center) - a.height(normal);
  found.point_b = found.point_a + found.distance * normal;
  return found;
}

/// Two unit vectors at right angles to a unit vector and each other.
std::array<Vec3, 2> across(Vec3 n) {
  const double x = std::abs(n.x);
  const double y = std::abs(n.y);
  const double z = std::abs(n.z);
  const Vec3 other = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 first = normalized(cross(n, other));
  return {first, cross(n, first)};
}

/// Returns the separation of the ellipsoid and a line: that of the point of the line from the
/// ellipse as which the ellipsoid is seen along the line.
Separation line_separation(const EllipsoidView& a, Vec3 place, Vec3 direction) {
  auto [x, y] = across(normalized(direction));
  Vec3 p = transposed_times(a.half_axes, x);
  Vec3 q = transposed_times(a.half_axes, y);
  const double pp = dot(p, p);
  const double qq = dot(q, q);
  const double pq = dot(p, q);
  if (std::abs(pq) > kUnit * std::sqrt(pp * qq)) {  // turned to the axes of the ellipse
    const double zeta = (qq - pp) / (2.0 * pq);
    const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (std::abs(zeta) + std::hypot(1.0, zeta));
    const double c = 1.0 / std::hypot(1.0, t);
    const double s = c * t;
    const Vec3 old = x;
    x = c * old - s * y;
    y = s * old + c * y;
    p = transposed_times(a.half_axes, x);
    q = transposed_times(a.half_axes, y);
  }
  const Vec3 between = place - a.center;
  const std::array<double, 2> radii{norm(p), norm(q)};
  const std::array<double, 2> u = nearest_on_unit<2>(radii, {dot(x, between), dot(y, between)});
  const Vec3 normal = normalized((u[0] / radii[0]) * x + (u[1] / radii[1]) * y);
  return from_normal(a, normal, place);
}

/// Returns the separation of the ellipsoid and a plane, on the side where the centre of the
/// ellipsoid is.
Separation plane_separation(const EllipsoidView& a, Vec3 place, Vec3 normal) {
  return from_normal(a, dot(normal, place - a.center) >= 0.0 ? normal : -normal, place);
}

// ---- hulls of points ---------------------------------------------------------------------------

/// Up to three points of a hull and the separation of their hull, which no smaller part gives.
struct Face {
  std::array<Vec3, 3> point;
  int size = 0;
  Separation separation;

  void keep(std::span<const Vec3> points, const Separation& found) {
    std::copy(points.begin(), points.end(), point.begin());
    size = static_cast<int>(points.size());
    separation = found;
  }
};

/// Whether a part of the hull gives a smaller distance. One that is deeper than the least radius of
/// curvature is no part of the shortest way out of a hull that is not: its ends are.
bool is_better(const Separation& found, double depth, const Face& best) {
  return found.distance < best.separation.distance && found.distance > -depth;
}

void try_segment(const EllipsoidView& a, double depth, Vec3 p, Vec3 q, Face& best) {
  const Vec3 edge = q - p;
  const double square = dot(edge, edge);
  if (!(square > 0.0)) return;
  const Separation found = line_separation(a, p, edge);
  const double part = dot(found.point_b - p, edge);
  if (!(part > 0.0 && part < square) || !is_better(found, depth, best)) return;
  best.keep(std::array{p, q}, found);
}

void try_triangle(const EllipsoidView& a, double depth, Vec3 p, Vec3 q, Vec3 r, Face& best) {
  const Vec3 area = cross(q - p, r - p);
  const double length = norm(area);
  if (!(length > 0.0)) return;
  const Separation found = plane_separation(a, p, area / length);
  const Vec3 x = found.point_b;
  const bool inside = dot(area, cross(q - p, x - p)) > 0.0 &&
                      dot(area, cross(r - q, x - q)) > 0.0 && dot(area, cross(p - r, x - r)) > 0.0;
  if (!inside || !is_better(found, depth, best)) return;
  best.keep(std::array{p, q, r}, found);
}

/// The nearest part of the hull of a face and one more point to which that point belongs.
Face with_point(const EllipsoidView& a, double depth, const Face& face, Vec3 more) {
  Face best;
  best.keep(std::array{more}, separation(a, more));
  for (int k = 0; k < face.size; ++k) {
    const Vec3 p = face.point[static_cast<std::size_t>(k)];
    try_segment(a, depth, p, more, best);
    for (int l = k + 1; l < face.size; ++l) {
      try_triangle(a, depth, p, face.point[static_cast<std::size_t>(l)], more, best);
    }
  }
  return best;
}

Vec3 lowest_point(std::span<const Vec3> points, Vec3 direction) {
  return points[static_cast<std::size_t>(farthest_point(points, -direction))];
}

/// Least radius of curvature of the surface, m.
double least_curvature_radius(const EllipsoidView& a) {
  const Vec3 r = main_axes(a.half_axes).radii;
  const double least = std::min({r.x, r.y, r.z});
  return least * least / std::max({r.x, r.y, r.z});
}

Separation beyond(double distance) {
  Separation far;
  far.beyond_limit = true;
  far.distance = distance;
  return far;
}

// ---- two ellipsoids ----------------------------------------------------------------------------

/// s(n) of two ellipsoids with its first derivative, the vector from the farthest point of a along
/// n to that of b against n.
struct Height {
  double s{};
  Vec3 between;
};

Height height_of(const EllipsoidView& a, const EllipsoidView& b, Vec3 n) {
  const Vec3 u = transposed_times(a.half_axes, n);
  const Vec3 v = transposed_times(b.half_axes, n);
  const double a_height = norm(u);
  const double b_height = norm(v);
  const Vec3 d = b.center - a.center;
  return {dot(n, d) - a_height - b_height,
          d - a.half_axes * (u / a_height) - b.half_axes * (v / b_height)};
}

/// Second derivative of a support function in the plane of two vectors: entries 11, 12, 22.
struct Curvature {
  double xx{};
  double xy{};
  double yy{};

  void add(const EllipsoidView& body, Vec3 n, Vec3 x, Vec3 y) {
    const Vec3 u = transposed_times(body.half_axes, n);
    const double height = norm(u);
    const Vec3 unit = u / height;
    Vec3 p = transposed_times(body.half_axes, x);
    Vec3 q = transposed_times(body.half_axes, y);
    p -= dot(p, unit) * unit;
    q -= dot(q, unit) * unit;
    xx += dot(p, p) / height;
    xy += dot(p, q) / height;
    yy += dot(q, q) / height;
  }
};

/// Newton's direction on the unit sphere at n. The second derivative of s there is minus that of
/// the support functions less s; where this has no maximum, less s is taken off.
Vec3 way_up(const EllipsoidView& a, const EllipsoidView& b, Vec3 n, const Height& now) {
  constexpr double kLeastPart = 1e-3;
  const auto [x, y] = across(n);
  Curvature of;
  of.add(a, n, x, y);
  of.add(b, n, x, y);
  const double least =
      0.5 * (of.xx + of.yy) - std::hypot(0.5 * (of.xx - of.yy), of.xy);  // eigenvalue
  const double shift = std::max(now.s, (kLeastPart - 1.0) * least);
  const double xx = of.xx + shift;
  const double yy = of.yy + shift;
  const double determinant = xx * yy - of.xy * of.xy;
  const double gx = dot(x, now.between);
  const double gy = dot(y, now.between);
  return ((yy * gx - of.xy * gy) / determinant) * x + ((xx * gy - of.xy * gx) / determinant) * y;
}

/// Climbs from a direction to a maximum of s.
Vec3 climb(const EllipsoidView& a, const EllipsoidView& b, Vec3 n, double size) {
  constexpr int kMostSteps = 100;
  constexpr int kMostHalvings = 40;
  constexpr double kArmijo = 1e-4;
  Height now = height_of(a, b, n);
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 slope = now.between - now.s * n;
    if (!(norm(slope) > kUnit * size)) break;
    const Vec3 way = way_up(a, b, n, now);
    const double gain = dot(slope, way);
    double part = 1.0;
    Vec3 next;
    Height there;
    int halvings = 0;
    for (; halvings < kMostHalvings; ++halvings, part *= 0.5) {
      next = normalized(n + part * way);
      there = height_of(a, b, next);
      if (there.s >= now.s + kArmijo * part * gain) break;
      // rounding hides the gain of the last steps: the slope tells
      if (gain < 1e-12 * size && norm(there.between - there.s * next) < 0.5 * norm(slope)) break;
    }
    if (halvings == kMostHalvings) break;
    n = next;
    now = there;
  }
  return n;
}

Separation from_two(const EllipsoidView& a, const EllipsoidView& b, Vec3 n) {
  Separation found;
  found.normal = n;
  found.distance = height_of(a, b, n).s;
  found.point_a = a.farthest(n);
  found.point_b = b.farthest(-n);
  return found;
}

/// The direction between the centres as seen where the sum of both is a sphere, about.
Vec3 first_normal(const EllipsoidView& a, const EllipsoidView& b) {
  const Vec3 d = b.center - a.center;
  const Mat3 shape = a.half_axes * transpose(a.half_axes) + b.half_axes * transpose(b.half_axes);
  const Vec3 guess = inverse(shape) * d;
  const double length = norm(guess);
  if (!(length > 0.0) || !std::isfinite(length)) return {};
  return guess / length;
}

Separation deepest_climb(const EllipsoidView& a, const EllipsoidView& b, double size,
                         Separation best) {
  for (const EllipsoidView& of : {a, b}) {
    const Mat3 axes = main_axes(of.half_axes).axes;
    for (int k = 0; k < 3; ++k) {
      for (const double sign : {1.0, -1.0}) {
        const Separation found = from_two(a, b, climb(a, b, sign * axes.column(k), size));
        if (found.distance > best.distance + 1e-12 * size) best = found;
      }
    }
  }
  return best;
}

}  // namespace

MainAxes main_axes(const Mat3& half_axes) {
  constexpr int kMostSweeps = 30;
  std::array<Vec3, 3> column{half_axes.column(0), half_axes.column(1), half_axes.column(2)};
  bool turned = true;
  for (int sweep = 0; sweep < kMostSweeps && turned; ++sweep) {
    turned = false;
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = i + 1; j < 3; ++j) {
        Vec3& p = column[i];
        Vec3& q = column[j];
        const double pp = dot(p, p);
        const double qq = dot(q, q);
        const double pq = dot(p, q);
        if (!(std::abs(pq) > 4.0 * kUnit * std::sqrt(pp * qq))) continue;
        turned = true;
        const double zeta = (qq - pp) / (2.0 * pq);
        const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (std::abs(zeta) + std::hypot(1.0, zeta));
        const double c = 1.0 / std::hypot(1.0, t);
        const Vec3 old = p;
        p = c * (old - t * q);
        q = c * (t * old + q);
      }
    }
  }
  MainAxes main;
  main.radii = {norm(column[0]), norm(column[1]), norm(column[2])};
  main.axes =
      from_columns(column[0] / main.radii.x, column[1] / main.radii.y, column[2] / main.radii.z);
  return main;
}

Separation separation(const EllipsoidView& a, Vec3 b) {
  const MainAxes main = main_axes(a.half_axes);
  const Vec3 y = transposed_times(main.axes, b - a.center);
  const std::array<double, 3> radii{main.radii.x, main.radii.y, main.radii.z};
  const std::array<double, 3> u = nearest_on_unit<3>(radii, {y.x, y.y, y.z});
  const Vec3 normal = main.axes * Vec3{u[0] / radii[0], u[1] / radii[1], u[2] / radii[2]};
  return from_normal(a, normalized(normal), b);
}

Separation separation(const EllipsoidView& a, const EllipsoidView& b, double limit,
                      GjkCache* cache) {
  if (cache != nullptr && cache->axis != Vec3{}) {
    const Vec3 axis = normalized(cache->axis);
    const double along = dot(axis, b.center - a.center) - a.height(axis) - b.height(axis);
    if (along > limit) return beyond(along);
  }
  const Vec3 d = b.center - a.center;
  double square = 0.0;
  for (const EllipsoidView& of : {a, b}) square += double_dot(of.half_axes, of.half_axes);
  const double size = norm(d) + std::sqrt(square);
  Vec3 start = first_normal(a, b);
  if (start == Vec3{}) start = main_axes(a.half_axes).axes.column(0);
  const double length = norm(d);
  if (length > 0.0 && height_of(a, b, d / length).s > height_of(a, b, start).s) start = d / length;
  const Separation found = from_two(a, b, climb(a, b, start, size));
  if (cache != nullptr && found.distance > 0.0) cache->axis = found.normal;
  if (found.distance > limit) return beyond(found.distance);
  if (found.distance >= 0.0) return found;
  const double single = least_curvature_radius(a) + least_curvature_radius(b);
  return -found.distance < single ? found : deepest_climb(a, b, size, found);
}

Separation separation(const EllipsoidView& a, std::span<const Vec3> b, double limit,
                      GjkCache* cache) {
  SOLFEC_ASSERT(!b.empty());
  constexpr int kMostSteps = 256;
  constexpr double kSure = 1e-12;  // of the size: how far the lowest point may lie below
  if (cache != nullptr && cache->axis != Vec3{}) {
    const Vec3 axis = normalized(cache->axis);
    const double along = dot(axis, lowest_point(b, axis) - a.center) - a.height(axis);
    if (along > limit) return beyond(along);
  }
  const Vec3 middle = 0.5 * (b.front() + b[b.size() / 2]);
  Face face;
  const Vec3 first = lowest_point(b, middle - a.center);
  face.keep(std::array{first}, separation(a, first));
  double size = std::sqrt(double_dot(a.half_axes, a.half_axes));
  const double depth = least_curvature_radius(a);
  for (int step = 0; step < kMostSteps; ++step) {
    const Separation& now = face.separation;
    if (!(now.distance > -depth)) return {};
    const Vec3 next = lowest_point(b, now.normal);
    size = std::max(size, norm(next - a.center));
    const double lower = now.distance + dot(now.normal, next - now.point_b);
    if (cache != nullptr && lower > 0.0) cache->axis = now.normal;
    if (lower > limit) return beyond(lower);
    const auto end = face.point.begin() + face.size;
    const bool known = std::find(face.point.begin(), end, next) != end;
    if (known || now.distance - lower <= 4.0 * kUnit * size) {
      return now.distance - lower <= kSure * size ? now : Separation{};
    }
    const Face better = with_point(a, depth, face, next);
    if (!(better.separation.distance < now.distance)) {  // rounding, or a deep overlap
      return now.distance - lower <= kSure * size ? now : Separation{};
    }
    face = better;
  }
  return {};
}

Separation deep_separation(const EllipsoidView& a, const PolyhedronView& b) {
  Separation best;
  best.distance = -std::numeric_limits<double>::infinity();
  for (int f = 0; f < b.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    if (b.outer[k] == 0 || b.normal[k] == Vec3{}) continue;
    const Vec3 normal = -b.normal[k];
    const Separation found = from_normal(a, normal, -b.offset[k] * normal);
    if (found.distance > best.distance) best = found;
  }
  const auto offer = [&](const Separation& found, Vec3 place) {
    const double lowest = dot(found.normal, lowest_point(b.vertex, found.normal));
    const double slack = 1e-12 * (std::abs(lowest) + norm(found.point_a - place));
    if (lowest < dot(found.normal, place) - slack) return;  // leads through the polyhedron
    if (found.distance > best.distance + slack) best = found;
  };
  for (int f = 0; f < b.face_count(); ++f) {
    if (b.outer[static_cast<std::size_t>(f)] == 0) continue;
    const std::span<const int> loop = b.face(f);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3 p = b.vertex[static_cast<std::size_t>(loop[k])];
      const Vec3 q = b.vertex[static_cast<std::size_t>(loop[(k + 1) % loop.size()])];
      offer(line_separation(a, p, q - p), p);
      offer(separation(a, p), p);
    }
  }
  return best;
}

}  // namespace solfec
