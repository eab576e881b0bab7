#pragma once

#include <vector>

#include "geometry/element/mesh_part.h"

namespace solfec {

/// Splits a mesh into parts of about equal numbers of elements with few faces between them: parts
/// of the graph whose nodes are elements and whose edges are inner faces (math/graph_partition.h).
/// @return At most `parts`, none empty; faces where the mesh was cut have the surface id 0. @pre 1
/// <= parts <= number of elements.
std::vector<MeshPart> partition_mesh(const Mesh& mesh, int parts);

}  // namespace solfec
