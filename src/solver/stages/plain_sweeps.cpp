#include "solver/stages/plain_sweeps.h"

#include <algorithm>
#include <cmath>

namespace solfec {
namespace {

/// The change by another sweep would be of the size of the residual.
void note_direct_sweep(SolutionState& state) {
  SolveReport& report = state.report;
  report.relative_error = std::min(report.relative_error, state.residual.map.natural());
  report.error_history.back() = report.relative_error;
}

/// @return Why they end.
StageEnd sweep_until(SolutionState& state, int last) {
  const int interval = state.settings.plain.interval;
  const SolveReport& report = state.report;
  double old = 0.0;
  while (report.iterations < last && !state.finished()) {
    const bool small = state.one_sweep({}, false);
    const bool due = state.schedule.is_due(state.last_change, small, interval);
    if (!due && report.iterations > 1 && report.iterations < last) continue;
    const int sweeps = state.schedule.sweeps();
    state.evaluate();
    if (state.sweep.is_direct()) note_direct_sweep(state);
    const double excess = state.excess();
    if (report.iterations == 1) state.log.current().before = excess;
    if (state.met()) return StageEnd::met;
    const double rate = std::log(old / excess) / sweeps;
    const bool slow = rate * (last - report.iterations) < std::log(excess);
    const bool may_end = state.params.acceleration != Acceleration::off;
    if (may_end && slow && sweeps == interval) return StageEnd::slow;
    old = excess;
  }
  return StageEnd::first_done;
}

}  // namespace

bool plain_sweeps(SolutionState& state, int last) {
  state.log.begin(Stage::plain_sweeps, 0.0);
  const StageEnd why = sweep_until(state, last);
  state.end(why);
  return why == StageEnd::met;
}

}  // namespace solfec
