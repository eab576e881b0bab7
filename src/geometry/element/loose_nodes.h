#pragma once

#include "geometry/element/mesh.h"

namespace solfec {

/// Number of the nodes that no element has, and the first of them (-1: none).
struct LooseNodes {
  int count{};
  int first = -1;
};

/// Finds the nodes of a mesh that no element has. Mesh generators leave them behind, as centres of
/// arcs for example; they have neither mass nor stiffness.
LooseNodes find_loose_nodes(const Mesh& mesh);

/// Removes the nodes that no element has; the others are renumbered in their order.
LooseNodes drop_loose_nodes(Mesh& mesh);

}  // namespace solfec
