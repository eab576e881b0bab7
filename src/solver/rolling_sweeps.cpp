#include "solver/rolling_sweeps.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/bonds.h"
#include "solver/law/rolling_resistance.h"
#include "solver/measure/row_residual.h"
#include "solver/row/sweep.h"
#include "solver/settings/solver_settings.h"
#include "solver/sweep/growth_watch.h"

namespace solfec {
namespace {

/// Adds h M⁻¹ Hᵀ of a couple.
void push_couple(const BodyOperator& space, const RollingRow& row, Vec3 M,
                 BodyVelocities& velocities) {
  const Vec3 couple = M.x * row.tangent[0] + M.y * row.tangent[1];
  const auto push = [&](int slot, double sign) {
    if (slot < 0) return;
    RigidSlot& body = velocities.rigid_slots()[at(space.slot_place(slot))];
    const Vec3 turn = symmetric_times(body.scaled_inverse, sign * couple);
    body.v[0] += turn.x, body.v[1] += turn.y, body.v[2] += turn.z;
  };
  push(row.master, 1.0);
  push(row.slave, -1.0);
}

/// w of a rolling row, rad/s.
Vec3 spin_of(const BodyOperator& space, const RollingRow& row, BodyVelocities& velocities) {
  Vec3 relative;
  const auto add = [&](int slot, double sign) {
    if (slot < 0) return;
    const double* v = velocities.rigid_slots()[at(space.slot_place(slot))].v;
    relative += sign * Vec3{v[0], v[1], v[2]};
  };
  add(row.master, 1.0);
  add(row.slave, -1.0);
  return row.B + Vec3{dot(row.tangent[0], relative), dot(row.tangent[1], relative), 0.0};
}

void reset(const LocalDynamics& problem, const LocalSolution& solution,
           BodyVelocities& velocities) {
  velocities.reset(solution.R);
  for (std::size_t k = 0; k < problem.rolling.size(); ++k) {
    push_couple(problem.body_space, problem.rolling[k], solution.couples[k], velocities);
  }
}

/// Velocities of all rows and spins, with the operator set from scratch.
void update(const LocalDynamics& problem, BodyVelocities& velocities, LocalSolution& solution) {
  reset(problem, solution, velocities);
  for (int i = 0; i < problem.size(); ++i) {
    solution.U[at(i)] = problem.B[at(i)] + velocities.gather(i);
  }
  for (std::size_t k = 0; k < problem.rolling.size(); ++k) {
    solution.spins[k] = spin_of(problem.body_space, problem.rolling[k], velocities);
  }
}

/// W of a contact whose couple holds w at zero: W_ii - C W⁻¹ Cᵀ.
Mat3 condensed_block(const Mat3& W, const RollingRow& row) {
  const Vec3 first = row.divide({1.0, 0.0, 0.0});
  const Vec3 second = row.divide({0.0, 1.0, 0.0});
  return W - outer(row.slip_of(first), row.coupling[0]) -
         outer(row.slip_of(second), row.coupling[1]);
}

/// Lists the rows to visit with their couples; couples of rows at rest are zero.
SolveStatus prepare(const LocalDynamics& problem, SweepWorkspace& work, RollingWorkspace& rolling,
                    LocalSolution& solution) {
  const SolveStatus status = prepare_sweep(problem, SweptRows::all, solution.R, work.rows);
  solution.couples.assign(problem.rolling.size(), Vec3{});
  solution.spins.assign(problem.rolling.size(), Vec3{});
  rolling.of_row.assign(work.rows.size(), -1);
  rolling.condensed.resize(problem.rolling.size());
  std::size_t k = 0;
  for (std::size_t r = 0; r < work.rows.size() && k < problem.rolling.size(); ++r) {
    const SweepRow& row = work.rows[r];
    while (k < problem.rolling.size() && problem.rolling[k].row < row.row) ++k;
    if (k == problem.rolling.size() || problem.rolling[k].row != row.row) continue;
    rolling.of_row[r] = static_cast<int>(k);
    rolling.condensed[k] = row;
    rolling.condensed[k].block = make_contact_block(
        condensed_block(problem.W_diagonal[at(row.row)], problem.rolling[k]));
  }
  return status;
}

/// A contact and its couple at one visit, with those of the last one.
struct PairVisit {
  const RollingRow& roll;
  const SweepParams& params;
  Vec3 u;  // shifted velocity of the contact with R and M, m/s
  Vec3 w;  // spin with them, rad/s
  Vec3 R;
  Vec3 M;
};

struct PairReaction {
  Vec3 R;
  Vec3 M;
};

/// New reaction and couple of a contact.
PairReaction solve_pair(const PairVisit& visit, SweepRow& row, SweepRow& condensed,
                        SweepTally& tally) {
  constexpr int kMostTurns = 20;
  constexpr double kStays = 1e-14;  // of the bound
  const RollingRow& roll = visit.roll;
  const Vec3 held = visit.u - roll.slip_of(roll.divide(visit.w));
  Vec3 R = detail::contact_visit(condensed, visit.params, held, visit.R, tally);
  Vec3 M = visit.M - roll.divide(visit.w + roll.spin_of(R - visit.R));
  double bound = rolling_bound(roll, R.z);
  if (std::hypot(M.x, M.y) <= bound) return {R, M};
  M = rolling_couple(roll, visit.w + roll.spin_of(R - visit.R) - roll.times(visit.M), bound);
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const Vec3 u = visit.u + roll.slip_of(M - visit.M);
    R = detail::contact_visit(row, visit.params, u, visit.R, tally);
    bound = rolling_bound(roll, R.z);
    const Vec3 b = visit.w + roll.spin_of(R - visit.R) - roll.times(visit.M);
    const Vec3 next = rolling_couple(roll, b, bound);
    const double change = norm(next - M);
    M = next;
    if (change <= kStays * bound) break;
  }
  return {R, M};
}

/// One sweep over all rows.
class RollingSweep {
 public:
  RollingSweep(const LocalDynamics& problem, SweepWorkspace& work, RollingWorkspace& rolling)
      : problem_(problem), work_(work), rolling_(rolling) {}

