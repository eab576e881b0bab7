#include "solver/first_sweeps.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "local_dynamics/sweep_work.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton/newton.h"
#include "solver/sweep/gauss_seidel.h"

namespace solfec {
namespace {

constexpr int kFirstSweeps = 100;
constexpr double kFirstIterations = 30.0;
constexpr double kSweepsBetween = 20.0;  // that follow an iteration in the mean
constexpr double kMostFirstSweeps = 1500.0;
constexpr double kChange = 1e-3;  // of the sweeps; Newton's criteria ask for nothing of the kind

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
  first.relative_tolerance = kChange;
  first.max_sweeps = sweeps;
  first.residual_tolerance = params.residual_tolerance;
  return first;
}

}  // namespace

int count_first_sweeps(const LocalDynamics& problem, NewtonDirection& direction) {
  if (!problem.quasi_static) return kFirstSweeps;
  const double cost = kSweepsBetween + direction.cost_in_sweeps() / share_of_blocks(problem);
  return static_cast<int>(std::fmin(kFirstIterations * cost, kMostFirstSweeps));
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
  report.stages.clear();
  if (takes_first_sweeps(problem, params)) {
    MeshNewton direction(problem, work.sweep.tangents);
    const int sweeps = count_first_sweeps(problem, direction);
    solve_gauss_seidel(problem, first_sweeps_of(params, sweeps), work.sweep, R, U, report);
    if (report.status == SolveStatus::ok) return;
    timers = report.timers;
  }
  work.first_stages.assign(report.stages.begin(), report.stages.end());
  solve_newton({problem}, params, work, R, U, report);
  report.timers.add(timers);
  put_in_front(work.first_stages, report.stages);
}

}  // namespace solfec
