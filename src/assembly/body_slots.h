#pragma once

#include <vector>

namespace solfec {

/// Slots of body space by the place of a body in its set; -1: no row sees it. Those of rigid bodies
/// come first, then pseudo-rigid ones, then finite elements, each by increasing id.
struct BodySlots {
  std::vector<int> rigid;
  std::vector<int> pseudo_rigid;
  std::vector<int> mesh;
  int first_mesh = 0;          // slot of the first mesh that rows see
  std::vector<int> seen_mesh;  // places of the meshes with a slot, by slot
};

}  // namespace solfec
