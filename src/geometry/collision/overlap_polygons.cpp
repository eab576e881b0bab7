#include "geometry/collision/overlap_polygons.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "base/check.h"

namespace solfec {
namespace {

// `clip_faces` clips each face of one body in three parts: outcodes of its vertices tell whether it
// lies beyond a half-space of the other body (most faces), then which half-spaces cut it at all
// (cutting_planes), and only these clip its polygon (cut). Bits of 64 half-spaces are one word.

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

/// Outcodes of the vertices of `own` against the swollen half-spaces of `other`.
void set_outcodes(const Side& side, const HeightTable& heights, const Swelling& swelling,
                  double snap, OverlapScratch& scratch) {
  const std::size_t planes = side.other.normal.size();
  const std::size_t vertices = side.own.vertex.size();
  const std::size_t blocks = (planes + 63) / 64;
  scratch.above.assign(vertices * blocks, 0);
  scratch.below.assign(vertices * blocks, 0);
  for (std::size_t p = 0; p < planes; ++p) {
    const double swell = swelling.of(side.other.normal[p], side.other_facing);
    const auto row = heights.row(p);
    std::uint64_t* const above = scratch.above.data() + p / 64 * vertices;
    std::uint64_t* const below = scratch.below.data() + p / 64 * vertices;
    const std::size_t bit = p % 64;
    for (std::size_t v = 0; v < vertices; ++v) {
      const double height = row[v] - swell;
      above[v] |= static_cast<std::uint64_t>(height > snap) << bit;
      below[v] |= static_cast<std::uint64_t>(height < 0.0) << bit;
    }
  }
}

/// Half-spaces of a block of 64 that cut a face; `outside` tells that it lies beyond one.
std::uint64_t cutting_planes(const Side& side, int f, std::size_t block,
                             const OverlapScratch& scratch, bool& outside) {
  const std::size_t vertices = side.own.vertex.size();
  std::uint64_t above = 0;
  std::uint64_t below = 0;
  for (const int v : side.own.face(f)) {
    const std::size_t k = block * vertices + static_cast<std::size_t>(v);
    above |= scratch.above[k];
    below |= scratch.below[k];
  }
  outside = (above & ~below) != 0;
  return above;
}

OverlapPolygon clip_face(const Side& side, int f, const Swelling& swelling, double snap,
                         OverlapScratch& scratch) {
  const std::size_t blocks = (side.other.normal.size() + 63) / 64;
  bool outside = false;
  for (std::size_t block = 0; block < blocks; ++block) {
    cutting_planes(side, f, block, scratch, outside);
    if (outside) return {};
  }
  scratch.loop.clear();
  for (const int v : side.own.face(f)) {
    scratch.loop.push_back(side.own.vertex[static_cast<std::size_t>(v)]);
  }
  const Vec3 axis = side.other_facing * swelling.contact_normal;
  if (!cut(axis, side.reach, snap, scratch)) return {};
  for (std::size_t block = 0; block < blocks; ++block) {
    std::uint64_t planes = cutting_planes(side, f, block, scratch, outside);
    for (; planes != 0; planes &= planes - 1) {
      const std::size_t k = 64 * block + static_cast<std::size_t>(std::countr_zero(planes));
      const Vec3 normal = side.other.normal[k];
      const double offset = side.other.offset[k] + swelling.of(normal, side.other_facing);
      if (!cut(normal, offset, snap, scratch)) return {};
    }
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

void HeightTable::reserve(int faces, int vertices) {
  const auto n = static_cast<std::size_t>(vertices);
  height_.reserve(static_cast<std::size_t>(faces) * n);
  for (std::vector<double>* const axis : {&x_, &y_, &z_}) axis->reserve(n);
}

void HeightTable::fill(const PolyhedronView& planes, std::span<const Vec3> vertices) {
  columns_ = vertices.size();
  x_.resize(columns_);
  y_.resize(columns_);
  z_.resize(columns_);
  for (std::size_t v = 0; v < columns_; ++v) {
    x_[v] = vertices[v].x;
    y_[v] = vertices[v].y;
    z_[v] = vertices[v].z;
  }
  height_.resize(planes.normal.size() * columns_);
  for (std::size_t f = 0; f < planes.normal.size(); ++f) {
    const Vec3 normal = planes.normal[f];
    const double offset = planes.offset[f];
    double* const row = height_.data() + f * columns_;
    for (std::size_t v = 0; v < columns_; ++v) {
      row[v] = normal.x * x_[v] + normal.y * y_[v] + normal.z * z_[v] - offset;
    }
  }
}

void fill_heights(const PolyhedronView& a, const PolyhedronView& b, OverlapScratch& scratch) {
  scratch.over_a.fill(a, b.vertex);
  scratch.over_b.fill(b, a.vertex);
}

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
    set_outcodes(side, side.other_facing < 0.0 ? scratch.over_b : scratch.over_a, swelling, snap,
                 scratch);
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
