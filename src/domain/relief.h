#pragma once

#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Sweeps that solve rows in place of a method of Newton where it gets stuck.
class Relief {
 public:
  /// Solves rows by sweeps with the criteria of a solver, whose report then is that of the sweeps.
  /// @return false, and nothing is done, when the solver has no relief.
  bool solve(ConstraintSolver& solver, const LocalDynamics& problem, LocalSolution& solution);

  /// Solves rows among which are links. A step of Newton's method may leave the region in which
  /// forces that turn have one solution, and with a heavy load on light links its regularisation
  /// holds it up; sweeps then start where it has started.
  void solve_links(ConstraintSolver& solver, const LocalDynamics& problem, LocalSolution& solution);

 private:
  GaussSeidelSolver sweeps_{GaussSeidelParams{}};
  std::vector<Vec3> start_;  // reactions, N
};

}  // namespace solfec
