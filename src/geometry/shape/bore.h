#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "geometry/element/mesh.h"
#include "geometry/shape/point_transforms.h"
#include "geometry/shape/shape_kinds.h"
#include "geometry/shape/volume_integrals.h"
#include "math/vec3.h"

namespace solfec {

/// Round hole with a wall about it, open at both mouths. The wall has mass; only its inner side
/// touches other pieces.
struct Bore {
  Vec3 center;         // m
  Vec3 half_axis;      // from the centre to the middle of the upper mouth, m
  Vec3 spoke;          // inner radius across the axis, m; turns with the body
  double thickness{};  // of the wall, m, positive
  SurfaceId surface{};
  VolumeId volume{};

  static constexpr const char* kName = "BORE";
  static constexpr const char* kPlural = "bores";
  static constexpr PieceKind kPiece = PieceKind::bore;
  static constexpr ShapePartKind kPart = ShapePartKind::bore;
  static constexpr bool kOnlyRigid = true;  // a strained bore is no bore
};

/// A bore in some placement.
struct BoreView {
  Vec3 center;         // m
  Vec3 axis;           // unit
  double half{};       // of the length, m
  double radius{};     // of the hole, m
  double thickness{};  // of the wall, m

  [[nodiscard]] double outer() const { return radius + thickness; }
};

BoreView view_of(const Bore& bore);
/// Distance of a point from the wall, negative inside of it, m.
double height_above(const BoreView& bore, Vec3 point);

// Functions that simple shapes offer, see geometry/shape/simple_shape.h.

/// Mass properties of the wall, the difference of two cylinders.
MassProperties mass_properties(const Bore& bore);
/// Throws InputError (value) unless the factors are equal.
void check_scale(const Bore& bore, Vec3 factors);
void scale(Bore& bore, Vec3 factors);
void translate(Bore& bore, Vec3 vector);
void rotate(Bore& bore, const AxisRotation& rotation);
double height_above(const Bore& bore, Vec3 point);
/// Middles of the two mouths, a point of the inner rim and one of the outer rim of the lower one.
std::array<Vec3, 4> points_of(const Bore& bore);
/// Zero: the piece is no hull of points that would be grown.
inline double radius_of(const Bore& /*bore*/) { return 0.0; }
/// Hexahedra about the axis, with their corners on the surface.
Mesh facets_of(const Bore& bore);
/// Checks a bore from a file. @throws ArchiveError naming the wrong number.
void check_stored(const Bore& bore);
std::string size_text(const Bore& bore);

constexpr std::string_view type_name(const Bore*) { return "Bore"; }
template <typename Fields>
void list_fields(Fields& fields, const Bore*) {
  fields.finite("center", "m", &Bore::center);
  fields.finite("half_axis", "from the centre to the middle of the upper mouth, m",
                &Bore::half_axis);
  fields.finite("spoke", "inner radius across the axis, m", &Bore::spoke);
  fields.finite("thickness", "of the wall, m", &Bore::thickness);
  fields("surface", "", &Bore::surface);
  fields("volume", "", &Bore::volume);
  fields.check([](const Bore& bore) { check_stored(bore); });
}

}  // namespace solfec
