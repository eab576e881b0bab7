#pragma once

#include <vector>

#include "geometry/element/mesh.h"

namespace solfec {

/// Some elements of a mesh as a mesh of their own.
struct MeshPart {
  Mesh mesh;                 // faces where the mesh was cut have the surface id 0
  std::vector<int> node;     // of the whole mesh, ascending
  std::vector<int> element;  // likewise
};

/// Splits a mesh into parts of about equal numbers of elements with few faces between them: parts
/// of the graph whose nodes are elements and whose edges are inner faces (math/graph_partition.h).
/// @return At most `parts`, none empty. @pre 1 <= parts <= number of elements.
std::vector<MeshPart> partition_mesh(const Mesh& mesh, int parts);

}  // namespace solfec
