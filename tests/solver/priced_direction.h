#pragma once

#include "solver/newton/newton_direction.h"

namespace solfec {

/// A direction of a known cost in sweeps that is never followed.
class PricedDirection final : public NewtonDirection {
 public:
  explicit PricedDirection(double cost, bool complete = true) : cost_(cost), complete_(complete) {}
  bool compute(std::span<const Vec3> /*R*/, std::span<const Vec3> /*U*/,
               std::span<Vec3> /*dR*/) override {
    return false;
  }
  bool step(std::span<const RowLinearisation> /*rows*/, std::span<Vec3> /*dR*/) override {
    return false;
  }
  bool is_complete() override { return complete_; }
  double cost_in_sweeps() override { return cost_; }

 private:
  double cost_;
  bool complete_;
};

}  // namespace solfec
