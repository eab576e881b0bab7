#pragma once

#include <array>

namespace solfec {

/// Nodes of a body of finite elements over which a contact point distributes its force, and whose
/// weighted mean velocity it sees. Weights sum up to 1 and may be negative.
struct NodeSpread {
  static constexpr int kMostNodes = 16;
  bool of_first = false;  // which of the two bodies, in the order of the contact's key
  int count = 0;
  std::array<int, kMostNodes> node{};  // of the mesh
  std::array<double, kMostNodes> weight{};
};

}  // namespace solfec
