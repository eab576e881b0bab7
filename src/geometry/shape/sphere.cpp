#include "geometry/shape/sphere.h"

#include <cmath>
#include <numbers>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

MassProperties mass_properties(const Sphere& sphere) {
  const double r = sphere.radius;
  const double volume = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return {volume, sphere.center, volume * r * r / 5.0 * identity()};
}

void check_scale(const Sphere& /*sphere*/, Vec3 factors) {
  if (factors.x != factors.y || factors.y != factors.z) {
    throw InputError(cat("SCALE: a SPHERE must stay a sphere, so the factors must be equal, got (",
                         factors.x, ", ", factors.y, ", ", factors.z, ")"));
  }
}

void scale(Sphere& sphere, Vec3 factors) {
  const Vec3 center = scaled(sphere.center, factors);
  check_scale(sphere, factors);
  sphere.center = center;
  sphere.radius *= std::fabs(factors.x);
}

void translate(Sphere& sphere, Vec3 vector) { sphere.center = translated(sphere.center, vector); }

void rotate(Sphere& sphere, const AxisRotation& rotation) {
  sphere.center = rotated(sphere.center, rotation);
}

double height_above(const Sphere& sphere, Vec3 point) {
  return norm(point - sphere.center) - sphere.radius;
}

RoundImage round_image_of(const Sphere& sphere) {
  return {sphere.center, sphere.radius * identity(), sphere.radius};
}

void check_stored(const Sphere& sphere) {
  if (sphere.radius > 0.0) return;
  throw ArchiveError(cat("a sphere has the radius ", sphere.radius));
}

std::string size_text(const Sphere& sphere) { return cat("radius ", sphere.radius, " m"); }

}  // namespace solfec
