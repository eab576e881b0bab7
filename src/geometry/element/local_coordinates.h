#pragma once

#include <span>

#include "math/vec3.h"

namespace solfec {

/// Place of a point with respect to an element.
struct LocalCoordinates {
  Vec3 local;         // in the reference element of `shape_functions`
  bool found{};       // false: no coordinates were found, the point is far outside
  double distance{};  // of `local` outside the reference element, <= 0 inside
};

/// Largest violation of the inequalities of the reference element, <= 0 inside, free of units.
double reference_distance(int node_count, Vec3 local);

/// Solves Σ N_a(ξ) X_a = X by Newton's method with a line search, from the centre and, where that
/// fails, from points between the centre and the nodes.
///
/// Accurate to rounding of the larger of the element's size and its distance from the origin; for
/// every point of a proper element (`check_elements`) the coordinates are found. Outside they may
/// not exist: then `found` is false and `distance` infinite.
///
/// @param vertices  4, 5, 6 or 8 nodes in the order of MeshElement, m.
/// @param point     m.
LocalCoordinates local_coordinates(std::span<const Vec3> vertices, Vec3 point);

}  // namespace solfec
