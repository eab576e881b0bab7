#include "app/solve_problem.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/cat.h"
#include "local_dynamics/stored/solvable_check.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "local_dynamics/stored/unit_problem.h"
#include "solver/measure/cone_error.h"
#include "solver/measure/merit.h"
#include "solver/named_solvers.h"

namespace solfec {
namespace {

void print(const std::string& text) { std::fputs(text.c_str(), stdout); }

std::string left_padded(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

void print_history(const std::vector<ResidualPoint>& history) {
  print("iterations   residual e\n");
  for (const ResidualPoint& point : history) {
    print(cat(left_padded(cat(point.iterations), 10), "   ", short_number(point.residual), "\n"));
  }
}

/// "residual 8e-09 reached 1e-08", or what was missed by how much.
std::string verdict(const ResidualSolution& solution, double tolerance) {
  const NaturalViolation& map = solution.map;
  const std::string residual = cat("residual ", short_number(map.natural()));
  if (solution.missed != Miss::velocities) {
    return cat(residual, solution.reached() ? " reached " : " is above ", short_number(tolerance));
  }
  return cat(residual, " is within ", short_number(tolerance), ", but ", name_of(Miss::velocities),
             " alone, ", short_number(map.violation / map.velocity_scale), ", is above its root ",
             short_number(std::sqrt(tolerance)),
             ": the reactions are large compared with the velocities that they stop,");
}

}  // namespace

bool solve_problem(const std::string& path, const SolveRequest& request) {
  const NamedSolver& solver = *find_solver(request.solver);
  StoredProblem stored = read_stored_problem(path);
  require_solvable(stored, path);
  use_own_units(stored);
  SolvableProblem problem = solvable(stored);
  print(cat(path, ": ", stored.contact_count(), " contacts, ", stored.equality_components.size(),
            " joints, ", stored.W.block_count(), " blocks\n", solver.name, ": ", solver.doc, "\n"));
  if (!stored.title.empty()) print(cat("title: ", stored.title, "\n"));

  const auto rows = static_cast<std::size_t>(stored.row_count());
  std::vector<Vec3> R(rows);
  std::vector<Vec3> U(rows);
  ResidualGoal goal;
  goal.tolerance = request.tolerance;
  const auto start = std::chrono::steady_clock::now();
  const ResidualSolution solution =
      solve_to_residual(solver, problem.dynamics, &problem.W, goal, R, U);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  print_history(solution.history);
  if (solution.no_solution) print("reactions grow without end: there may be no solution\n");
  const double merit_value = merit(problem.dynamics, R, U, {});
  const double error = cone_error(problem.dynamics, R, U);
  // numbers whose squares or products overflow or vanish are measured by nothing
  const bool is_measured = std::isfinite(merit_value) && std::isfinite(error);
  const bool reached = solution.reached() && is_measured;
  print(cat(name_of(solution.status), ": ", verdict(solution, goal.tolerance), " after ",
            solution.iterations, " iterations and ", solution.newton_steps, " Newton steps, ",
            short_number(seconds.count()), " s\n"));
  if (!is_measured) {
    print(
        "merit or error are no numbers: those of the problem differ too much in size for being "
        "squared\n");
  }
  print(cat("merit ", short_number(merit_value), ", error without dilation ", short_number(error),
            "\n"));
  print(cat("solver=", solver.name, " status=", name_of(solution.status),
            " reached=", reached ? 1 : 0, " residual=", solution.map.natural(),
            " tolerance=", goal.tolerance, " iterations=", solution.iterations,
            " newton_steps=", solution.newton_steps, " seconds=", short_number(seconds.count()),
            " contacts=", stored.contact_count(), " joints=", stored.equality_components.size(),
            " merit=", short_number(merit_value), " cone_error=", short_number(error), "\n"));
  return reached;
}

std::string solver_names() {
  std::string names;
  for (const NamedSolver& solver : named_solvers()) {
    names += cat(names.empty() ? "" : ", ", solver.name);
  }
  return names;
}

}  // namespace solfec
