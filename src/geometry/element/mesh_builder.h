#pragma once

#include <span>

#include "geometry/element/mesh.h"
#include "geometry/element/mesh_faces.h"  // TurnedElements

namespace solfec {

/// Mesh from the flat lists of the input command MESH.
///
/// @param nodes     x, y, z of each node, m, finite.
/// @param elements  n, i1 .. in, volume id, n, ...: n = 4, 5, 6 or 8 different nodes in the order
///                  of MeshElement; at least one element.
/// @param surfaces  The id of all outer faces, alone or followed by k, i1 .. ik, surface id, k, ...
///                  for single faces of k = 3 or 4 nodes in any order.
/// @param[out] turned  Elements that were mirrored as a whole and have been put right; may be null.
/// @throws InputError (value) naming element, face or node and the value: see `check_elements` and
///         `find_outer_faces`; also for a listed face that is no outer face, or is listed with two
///         different ids.
Mesh make_mesh(std::span<const double> nodes, std::span<const int> elements,
               std::span<const int> surfaces, TurnedElements* turned = nullptr);

}  // namespace solfec