  void run(const SweepParams& params, LocalSolution& solution, SweepTally& tally) {
    tally = {};
    const std::size_t n = work_.rows.size();
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t r = params.backward ? n - 1 - k : k;
      visit(r, params, solution, tally);
    }
  }

 private:
  void visit(std::size_t r, const SweepParams& params, LocalSolution& solution,
             SweepTally& tally) {
    SweepRow& row = work_.rows[r];
    BodyVelocities& W = work_.velocities;
    Vec3& R = solution.R[at(row.row)];
    const Vec3 u = row.B + W.gather(row.row);
    Vec3 next;
    const int k = rolling_.of_row[r];
    if (k < 0) {
      next = row_visit(problem_, row, params, u, R, tally);
    } else {
      const RollingRow& roll = problem_.rolling[at(k)];
      Vec3& M = solution.couples[at(k)];
      const Vec3 w = spin_of(problem_.body_space, roll, W);
      const PairReaction pair =
          solve_pair({roll, params, u, w, R, M}, row, rolling_.condensed[at(k)], tally);
      next = pair.R;
      const Vec3 change = pair.M - M;
      M = pair.M;
      const double lever = roll.length * roll.length;
      tally.size_squared += dot(M, M) / lever;
      tally.change_squared += dot(change, change) / lever;
      if (change != Vec3{}) push_couple(problem_.body_space, roll, change, W);
    }
    const Vec3 change = next - R;
    R = next;
    tally.size_squared += dot(next, next);
    if (change == Vec3{}) return;
    tally.change_squared += dot(change, change);
    W.scatter(row.row, change);
  }

  const LocalDynamics& problem_;
  SweepWorkspace& work_;
  RollingWorkspace& rolling_;
};

SweepParams visit_params(const GaussSeidelParams& params) {
  return {.solver = params.diagonal_solver,
          .contact = {params.diagonal_tolerance, params.diagonal_max_iterations},
          .joints = &params.settings->joints,
          .joint_goal = {}};
}

/// Status by the last sweep and the measures after it.
SolveStatus final_status(SolveStatus prepared, const SweepTally& last, double merit,
                         bool converged) {
  if (prepared != SolveStatus::ok) return prepared;
  if (!std::isfinite(merit)) return SolveStatus::diagonal_failed;
  if (last.failure != SolveStatus::ok) return last.failure;
  return converged ? SolveStatus::ok : SolveStatus::diverged;
}

/// Whether a solution is measured after a sweep of a problem with many rows.
bool is_measured(int sweep) {
  constexpr int kEvery = 10;
  return sweep <= 2 || sweep % kEvery == 0;
}

}  // namespace

