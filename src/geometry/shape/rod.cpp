#include "geometry/shape/rod.h"

#include <cmath>
#include <numbers>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

RodView view_of(const SolidRod& rod) {
  const double half = norm(rod.half_axis);
  const double radius = norm(rod.spoke);
  return {rod.center, rod.half_axis / half, half, radius, rod.spoke / radius};
}

MassProperties mass_properties(const SolidRod& rod) {
  const RodView view = view_of(rod);
  const double square = view.radius * view.radius;
  const double volume = 2.0 * std::numbers::pi * square * view.half;
  const Mat3 along = outer(view.axis, view.axis);
  return {volume, rod.center,
          volume * (view.half * view.half / 3.0 * along + square / 4.0 * (identity() - along))};
}

void check_equal_factors(const char* name, Vec3 factors) {
  if (factors.x == factors.y && factors.y == factors.z) return;
  throw InputError(cat("SCALE: a ", name, " must stay round, so the factors must be equal, got (",
                       factors.x, ", ", factors.y, ", ", factors.z, ")"));
}

void check_stored_axis(const char* name, Vec3 half_axis, Vec3 spoke) {
  constexpr double kRightAngle = 1e-9;
  const double sizes = norm(half_axis) * norm(spoke);
  if (sizes > 0.0 && std::abs(dot(half_axis, spoke)) <= kRightAngle * sizes) return;
  throw ArchiveError(cat("the axis and the radius of a ", name, " make no right angle"));
}

void check_scale(const SolidRod& /*rod*/, Vec3 factors) {
  check_equal_factors(SolidRod::kName, factors);
}

void scale(SolidRod& rod, Vec3 factors) {
  const Vec3 center = scaled(rod.center, factors);
  check_scale(rod, factors);
  rod.center = center;
  rod.half_axis = factors.x * rod.half_axis;
  rod.spoke = factors.x * rod.spoke;
}

void translate(SolidRod& rod, Vec3 vector) { rod.center = translated(rod.center, vector); }

void rotate(SolidRod& rod, const AxisRotation& rotation) {
  rod.center = rotated(rod.center, rotation);
  rod.half_axis = rotation.matrix * rod.half_axis;
  rod.spoke = rotation.matrix * rod.spoke;
}

double height_above(const SolidRod& rod, Vec3 point) {
  return separation(view_of(rod), point).distance;
}

std::array<Vec3, 3> points_of(const SolidRod& rod) {
  const Vec3 bottom = rod.center - rod.half_axis;
  return {bottom, rod.center + rod.half_axis, bottom + rod.spoke};
}

Mesh facets_of(const SolidRod& rod) {
  const RodView view = view_of(rod);
  constexpr int kLayer = kDrawnFacets + 1;  // the axis, then the rim
  Mesh mesh;
  for (const double side : {-1.0, 1.0}) {
    mesh.nodes.push_back(view.end(side));
    for (int k = 0; k < kDrawnFacets; ++k) {
      mesh.nodes.push_back(view.rim_point(side, k, kDrawnFacets));
    }
  }
  for (int k = 0; k < kDrawnFacets; ++k) {
    const int here = 1 + k;
    const int next = 1 + (k + 1) % kDrawnFacets;
    mesh.elements.push_back({6, {0, here, next, kLayer, kLayer + here, kLayer + next}, rod.volume});
    // bottom, side away from the axis, top (element_faces)
    for (const int side : {0, 2, 4}) mesh.faces.push_back({k, side, rod.surface});
  }
  return mesh;
}

void check_stored(const SolidRod& rod) { check_stored_axis("rod", rod.half_axis, rod.spoke); }

std::string size_text(const SolidRod& rod) {
  return cat("radius ", norm(rod.spoke), " m, length ", 2.0 * norm(rod.half_axis), " m");
}

}  // namespace solfec
