#include "geometry/shape/rod_pieces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "geometry/shape/ellipsoid_pieces.h"

namespace solfec {

namespace {

/// The solid cylinder that is a rod, or a bore with its wall and its hole.
RodView solid_view(const PieceView& piece) {
  if (piece.kind == PieceKind::rod) return rod_view(piece.vertex);
  SOLFEC_ASSERT(piece.kind == PieceKind::bore);
  const BoreView bore = bore_view(piece.vertex);
  return {bore.center, bore.axis, bore.half, bore.outer(),
          normalized(piece.vertex[2] - piece.vertex[0])};
}

Box solid_box(const PieceView& piece, double margin) {
  const RodView rod = solid_view(piece);
  const Vec3 half{rod.height({1, 0, 0}), rod.height({0, 1, 0}), rod.height({0, 0, 1})};
  Box box{rod.center - half, rod.center + half};
  box.grow(margin);
  return box;
}

Extent solid_extent(const PieceView& piece, Vec3 direction) {
  const RodView rod = solid_view(piece);
  const double middle = dot(direction, rod.center);
  const double half = rod.height(direction);
  return {middle - half, middle + half};
}

double solid_reach(const PieceView& piece, Vec3 from) {
  const RodView rod = solid_view(piece);
  const Vec3 arm = rod.center - from;
  const double z = std::abs(dot(arm, rod.axis)) + rod.half;
  return std::hypot(z, norm(rod.across(arm)) + rod.radius);
}

double rod_height(const PieceView& piece, Vec3 point) {
  return separation(rod_view(piece.vertex), point).distance;
}

double bore_height(const PieceView& piece, Vec3 point) {
  return height_above(bore_view(piece.vertex), point);
}

Separation separation_of(const RodView& rod, const PieceView& other, double limit) {
  switch (other.kind) {
    case PieceKind::sphere: {
      Separation found = separation(rod, other.vertex[0]);
      found.distance -= other.radius;
      return found;
    }
    case PieceKind::polyhedron:
      return separation(rod, other.vertex, limit);
    case PieceKind::ellipsoid:
      return separation(rod, ellipsoid_view(other.vertex), limit);
    case PieceKind::rod:
    case PieceKind::bore:
      break;
  }
  return separation(rod, solid_view(other), limit);
}

GjkResult solid_closest(const PieceView& a, const PieceView& b, double limit) {
  const bool swapped = a.kind < b.kind;  // the row is that of the later kind
  const PieceView& piece = swapped ? b : a;
  const PieceView& other = swapped ? a : b;
  const RodView rod = solid_view(piece);
  Separation found = separation_of(rod, other, limit);
  if (found.normal == Vec3{} && !found.beyond_limit) {  // a deep overlap
    found.distance = 0.0;
    found.point_a = found.point_b = rod.center;
  }
  if (piece.kind == PieceKind::bore && other.kind == PieceKind::sphere) {
    found.distance = bore_height(piece, other.vertex[0]) - other.radius;
  }
  GjkResult closest{found.distance, found.point_a, found.point_b, found.beyond_limit};
  if (swapped) std::swap(closest.point_a, closest.point_b);
  return closest;
}

}  // namespace

RodView rod_view(std::span<const Vec3> points) {
  SOLFEC_ASSERT(points.size() == 3);
  const Vec3 between = points[1] - points[0];
  const Vec3 spoke = points[2] - points[0];
  const double length = norm(between);
  const double radius = norm(spoke);
  return {0.5 * (points[0] + points[1]), between / length, 0.5 * length, radius, spoke / radius};
}

BoreView bore_view(std::span<const Vec3> points) {
  SOLFEC_ASSERT(points.size() == 4);
  const Vec3 between = points[1] - points[0];
  const double length = norm(between);
  return {0.5 * (points[0] + points[1]), between / length, 0.5 * length,
          norm(points[2] - points[0]), norm(points[3] - points[2])};
}

const PieceKindRow kRodRow{solid_box, solid_extent, solid_reach, rod_height, solid_closest};
const PieceKindRow kBoreRow{solid_box, solid_extent, solid_reach, bore_height, solid_closest};

}  // namespace solfec
