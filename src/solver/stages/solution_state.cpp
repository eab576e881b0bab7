#include "solver/stages/solution_state.h"

#include <algorithm>
#include <cmath>

#include "solver/law/law.h"
#include "solver/measure/proportion.h"
#include "solver/newton/mesh_newton.h"

namespace solfec {

SolutionState::SolutionState(const AcceleratedProblem& accelerated,
                             const GaussSeidelParams& parameters, std::span<Vec3> reactions,
                             std::span<Vec3> velocities, SolveReport& to_fill)
    : problem(accelerated.problem),
      sweep(accelerated.sweep),
      newton(accelerated.newton),
      late(accelerated.late),
      blocks(accelerated.blocks),
      params(parameters),
      settings(*parameters.settings),
      criteria(criteria_of(parameters, accelerated.problem)),
      report(to_fill),
      work(accelerated.work),
      R(reactions),
      U(velocities),
      log(to_fill.stages),
      momentum(parameters.settings->damping),
      interior(interior_stage_settings(criteria, parameters.settings->interior),
               parameters.max_sweeps) {
  report.criteria = criteria;
}

bool SolutionState::met() const {
  if (residual.map.violation == 0.0) return true;
  if (!is_in_proportion()) return false;
  return criteria.missed(report.relative_error, residual.map, residual.merit) == Miss::nothing;
}

Miss SolutionState::missed() const {
  const Miss miss = criteria.missed(report.relative_error, residual.map, residual.merit);
  return miss == Miss::nothing && !met() ? Miss::residual : miss;
}

bool SolutionState::is_in_proportion() const {
  return params.residual_tolerance > 0.0 || in_proportion(residual.map, first.map);
}

bool SolutionState::is_warm() const {
  const bool warm =
      std::any_of(work.start.begin(), work.start.end(), [](Vec3 r) { return r != Vec3{}; });
  return problem.shared.largest(warm ? 1 : 0) != 0;
}

bool SolutionState::uses_meshes() const {
  return is_late || (blocks == nullptr && refines_by_mesh_newton(problem));
}

bool SolutionState::one_sweep(const Momentum& next, bool keep_gradient) {
  uncounted_sweep(next, keep_gradient);
  ++report.iterations;
  report.error_history.push_back(report.relative_error);
  report.merit_history.push_back(report.merit);
  return report.relative_error <= criteria.change;
}

void SolutionState::uncounted_sweep(Momentum next, bool keep_gradient) {
  if (report.iterations > 0) {
    const MomentumSettings& slip = settings.momentum;
    next.slip_tolerance = std::clamp(slip.slip * last_change, slip.finest, slip.coarsest);
  }
  sweep.sweep(next, keep_gradient, tally);
  note_sweeps(1);
  if (tally.fallback != SolveStatus::ok) report.fallback = tally.fallback;
  report.replaced_visits += tally.replaced;
  failure = tally.failure;
  at_rest = tally.change_squared == 0.0;
  last_change = reaction_change(tally);
  report.relative_error = relative_change(tally);
}

void SolutionState::evaluate() {
  residual = sweep.evaluate();
  schedule.set_evaluated(last_change, excess());
  report.residual_history.push_back({report.iterations, residual.map.natural()});
  report.merit = residual.merit;
  if (!report.merit_history.empty()) report.merit_history.back() = residual.merit;
}

void SolutionState::keep_best() {
  if (!(residual.map.natural() < best)) return;
  best = residual.map.natural();
  best_merit = residual.merit;
  sweep.get_reactions(work.best);
}

void SolutionState::return_best() {
  evaluate();
  if (!(residual.map.natural() <= best)) {
    sweep.set_reactions(work.best);
    residual = sweep.evaluate();
    report.merit = best_merit;
  }
  if (!std::isfinite(first.map.scale) || !is_warm()) return;
  // The next step would start from larger reactions that better nothing, and go on to larger ones.
  const Residual start = sweep.evaluate_at(work.start);
  const bool better =
      residual.map.violation <= settings.newton_steps.accepted * start.map.violation;
  if (residual.map.scale <= start.map.scale || (better && in_proportion(residual.map, start.map))) {
    return;
  }
  sweep.set_reactions(work.start);
  report.merit = start.merit;
}

void SolutionState::project_step(double length) {
  for (std::size_t i = 0; i < work.trial.size(); ++i) {
    const RowLaw& law = problem.law[i];
    work.trial[i] = law_of(law.kind).project(law, work.base[i] + length * work.direction[i]);
  }
}

void SolutionState::stop() {
  sweep.restart();
  moving = 0;
}

void SolutionState::end(StageEnd why) {
  if (!log.is_open()) return;
  if (why != StageEnd::met && at_rest) why = StageEnd::at_rest;
  if (why != StageEnd::met && report.iterations >= params.max_sweeps) why = StageEnd::limit;
  log.end(why, excess());
}

void SolutionState::note_sweeps(int sweeps) {
  log.current().sweeps += sweeps;
  log.current().work += sweeps;
}

void SolutionState::note_steps(int steps) {
  report.newton_steps += steps;
  StageRecord& record = log.current();
  record.steps += steps;
  record.factorisations += steps;
  if (steps > 0) record.work += steps * newton->cost_in_sweeps();
}

NewtonSeries series_of(const SolutionState& state, const Criteria& criteria, bool by_residual) {
  const SeriesSettings& series = state.settings.series;
  const double step = state.newton->cost_in_sweeps() + state.settings.newton_steps.smoothing;
  return {.criteria = criteria,
          .by_residual = by_residual,
          .most_work = series.steps * step + series.sweeps,
          .most_sweeps = series.sweeps,
          .settings = &state.settings};
}

NewtonSeriesResult run_series(SolutionState& state, const NewtonSeries& series) {
  SweepWorkspace& work = state.work;
  work.direction.resize(work.trial.size());
  const NewtonSeriesResult found = run_newton_series({state.problem, state.blocks}, *state.newton,
                                                     series, work.trial, work.direction);
  state.note_steps(found.steps);
  state.note_sweeps(found.sweeps);
  return found;
}

}  // namespace solfec
