#pragma once

#include <vector>

#include "geometry/element/mesh.h"

namespace solfec {

/// Some elements of a mesh as a mesh of their own.
struct MeshPart {
  Mesh mesh;
  std::vector<int> node;     // of the whole mesh, ascending
  std::vector<int> element;  // likewise
};

}  // namespace solfec
