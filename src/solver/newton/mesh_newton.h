#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton/tangent_newton.h"

namespace solfec {

/// Newton steps where rows see implicit finite elements, in the way that takes less work: through
/// the sparse tangents of the bodies, or by the full matrix of a few rows. The first way knows
/// natural rows alone, whose steps go astray where much slips at once; after one that the search
/// has rejected the second takes its place where it can. Where blocks of W are deferred the first
/// begins.
class MeshNewton final : public NewtonDirection {
 public:
  MeshNewton(const LocalDynamics& problem, TangentFactor& memory)
      : problem_(problem), dense_(problem), tangent_(problem, memory) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override {
    return chosen().compute(R, U, dR);
  }
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override {
    return chosen().step(rows, dR);
  }
  bool takes_natural_rows() override { return chosen().takes_natural_rows(); }
  void reject() override {
    if (dense_.is_complete()) chosen_ = &dense_;
  }
  bool is_complete() override { return chosen().is_complete(); }
  double cost_in_sweeps() override { return chosen().cost_in_sweeps(); }

 private:
  NewtonDirection& chosen();

  const LocalDynamics& problem_;
  DenseNewton dense_;
  TangentNewton tangent_;
  NewtonDirection* chosen_ = nullptr;  // null: not asked yet
};

/// Whether a problem may be solved by such steps. In dynamic analyses they come where a share of
/// the iterations that the user allows has not been enough.
bool has_mesh_newton(const LocalDynamics& problem);

/// Whether they come at once, and take a solution that meets its criteria on. In a quasi-static
/// step free velocities, to which residuals are relative, are flights of bodies that rows hold back
/// altogether: what e = 1e-3 leaves of them may be more than all motion that there is (a beam
/// clamped at 100 nodes: ten times its deflection). So it is with all bodies in the long
/// pseudo-times of repeated steps (static_repeat.h).
bool refines_by_mesh_newton(const LocalDynamics& problem);

}  // namespace solfec
