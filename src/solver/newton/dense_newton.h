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

}  // namespace solfec
