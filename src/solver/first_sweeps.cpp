#include "solver/first_sweeps.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "local_dynamics/sweep_work.h"
#include "solver/gauss_seidel.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton_series/newton.h"
#include "solver/settings/solver_settings.h"
#include "solver/stages/first_stages.h"

namespace solfec {
namespace {

/// Blocks of full inverses that a sweep reads, over those of one inverse between all rows.
double share_of_blocks(const LocalDynamics& problem) {
  const BodyOperator& W = problem.body_space;
  double blocks = 0.0;
  for (int slot = 0; slot < W.slot_count(); ++slot) {
    if (W.slot_kind(slot) != SlotKind::factored) continue;
    blocks += static_cast<double>(W.factored_sides(slot).size()) *
              static_cast<double>(W.factored_places(slot).size());
  }
  const double rows = problem.size();
  return std::clamp(blocks / (rows * rows), 1.0 / std::max(rows, 1.0), 1.0);
}

GaussSeidelParams first_sweeps_of(const NewtonParams& params, int sweeps) {
  GaussSeidelParams first = sweeps_with(params.merit_tolerance, params.accuracy);
  first.settings = params.settings;
  first.relative_tolerance = params.settings->first_sweeps.change;
  first.max_sweeps = sweeps;
  first.residual_tolerance = params.residual_tolerance;
  return first;
}

}  // namespace

int count_first_sweeps(const LocalDynamics& problem, NewtonDirection& direction,
                       const FirstSweepSettings& settings) {
  if (!problem.quasi_static) return settings.sweeps;
  const double cost = settings.between + direction.cost_in_sweeps() / share_of_blocks(problem);
  return static_cast<int>(std::fmin(settings.iterations * cost, settings.most));
}

bool takes_first_sweeps(const LocalDynamics& problem, const NewtonParams& params) {
  if (params.variant != NewtonVariant::smoothed_variational) return false;
  const BodyOperator& W = problem.body_space;
  if (!problem.shared.one_rank() || !W.has_factored_slots()) return false;
  return problem.quasi_static || !W.has_deferred();
}

void solve_newton_after_sweeps(const LocalDynamics& problem, const NewtonParams& params,
                               NewtonWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                               SolveReport& report) {
  PhaseTimers timers;
  bool found = false;  // beside stiff bonds iterations gain nothing on what the stages have found
  report.stages.clear();
  if (takes_first_sweeps(problem, params)) {
    MeshNewton direction(problem, work.sweep.tangents);
    const int sweeps = count_first_sweeps(problem, direction, params.settings->first_sweeps);
    solve_gauss_seidel(problem, first_sweeps_of(params, sweeps), work.sweep, R, U, report);
    if (report.status == SolveStatus::ok) return;
    timers = report.timers;
  } else {
    const PhaseScope scope(timers, Phase::LINRUN);
    const Criteria criteria = criteria_of(params, problem);
    BodySpaceNewton direction(problem, work.sweep.factor);
    const int most_sweeps = params.max_iterations * params.settings->newton.most_linear;
    found = solve_first_stages({{problem, nullptr, criteria}, *params.settings, most_sweeps},
                               direction, work.sweep, R, report.stages)
                .found;
  }
  work.first_stages.assign(report.stages.begin(), report.stages.end());
  NewtonParams iterations = params;
  if (found && has_closed_zones(problem)) iterations.max_iterations = 0;
  solve_newton({problem}, iterations, work, R, U, report);
  report.timers.add(timers);
  put_in_front(work.first_stages, report.stages);
}

}  // namespace solfec
