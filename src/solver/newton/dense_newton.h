#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Newton steps where rows see implicit finite elements, whose W is full: with the linearised laws
/// dR = -(k + E dU) of row_linearisation.h and dU = W dR the step solves (1 + E W) dR = -k by
/// Gauss' factors of the whole matrix. For at most kMostRows rows (its 72 MB per thousand rows
/// squared and 18 n^3 operations); more are left to the iterative solvers.
class DenseNewton final : public NewtonDirection {
 public:
  static constexpr int kMostRows = 1500;

  explicit DenseNewton(const LocalDynamics& problem) : problem_(problem) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool is_complete() override { return problem_.size() <= kMostRows; }
  double cost_in_sweeps() override;

 private:
  const LocalDynamics& problem_;
  std::vector<RowLinearisation> rows_;
  std::vector<double> matrix_;  // 1 + E W, by columns
  std::vector<double> right_;
};

/// Whether a problem may be solved by such steps. In dynamic analyses they come where a share of
/// the iterations that the user allows has not been enough.
inline bool has_dense_newton(const LocalDynamics& problem) {
  const bool repeated = problem.quasi_static && problem.push > problem.step;
  return (problem.body_space.has_factored_slots() || repeated) && problem.shared.one_rank() &&
         problem.size() <= DenseNewton::kMostRows;
}

/// Whether they come at once, and take a solution that meets its criteria on. In a quasi-static
/// step free velocities, to which residuals are relative, are flights of bodies that rows hold back
/// altogether: what e = 1e-3 leaves of them may be more than all motion that there is (a beam
/// clamped at 100 nodes: ten times its deflection). So it is with all bodies in the long
/// pseudo-times of repeated steps (static_repeat.h).
inline bool refines_densely(const LocalDynamics& problem) {
  return problem.quasi_static && has_dense_newton(problem);
}

}  // namespace solfec
