#pragma once

#include <vector>

#include "geometry/element/mesh.h"

namespace solfec {

/// Some elements of a mesh, as a separate mesh.
struct MeshPart {
  Mesh mesh;
  std::vector<int> node;     // numbers of the nodes in the whole mesh, ascending
  std::vector<int> element;  // numbers of the elements in the whole mesh, ascending
};

}  // namespace solfec
