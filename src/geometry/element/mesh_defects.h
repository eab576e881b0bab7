#pragma once

#include <string>

#include "geometry/element/mesh.h"

namespace solfec {

/// Places where a mesh touches itself without shared nodes.
struct MeshTouches {
  int nodes{};        // number of outer nodes that lie on an outer face of other nodes
  std::string first;  // description of one of them; empty: none
};

/// Checks that the elements of a mesh fit together: all elements are connected by shared nodes, and
/// neighbours share their nodes.
///
/// An outer node may lie on an outer face, up to 1e-6 of the face, without being a node of it. This
/// may be intended: in a body folded onto itself, or at the ends of a ring. It is a mistake when
/// the two elements belong to parts that no faces connect, or when all corners of the face belong
/// to elements of such nodes, as where one face meets four smaller ones (hanging nodes).
/// @return The nodes that are no mistakes: parts of the mesh touch there and may come apart.
/// @throws InputError (value) naming two elements, or elements and nodes.
MeshTouches check_deformable_mesh(const Mesh& mesh);

}  // namespace solfec
