#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "solver/constraint_solver.h"

namespace solfec {

/// Fills in the reactions of all rows, N; on entry they are the warm start.
using ReactionSource = std::function<void(const LocalDynamics& problem, std::span<Vec3> R)>;

/// A solver whose reactions come from elsewhere, for instance from a script. It finds U = B + W R
/// and measures the solution as the solver of the run would: natural residual, merit, errors of
/// velocity, and the first criterion of that solver that is missed. The status is `ok` when none
/// is, else `diverged`; reactions are taken in either case.
class GivenReactions : public ConstraintSolver {
 public:
  /// @param judge  Its criteria hold; it outlives this object. @pre it has some.
  GivenReactions(const ConstraintSolver& judge, ReactionSource source)
      : judge_(judge), source_(std::move(source)) {}

  void solve(const LocalDynamics& problem, LocalSolution& solution) override;
  [[nodiscard]] double accuracy(double weight_speed) const override {
    return judge_.accuracy(weight_speed);
  }
  [[nodiscard]] std::optional<Criteria> criteria(const LocalDynamics& problem) const override {
    return judge_.criteria(problem);
  }

 private:
  const ConstraintSolver& judge_;
  ReactionSource source_;
};

}  // namespace solfec
