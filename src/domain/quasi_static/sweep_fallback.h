#pragma once

#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Sweeps that solve rows in place of a method of Newton where it gets stuck.
class SweepFallback {
 public:
  /// Solves rows by sweeps with the criteria of a solver, whose report then is that of the sweeps.
  /// @return false, and nothing is done, when the solver has no fallback.
  bool solve(ConstraintSolver& solver, const LocalDynamics& problem, LocalSolution& solution);

  /// Solves the rows of a step, by sweeps from where a method of Newton has started when that
  /// misses its criteria and there are links or an accuracy is asked for. With links a step of
  /// Newton's method may leave the region in which forces that turn have one solution, and with a
  /// heavy load on light links its regularisation holds it up; without, bodies that rock and slide
  /// are steps that it does not end and sweeps with an interior point do (interior_stage.h).
  /// Steps with rolling resistance are solved by sweeps alone (solver/rolling_sweeps.h).
  void solve_step(ConstraintSolver& solver, const LocalDynamics& problem, bool has_links,
                  LocalSolution& solution);

 private:
  GaussSeidelSolver sweeps_{GaussSeidelParams{}};
  std::vector<Vec3> start_;          // reactions, N
  std::vector<StageRecord> stages_;  // of the method that has missed its criteria
};

}  // namespace solfec
