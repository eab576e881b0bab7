#include "solver/stages/momentum_sweeps.h"

#include <cmath>
#include <limits>

namespace solfec {
namespace {

/// Sweeps that meet the criteria, if the excess goes on to fall as it has from `old`.
double sweeps_to_go(const SolutionState& state, double old, int sweeps) {
  const double excess = state.excess();
  if (!(excess < old) || excess <= 1.0) return std::numeric_limits<double>::infinity();
  return sweeps * std::log(excess) / std::log(old / excess);
}

}  // namespace

bool momentum_sweeps(SolutionState& state, int sweeps) {
  const MomentumSettings& settings = state.settings.momentum;
  const double old = state.excess();
  for (int k = 0; k < sweeps && !state.finished(); ++k) {
    if (!state.log.is_open()) state.log.begin(Stage::momentum, old);
    if (state.moving == settings.restart) state.stop();
    if (state.moving++ == 0) {
      state.momentum.restart();
    } else {
      state.sweep.extrapolate(state.momentum.next());
    }
    const bool small = state.one_sweep(state.momentum.next(), true);
    const bool due = state.schedule.is_due(state.last_change, small, settings.interval);
    if (due || k + 1 == sweeps || state.finished()) {
      state.evaluate();
      state.keep_best();
      if (state.met()) {
        state.end(StageEnd::met);
        return true;
      }
      state.sweeps_needed = sweeps_to_go(state, old, k + 1);
    }
    state.momentum.advance(state.tally.gradient_squared);
  }
  return false;
}

bool smoothing_sweep(SolutionState& state, int k, bool counted) {
  if (k > 0) {
    state.momentum.advance(state.tally.gradient_squared);
    state.sweep.extrapolate(state.momentum.next());
  }
  if (counted) return state.one_sweep(state.momentum.next(), true);
  state.uncounted_sweep(state.momentum.next(), true);
  return false;
}

}  // namespace solfec
