#include "domain/quasi_static/sweep_fallback.h"

#include "base/check.h"

namespace solfec {

bool SweepFallback::solve(ConstraintSolver& solver, const LocalDynamics& problem,
                          LocalSolution& solution) {
  const std::optional<GaussSeidelParams> params = solver.fallback();
  if (!params) return false;
  sweeps_.params = *params;
  sweeps_.solve(problem, solution);
  solver.take_report(sweeps_);
  return true;
}

void SweepFallback::solve_step(ConstraintSolver& solver, const LocalDynamics& problem,
                               bool has_links, LocalSolution& solution) {
  if (!problem.rolling.empty() && !solver.solves_rolling()) {
    if (solve(solver, problem, solution)) return;
    throw InputError(
        "the solver does not know the model ROLLING_RESISTANCE, which a SURFACE_MATERIAL has now; "
        "GAUSS_SEIDEL_SOLVER does");
  }
  const std::optional<GaussSeidelParams> fallback = solver.fallback();
  if (!fallback || !(has_links || fallback->accuracy.is_given())) {
    solver.solve(problem, solution);
    return;
  }
  start_ = solution.R;
  solver.solve(problem, solution);
  if (solver.report().missed == Miss::nothing) return;
  solution.R = start_;
  const std::vector<StageRecord>& stages = solver.report().stages;
  stages_.assign(stages.begin(), stages.end());
  solve(solver, problem, solution);
  solver.note_earlier(stages_);
}

}  // namespace solfec
