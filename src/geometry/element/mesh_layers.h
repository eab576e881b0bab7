#pragma once

#include "geometry/element/mesh.h"

namespace solfec {

/// True when a mesh of several elements is one layer: each element is a hexahedron or a wedge with
/// two opposite faces (the triangles of a wedge) among the outer faces, as in a beam or a plate of
/// one element over its depth.
bool is_one_layer(const Mesh& mesh);

}  // namespace solfec
