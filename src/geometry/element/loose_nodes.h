#pragma once

#include "geometry/element/mesh.h"

namespace solfec {

/// Nodes that no element has: how many, and the first of them, -1: none.
struct LooseNodes {
  int count{};
  int first = -1;
};

/// Finds the nodes of a mesh that no element has. Mesh generators leave them behind, as centres of
/// arcs for example; they have neither mass nor stiffness.
LooseNodes find_loose_nodes(const Mesh& mesh);

/// Takes these nodes out; the others keep their order and close up.
LooseNodes drop_loose_nodes(Mesh& mesh);

}  // namespace solfec
