#include "geometry/shape/bend.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace solfec {

namespace {

/// Part of x - point across the axis.
Vec3 across(Vec3 x, Vec3 point, Vec3 axis) {
  const Vec3 arm = x - point;
  return arm - dot(arm, axis) * axis;
}

void check(const Bend& bend) {
  const double length = norm(scaled_direction(bend.direction));
  if (!(length > 0.0) || !std::isfinite(length)) {
    throw InputError("the direction of the bending axis must not be zero");
  }
  if (!(bend.angle > 0.0) || !std::isfinite(bend.angle)) {
    throw InputError(cat("the angle must be positive, got ", bend.angle, " degrees"));
  }
}

[[noreturn]] void fail_stabbing(Vec3 x) {
  throw InputError(cat("Bending axis is stabbing the mesh: node (", x.x, ", ", x.y, ", ", x.z,
                       ") m is not on its outer side"));
}

}  // namespace

void bend(Mesh& mesh, const Bend& bend) {
  check(bend);
  const Vec3 axis = normalized(scaled_direction(bend.direction));
  const auto distance = [&](Vec3 x) { return norm(across(x, bend.point, axis)); };
  const Vec3 nearest = *std::min_element(mesh.nodes.begin(), mesh.nodes.end(),
                                         [&](Vec3 a, Vec3 b) { return distance(a) < distance(b); });
  const double radius = distance(nearest);
  if (!(radius > 0.0)) fail_stabbing(nearest);
  const Vec3 outward = across(nearest, bend.point, axis) / radius;
  const Vec3 along = cross(axis, outward);
  const double angle = bend.angle * std::numbers::pi / 180.0;

  std::vector<Vec3> moved = mesh.nodes;
  for (Vec3& x : moved) {
    const Vec3 arm = x - bend.point;
    const double s = dot(arm, along);
    const double r = dot(arm, outward);
    if (s <= 0.0) continue;
    if (!(r > 0.0)) fail_stabbing(x);
    const double turn = std::min(s / radius, angle);
    const Vec3 turned_outward = std::cos(turn) * outward + std::sin(turn) * along;
    const Vec3 turned_along = cross(axis, turned_outward);
    x = bend.point + dot(arm, axis) * axis + r * turned_outward +
        (s - radius * turn) * turned_along;
  }
  mesh.nodes = std::move(moved);
}

}  // namespace solfec
