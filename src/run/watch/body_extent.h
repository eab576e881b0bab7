#pragma once

#include "geometry/shape/piece_arrays.h"
#include "math/box.h"
#include "math/vec3.h"

namespace solfec {

/// How large a shape is in its reference placement, whatever its directions are.
struct OwnExtents {
  /// Least extent along the axes of the script, along the main axes of the vertices and, where they
  /// are few, along the normals of the faces, m: an upper bound of the thickness, that of a block
  /// or plate exactly however it is turned.
  double least{};
  /// Edges of the smaller one of two boxes, along the axes of the script and along the main axes,
  /// m.
  Vec3 box;
};
OwnExtents own_extents(const ShapePieces& pieces);

/// OwnExtents::least, m.
double least_extent(const ShapePieces& pieces);

/// Box of a shape in its reference placement along the axes of the script, m.
Box reference_box(const ShapePieces& pieces);

/// Largest distance from a point of what turns with the body, m: radii of spheres are left out.
double reach_from(const ShapePieces& pieces, Vec3 center);

}  // namespace solfec
