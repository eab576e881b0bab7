#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "geometry/collision/rod_distance.h"
#include "geometry/element/mesh.h"
#include "geometry/shape/point_transforms.h"
#include "geometry/shape/shape_kinds.h"
#include "geometry/shape/volume_integrals.h"
#include "math/vec3.h"

namespace solfec {

/// Solid circular cylinder with flat ends, whose side is round.
struct SolidRod {
  Vec3 center;     // m
  Vec3 half_axis;  // from the centre to the middle of the top, m
  Vec3 spoke;      // radius across the axis, m; turns with the body
  SurfaceId surface{};
  VolumeId volume{};

  static constexpr const char* kName = "ROD";
  static constexpr const char* kPlural = "rods";
  static constexpr PieceKind kPiece = PieceKind::rod;
  static constexpr ShapePartKind kPart = ShapePartKind::rod;
  static constexpr bool kOnlyRigid = true;  // a strained rod is no rod
};

/// View of a rod for the searches of contact.
RodView view_of(const SolidRod& rod);

// Functions that simple shapes offer, see geometry/shape/simple_shape.h.

/// Volume V = pi r^2 l; Euler tensor V l^2/12 along the axis and V r^2/4 across it.
MassProperties mass_properties(const SolidRod& rod);
/// Throws InputError (value) unless the factors are equal.
void check_scale(const SolidRod& rod, Vec3 factors);
void scale(SolidRod& rod, Vec3 factors);
void translate(SolidRod& rod, Vec3 vector);
void rotate(SolidRod& rod, const AxisRotation& rotation);
/// Distance from the surface, negative inside, m.
double height_above(const SolidRod& rod, Vec3 point);
/// Middles of the bottom and of the top, and a point of the rim of the bottom.
std::array<Vec3, 3> points_of(const SolidRod& rod);
/// Zero: the piece is no hull of points that would be grown.
inline double radius_of(const SolidRod& /*rod*/) { return 0.0; }
/// Wedges about the axis, with their corners on the surface.
Mesh facets_of(const SolidRod& rod);
/// Checks a rod from a file. @throws ArchiveError naming the wrong number.
void check_stored(const SolidRod& rod);
std::string size_text(const SolidRod& rod);

constexpr std::string_view type_name(const SolidRod*) { return "Rod"; }
template <typename Fields>
void list_fields(Fields& fields, const SolidRod*) {
  fields.finite("center", "m", &SolidRod::center);
  fields.finite("half_axis", "from the centre to the middle of the top, m", &SolidRod::half_axis);
  fields.finite("spoke", "radius across the axis, m", &SolidRod::spoke);
  fields("surface", "", &SolidRod::surface);
  fields("volume", "", &SolidRod::volume);
  fields.check([](const SolidRod& rod) { check_stored(rod); });
}

/// Number of flat facets that stand for a round side in pictures and exports.
inline constexpr int kDrawnFacets = 48;

/// Throws InputError (value) when the factors of a SCALE are not equal.
void check_equal_factors(const char* name, Vec3 factors);
/// Throws ArchiveError when a spoke is none of a cylinder with this half axis.
void check_stored_axis(const char* name, Vec3 half_axis, Vec3 spoke);

}  // namespace solfec
