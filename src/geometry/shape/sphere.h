#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "geometry/shape/point_transforms.h"
#include "geometry/shape/round_image.h"
#include "geometry/shape/shape_kinds.h"
#include "geometry/shape/volume_integrals.h"
#include "math/vec3.h"

namespace solfec {

/// Ball of a radius about a centre.
struct Sphere {
  Vec3 center;      // m
  double radius{};  // m, positive
  SurfaceId surface{};
  VolumeId volume{};

  static constexpr const char* kName = "SPHERE";
  static constexpr const char* kPlural = "spheres";
  static constexpr PieceKind kPiece = PieceKind::sphere;
  static constexpr ShapePartKind kPart = ShapePartKind::sphere;
  static constexpr bool kOnlyRigid = false;
};

// Functions that simple shapes offer, see geometry/shape/simple_shape.h.

/// Volume 4/3 π r³, Euler tensor V r² / 5 times the unit matrix.
MassProperties mass_properties(const Sphere& sphere);
/// Throws InputError (value) unless the factors are equal: the radius is multiplied by their
/// absolute value, and the centre is scaled too.
void check_scale(const Sphere& sphere, Vec3 factors);
void scale(Sphere& sphere, Vec3 factors);
void translate(Sphere& sphere, Vec3 vector);
void rotate(Sphere& sphere, const AxisRotation& rotation);
/// Distance from the surface, negative inside, m.
double height_above(const Sphere& sphere, Vec3 point);
/// The piece is its centre grown by its radius.
inline std::array<Vec3, 1> points_of(const Sphere& sphere) { return {sphere.center}; }
inline double radius_of(const Sphere& sphere) { return sphere.radius; }
RoundImage round_image_of(const Sphere& sphere);
/// Checks a sphere from a file. @throws ArchiveError naming the wrong number.
void check_stored(const Sphere& sphere);
std::string size_text(const Sphere& sphere);

constexpr std::string_view type_name(const Sphere*) { return "Sphere"; }
template <typename Fields>
void list_fields(Fields& fields, const Sphere*) {
  fields.finite("center", "m", &Sphere::center);
  fields.finite("radius", "m", &Sphere::radius);
  fields("surface", "", &Sphere::surface);
  fields("volume", "", &Sphere::volume);
  fields.check([](const Sphere& sphere) { check_stored(sphere); });
}

}  // namespace solfec
