#include "geometry/shape/ellipsoid_pieces.h"

#include <algorithm>

#include "base/check.h"

namespace solfec {

namespace {

EllipsoidView ellipsoid_of(const PieceView& piece) { return ellipsoid_view(piece.vertex); }

/// Rows of half_axes reach as far as the box: h along the axes.
Box ellipsoid_box(const PieceView& piece, double margin) {
  const EllipsoidView view = ellipsoid_of(piece);
  const Vec3 half{norm(view.half_axes.row(0)), norm(view.half_axes.row(1)),
                  norm(view.half_axes.row(2))};
  Box box{view.center - half, view.center + half};
  box.grow(margin);
  return box;
}

Extent ellipsoid_extent(const PieceView& piece, Vec3 direction) {
  const EllipsoidView view = ellipsoid_of(piece);
  const double middle = dot(direction, view.center);
  const double half = view.height(direction);
  return {middle - half, middle + half};
}

double ellipsoid_reach(const PieceView& piece, Vec3 from) {
  const EllipsoidView view = ellipsoid_of(piece);
  const Vec3 radii = main_axes(view.half_axes).radii;
  return norm(view.center - from) + std::max({radii.x, radii.y, radii.z});
}

double ellipsoid_height(const PieceView& piece, Vec3 point) {
  return separation(ellipsoid_of(piece), point).distance;
}

GjkResult ellipsoid_closest(const PieceView& a, const PieceView& b, double limit) {
  const bool swapped = a.kind != PieceKind::ellipsoid;
  const PieceView& other = swapped ? a : b;
  const EllipsoidView view = ellipsoid_of(swapped ? b : a);
  const Separation found = other.kind == PieceKind::ellipsoid
                               ? separation(view, ellipsoid_of(other), limit)
                               : separation(view, other.vertex, limit + other.radius);
  GjkResult closest{found.distance - other.radius, found.point_a, found.point_b,
                    found.beyond_limit};
  if (swapped) std::swap(closest.point_a, closest.point_b);
  return closest;
}

}  // namespace

EllipsoidView ellipsoid_view(std::span<const Vec3> points) {
  SOLFEC_ASSERT(points.size() == 6);
  return {0.5 * (points[0] + points[1]),
          0.5 * from_columns(points[0] - points[1], points[2] - points[3], points[4] - points[5])};
}

const PieceKindRow kEllipsoidRow{ellipsoid_box, ellipsoid_extent, ellipsoid_reach, ellipsoid_height,
                                 ellipsoid_closest};

}  // namespace solfec
