#include "geometry/overlap_polygons.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/count.h"
#include "math/box.h"

namespace solfec {
namespace {

constexpr double kSliver = 0.01;       // share of the largest area below which a polygon is nothing
constexpr double kFull = 0.05;         // share from which on it counts in full
constexpr double kParallel = 2.3e-15;  // ten times the rounding of a cosine

/// Cuts scratch.loop by the half-space normal . x <= offset; false when nothing is left.
bool cut(Vec3 normal, double offset, double snap, OverlapScratch& scratch) {
  const std::size_t n = scratch.loop.size();
  scratch.height.resize(n);
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (std::size_t k = 0; k < n; ++k) {
    const double height = dot(normal, scratch.loop[k]) - offset;
    scratch.height[k] = height;
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  if (highest <= snap) return true;
  if (lowest >= 0.0) return false;

  scratch.clipped.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = k + 1 < n ? k + 1 : 0;
    const Vec3 p = scratch.loop[k];
    const double h = scratch.height[k];
    const double g = scratch.height[next];
    if (h <= 0.0) scratch.clipped.push_back(p);
    if ((h < 0.0 && g > 0.0) || (h > 0.0 && g < 0.0)) {
      scratch.clipped.push_back(p + h / (h - g) * (scratch.loop[next] - p));
    }
  }
  std::swap(scratch.loop, scratch.clipped);
  return scratch.loop.size() >= 3;
}

/// Area and centroid of scratch.loop by a fan of triangles about its first vertex.
OverlapPolygon measure(Vec3 normal, const OverlapScratch& scratch) {
  const auto& loop = scratch.loop;
  const Vec3 origin = loop[0];
  double area = 0.0;
  Vec3 moment;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    const Vec3 p = loop[k] - origin;
    const Vec3 q = loop[k + 1] - origin;
    const double part = 0.5 * dot(normal, cross(p, q));
    area += part;
    moment += part * (p + q);
  }
  if (!(area > 0.0)) return {};
  return {area, origin + moment / (3.0 * area)};
}

Box box_of(std::span<const Vec3> points) {
  Box box;
  for (const Vec3& p : points) box.add(p);
  return box;
}

/// One body whose faces are clipped by the other.
struct Side {
  const PolyhedronView& own;
  const PolyhedronView& other;
  double other_facing;  // +1 when the other is a, -1 when it is b
  Box reach;            // box of the other body, swollen
};

OverlapPolygon clip_face(const Side& side, int f, const Swelling& swelling, double snap,
                         OverlapScratch& scratch) {
  scratch.loop.clear();
  Box box;
  for (const int v : side.own.face(f)) {
    const Vec3 p = side.own.vertex[static_cast<std::size_t>(v)];
    scratch.loop.push_back(p);
    box.add(p);
  }
  if (!overlap(box, side.reach)) return {};
  for (std::size_t k = 0; k < side.other.normal.size(); ++k) {
    const Vec3 normal = side.other.normal[k];
    const double offset = side.other.offset[k] + swelling.of(normal, side.other_facing);
    if (!cut(normal, offset, snap, scratch)) return {};
  }
  return measure(side.own.normal[static_cast<std::size_t>(f)], scratch);
}

double smoothstep(double share) {
  const double t = std::clamp((share - kSliver) / (kFull - kSliver), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// Face f of `own` counts when it is outer and went into `other` through an outer face.
bool counts(const Side& side, int f, Vec3 centroid) {
  const auto k = static_cast<std::size_t>(f);
  if (side.own.outer[k] == 0) return false;
  const double any = std::numeric_limits<double>::infinity();
  const RayExit way_back = ray_exit(side.other, centroid, -side.own.normal[k], false, any);
  return way_back.face >= 0 && side.other.outer[static_cast<std::size_t>(way_back.face)] != 0;
}

}  // namespace

RayExit ray_exit(const PolyhedronView& polyhedron, Vec3 point, Vec3 direction, bool outer_only,
                 double outside) {
  RayExit exit{-1, std::numeric_limits<double>::infinity()};
  for (int f = 0; f < polyhedron.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    if (outer_only && polyhedron.outer[k] == 0) continue;
    const double cosine = dot(polyhedron.normal[k], direction);
    if (!(cosine > kParallel)) continue;
    const double depth = polyhedron.offset[k] - dot(polyhedron.normal[k], point);
    const double length = std::max(depth / cosine, -outside);
    if (length < exit.length) exit = {f, length};
  }
  return exit;
}

double clip_faces(const PolyhedronView& a, const PolyhedronView& b, const Swelling& swelling,
                  double snap, OverlapScratch& scratch) {
  Side sides[2] = {{a, b, -1.0, box_of(b.vertex)}, {b, a, 1.0, box_of(a.vertex)}};
  scratch.polygon.clear();
  for (Side& side : sides) {
    side.reach.grow(swelling.delta + snap);
    for (int f = 0; f < side.own.face_count(); ++f) {
      scratch.polygon.push_back(clip_face(side, f, swelling, snap, scratch));
    }
  }

  double largest = 0.0;
  double sum = 0.0;
  for (const OverlapPolygon& polygon : scratch.polygon) {
    largest = std::max(largest, polygon.area);
    sum += polygon.area;
  }
  if (!(largest > 0.0)) return 0.0;
  std::size_t k = 0;
  for (const Side& side : sides) {
    for (int f = 0; f < side.own.face_count(); ++f, ++k) {
      OverlapPolygon& polygon = scratch.polygon[k];
      polygon.weight = smoothstep(polygon.area / largest);
      polygon.counts = polygon.weight > 0.0 && counts(side, f, polygon.centroid);
    }
  }
  return sum;
}

}  // namespace solfec
