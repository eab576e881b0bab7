#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Accuracy that one call of a solver must reach, and the number of iterations that it may try.
struct SolveRound {
  double residual = 0.0;  // residual_criteria of it, where the solver looks at them
  int iterations = 0;     // sweeps or Newton steps at most
};

/// A solver as tools and tests call it, with W given by blocks or, when W is null, through body
/// space. Other arguments as in solve_gauss_seidel.
using SolveCall = void (*)(const LocalDynamics& problem, BlockCsrOperator* W,
                           const SolveRound& round, std::span<Vec3> R, std::span<Vec3> U,
                           SolveReport& report);

/// A row of the table of solvers.
struct NamedSolver {
  std::string_view name;  // of solfec --solver
  std::string_view doc;
  SolveCall solve;
  int iterations;       // sweeps or Newton steps that it is given unless the goal says
  bool sweeps = false;  // each call continues the last one, so it is called for a few sweeps at a
                        // time and the natural residual is looked at in between
};

/// All solvers for problems of contacts and joints; a new one is one row here.
std::span<const NamedSolver> named_solvers();
/// Null when there is none of this name.
const NamedSolver* find_solver(std::string_view name);

struct ResidualGoal {
  double tolerance = 1e-8;  // of the natural residual e
  int max_iterations = 0;   // of all rounds; 0: those of the solver
};

/// How a solution to a natural residual went.
struct ResidualSolution {
  SolveStatus status = SolveStatus::ok;
  int iterations = 0;
  int newton_steps = 0;      // of accelerated sweeps, beside their iterations
  NaturalViolation map;      // of the reactions that are returned, the best ones seen
  Miss missed{};             // which of the criteria they do not meet
  bool no_solution = false;  // the solver says that reactions grow without end
  std::vector<ResidualPoint> history;

  [[nodiscard]] bool reached() const { return missed == Miss::nothing; }
};

/// Solves until residual_criteria (criteria.h) of the tolerance are met. A solver of plain sweeps
/// is called for 1, 2, 3, ... sweeps, later for a fifth of those done. Bonds stay as they are.
///
/// @param[in,out] R  Start values on entry; on exit the best reactions seen, in the sense of e.
/// @param[out] U     U = B + W R.
ResidualSolution solve_to_residual(const NamedSolver& solver, const LocalDynamics& problem,
                                   BlockCsrOperator* W, const ResidualGoal& goal, std::span<Vec3> R,
                                   std::span<Vec3> U);

}  // namespace solfec
