#pragma once

#include "geometry/element/mesh.h"

namespace solfec {

/// Checks what finite elements need beyond single proper elements: that all elements hang together
/// by shared nodes, that no two nodes lie at the same place, and that no node lies on a face or an
/// edge of an outer face that does not have it (a hanging node: neighbours that do not fit
/// together). Places are compared up to 1e-6 of the face.
/// @throws InputError (value) naming two elements, or elements and nodes.
void check_deformable_mesh(const Mesh& mesh);

}  // namespace solfec
