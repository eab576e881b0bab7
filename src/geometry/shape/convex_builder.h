#pragma once

#include <span>

#include "geometry/shape/convex.h"

namespace solfec {

/// Polyhedron from the flat lists of the input command CONVEX.
///
/// @param vertices  x, y, z of each vertex, m; at least 4 vertices, finite.
/// @param faces     n, v1 .. vn, surface id, n, ...: at least 4 faces, n >= 3 different vertices,
///                  counter-clockwise seen from outside.
/// @param volume    Volume id.
/// @throws InputError (value) naming face, index or vertex and its value; also when the polyhedron
///         is not closed, not convex, has a bent face or inward faces (`convex_defect`).
Convex make_convex(std::span<const double> vertices, std::span<const int> faces, VolumeId volume);

}  // namespace solfec
