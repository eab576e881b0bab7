#include "geometry/shape/point_transforms.h"

#include <cmath>

#include "base/cat.h"
#include "base/check.h"
#include "math/rotation.h"

namespace solfec {

void check_factors(Vec3 factors) {
  for (int k = 0; k < 3; ++k) {
    if (factors[k] == 0.0 || !std::isfinite(factors[k])) {
      throw InputError(
          cat("SCALE: factors must be finite and not zero, got ", factors[k], " at place ", k));
    }
  }
}

Vec3 scaled(Vec3 point, Vec3 factors) {
  check_factors(factors);
  return {point.x * factors.x, point.y * factors.y, point.z * factors.z};
}

void check_translation(Vec3 vector) {
  if (!is_finite(vector)) {
    throw InputError(cat("TRANSLATE: 'vector' must be finite, got (", vector.x, ", ", vector.y,
                         ", ", vector.z, ")"));
  }
}

Vec3 translated(Vec3 point, Vec3 vector) {
  check_translation(vector);
  return point + vector;
}

AxisRotation make_axis_rotation(Vec3 point, Vec3 direction, double angle) {
  if (!is_finite(point) || !is_finite(direction) || !std::isfinite(angle)) {
    throw InputError("ROTATE: point, vector and angle must be finite");
  }
  const double largest = norm_inf(direction);
  if (largest == 0.0) throw InputError("ROTATE: Rotation direction is zero");
  return {point, rotation_about(direction / largest, angle)};
}

Vec3 rotated(Vec3 point, const AxisRotation& rotation) {
  return rotation.point + rotation.matrix * (point - rotation.point);
}

}  // namespace solfec
