#include "solver/stages/interior_point_stage.h"

#include <cmath>

#include "solver/stages/finishing_watch.h"
#include "solver/stages/momentum_sweeps.h"

namespace solfec {
namespace {

/// Whether an accuracy is asked for, and contacts are so redundant that rounds of the interior
/// point are plain ones.
bool is_wall(const SolutionState& state) {
  return std::isfinite(state.criteria.accuracy) &&
         has_many_contacts(state.problem, state.blocks, state.settings.interior.many);
}

/// Sweeps with momentum from some reactions, which the report does not count: they belong to the
/// interior point, until the criteria are met and more sweeps gain little, or are out of reach.
///
/// In walls weight and count of the momentum begin anew, for sweeps from such reactions do not go
/// round in circles: of 476 steps of six walls they solve four more, with 12 % less work. Dominoes
/// and rockfill, which lean on few contacts, are better off with those of the solution.
FinishedSweeps finishing_sweeps(SolutionState& state, std::span<Vec3> R, int sweeps) {
  state.sweep.set_reactions(R);
  if (is_wall(state)) state.momentum = SweepMomentum(state.settings.damping);
  state.momentum.restart();
  FinishingWatch watch(state.settings.interior.finishing, sweeps);
  int done = 0;
  for (; done < sweeps; ++done) {
    if (watch.is_due(done)) {
      const Residual now = state.sweep.evaluate();
      if (watch.ends(done, state.criteria.excess(now.map, now.merit))) break;
    }
    smoothing_sweep(state, done, false);
  }
  state.residual = state.sweep.evaluate();
  if (state.is_in_proportion()) state.keep_best();
  state.sweep.get_reactions(R);
  return {state.met(), done};
}

bool try_once(SolutionState& state) {
  SweepWorkspace& work = state.work;
  work.trial = state.interior.begins_at_start() ? work.start : work.best;
  const FinishingSweeps finish = [&](std::span<Vec3> R, int sweeps) {
    return finishing_sweeps(state, R, sweeps);
  };
  const InteriorPointResult found =
      state.interior.run({state.problem, state.blocks, state.criteria}, *state.newton, finish,
                         state.report.iterations, work.trial);
  state.note_steps(found.iterations);
  state.report.merit = state.residual.merit;
  state.moving = 0;
  if (found.met) return true;
  state.sweep.set_reactions(work.trial);
  state.evaluate();
  if (!state.is_in_proportion()) {
    state.sweep.set_reactions(work.best);
    state.evaluate();
  }
  state.keep_best();
  return state.met();
}

}  // namespace

bool interior_point_is_due(SolutionState& state) {
  return state.automatic() &&
         state.interior.is_due(state.problem, state.newton, state.report.iterations);
}

bool interior_point(SolutionState& state) {
  state.begin(Stage::interior_point);
  const bool met = try_once(state);
  const bool has_left = state.interior.has_iterations_left();
  const StageEnd missed = has_left ? StageEnd::short_steps : StageEnd::work_spent;
  state.log.end(met ? StageEnd::met : missed, state.excess());
  return met;
}

}  // namespace solfec
