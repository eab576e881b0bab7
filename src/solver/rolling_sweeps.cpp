#include "solver/rolling_sweeps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "base/shuffle.h"
#include "solver/law/bonds.h"
#include "solver/law/rolling_resistance.h"
#include "solver/measure/row_residual.h"
#include "solver/row/sweep.h"
#include "solver/settings/solver_settings.h"
#include "solver/sweep/growth_watch.h"
#include "solver/sweep/sweep_momentum.h"

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
/// @param mixes  Visits in an order that looks random, in which momentum gains more.
SolveStatus prepare(const LocalDynamics& problem, bool mixes, SweepWorkspace& work,
                    RollingWorkspace& rolling, LocalSolution& solution) {
  const SolveStatus status = prepare_sweep(problem, SweptRows::all, solution.R, work.rows);
  if (mixes) shuffle(std::span(work.rows));
  solution.couples.assign(problem.rolling.size(), Vec3{});
  solution.spins.assign(problem.rolling.size(), Vec3{});
  rolling.of_row.assign(work.rows.size(), -1);
  rolling.condensed.resize(problem.rolling.size());
  for (std::size_t r = 0; r < work.rows.size(); ++r) {
    const SweepRow& row = work.rows[r];
    const auto found =
        std::lower_bound(problem.rolling.begin(), problem.rolling.end(), row.row,
                         [](const RollingRow& roll, int number) { return roll.row < number; });
    if (found == problem.rolling.end() || found->row != row.row) continue;
    const auto k = static_cast<std::size_t>(found - problem.rolling.begin());
    rolling.of_row[r] = static_cast<int>(k);
    rolling.condensed[k] = row;
    rolling.condensed[k].block =
        make_contact_block(condensed_block(problem.W_diagonal[at(row.row)], *found));
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

/// Row with the proximal part of a sweep, which holds the reaction at that of the last visit.
SweepRow heavier(const SweepRow& row, double proximal) {
  SweepRow other = row;
  if (proximal > 0.0) other.block = with_proximal_part(row.block, proximal);
  return other;
}

/// New reaction and couple of a contact.
PairReaction solve_pair(const PairVisit& visit, SweepRow& row, SweepRow& condensed,
                        SweepTally& tally) {
  constexpr int kMostTurns = 20;
  constexpr double kStays = 1e-14;  // of the bound
  constexpr double kShare = 0.01;   // of the change of the visit, which the next one changes again
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
    if (change <= std::max(kStays * bound, kShare * norm(M - visit.M))) break;
  }
  return {R, M};
}

/// Sweeps over all rows with their couples, plain ones and such with momentum.
class RollingSweep {
 public:
  RollingSweep(const LocalDynamics& problem, SweepWorkspace& work, RollingWorkspace& rolling,
               LocalSolution& solution)
      : problem_(problem), work_(work), rolling_(rolling), solution_(solution) {}

  /// Forgets gradients and directions; velocities are those of the reactions without rounding.
  void restart() {
    const std::size_t n = at(problem_.size()) + problem_.rolling.size();
    rolling_.gradient.assign(n, Vec3{});
    rolling_.direction.assign(n, Vec3{});
    reset(problem_, solution_, work_.velocities);
  }

  /// Reactions and couples go on along their directions: x = r + beta d, d = beta d - sigma g.
  void extrapolate(const Momentum& momentum) {
    const std::size_t n = at(problem_.size());
    for (std::size_t i = 0; i < rolling_.direction.size(); ++i) {
      const Vec3 step = momentum.beta * rolling_.direction[i];
      rolling_.direction[i] = step - momentum.sigma * rolling_.gradient[i];
      (i < n ? solution_.R[i] : solution_.couples[i - n]) += step;
    }
    reset(problem_, solution_, work_.velocities);
  }

  void run(const SweepParams& params, SweepTally& tally) {
    tally = {};
    const std::size_t n = work_.rows.size();
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t r = params.backward ? n - 1 - k : k;
      const int pair = rolling_.of_row[r];
      if (pair < 0) {
        visit_row(work_.rows[r], params, tally);
      } else {
        visit_pair(work_.rows[r], pair, params, tally);
      }
    }
  }

 private:
  void visit_row(SweepRow& row, const SweepParams& params, SweepTally& tally) {
    const Vec3 u = row.B + work_.velocities.gather(row.row);
    change_reaction(row, row_visit(problem_, row, params, u, solution_.R[at(row.row)], tally),
                    tally);
  }

  void visit_pair(SweepRow& row, int k, const SweepParams& params, SweepTally& tally) {
    const RollingRow& roll = problem_.rolling[at(k)];
    const Vec3 u = row.B + work_.velocities.gather(row.row);
    const Vec3 w = spin_of(problem_.body_space, roll, work_.velocities);
    Vec3& M = solution_.couples[at(k)];
    SweepRow plain = heavier(row, params.proximal);
    SweepRow held = heavier(rolling_.condensed[at(k)], params.proximal);
    const PairReaction pair =
        solve_pair({roll, params, u, w, solution_.R[at(row.row)], M}, plain, held, tally);
    row.slip = plain.slip;
    rolling_.condensed[at(k)].slip = held.slip;
    const Vec3 change = pair.M - M;
    M = pair.M;
    rolling_.gradient[at(problem_.size() + k)] = -change;
    const double change_squared = dot(change, change);
    const double lever = roll.length * roll.length;
    tally.size_squared += dot(M, M) / lever;
    tally.change_squared += change_squared / lever;
    tally.gradient_squared += 0.5 * (roll.W[0] + roll.W[2]) * change_squared;
    if (change != Vec3{}) push_couple(problem_.body_space, roll, change, work_.velocities);
    change_reaction(row, pair.R, tally);
  }

  void change_reaction(const SweepRow& row, Vec3 next, SweepTally& tally) {
    Vec3& R = solution_.R[at(row.row)];
    const Vec3 change = next - R;
    R = next;
    rolling_.gradient[at(row.row)] = -change;
    tally.size_squared += dot(next, next);
    if (change == Vec3{}) return;
    const double change_squared = dot(change, change);
    tally.change_squared += change_squared;
    tally.gradient_squared += trace(row.block.matrix()) / 3.0 * change_squared;
    work_.velocities.scatter(row.row, change);
  }

  const LocalDynamics& problem_;
  SweepWorkspace& work_;
  RollingWorkspace& rolling_;
  LocalSolution& solution_;
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

/// One solution: plain sweeps, then sweeps with momentum.
class RollingSolution {
 public:
  RollingSolution(const LocalDynamics& problem, const GaussSeidelParams& params,
                  SweepWorkspace& work, RollingWorkspace& rolling, LocalSolution& solution,
                  SolveReport& report)
      : problem_(problem),
        params_(params),
        settings_(*params.settings),
        criteria_(criteria_of(params, problem)),
        work_(work),
        rolling_(rolling),
        solution_(solution),
        report_(report),
        sweep_(problem, work, rolling, solution),
        visit_(visit_params(params)),
        momentum_(params.settings->damping),
        log_(report.stages) {}

  /// @return Whether the criteria are met.
  bool run() {
    report_.criteria = criteria_;
    sweep_.restart();
    for (int k = 1; k <= params_.max_sweeps; ++k) {
      if (moves(k)) add_momentum(k);
      visit_.backward = params_.alternate_direction && k % 2 == 0;
      sweep_.run(visit_, tally_);
      if (!moves(k) && k % settings_.unaccelerated.refresh == 0) sweep_.restart();
      note_sweep(k);
      if (is_measured(k)) measure();
      if (k == 1) log_.begin(Stage::plain_sweeps, excess());
      watch_.add(k, std::sqrt(tally_.size_squared), std::sqrt(tally_.change_squared),
                 report_.merit);
      report_.error_history.push_back(report_.relative_error);
      report_.merit_history.push_back(report_.merit);
      if (is_met_) break;
    }
    if (!is_met_) return_best();
    end_stage(is_met_ ? StageEnd::met : StageEnd::limit);
    set_residual(map_, report_);
    return is_met_;
  }

  [[nodiscard]] const SweepTally& tally() const { return tally_; }
  [[nodiscard]] bool no_solution() const { return watch_.no_solution(); }

 private:
  [[nodiscard]] double excess() const { return criteria_.excess(map_, report_.merit); }

  /// Whether sweep k has momentum.
  [[nodiscard]] bool moves(int k) const {
    return params_.acceleration != Acceleration::off && k > settings_.plain.sweeps;
  }

  void add_momentum(int k) {
    const int number = k - settings_.plain.sweeps - 1;  // of sweeps with momentum before
    if (number == 0) {
      end_stage(StageEnd::first_done);
      log_.begin(Stage::momentum, excess());
    }
    if (number % settings_.momentum.restart == 0) {
      sweep_.restart();
      momentum_.restart();
    } else {
      momentum_.advance(tally_.gradient_squared);
      sweep_.extrapolate(momentum_.next());
    }
    visit_.proximal = momentum_.next().proximal;
  }

  void note_sweep(int k) {
    if (tally_.fallback != SolveStatus::ok) report_.fallback = tally_.fallback;
    report_.replaced_visits += tally_.replaced;
    report_.iterations = k;
    report_.relative_error = relative_change(tally_);
    ++in_stage_;
  }

  /// Each sweep of few rows; of many rows now and then, and where the reactions hardly change.
  [[nodiscard]] bool is_measured(int k) const {
    constexpr int kEvery = 10;
    return report_.relative_error <= params_.relative_tolerance ||
           problem_.size() <= settings_.unaccelerated.small_problem || k <= 2 || k % kEvery == 0 ||
           k == params_.max_sweeps;
  }

  void measure() {
    update(problem_, work_.velocities, solution_);
    const Residual residual = residual_with_rolling(problem_, solution_);
    map_ = residual.map;
    report_.merit = residual.merit;
    report_.missed = criteria_.missed(report_.relative_error, map_, report_.merit);
    is_met_ = report_.missed == Miss::nothing;
    if (is_met_ || !(excess() < least_excess_)) return;
    least_excess_ = excess();
    rolling_.best_R = solution_.R;
    rolling_.best_couples = solution_.couples;
  }

  /// The last sweep may be worse than one before.
  void return_best() {
    if (std::isfinite(least_excess_)) {
      solution_.R = rolling_.best_R;
      solution_.couples = rolling_.best_couples;
    }
    measure();
  }

  void end_stage(StageEnd why) {
    if (!log_.is_open()) return;
    log_.current().sweeps = in_stage_;
    log_.current().work = in_stage_;
    in_stage_ = 0;
    log_.end(why, excess());
  }

  const LocalDynamics& problem_;
  const GaussSeidelParams& params_;
  const SolverSettings& settings_;
  Criteria criteria_;
  SweepWorkspace& work_;
  RollingWorkspace& rolling_;
  LocalSolution& solution_;
  SolveReport& report_;
  RollingSweep sweep_;
  SweepParams visit_;
  SweepMomentum momentum_;
  StageLog log_;
  SweepTally tally_;
  GrowthWatch watch_;
  NaturalViolation map_;
  double least_excess_ = std::numeric_limits<double>::infinity();
  int in_stage_ = 0;  // sweeps
  bool is_met_ = false;
};

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
  const PhaseScope phase(report.timers, Phase::GSRUN);
  work.velocities.start(problem.body_space);
  const bool mixes = params.acceleration != Acceleration::off;
  const SolveStatus prepared = prepare(problem, mixes, work, rolling, solution);
  RollingSolution run(problem, params, work, rolling, solution, report);
  const bool converged = run.run();
  report.status = final_status(prepared, run.tally(), report.merit, converged);
  if (report.status != SolveStatus::diverged) report.missed = Miss::nothing;
  report.no_solution = report.status == SolveStatus::diverged && run.no_solution();
  find_broken_bonds(problem, solution.R, solution.U, report.broken_bonds);
}

}  // namespace solfec
