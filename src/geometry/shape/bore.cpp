#include "geometry/shape/bore.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "geometry/shape/pipe_mesh.h"
#include "geometry/shape/rod.h"

namespace solfec {

BoreView view_of(const Bore& bore) {
  const double half = norm(bore.half_axis);
  return {bore.center, bore.half_axis / half, half, norm(bore.spoke), bore.thickness};
}

double height_above(const BoreView& bore, Vec3 point) {
  const Vec3 arm = point - bore.center;
  const double z = dot(arm, bore.axis);
  const double rho = norm(arm - z * bore.axis);
  const double over_end = std::abs(z) - bore.half;
  const double over_side = std::max(bore.radius - rho, rho - bore.outer());
  if (over_end > 0.0 && over_side > 0.0) return std::hypot(over_end, over_side);
  return std::max(over_end, over_side);
}

MassProperties mass_properties(const Bore& bore) {
  const BoreView view = view_of(bore);
  const double inner = view.radius * view.radius;
  const double outer_square = view.outer() * view.outer();
  // R^2 - r^2 without the loss of digits of a thin wall
  const double ring = view.thickness * (view.radius + view.outer());
  const double volume = 2.0 * std::numbers::pi * ring * view.half;
  const Mat3 along = outer(view.axis, view.axis);
  return {volume, bore.center,
          volume * (view.half * view.half / 3.0 * along +
                    (outer_square + inner) / 4.0 * (identity() - along))};
}

void check_scale(const Bore& /*bore*/, Vec3 factors) { check_equal_factors(Bore::kName, factors); }

void scale(Bore& bore, Vec3 factors) {
  const Vec3 center = scaled(bore.center, factors);
  check_scale(bore, factors);
  bore.center = center;
  bore.half_axis = factors.x * bore.half_axis;
  bore.spoke = factors.x * bore.spoke;
  bore.thickness *= std::fabs(factors.x);
}

void translate(Bore& bore, Vec3 vector) { bore.center = translated(bore.center, vector); }

void rotate(Bore& bore, const AxisRotation& rotation) {
  bore.center = rotated(bore.center, rotation);
  bore.half_axis = rotation.matrix * bore.half_axis;
  bore.spoke = rotation.matrix * bore.spoke;
}

double height_above(const Bore& bore, Vec3 point) { return height_above(view_of(bore), point); }

std::array<Vec3, 4> points_of(const Bore& bore) {
  const Vec3 bottom = bore.center - bore.half_axis;
  const double radius = norm(bore.spoke);
  return {bottom, bore.center + bore.half_axis, bottom + bore.spoke,
          bottom + (1.0 + bore.thickness / radius) * bore.spoke};
}

Mesh facets_of(const Bore& bore) {
  const std::array<int, 4> surfaces{bore.surface, bore.surface, bore.surface, bore.surface};
  return make_pipe_mesh({.point = bore.center - bore.half_axis,
                         .axis = 2.0 * bore.half_axis,
                         .inner = norm(bore.spoke),
                         .thickness = bore.thickness,
                         .along = 1,
                         .around = kDrawnFacets,
                         .through = 1,
                         .volume = bore.volume,
                         .surfaces = surfaces});
}

void check_stored(const Bore& bore) {
  check_stored_axis("bore", bore.half_axis, bore.spoke);
  if (bore.thickness > 0.0) return;
  throw ArchiveError(cat("a bore has a wall of thickness ", bore.thickness));
}

std::string size_text(const Bore& bore) {
  return cat("radius ", norm(bore.spoke), " m, length ", 2.0 * norm(bore.half_axis), " m");
}

}  // namespace solfec
