#include "solver/interior_solution.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "solver/gauss_seidel.h"
#include "solver/interior_point/interior_point.h"
#include "solver/law/bonds.h"
#include "solver/law/row_quantities.h"
#include "solver/measure/merit.h"
#include "solver/newton/body_space_newton.h"
#include "solver/row/sweep.h"
#include "solver/settings/solver_settings.h"
#include "solver/stages/first_stages.h"
#include "solver/sweep/interior_stage.h"

namespace solfec {
namespace {

/// Accelerated sweeps with the criteria of an interior point and no bound of the change.
GaussSeidelParams finishing_params(const InteriorParams& params, int sweeps) {
  GaussSeidelParams finishing = sweeps_of(params);
  finishing.relative_tolerance = Criteria::kNone;
  finishing.max_sweeps = sweeps;
  finishing.acceleration = Acceleration::nncg;
  return finishing;
}

void solve_by_sweeps_alone(const LocalDynamics& problem, const InteriorParams& params,
                           InteriorWorkspace& work, LocalSolution& solution, SolveReport& report) {
  solve_gauss_seidel(problem, sweeps_of(params), work.sweep, solution.R, solution.U, report);
}

/// Ends the only stage of a report that is complete.
void end_interior_point(const InteriorParams& params, NewtonDirection& direction, double excess,
                        StageLog& log, const SolveReport& report) {
  StageRecord& record = log.current();
  record.steps = report.iterations;
  record.factorisations = report.iterations;
  record.work = record.sweeps + report.iterations * direction.cost_in_sweeps();
  const bool spent = report.iterations >= params.max_iterations;
  log.end(report.missed == Miss::nothing ? StageEnd::met
          : spent                        ? StageEnd::limit
                                         : StageEnd::short_steps,
          excess);
}

void solve_exactly(const LocalDynamics& problem, const InteriorParams& params,
                   InteriorWorkspace& work, NewtonDirection& direction, LocalSolution& solution,
                   SolveReport& report) {
  const Criteria criteria = criteria_of(params, problem);
  const InteriorStageSettings settings =
      interior_stage_settings(criteria, kDefaultSettings.interior);
  const RoundParams rounds{{criteria, settings.systems, params.max_iterations}, settings.rounds};
  const auto measure = [&] {
    work.sweep.velocities.start(problem.body_space);
    update_velocities(problem, work.sweep.velocities, solution.R, solution.U);
    return residual_of(problem, solution.R, solution.U);
  };
  report.criteria = criteria;
  constexpr double kMostSweeps = std::numeric_limits<int>::max();
  const int affordable =
      static_cast<int>(std::fmin(params.max_iterations * direction.cost_in_sweeps(), kMostSweeps));
  const FirstStages first{{problem, nullptr, criteria}, kDefaultSettings, affordable, true};
  BodySpaceNewton factors(problem, work.sweep.factor);
  const bool stands =
      solve_first_stages(first, factors, work.sweep, solution.R, report.stages).found;
  const Residual start = measure();
  // Reactions of the step before that are as exact as those of standing bodies stay.
  const double excess = criteria.excess(start.map, start.merit);
  const bool is_solved = excess <= (stands ? 1.0 : kDefaultSettings.standing.tolerance);
  StageLog log(report.stages);
  if (is_solved) {
    report.iterations = 1;
    report.merit = start.merit;
    set_residual(start.map, report);
    if (stands) return;
    log.begin(Stage::interior_point, excess);
    log.current().steps = report.iterations;
    log.end(StageEnd::met, excess);
    return;
  }
  log.begin(Stage::interior_point, excess);
  SolveReport swept;
  const FinishingSweeps finish = [&](std::span<Vec3> R, int sweeps) {
    solve_gauss_seidel(problem, finishing_params(params, sweeps), work.sweep, R, solution.U, swept);
    log.current().sweeps += swept.iterations;
    return FinishedSweeps{swept.status == SolveStatus::ok, swept.iterations};
  };
  InteriorPointResult found =
      solve_by_rounds(problem, nullptr, direction, rounds, finish, solution.R);
  report.iterations = found.iterations;
  report.residual_history = std::move(found.history);
  const Residual residual = measure();
  report.merit = residual.merit;
  set_residual(residual.map, report);
  report.missed = criteria.missed(0.0, residual.map, residual.merit);
  end_interior_point(params, direction, criteria.excess(residual.map, residual.merit), log, report);
}

/// Largest free velocity of a row, m/s.
double free_speed(const LocalDynamics& problem) {
  double speed = 0.0;
  for (const Vec3 B : problem.B) speed = std::fmax(speed, norm(B));
  return speed;
}

void solve_without_dilation(const LocalDynamics& problem, const InteriorParams& params,
                            InteriorWorkspace& work, NewtonDirection& direction,
                            LocalSolution& solution, SolveReport& report) {
  const Criteria criteria = criteria_of(params, problem);
  const bool by_merit = !std::isfinite(criteria.accuracy);
  const double speed = free_speed(problem);
  const double bound = by_merit ? std::sqrt(params.merit_tolerance) * speed : criteria.accuracy;
  const ConvexSettings& settings = kDefaultSettings.convex;
  std::vector<Vec3> best;
  double error = std::numeric_limits<double>::infinity();
  double scale = 1.0;
  bool met = false;
  StageLog log(report.stages);
  log.begin(Stage::interior_point, 0.0);
  for (const double proximal : settings.proximal) {
    const int left = params.max_iterations - report.iterations;
    if (met || left <= 0) break;
    const ConvexParams convex{bound, {proximal, settings.refined, false}, left};
    const ConvexResult found =
        solve_convex(problem, nullptr, direction, convex, solution.R, solution.U);
    if (report.iterations == 0 && found.iterations > 0) {
      log.current().before = found.history.front().residual * found.scale / bound;
    }
    report.iterations += found.iterations;
    report.residual_history.insert(report.residual_history.end(), found.history.begin(),
                                   found.history.end());
    met = found.met;
    if (!best.empty() && !(found.error < error)) continue;
    error = found.error;
    scale = found.scale;
    best = solution.R;
  }
  solution.R = best;
  work.sweep.velocities.start(problem.body_space);
  update_velocities(problem, work.sweep.velocities, solution.R, solution.U);
  report.worst_error = report.mean_error = error;
  report.residual = error / scale;
  report.merit = speed > 0.0 ? error * error / (speed * speed) : 0.0;
  if (!met) report.missed = by_merit ? Miss::merit : Miss::accuracy;
  report.criteria.accuracy = bound;
  end_interior_point(params, direction, error / bound, log, report);
}

}  // namespace

GaussSeidelParams sweeps_of(const InteriorParams& params) {
  return sweeps_with(params.merit_tolerance, params.accuracy);
}

void solve_by_interior_point(const LocalDynamics& problem, const InteriorParams& params,
                             InteriorWorkspace& work, LocalSolution& solution,
                             SolveReport& report) {
  SOLFEC_ASSERT(count(solution.R) == problem.size() && count(solution.U) == problem.size());
  const bool convex = params.friction == FrictionLaw::convex;
  BodySpaceNewton direction(problem, work.factor);
  const bool one_rank = problem.shared.one_rank();
  const bool any = !one_rank || count_contacts(problem) > 0;  // ranks decide alike
  const bool able =
      one_rank && any && direction.is_complete() &&
      (convex || direction.cost_in_sweeps() <= kDefaultSettings.newton_steps.affordable);
  if (!able) {
    if (convex && any) {
      throw InputError(
          "INTERIOR_POINT_SOLVER: friction = 'CONVEX' is for rigid and pseudo-rigid bodies on one "
          "rank");
    }
    solve_by_sweeps_alone(problem, params, work, solution, report);
    return;
  }
  report.clear();
  report.iteration_kind = IterationKind::newton;
  const PhaseScope scope(report.timers, Phase::LINRUN);
  const SolveStatus prepared = prepare_sweep(problem, SweptRows::all, solution.R, work.sweep.rows);
  const auto solve = convex ? solve_without_dilation : solve_exactly;
  solve(problem, params, work, direction, solution, report);
  report.newton_steps = report.iterations;
  report.status = report.missed == Miss::nothing ? SolveStatus::ok : SolveStatus::diverged;
  if (!std::isfinite(report.merit)) report.status = SolveStatus::diagonal_failed;
  if (prepared != SolveStatus::ok) report.status = prepared;
  find_broken_bonds(problem, solution.R, solution.U, report.broken_bonds);
}

}  // namespace solfec
