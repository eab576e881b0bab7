#include "solver/stages/newton_stages.h"

#include <algorithm>
#include <utility>

#include "base/count.h"
#include "solver/stages/momentum_sweeps.h"

namespace solfec {

int sweeps_before_late(const SolutionState& state) {
  const SolverSettings& settings = state.settings;
  const bool may_come = state.newton != nullptr && state.late != nullptr && state.automatic() &&
                        !(state.newton->cost_in_sweeps() <= settings.newton_steps.affordable);
  if (!may_come) return settings.momentum.longest;
  const int first = std::max(settings.late.first, state.params.max_sweeps / settings.late.share);
  return std::max(0, first - state.report.iterations);
}

void offer_late_direction(SolutionState& state) {
  if (sweeps_before_late(state) > 0) return;
  state.newton = std::exchange(state.late, nullptr);
  state.newton_allowed = true;
  state.is_late = true;
}

int sweeps_before_newton(SolutionState& state) {
  const NewtonStepSettings& steps = state.settings.newton_steps;
  const MomentumSettings& momentum = state.settings.momentum;
  if (!state.newton_allowed) return momentum.longest;
  const double cost = state.newton->cost_in_sweeps();
  if (state.sweeps_needed < steps.least_sweeps || state.sweeps_needed < steps.least_steps * cost) {
    const double most = steps.between;
    return std::max(static_cast<int>(std::min(state.sweeps_needed, most)), momentum.block);
  }
  state.newton_allowed = cost <= steps.affordable;
  if (!state.newton_allowed) return momentum.longest;
  const int least = std::max(state.newton_wait, static_cast<int>(cost));
  return std::max(0, least - (state.report.iterations - state.last_newton));
}

namespace {

/// Sets the reactions after a step, smooths them and keeps the better ones. True when the criteria
/// are met.
bool try_step(SolutionState& state, double length) {
  const NewtonStepSettings& steps = state.settings.newton_steps;
  state.project_step(length);
  state.sweep.set_reactions(state.work.trial);
  state.residual = state.sweep.evaluate();
  state.keep_best();
  state.momentum.restart();
  for (int k = 0; k < steps.smoothing && !state.finished(); ++k) {
    const bool small = smoothing_sweep(state, k, true);
    const bool due = state.schedule.is_due(state.last_change, small, steps.smoothing);
    if (!due && k != 1 && k + 1 < steps.smoothing && !state.finished()) continue;
    state.evaluate();
    state.keep_best();
    if (state.met()) return true;
    if (k == 1 && state.residual.map.natural() > steps.hopeless * state.best) break;
  }
  return false;
}

/// One step with the length that gains enough. @return Why the series ends with it, or steps_done.
StageEnd one_step(SolutionState& state) {
  const NewtonStepSettings& steps = state.settings.newton_steps;
  SweepWorkspace& work = state.work;
  state.sweep.finish(state.R, state.U);
  work.base.assign(state.R.begin(), state.R.end());
  const double before = state.best;
  if (!state.newton->compute(work.base, state.U, work.direction)) return StageEnd::not_solved;
  state.note_steps(1);
  bool better = false;
  for (const double length : steps.lengths) {
    if (try_step(state, length)) return StageEnd::met;
    better = state.best < steps.accepted * before;
    if (better) break;
  }
  state.sweep.set_reactions(work.best);
  return better ? StageEnd::steps_done : StageEnd::rejected;
}

}  // namespace

bool newton_steps(SolutionState& state) {
  const NewtonStepSettings& steps = state.settings.newton_steps;
  state.begin(state.uses_meshes() ? Stage::mesh_steps : Stage::newton_steps);
  state.moving = 0;
  state.sweep.set_reactions(state.work.best);
  state.work.direction.resize(state.R.size());
  state.work.trial.resize(state.R.size());
  int kept = 0;
  StageEnd why = StageEnd::steps_done;
  while (kept < steps.steps && !state.finished()) {
    why = one_step(state);
    if (why != StageEnd::steps_done) break;
    ++kept;
  }
  state.end(why);
  if (why == StageEnd::met) return true;
  const int longer = 2 * std::max(state.newton_wait, steps.between);
  state.last_newton = state.report.iterations;
  state.newton_wait = kept > 0 ? steps.between : std::min(longer, steps.longest_wait);
  if (!state.finished()) state.evaluate();  // the best reactions
  return false;
}

bool may_try_series(const SolutionState& state) {
  const int left = state.params.max_sweeps - state.report.iterations;
  const int sweeps = state.settings.series.sweeps;
  if (state.is_late) return !state.series_tried && left >= sweeps;
  return !state.series_tried && state.report.newton_steps > 0 && left >= 2 * sweeps &&
         state.problem.shared.one_rank() && !state.is_warm() && state.newton->is_complete();
}

namespace {

/// Takes the reactions of a series that has met the criteria, unless a sweep after it is worse.
bool take_series(SolutionState& state) {
  state.moving = 0;
  state.sweep.set_reactions(state.work.trial);
  state.evaluate();
  state.keep_best();
  state.one_sweep({}, false);  // which tells how much they change
  state.evaluate();
  if (state.residual.map.natural() > state.best) {
    state.sweep.set_reactions(state.work.best);
    state.residual = state.sweep.evaluate();
  }
  state.keep_best();
  return state.met();
}

/// A series from work.trial. @return Whether the criteria are met.
bool series_from_trial(SolutionState& state, Stage stage) {
  state.begin(stage);
  const bool by_residual = state.params.residual_tolerance > 0.0;
  const NewtonSeriesResult found = run_series(state, series_of(state, state.criteria, by_residual));
  SolveReport& report = state.report;
  report.iterations += found.sweeps;
  report.error_history.resize(at(report.iterations), report.relative_error);
  report.merit_history.resize(at(report.iterations), report.merit);
  const bool met = found.met && take_series(state);
  state.log.end(met ? StageEnd::met : found.met ? StageEnd::rejected : found.end, state.excess());
  return met;
}

}  // namespace

bool series_from_start(SolutionState& state) {
  state.series_tried = true;
  state.work.trial = state.work.start;
  return series_from_trial(state, state.is_late ? Stage::mesh_steps : Stage::cold_series);
}

int sweeps_before_last_series(SolutionState& state) {
  const int reserved = state.settings.series.sweeps;
  const int last = state.params.max_sweeps - reserved - reserved / 2;  // other stages overshoot
  const bool may = state.newton_allowed && !state.last_series_tried && last >= reserved &&
                   !state.uses_meshes() && state.problem.shared.one_rank();
  if (!may) return state.settings.momentum.longest;
  const int wait = std::max(0, last - state.report.iterations);
  if (wait > 0) return wait;
  const int left = state.params.max_sweeps - state.report.iterations;
  const bool is_possible = left >= reserved + state.settings.newton_steps.smoothing &&
                           state.newton->is_complete() && state.is_warm();
  const double work = state.settings.series.steps * state.newton->cost_in_sweeps();
  const bool pays = is_possible && work <= state.params.max_sweeps;
  return pays ? 0 : state.settings.momentum.longest;
}

bool series_from_nothing(SolutionState& state) {
  state.last_series_tried = true;
  state.work.trial.assign(state.work.start.size(), Vec3{});
  return series_from_trial(state, Stage::cold_series);
}

}  // namespace solfec
