#pragma once

#include <string>

#include "geometry/element/mesh.h"

namespace solfec {

/// Where a mesh touches itself without being joined.
struct MeshTouches {
  int nodes{};        // outer nodes on outer faces that do not have them
  std::string first;  // one of them in words, empty: none
};

/// Checks what finite elements need beyond single proper elements: that all elements hang together
/// by shared nodes, and that neighbours share theirs.
///
/// An outer node that lies on an outer face without being its node, up to 1e-6 of the face, may be
/// meant: a body folded onto itself, the ends of a ring. It is a mistake where the two elements
/// belong to parts that do not hang together by faces, or where all corners of the face belong to
/// the elements of such nodes, as where one face meets four smaller ones (hanging nodes).
/// @return The nodes that are no mistakes: parts that press on each other and may come apart.
/// @throws InputError (value) naming two elements, or elements and nodes.
MeshTouches check_deformable_mesh(const Mesh& mesh);

}  // namespace solfec
