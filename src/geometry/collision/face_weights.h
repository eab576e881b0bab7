#pragma once

#include <span>

#include "geometry/collision/polyhedron_view.h"
#include "math/vec3.h"

namespace solfec {

/// Distributes a force at a place on a face over its corners, in the order of its loop. The weights
/// sum up to 1, are not negative, and have the moment of the force.
///
/// Triangles: barycentric coordinates. Quadrilaterals: the bilinear functions of finite elements,
/// by Newton's method in the plane of the face; the products of the weights and a uniform pressure
/// on a rectangle, taken at its corners, are its nodal forces. Places outside are moved to the
/// border. On faces with more corners the nearest corner gets the whole force.
/// @param place   m; its height over the face does not matter.
/// @param weight  One per corner of the face.
void face_weights(const PolyhedronView& polyhedron, int face, Vec3 place, std::span<double> weight);

}  // namespace solfec
