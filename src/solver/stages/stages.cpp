#include "solver/stages/stages.h"

#include <algorithm>
#include <cmath>

#include "solver/newton/mesh_newton.h"
#include "solver/stages/interior_point_stage.h"
#include "solver/stages/momentum_sweeps.h"
#include "solver/stages/newton_stages.h"
#include "solver/stages/plain_sweeps.h"
#include "solver/stages/refinement.h"
#include "solver/stages/solution_state.h"
#include "solver/sweep/growth_watch.h"

namespace solfec {
namespace {

/// A stage to which sweeps with momentum hand over. It runs until it meets the criteria or gains
/// nothing more; then sweeps go on from its best reactions.
struct StageRow {
  StageEnd (*why)(const SolutionState&);  // as the record of the sweeps tells it
  int (*wait)(SolutionState&);            // sweeps before the next look; 0: hand over now
  bool (*run)(SolutionState&);            // whether the criteria are met
  int (*after)(const SolverSettings&);    // sweeps after it, before the next look
};

int block(const SolverSettings& settings) { return settings.momentum.block; }

/// In the order in which they may take over.
constexpr StageRow kStages[] = {
    {[](const SolutionState&) { return StageEnd::interior_due; },
     [](SolutionState& s) { return interior_point_is_due(s) ? 0 : s.settings.momentum.longest; },
     interior_point, block},
    {[](const SolutionState& s) { return s.is_late ? StageEnd::late_due : StageEnd::cold_due; },
     [](SolutionState& s) {
       offer_late_direction(s);
       const int wait = sweeps_before_newton(s);
       return wait > 0 || may_try_series(s) ? wait : s.settings.momentum.longest;
     },
     series_from_start, block},
    {[](const SolutionState&) { return StageEnd::newton_due; }, sweeps_before_newton, newton_steps,
     [](const SolverSettings& settings) { return settings.newton_steps.between; }}};

/// Sweeps with momentum in turn with the stages of the list. @return Whether the criteria are met.
bool take_turns(SolutionState& state) {
  state.newton_allowed = state.newton != nullptr && state.automatic();
  state.moving = 0;
  if (momentum_sweeps(state, state.settings.momentum.first)) return true;
  int sweeps = block(state.settings);
  while (!state.finished()) {
    if (momentum_sweeps(state, std::min(sweeps, sweeps_before_late(state)))) return true;
    if (state.finished()) break;
    sweeps = state.settings.momentum.longest;
    for (const StageRow& stage : kStages) {
      const int wait = stage.wait(state);
      sweeps = std::min(sweeps, wait);
      if (wait > 0) continue;
      state.end(stage.why(state));
      if (stage.run(state)) return true;
      sweeps = stage.after(state.settings);
      break;
    }
  }
  state.end(StageEnd::limit);
  return false;
}

/// Plain sweeps, then the others. @return Whether the criteria are met.
bool solve(SolutionState& state) {
  const int most = state.params.max_sweeps;
  bool done = false;
  if (state.params.acceleration == Acceleration::off) done = plain_sweeps(state, most);
  if (state.automatic()) done = plain_sweeps(state, std::min(state.settings.plain.sweeps, most));
  if (done) return true;
  state.work.start.assign(state.R.begin(), state.R.end());
  state.work.best.assign(state.R.begin(), state.R.end());
  if (!state.finished()) {
    state.evaluate();
    state.first = state.residual;
    state.keep_best();
    state.sweep.restart();
    done = take_turns(state);
  }
  if (!done) state.return_best();
  return done;
}

/// @return Whether the criteria were met, by the residual of what is returned.
bool run(SolutionState& state) {
  bool done = solve(state);
  state.residual = state.sweep.finish(state.R, state.U);
  if (state.automatic() && refines_by_mesh_newton(state.problem)) done = refine(state) || done;
  // Velocities that were summed up change by rounding when they are built anew.
  while (done && !state.met() && !state.finished()) {
    state.work.best.resize(state.R.size());
    state.keep_best();
    done = take_turns(state);
    if (!done) state.return_best();
    state.residual = state.sweep.finish(state.R, state.U);
  }
  return done && state.met();
}

/// What the returned reactions do not meet; the residual where they are out of proportion.
Miss missed(const SolutionState& state) {
  const Residual& found = state.residual;
  const Miss miss = state.criteria.missed(state.report.relative_error, found.map, found.merit);
  return miss == Miss::nothing && !state.met() ? Miss::residual : miss;
}

}  // namespace

void solve_accelerated(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                       std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  SolutionState state(accelerated, params, R, U, report);
  const bool converged = run(state);
  report.merit = state.residual.merit;
  set_residual(state.residual.map, report);
  if (report.status != SolveStatus::ok) return;
  if (!std::isfinite(report.merit)) {
    report.status = SolveStatus::diagonal_failed;
  } else if (state.failure != SolveStatus::ok) {
    report.status = state.failure;
  } else if (!converged) {
    report.status = SolveStatus::diverged;
    report.missed = missed(state);
    report.no_solution =
        reactions_run_away(accelerated.problem, R, U, report.iterations, report.residual);
  }
}

}  // namespace solfec
