#include "solver/stages/refinement.h"

#include <algorithm>

namespace solfec {
namespace {

void take_back(SolutionState& state) {
  state.sweep.set_reactions(state.work.base);
  state.residual = state.sweep.finish(state.R, state.U);
}

/// Takes work.trial if that leaves a residual of at most `share` of the present one and less than
/// it, else work.base. @return Whether it has.
bool take_trial(SolutionState& state, double share, bool is_strict) {
  const double before = state.residual.map.natural();
  state.sweep.set_reactions(state.work.trial);
  state.residual = state.sweep.finish(state.R, state.U);
  const double after = state.residual.map.natural();
  if (is_strict ? after < share * before : after <= share * before) return true;
  take_back(state);
  return false;
}

bool refine_by_steps(SolutionState& state) {
  const RefinementSettings& settings = state.settings.refinement;
  SweepWorkspace& work = state.work;
  bool better = false;
  work.direction.resize(state.R.size());
  work.trial.resize(state.R.size());
  for (int k = 0; k < settings.steps && state.residual.map.natural() > settings.residual; ++k) {
    if (!state.newton->compute(state.R, state.U, work.direction)) break;
    state.note_steps(1);
    work.base.assign(state.R.begin(), state.R.end());
    state.project_step(1.0);
    if (!take_trial(state, settings.gain, false)) break;
    better = true;
  }
  return better;
}

bool refine_by_series(SolutionState& state) {
  const double goal = state.settings.refinement.residual;
  if (!(state.residual.map.natural() > goal)) return false;
  SweepWorkspace& work = state.work;
  work.trial.assign(state.R.begin(), state.R.end());
  work.base.assign(state.R.begin(), state.R.end());
  const NewtonSeriesResult found =
      run_series(state, series_of(state, Criteria{.residual = goal}, true));
  if (found.residual < state.residual.map.natural()) return take_trial(state, 1.0, true);
  take_back(state);
  return false;
}

}  // namespace

bool refine(SolutionState& state) {
  const double goal = state.settings.refinement.residual;
  if (!(state.residual.map.natural() > goal)) return false;
  state.begin(Stage::refinement);
  bool better = refine_by_steps(state);
  better = refine_by_series(state) || better;
  const bool small = state.residual.map.natural() <= goal;
  state.log.end(small ? StageEnd::refined : StageEnd::little_gain, state.excess());
  SolveReport& report = state.report;
  if (better) {
    report.relative_error = std::min(report.relative_error, state.residual.map.natural());
  }
  return better;
}

}  // namespace solfec
