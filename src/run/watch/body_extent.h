#pragma once

#include "geometry/shape/piece_arrays.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// Least extent of a shape in its reference placement along the axes of the script, along the main
/// axes of its vertices and, where they are few, along the normals of its faces, m: an upper bound
/// of its thickness, that of a block or plate exactly however it is turned.
double least_extent(const ShapePieces& pieces);

/// Edges of the smaller one of two boxes of a shape in its reference placement, along the axes of
/// the script and along the main axes of its vertices, m.
Vec3 tight_box(const ShapePieces& pieces);

/// Box of a shape in its reference placement along the axes of the script, m.
Box reference_box(const ShapePieces& pieces);

/// Largest distance from a point of what turns with the body, m: radii of spheres are left out.
double reach_from(const ShapePieces& pieces, Vec3 center);

}  // namespace solfec
