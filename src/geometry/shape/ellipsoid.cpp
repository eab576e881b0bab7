#include "geometry/shape/ellipsoid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "archive/archive_error.h"
#include "base/cat.h"

namespace solfec {

MassProperties mass_properties(const Ellipsoid& ellipsoid) {
  const auto [a, b, c] = ellipsoid.radii;
  const double volume = 4.0 / 3.0 * std::numbers::pi * a * b * c;
  const Mat3 squares = diagonal(a * a, b * b, c * c);
  return {volume, ellipsoid.center,
          volume / 5.0 * (ellipsoid.axes * squares * transpose(ellipsoid.axes))};
}

void scale(Ellipsoid& ellipsoid, Vec3 factors) {
  ellipsoid.center = scaled(ellipsoid.center, factors);
  const MainAxes main =
      main_axes(diagonal(factors.x, factors.y, factors.z) * view_of(ellipsoid).half_axes);
  ellipsoid.radii = main.radii;
  ellipsoid.axes = (determinant(main.axes) < 0.0 ? -1.0 : 1.0) * main.axes;
}

void translate(Ellipsoid& ellipsoid, Vec3 vector) {
  ellipsoid.center = translated(ellipsoid.center, vector);
}

void rotate(Ellipsoid& ellipsoid, const AxisRotation& rotation) {
  ellipsoid.center = rotated(ellipsoid.center, rotation);
  ellipsoid.axes = rotation.matrix * ellipsoid.axes;
}

double height_above(const Ellipsoid& ellipsoid, Vec3 point) {
  return separation(view_of(ellipsoid), point).distance;
}

std::array<Vec3, 6> points_of(const Ellipsoid& ellipsoid) {
  const EllipsoidView view = view_of(ellipsoid);
  std::array<Vec3, 6> points;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 half = view.half_axes.column(static_cast<int>(k));
    points[2 * k] = view.center + half;
    points[2 * k + 1] = view.center - half;
  }
  return points;
}

RoundImage round_image_of(const Ellipsoid& ellipsoid) {
  const EllipsoidView view = view_of(ellipsoid);
  const Vec3 radii = ellipsoid.radii;
  return {view.center, view.half_axes, std::max({radii.x, radii.y, radii.z})};
}

void check_stored(const Ellipsoid& ellipsoid) {
  constexpr double kRightAngles = 1e-9;
  const Vec3 r = ellipsoid.radii;
  if (!(std::min({r.x, r.y, r.z}) > 0.0)) {
    throw ArchiveError(cat("an ellipsoid has the radii ", r.x, ", ", r.y, ", ", r.z));
  }
  const Mat3 error = transpose(ellipsoid.axes) * ellipsoid.axes - identity();
  const bool frame =
      determinant(ellipsoid.axes) > 0.0 && double_dot(error, error) <= kRightAngles * kRightAngles;
  if (frame) return;
  throw ArchiveError("the axes of an ellipsoid are no right-handed frame of unit vectors");
}

std::string size_text(const Ellipsoid& ellipsoid) {
  const Vec3 r = ellipsoid.radii;
  return cat("radii (", r.x, ", ", r.y, ", ", r.z, ") m");
}

}  // namespace solfec
