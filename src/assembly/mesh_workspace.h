#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace solfec {

/// Data that the assembly keeps of one mesh from step to step.
struct MeshWorkspace {
  std::vector<std::int32_t> node;    // that rows see: of nodal slots in the order of the slot, of
                                     // factored ones ascending
  std::vector<std::int32_t> border;  // that rows of other ranks see, first in `node` (SharedMeshes)
  std::vector<std::int32_t> seen;  // by node of the mesh, its place in `node`; -1 between the steps
  std::shared_ptr<std::vector<double>> inverse;  // blocks of PlaceInverse of a factored slot
  std::uint64_t answer = 0;                      // of NodalInverse that they are made of
};

}  // namespace solfec
