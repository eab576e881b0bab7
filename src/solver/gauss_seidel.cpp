#include "solver/gauss_seidel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/bonds.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/proportion.h"
#include "solver/newton/block_newton.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton/gathered_newton.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton_series/newton.h"
#include "solver/row/sweep.h"
#include "solver/settings/solver_settings.h"
#include "solver/stages/stages.h"
#include "solver/sweep/block_sweep.h"
#include "solver/sweep/coloured_sweep.h"
#include "solver/sweep/growth_watch.h"

namespace solfec {
namespace {

constexpr int kReservedHistory = 4096;  // sweeps whose history never allocates twice
constexpr int kReservedStages = 64;     // the same of stages

// 1, 2, 5, 10, 20, 50, 100, ...
bool on_schedule(int sweep) {
  while (sweep % 10 == 0) sweep /= 10;
  return sweep == 1 || sweep == 2 || sweep == 5;
}

SolveStatus final_status(SolveStatus prepared, const SweepTally& last, double merit,
                         bool converged) {
  if (prepared != SolveStatus::ok) return prepared;
  if (!std::isfinite(merit)) return SolveStatus::diagonal_failed;
  if (last.failure != SolveStatus::ok) return last.failure;
  return converged ? SolveStatus::ok : SolveStatus::diverged;
}

void reserve_histories(const GaussSeidelParams& params, SolveReport& report) {
  const auto reserved =
      static_cast<std::size_t>(std::clamp(params.max_sweeps, 0, kReservedHistory));
  report.error_history.reserve(reserved);
  report.merit_history.reserve(reserved);
  report.residual_history.reserve(reserved);
  report.stages.reserve(kReservedStages);
}

SweepParams sweep_params(const GaussSeidelParams& params, const LocalDynamics& problem) {
  const Criteria criteria = criteria_of(params, problem);
  const bool has_bound = std::isfinite(criteria.change);
  const double relative = std::min({JointGoal{}.relative, criteria.change, criteria.residual,
                                    std::sqrt(criteria.merit), criteria.velocities});
  return {.solver = params.diagonal_solver,
          .contact = {params.diagonal_tolerance, params.diagonal_max_iterations},
          .measures_motion = has_bound && params.acceleration != Acceleration::off,
          .joints = &params.settings->joints,
          .joint_goal = {std::min(criteria.accuracy, criteria.row_error), relative}};
}

/// The rows and what multiplies by their W.
template <typename Operator>
struct SweptProblem {
  const LocalDynamics& rows;
  Operator& W;
};

template <typename Operator>
void solve_by_sweeps(const SweptProblem<Operator>& swept, const GaussSeidelParams& params,
                     SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                     SolveReport& report) {
  const LocalDynamics& problem = swept.rows;
  Operator& W = swept.W;
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  SOLFEC_ASSERT(W.row_count() == problem.size());
  report.clear();
  reserve_histories(params, report);

  std::optional<PhaseScope> phase(std::in_place, report.timers, Phase::GSINIT);
  const SolveStatus prepared = prepare_sweep(problem, SweptRows::all, R, work.rows);
  W.reset(R);
  phase.emplace(report.timers, Phase::GSRUN);
  SweepParams visit = sweep_params(params, problem);
  SweepTally tally;
  GrowthWatch watch;
  const UnacceleratedSettings& settings = params.settings->unaccelerated;
  const Criteria criteria = criteria_of(params, problem);
  report.criteria = criteria;
  StageLog log(report.stages);
  NaturalViolation map;
  const auto evaluate = [&] {
    update_velocities(problem, W, R, U);
    const Residual residual = residual_of(problem, R, U);
    map = residual.map;
    report.merit = residual.merit;
    report.missed = criteria.missed(report.relative_error, map, report.merit);
  };
  bool evaluated = false;  // after the last sweep
  bool converged = false;
  for (int sweep = 1; sweep <= params.max_sweeps && !converged; ++sweep) {
    visit.backward = params.alternate_direction && sweep % 2 == 0;
    sweep_rows(problem, W, std::span(work.rows), visit, R, tally);
    if (tally.fallback != SolveStatus::ok) report.fallback = tally.fallback;
    report.replaced_visits += tally.replaced;
    if (sweep % settings.refresh == 0) W.reset(R);

    report.iterations = sweep;
    report.relative_error = relative_change(tally);
    const bool change_small = report.relative_error <= params.relative_tolerance;
    evaluated = change_small || problem.size() <= settings.small_problem || on_schedule(sweep);
    if (evaluated) evaluate();
    if (sweep == 1) log.begin(Stage::plain_sweeps, criteria.excess(map, report.merit));
    watch.add(sweep, std::sqrt(tally.size_squared), std::sqrt(tally.change_squared), report.merit);
    report.error_history.push_back(report.relative_error);
    report.merit_history.push_back(report.merit);
    converged = evaluated && report.missed == Miss::nothing;
  }
  if (!evaluated) evaluate();
  if (log.is_open()) {
    log.current().sweeps = report.iterations;
    log.current().work = report.iterations;
    log.end(converged ? StageEnd::met : StageEnd::limit, criteria.excess(map, report.merit));
  }
  set_residual(map, report);
  report.status = final_status(prepared, tally, report.merit, converged);
  if (report.status != SolveStatus::diverged) report.missed = Miss::nothing;
  report.no_solution = report.status == SolveStatus::diverged && watch.no_solution();
  find_broken_bonds(problem, R, U, report.broken_bonds);
}

ColouredSweep make_sweep(const LocalDynamics& problem, BodyVelocities& /*of work*/,
                         const GaussSeidelParams& params, SweepWorkspace& work, std::span<Vec3> R) {
  return {problem, work, sweep_params(params, problem), params.alternate_direction, R};
}
BlockSweep make_sweep(const LocalDynamics& problem, BlockCsrOperator& W,
                      const GaussSeidelParams& params, SweepWorkspace& work, std::span<Vec3> R) {
  return {problem, W, work.rows, sweep_params(params, problem), params.alternate_direction, R};
}

BodySpaceNewton make_newton(const LocalDynamics& problem, const BodyVelocities& /*of work*/,
                            SweepWorkspace& work) {
  return {problem, work.factor};
}
BlockNewton make_newton(const LocalDynamics& problem, const BlockCsrOperator& W,
                        SweepWorkspace& /*work*/) {
  return {problem, W.matrix()};
}

BlockCsrOperator* blocks_of(BodyVelocities& /*through body space*/) { return nullptr; }
BlockCsrOperator* blocks_of(BlockCsrOperator& W) { return &W; }

constexpr std::array kWaiting{Phase::GSCOM, Phase::GSMCOM};

/// Takes what has been waited for others out of the phase of the report in which that was.
/// @param counted  Seconds of each phase of kWaiting that were taken out of others before.
void note_waiting(const SweepWorkspace& work, Phase phase,
                  std::array<double, kWaiting.size()>& counted, SolveReport& report) {
  for (std::size_t k = 0; k < kWaiting.size(); ++k) {
    const double seconds = work.waiting.seconds(kWaiting[k]) - counted[k];
    counted[k] += seconds;
    report.timers.add(kWaiting[k], seconds);
    report.timers.add(phase, -seconds);
  }
}

/// Notes what the report says of ranks: the sets of rows of a coloured sweep; a block sweep has
/// none.
void note_ranks(const ColouredSweep& sweep, SolveReport& report) { report.sets = sweep.sets(); }
void note_ranks(const BlockSweep& /*of one rank*/, SolveReport& /*report*/) {}

template <typename Operator>
void solve(const SweptProblem<Operator>& swept, const GaussSeidelParams& params,
           SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  if (params.acceleration == Acceleration::off && swept.rows.shared.one_rank()) {
    solve_by_sweeps(swept, params, work, R, U, report);
    return;
  }
  const LocalDynamics& problem = swept.rows;
  report.clear();
  reserve_histories(params, report);
  std::optional<PhaseScope> phase(std::in_place, report.timers, Phase::GSINIT);
  auto sweep = make_sweep(problem, swept.W, params, work, R);
  report.status = sweep.status();
  phase.reset();
  std::array<double, kWaiting.size()> waited{};
  if (!problem.shared.one_rank()) note_waiting(work, Phase::GSINIT, waited, report);
  phase.emplace(report.timers, Phase::GSRUN);
  auto newton = make_newton(problem, swept.W, work);
  GatheredNewton newton_of_all(problem, work.factor);
  MeshNewton meshes(problem, work.tangents);
  NewtonDirection* direction = &newton;
  if (!problem.shared.one_rank()) direction = &newton_of_all;
  NewtonDirection* late = nullptr;
  if (blocks_of(swept.W) == nullptr && has_mesh_newton(problem)) {
    (refines_by_mesh_newton(problem) ? direction : late) = &meshes;
  }
  solve_accelerated({problem, sweep, direction, work, blocks_of(swept.W), late}, params, R, U,
                    report);
  phase.reset();
  if (!problem.shared.one_rank()) note_waiting(work, Phase::GSRUN, waited, report);
  note_ranks(sweep, report);
  find_broken_bonds(problem, R, U, report.broken_bonds);
}

/// Solves the problem by Newton steps alone, where sweeps would have to wait for blocks of W that
/// are deferred; if they do not meet the criteria, R are the best reactions in proportion to what
/// they achieve. @return Whether the criteria are met.
bool solve_before_sweeps(const LocalDynamics& problem, const GaussSeidelParams& params,
                         SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                         SolveReport& report) {
  NewtonSeries series{.criteria = criteria_of(params, problem),
                      .by_residual = params.residual_tolerance > 0.0,
                      .most_work = std::numeric_limits<double>::infinity(),
                      .most_sweeps = std::numeric_limits<int>::max(),
                      .most_steps = std::min(params.settings->mesh_steps.steps, params.max_sweeps),
                      .refines = refines_by_mesh_newton(problem),
                      .settings = params.settings};
  series.criteria.change = Criteria::kNone;
  work.velocities.start(problem.body_space);
  update_velocities(problem, work.velocities, R, U);
  const NaturalViolation start = natural_violation(problem, R, U);
  work.start.assign(R.begin(), R.end());
  TangentNewton tangents(problem, work.tangents);
  const bool met = solve_deferred({problem, work.velocities, tangents}, series, R, U, report);
  // Stress that is locked in makes e small for nothing, and the next step would start from it.
  if (!in_proportion(natural_violation(problem, R, U), start)) {
    std::copy(work.start.begin(), work.start.end(), R.begin());
    return false;
  }
  report.relative_error = std::min(report.relative_error, report.residual);
  return met;
}

}  // namespace

void solve_gauss_seidel(const LocalDynamics& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                        SolveReport& report) {
  std::optional<StageRecord> tried;  // Newton steps before the sweeps
  if (problem.body_space.has_deferred()) {
    const bool automatic = params.acceleration == Acceleration::automatic;
    if (automatic && solve_before_sweeps(problem, params, work, R, U, report)) {
      find_broken_bonds(problem, R, U, report.broken_bonds);
      return;
    }
    if (automatic) tried = report.stages.front();
    problem.body_space.complete_inverses();
  }
  if (params.acceleration == Acceleration::off) {  // else ColouredSweep does
    work.velocities.start(problem.body_space);
  }
  solve<BodyVelocities>({problem, work.velocities}, params, work, R, U, report);
  if (!tried) return;
  report.newton_steps += tried->steps;
  put_in_front({&*tried, 1}, report.stages);
}

void solve_gauss_seidel(const BlockProblem& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                        SolveReport& report) {
  solve<BlockCsrOperator>({problem.rows, problem.W}, params, work, R, U, report);
}

}  // namespace solfec
