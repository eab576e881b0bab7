#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "body/common/body_kind.h"

namespace solfec {

/// Slots of body space by the place of a body in its set; -1: no row sees it, or it has no inertia.
/// Those of rigid bodies come first, then pseudo-rigid ones, then finite elements, each by
/// increasing id.
struct BodySlots {
  std::array<std::vector<int>, kBodyKinds> by_kind;
  int first_mesh = 0;          // slot of the first mesh that rows see
  std::vector<int> seen_mesh;  // places of the meshes with a slot, by slot

  /// Returns the slots of all bodies of a kind.
  [[nodiscard]] std::vector<int>& operator[](BodyKind kind) {
    return by_kind[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] const std::vector<int>& operator[](BodyKind kind) const {
    return by_kind[static_cast<std::size_t>(kind)];
  }
  /// Returns the slot of one body.
  [[nodiscard]] int& operator[](BodyRef body) {
    return (*this)[body.kind][static_cast<std::size_t>(body.slot)];
  }
  [[nodiscard]] int operator[](BodyRef body) const {
    return (*this)[body.kind][static_cast<std::size_t>(body.slot)];
  }
};

}  // namespace solfec
