#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/shape/convex.h"
#include "math/vec3.h"

namespace solfec {

/// A plane polygon that is moved along an axis.
struct PrismParams {
  std::span<const Vec3> polygon;  // corners in order, either way round, m; at least 3
  Vec3 axis;                      // from the bottom to the top, m; need not be normal
  VolumeId volume{};
  std::span<const int> surfaces;  // 1: all faces; 3: bottom, top, sides; or bottom, top and one for
                                  // each side, side i being that from corner i to corner i + 1
};

/// Right or oblique prism over a simple polygon.
///
/// A convex polygon gives one polyhedron. A concave one is cut into triangles by its ears (Meisters
/// (1975), Am. Math. Mon. 82, 648-651), which are joined again while they stay convex (Hertel and
/// Mehlhorn (1983), LNCS 158, 207-218); each part gives a polyhedron, and the faces of the cuts
/// have the surface of the bottom. Corners are listed counter-clockwise seen from the top: first
/// those of the bottom, then those of the top.
///
/// @param command  Name for messages.
/// @throws InputError (value) when corners coincide or leave their plane by more than 1e-6 of the
///         polygon's size, sides cross, the axis lies in the plane, or the number of surfaces is
///         none of those.
std::vector<Convex> make_prism(const char* command, const PrismParams& params);

/// Box with faces along the coordinate axes.
struct BoxParams {
  Vec3 corner;  // the one with the least coordinates, m
  Vec3 sizes;   // along x, y and z, m, positive
  VolumeId volume{};
  std::span<const int> surfaces;  // 1, or 6: bottom, -x, +y, +x, -y, top as of HEX
};
/// @throws InputError (value) for a size that is not positive, or another number of surfaces.
Convex make_box(const BoxParams& params);

/// Regular prism whose corners lie on the circles of a cylinder.
struct FacetCylinderParams {
  Vec3 base;        // centre of the bottom, m
  Vec3 axis;        // from there to the centre of the top, m
  double radius{};  // m, positive
  int facets{};     // number of sides, 3 to 1000
  VolumeId volume{};
  std::span<const int> surfaces;  // 1, or 3: bottom, top, side
};
/// Volume n/2 sin(2 pi/n) r^2 |axis|. The first corner lies in the direction of x seen from the
/// axis, of y when the axis runs along x.
/// @throws InputError (value) for an axis without length or numbers outside of these ranges.
Convex make_facet_cylinder(const FacetCylinderParams& params);

/// Square slab whose top is a piece of a plane.
struct SlabParams {
  Vec3 point;          // centre of the top, m
  Vec3 normal;         // out of the slab, any length
  double size{};       // side of the square, m, positive
  double thickness{};  // m, positive
  VolumeId volume{};
  int surface{};
};
/// @throws InputError (value) "PLANE: 'normal' must have a length ...".
Convex make_slab(const SlabParams& params);

/// Two unit vectors that make a right-handed frame with a direction. The first is the part of x at
/// right angles to it, of y when the direction is within 25 degrees of the x axis.
std::array<Vec3, 2> cross_section_axes(Vec3 direction);

/// Throws InputError (value) "COMMAND: 'axis' must have a length ..." for a vector that has none,
/// or one too small or too large to be squared.
void check_axis(const char* command, const char* argument, Vec3 axis);

}  // namespace solfec
