#pragma once

#include <array>
#include <span>
#include <vector>

#include "math/vec3.h"

namespace solfec {

/// Triangles of a plane convex polygon that are as far from slivers as its corners allow.
///
/// Lawson's flips towards the Delaunay triangulation, which has the largest smallest angle of all
/// triangulations of the same points (Lawson (1977), Mathematical Software III, 161-194; Sibson
/// (1978), Comput. J. 21, 243-245), from a start that cuts every second corner, round after round:
/// corners on one circle, where every choice is Delaunay, thus get no fan of needles. A
/// quadrilateral whose corners are on a circle is cut along its diagonal 0-2.
///
/// @param vertex  Positions, m.
/// @param loop    The corners, indices into `vertex`, counter-clockwise; at least 3, also when some
///                lie on a line.
/// @return loop.size() - 2 triangles of indices into `loop`, counter-clockwise.
std::vector<std::array<int, 3>> polygon_triangles(std::span<const Vec3> vertex,
                                                  std::span<const int> loop);

}  // namespace solfec