Residual residual_with_rolling(const LocalDynamics& problem, const LocalSolution& solution) {
  Residual residual = residual_of(problem, solution.R, solution.U);
  const double scale = mean_inverse_mass(problem);
  double of_rows = 0.0;
  for (int i = 0; i < problem.size(); ++i) of_rows += free_energy(problem, i);
  double free = of_rows;
  double spurious = residual.merit * (of_rows > 0.0 ? of_rows : 1.0);
  double squares = residual.map.violation * residual.map.violation;
  for (std::size_t k = 0; k < problem.rolling.size(); ++k) {
    const RollingRow& row = problem.rolling[k];
    const Vec3 M = solution.couples[k];
    const Vec3 w = solution.spins[k];
    const double bound = rolling_bound(row, solution.R[at(row.row)].z);
    free += dot(row.B, row.divide(row.B));
    const double size = norm(rolling_residual(row, scale, bound, M, w));
    if (!(size > row.rounding)) continue;
    const double share = 1.0 - row.rounding / size;
    const double part = share * size;
    spurious += share * share * rolling_spurious_energy(row, bound, M, w);
    squares += part * part;
    if (!(part > residual.map.worst)) continue;
    residual.map.worst = part;
    residual.map.worst_row = row.row;
  }
  residual.map.violation = std::sqrt(squares);
  set_mean(problem.body_space.slot_count(), residual.map);
  residual.merit = spurious / (free > 0.0 ? free : 1.0);
  return residual;
}

void solve_with_rolling(const LocalDynamics& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, RollingWorkspace& rolling, LocalSolution& solution,
                        SolveReport& report) {
  SOLFEC_ASSERT(count(solution.R) == problem.size() && count(solution.U) == problem.size());
  report.clear();
  if (problem.body_space.has_deferred()) problem.body_space.complete_inverses();
  work.velocities.start(problem.body_space);
  const SolveStatus prepared = prepare(problem, work, rolling, solution);
  reset(problem, solution, work.velocities);
  RollingSweep sweep(problem, work, rolling);
  SweepParams visit = visit_params(params);
  const UnacceleratedSettings& settings = params.settings->unaccelerated;
  const Criteria criteria = criteria_of(params, problem);
  report.criteria = criteria;
  StageLog log(report.stages);
  SweepTally tally;
  GrowthWatch watch;
  NaturalViolation map;
  bool converged = false;
  for (int k = 1; k <= params.max_sweeps && !converged; ++k) {
    const PhaseScope phase(report.timers, Phase::GSRUN);
    visit.backward = params.alternate_direction && k % 2 == 0;
    sweep.run(visit, solution, tally);
    if (tally.fallback != SolveStatus::ok) report.fallback = tally.fallback;
    report.replaced_visits += tally.replaced;
    report.iterations = k;
    report.relative_error = relative_change(tally);
    const bool small = report.relative_error <= params.relative_tolerance;
    if (small || problem.size() <= settings.small_problem || is_measured(k) ||
        k == params.max_sweeps) {
      update(problem, work.velocities, solution);
      const Residual residual = residual_with_rolling(problem, solution);
      map = residual.map;
      report.merit = residual.merit;
      report.missed = criteria.missed(report.relative_error, map, report.merit);
      converged = report.missed == Miss::nothing;
    }
    if (k == 1) log.begin(Stage::plain_sweeps, criteria.excess(map, report.merit));
    watch.add(k, std::sqrt(tally.size_squared), std::sqrt(tally.change_squared), report.merit);
    report.error_history.push_back(report.relative_error);
    report.merit_history.push_back(report.merit);
  }
  if (report.iterations == 0) update(problem, work.velocities, solution);
  if (log.is_open()) {
    log.current().sweeps = report.iterations;
    log.current().work = report.iterations;
    log.end(converged ? StageEnd::met : StageEnd::limit, criteria.excess(map, report.merit));
  }
  set_residual(map, report);
  report.status = final_status(prepared, tally, report.merit, converged);
  if (report.status != SolveStatus::diverged) report.missed = Miss::nothing;
  report.no_solution = report.status == SolveStatus::diverged && watch.no_solution();
  find_broken_bonds(problem, solution.R, solution.U, report.broken_bonds);
}

}  // namespace solfec
