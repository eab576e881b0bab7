#pragma once

#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Multiplies by W of a problem: by its blocks where they are given, else through the bodies.
class RowOperator {
 public:
  /// @param blocks  Operator that multiplies by W; null: body space does.
  void start(const LocalDynamics& problem, BlockCsrOperator* blocks);
  /// U = B + W R.
  void update(std::span<const Vec3> R, std::span<Vec3> U);
  /// W R.
  void multiply(std::span<const Vec3> R, std::span<Vec3> product);

 private:
  const LocalDynamics* problem_ = nullptr;
  BlockCsrOperator* blocks_ = nullptr;
  BodyVelocities velocities_;
};

}  // namespace solfec
