#include "geometry/overlap_polygons.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/check.h"

namespace solfec {
namespace {

constexpr double kSliver = 0.01;  // share of the largest area below which a polygon is nothing
constexpr double kFull = 0.05;    // share from which on it counts in full
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kGrazed = 0.1;        // cosine below which a ray runs along a face
constexpr double kParallel = 2.3e-15;  // ten times the rounding of a cosine

/// Cuts scratch.loop by the half-space normal . x <= offset; false when nothing is left.
bool cut(Vec3 normal, double offset, double snap, OverlapScratch& scratch) {
  const std::size_t n = scratch.loop.size();
  scratch.height.resize(n);
  double lowest = kInfinity;
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

/// One body whose faces are clipped by the other.
struct Side {
  const PolyhedronView& own;
  const PolyhedronView& other;
  double other_facing;  // +1 when the other is a, -1 when it is b
  double reach;         // of the other body along its facing contact normal, swollen, m
};

/// Farthest extent of the other body against this one along the contact normal.
void set_reach(const Swelling& swelling, Side& side) {
  const Vec3 axis = side.other_facing * swelling.contact_normal;
  side.reach = -kInfinity;
  for (const Vec3& p : side.other.vertex) side.reach = std::max(side.reach, dot(axis, p));
  side.reach += swelling.delta;
}

OverlapPolygon clip_face(const Side& side, int f, const Swelling& swelling, double snap,
                         OverlapScratch& scratch) {
  scratch.loop.clear();
  for (const int v : side.own.face(f)) {
    scratch.loop.push_back(side.own.vertex[static_cast<std::size_t>(v)]);
  }
  const Vec3 axis = side.other_facing * swelling.contact_normal;
  if (!cut(axis, side.reach, snap, scratch)) return {};
  for (std::size_t k = 0; k < side.other.normal.size(); ++k) {
    const Vec3 normal = side.other.normal[k];
    const double offset = side.other.offset[k] + swelling.of(normal, side.other_facing);
    if (!cut(normal, offset, snap, scratch)) return {};
  }
  return measure(side.own.normal[static_cast<std::size_t>(f)], scratch);
}

/// Face f of `own` counts when it is outer and went into `other` through an outer face.
bool counts(const Side& side, int f, Vec3 centroid) {
  const auto k = static_cast<std::size_t>(f);
  if (side.own.outer[k] == 0) return false;
  const RayExit way_back = ray_exit(side.other, centroid, -side.own.normal[k]);
  return way_back.face >= 0 && side.other.outer[static_cast<std::size_t>(way_back.face)] != 0;
}

}  // namespace

double sliver_weight(double share) {
  const double t = std::clamp((share - kSliver) / (kFull - kSliver), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

RayExit ray_exit(const PolyhedronView& polyhedron, Vec3 point, Vec3 direction) {
  RayExit exit{-1, kInfinity};
  for (int f = 0; f < polyhedron.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    const double cosine = dot(polyhedron.normal[k], direction);
    if (!(cosine > kParallel)) continue;
    const double depth = polyhedron.offset[k] - dot(polyhedron.normal[k], point);
    if (depth / cosine < exit.length) exit = {f, depth / cosine};
  }
  return exit;
}

RayExit outer_ray_exit(const PolyhedronView& polyhedron, Vec3 point, Vec3 direction,
                       double outside) {
  RayExit exit{-1, kInfinity};
  RayExit grazed{-1, kInfinity};
  for (int f = 0; f < polyhedron.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(f);
    const double cosine = dot(polyhedron.normal[k], direction);
    if (polyhedron.outer[k] == 0 || !(cosine > kParallel)) continue;
    const double depth = polyhedron.offset[k] - dot(polyhedron.normal[k], point);
    const double length = std::max(depth / cosine, -outside);
    RayExit& nearest = depth < 0.0 && cosine < kGrazed ? grazed : exit;
    if (length < nearest.length) nearest = {f, length};
  }
  return exit.face >= 0 ? exit : grazed;
}

double clip_faces(const PolyhedronView& a, const PolyhedronView& b, const Swelling& swelling,
                  double snap, OverlapScratch& scratch) {
  SOLFEC_ASSERT(swelling.contact_normal != Vec3{});
  Side sides[2] = {{a, b, -1.0, 0.0}, {b, a, 1.0, 0.0}};
  scratch.polygon.clear();
  for (Side& side : sides) {
    set_reach(swelling, side);
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
      polygon.weight = sliver_weight(polygon.area / largest);
      polygon.counts = polygon.area > 0.0 && counts(side, f, polygon.centroid);
    }
  }
  return sum;
}

}  // namespace solfec
