#include "geometry/shape/piece_kinds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "base/check.h"
#include "geometry/shape/ellipsoid_pieces.h"
#include "geometry/shape/rod_pieces.h"

namespace solfec {

namespace {

// ---- convex hulls of points, grown by a radius: polyhedra and spheres ---------------------------

Box hull_box(const PieceView& piece, double margin) {
  Box box = box_of(piece.vertex);
  box.grow(piece.radius + margin);
  return box;
}

Extent hull_extent(const PieceView& piece, Vec3 direction) {
  Extent extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const double radius = piece.radius * norm(direction);
  for (const Vec3& p : piece.vertex) {
    const double place = dot(direction, p);
    extent.low = std::min(extent.low, place - radius);
    extent.high = std::max(extent.high, place + radius);
  }
  return extent;
}

double hull_reach(const PieceView& piece, Vec3 from) {
  double largest = 0.0;
  for (const Vec3& p : piece.vertex) largest = std::max(largest, norm(p - from));
  return largest;
}

GjkResult hull_closest(const PieceView& a, const PieceView& b, double limit) {
  const double radii = a.radius + b.radius;
  GjkResult closest = gjk_distance(a.vertex, b.vertex, limit + radii);
  closest.distance -= radii;
  return closest;
}

double sphere_height(const PieceView& piece, Vec3 point) {
  return norm(point - piece.vertex[0]) - piece.radius;
}

constexpr PieceKindRow kPolyhedronRow{hull_box, hull_extent, hull_reach, nullptr, hull_closest};
constexpr PieceKindRow kSphereRow{hull_box, hull_extent, hull_reach, sphere_height, hull_closest};

constexpr auto kRows = std::to_array<const PieceKindRow*>(
    {&kPolyhedronRow, &kSphereRow, &kEllipsoidRow, &kRodRow, &kBoreRow});
static_assert(kRows.size() == kPieceKinds, "a new kind of piece needs a row");

const PieceKindRow& row_of(PieceKind kind) { return *kRows[static_cast<std::size_t>(kind)]; }

}  // namespace

PieceView piece_view(const ShapePieces& pieces, int piece) {
  const auto k = static_cast<std::size_t>(piece);
  return {pieces.kind[k], piece_vertices(pieces, piece), pieces.radius[k]};
}

Box box_of(const PieceView& piece, double margin) { return row_of(piece.kind).box(piece, margin); }

Extent extent_along(const PieceView& piece, Vec3 direction) {
  return row_of(piece.kind).extent(piece, direction);
}

double reach_from(const PieceView& piece, Vec3 from) {
  return row_of(piece.kind).reach(piece, from);
}

double height_above(const PieceView& piece, Vec3 point) {
  SOLFEC_ASSERT(is_round(piece.kind));
  return row_of(piece.kind).height(piece, point);
}

GjkResult closest_points(const PieceView& a, const PieceView& b, double limit) {
  return row_of(std::max(a.kind, b.kind)).closest(a, b, limit);
}

}  // namespace solfec
