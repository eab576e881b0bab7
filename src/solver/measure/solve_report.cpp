#include "solver/measure/solve_report.h"

namespace solfec {

void SolveReport::clear() {
  status = SolveStatus::ok;
  fallback = SolveStatus::ok;
  replaced_visits = 0;
  iteration_kind = IterationKind::sweep;
  iterations = 0;
  newton_steps = 0;
  relative_error = 0.0;
  merit = 0.0;
  residual = 0.0;
  worst_error = 0.0;
  mean_error = 0.0;
  worst_row = -1;
  missed = Miss::nothing;
  no_solution = false;
  broken_bonds.clear();
  error_history.clear();
  merit_history.clear();
  residual_history.clear();
  stages.clear();
  criteria = {};
  sets = {};
  timers.reset();
}

void set_residual(const NaturalViolation& map, SolveReport& report) {
  report.residual = map.natural();
  report.worst_error = map.worst;
  report.mean_error = map.mean;
  report.worst_row = map.worst_row;
}

SolveStatus outcome(const SolveReport& report) {
  return report.status != SolveStatus::ok ? report.status : report.fallback;
}

}  // namespace solfec
