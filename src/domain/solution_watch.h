#pragma once

#include <span>

#include "assembly/body_slots.h"
#include "body/bodies.h"
#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "math/vec3.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Rows of a dynamic step that have been solved.
struct WatchedSolution {
  const ConstraintSolver& solver;  // with the report of the solution
  const LocalDynamics& problem;
  const LocalSolution& solution;
  const Bodies& bodies;    // at q½
  const BodySlots& slots;  // of the bodies in the body space of the problem
  bool has_links{};        // as Relief::solve_step
};

/// Looks at the solutions of a domain, which it leaves as they are.
class SolutionWatch {
 public:
  SolutionWatch() = default;
  SolutionWatch(const SolutionWatch&) = delete;
  SolutionWatch& operator=(const SolutionWatch&) = delete;
  virtual ~SolutionWatch() = default;

  /// Called before each solution. @param R  Reactions that it starts from, N.
  virtual void note_start(std::span<const Vec3> R) = 0;
  /// Called after a solution, unless bounces were limited and rows solved anew. A step with several
  /// passes has several solutions, of which the last one counts.
  virtual void look_at(const WatchedSolution& watched) = 0;
};

}  // namespace solfec
