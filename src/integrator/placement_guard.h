#pragma once

#include <vector>

#include "body/finite_element/finite_element_body.h"

namespace solfec {

/// At the end of a scope, puts a body back to where it was at the start; `displacement` of the
/// scratch keeps that place.
class PlacementGuard {
 public:
  PlacementGuard(FiniteElementState& state, std::vector<Vec3>& displacement)
      : state_(state), displacement_(displacement), rotation_(state.rotation) {
    displacement_ = state.displacement;
  }
  ~PlacementGuard() {
    state_.displacement = displacement_;
    state_.rotation = rotation_;
  }
  PlacementGuard(const PlacementGuard&) = delete;
  PlacementGuard& operator=(const PlacementGuard&) = delete;

 private:
  FiniteElementState& state_;
  std::vector<Vec3>& displacement_;
  Mat3 rotation_;
};

}  // namespace solfec
