#pragma once

#include <array>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Triangles whose corners lie on the unit sphere; counter-clockwise seen from outside.
struct UnitSphere {
  std::vector<Vec3> vertex;
  std::vector<std::array<int, 3>> triangle;
  double chord_error{};  // 1 - distance of the nearest triangle's plane from the centre
};

/// Largest number of pieces into which an edge is cut, for 1.3 million triangles.
inline constexpr int kFinestSphere = 256;

/// Makes a unit sphere of few triangles whose distance inside of the sphere is at most the error.
///
/// Tetrahedron, octahedron and icosahedron, their edges cut in ν equal arcs: a grid point with the
/// shares a, b, c of a face's corners A, B, C is sin(aω) A + sin(bω) B + sin(cω) C, normalised,
/// with the angle ω of the edge (Shoemake's weights (1985), Comput. Graph. 19, 245-254, for three
/// points). For each of the three the least ν is taken whose error, measured on every triangle of
/// one face, is small enough, and of these spheres the one with fewest triangles: icosahedra, but
/// for large errors. They have at most 2.6 times as many triangles as `least_triangles` says any
/// sphere needs, 1.8 times for errors below 0.1, 1.5 below 0.01, 1.3 below 0.001; the tests check.
///
/// @param chord_error  Against the radius, positive.
/// @throws InputError (value) when it needs more than kFinestSphere pieces.
UnitSphere make_unit_sphere(double chord_error);

/// Fewest triangles with corners on the unit sphere, closed and around the centre, whose planes are
/// nowhere farther inside than the error: R / r >= √3 tan(π n / (6 n - 12)) for n corners, with
/// equality for the three regular polyhedra (Fejes Tóth (1972), Lagerungen in der Ebene, auf der
/// Kugel und im Raum, chapter V). At least 4.
double least_triangles(double chord_error);

}  // namespace solfec
