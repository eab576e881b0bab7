#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "geometry/collision/ellipsoid_distance.h"
#include "geometry/shape/point_transforms.h"
#include "geometry/shape/round_image.h"
#include "geometry/shape/shape_kinds.h"
#include "geometry/shape/volume_integrals.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Ellipsoid x = center + axes diag(radii) u, |u| <= 1.
struct Ellipsoid {
  Vec3 center;             // m
  Vec3 radii;              // m, positive
  Mat3 axes = identity();  // columns: right-handed frame of unit vectors
  SurfaceId surface{};
  VolumeId volume{};

  static constexpr const char* kName = "ELLIP";
  static constexpr const char* kPlural = "ellipsoids";
  static constexpr PieceKind kPiece = PieceKind::ellipsoid;
  static constexpr ShapePartKind kPart = ShapePartKind::ellipsoid;
  static constexpr bool kOnlyRigid = false;
};

/// View of an ellipsoid for the searches of contact: half axes as columns, m.
inline EllipsoidView view_of(const Ellipsoid& e) {
  return {e.center, e.axes * diagonal(e.radii.x, e.radii.y, e.radii.z)};
}

// Functions that simple shapes offer, see geometry/shape/simple_shape.h.

/// Volume 4/3 pi a b c, and V/5 axes diag(a^2, b^2, c^2) axesᵀ.
MassProperties mass_properties(const Ellipsoid& ellipsoid);
/// Accepts any factors.
inline void check_scale(const Ellipsoid& /*ellipsoid*/, Vec3 /*factors*/) {}
/// Gives radii and axes of the scaled ellipsoid, which unequal factors turn (`main_axes`).
void scale(Ellipsoid& ellipsoid, Vec3 factors);
void translate(Ellipsoid& ellipsoid, Vec3 vector);
void rotate(Ellipsoid& ellipsoid, const AxisRotation& rotation);
/// Distance from the surface, negative inside, m.
double height_above(const Ellipsoid& ellipsoid, Vec3 point);
/// Ends of the diameters along the axes; of a homogeneously deformed body they are ends of
/// conjugate diameters, which make the deformed ellipsoid.
std::array<Vec3, 6> points_of(const Ellipsoid& ellipsoid);
/// Zero: the piece is no hull of points that would be grown.
inline double radius_of(const Ellipsoid& /*ellipsoid*/) { return 0.0; }
RoundImage round_image_of(const Ellipsoid& ellipsoid);
/// Checks an ellipsoid from a file. @throws ArchiveError naming the wrong number.
void check_stored(const Ellipsoid& ellipsoid);
std::string size_text(const Ellipsoid& ellipsoid);

constexpr std::string_view type_name(const Ellipsoid*) { return "Ellipsoid"; }
template <typename Fields>
void list_fields(Fields& fields, const Ellipsoid*) {
  fields.finite("center", "m", &Ellipsoid::center);
  fields.finite("radii", "m", &Ellipsoid::radii);
  fields.finite("axes", "directions of the radii, one after another", &Ellipsoid::axes);
  fields("surface", "", &Ellipsoid::surface);
  fields("volume", "", &Ellipsoid::volume);
  fields.check([](const Ellipsoid& ellipsoid) { check_stored(ellipsoid); });
}

}  // namespace solfec
