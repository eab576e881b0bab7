#include "solver/stages/stages.h"

#include <algorithm>
#include <cmath>

#include "solver/newton/mesh_newton.h"
#include "solver/stages/first_stages.h"
#include "solver/stages/interior_point_stage.h"
#include "solver/stages/momentum_sweeps.h"
#include "solver/stages/newton_stages.h"
#include "solver/stages/plain_sweeps.h"
#include "solver/stages/refinement.h"
#include "solver/stages/solution_state.h"
#include "solver/sweep/growth_watch.h"

namespace solfec {
namespace {

// stage           begins                               runs until                     then
//
// standing        contacts are at rest at the start    all stand, or one moves        the next two
// augmented       redundant contacts that move, or at  its goal, or rounds lead on    plain sweeps
//   Lagrangian    the border of their cones            no further
// plain sweeps    first; with 'NNCG' never             met, 30 sweeps, or too slow    momentum
// momentum        after each other stage               met, or a stage below is due   that stage
// interior point  40 sweeps, redundant contacts        met, or its rounds are spent   momentum
// cold series     R = 0 at the start, second time      met, or its work is spent      momentum
//                 that Newton steps are due; or
//                 once, 600 sweeps before the limit
// mesh steps      late, where factors of meshes cost   met, or its work is spent      momentum
//                 more than is affordable
// Newton steps    sweeps foretell more work            met, 12 steps, or a bad one    momentum
// refinement      after the end, where quasi-static    e <= 1e-10, or a bad step      end
//                 steps see meshes
//
// Each ends the solution when the criteria are met (SolutionState::met), when a sweep changes
// nothing and when the sweeps that the user allows are spent. Numbers: SolverSettings.

/// A stage to which sweeps with momentum hand over; they go on from its best reactions.
struct StageRow {
  int (*wait)(SolutionState&);          // sweeps before the next look; 0: hand over now
  StageEnd why;                         // reason in the record of the sweeps
  bool (*run)(SolutionState&);          // whether the criteria are met
  int (*after)(const SolverSettings&);  // sweeps after it before the next look
};

int block(const SolverSettings& settings) { return settings.momentum.block; }
int longer_block(const SolverSettings& settings) { return settings.newton_steps.between; }

int before_interior(SolutionState& state) {
  if (interior_point_is_due(state)) return 0;
  const int wait = state.interior.sweeps_before_next(state.report.iterations);
  return wait > 0 ? wait : state.settings.momentum.longest;
}

/// A series takes the place of Newton steps that are due.
int before_series(SolutionState& state, bool late) {
  const bool may = state.is_late == late && may_try_series(state);
  return may ? sweeps_before_newton(state) : state.settings.momentum.longest;
}
int before_late_series(SolutionState& state) {
  offer_late_direction(state);
  return before_series(state, true);
}
int before_cold_series(SolutionState& state) { return before_series(state, false); }

/// In the order in which they may take over.
constexpr StageRow kStages[] = {
    {before_interior, StageEnd::interior_due, interior_point, block},
    {before_late_series, StageEnd::late_due, series_from_start, block},
    {before_cold_series, StageEnd::cold_due, series_from_start, block},
    {sweeps_before_last_series, StageEnd::last_due, series_from_nothing, block},
    {sweeps_before_newton, StageEnd::newton_due, newton_steps, longer_block},
};

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
      state.end(stage.why);
      if (stage.run(state)) return true;
      sweeps = stage.after(state.settings);
      break;
    }
  }
  state.end(StageEnd::limit);
  return false;
}

/// The stages over bodies; the first plain sweep after them meets the criteria. Beside stiff bonds
/// a sweep makes errors of velocity larger, up to a hundred times: there their own measurement
/// counts. @return Whether the criteria are met.
bool first_stages(SolutionState& state) {
  if (state.newton == nullptr || !state.automatic()) return false;
  const FirstStages what{
      {state.problem, state.blocks, state.criteria}, state.settings, state.params.max_sweeps};
  const FirstStagesResult result =
      solve_first_stages(what, *state.newton, state.work, state.R, state.report.stages);
  state.report.newton_steps += result.factorisations;
  // Blocks of W keep the reactions that they were multiplied with last.
  if (result.found || state.blocks != nullptr) state.sweep.set_reactions(state.R);
  if (!result.found || !has_closed_zones(state.problem)) return false;
  state.evaluate();
  return state.met();
}

/// Plain sweeps, then the others. @return Whether the criteria are met.
bool solve(SolutionState& state) {
  const int most = state.params.max_sweeps;
  bool done = false;
  if (first_stages(state)) return true;
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
    report.missed = state.missed();
    report.no_solution =
        reactions_run_away(accelerated.problem, R, U, report.iterations, report.residual);
  }
}

}  // namespace solfec
