#pragma once

#include <cstdint>
#include <vector>

#include "math/mat3.h"

namespace solfec {

/// What assembly keeps of one mesh from step to step.
struct MeshWorkspace {
  std::vector<std::int32_t> node;  // that rows see: of nodal slots in the order of the slot, of
                                   // factored ones ascending
  std::vector<std::int32_t> seen;  // by node of the mesh, its place in `node`; -1 between the steps
  std::vector<Mat3> response;      // factored: of `node` to a force at one side
};

}  // namespace solfec
