#pragma once

#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton/body_factor.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Newton steps of a problem that several ranks have in parts: each of them gathers the rows of all
/// and takes the same step. That needs the memory of the whole and saves no time, so it is for what
/// sweeps do not solve, and for problems of at most kMostRows rows. All calls are collective.
class GatheredNewton final : public NewtonDirection {
 public:
  static constexpr int kMostRows = 200000;

  GatheredNewton(const LocalDynamics& part, BodyFactor& factor) : part_(part), factor_(factor) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool is_complete() override;
  double cost_in_sweeps() override;

 private:
  void gather();

  const LocalDynamics& part_;
  BodyFactor& factor_;
  bool gathered_ = false;
  LocalDynamics whole_;                      // of all ranks
  int first_ = 0;                            // of the own rows in the whole
  std::unique_ptr<BodySpaceNewton> newton_;  // of the whole; null: there are too many rows
  std::vector<RowLinearisation> rows_;
  std::vector<Vec3> step_;
};

}  // namespace solfec
