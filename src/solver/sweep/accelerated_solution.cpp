#include "solver/sweep/accelerated_solution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/count.h"
#include "solver/law/law.h"
#include "solver/measure/criteria.h"
#include "solver/measure/proportion.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton/newton.h"
#include "solver/sweep/evaluation_schedule.h"
#include "solver/sweep/growth_watch.h"
#include "solver/sweep/interior_stage.h"
#include "solver/sweep/sweep_momentum.h"

namespace solfec {
namespace {

constexpr int kPlainSweeps = 30;
constexpr int kPlainInterval = 5;      // most plain sweeps between evaluations
constexpr int kMomentumInterval = 20;  // most sweeps with momentum between evaluations
constexpr int kRestartInterval = 500;  // sweeps until velocities are rebuilt from the reactions
constexpr double kSlipShare = 0.1;     // tolerance of slip over the change by the last sweep
constexpr double kFinestSlip = 1e-13;
constexpr double kCoarsestSlip = 1e-2;
constexpr int kFirstSweeps = 10;        // with momentum
constexpr int kShortBlock = 20;         // least after which sweeps to come are foretold
constexpr int kNewtonSweeps = 50;       // between series of Newton steps
constexpr double kLeastSeries = 100.0;  // work of a series of Newton steps at least, in sweeps
constexpr double kSeries = 4.0;         // work of a series over that of a step
constexpr int kLongestBlock = 3000;
// Without a bound that matters: a rejected series goes back to the best reactions, and a block of
// sweeps that cannot better them would be repeated for ever.
constexpr int kLongestWait = 1 << 20;
constexpr int kNewtonSteps = 12;      // in one series
constexpr int kSmoothingSweeps = 10;  // after a Newton step
constexpr double kAccepted = 0.9;     // residual of a kept step over that before
constexpr double kStepLengths[] = {1.0, 0.3};
constexpr double kSeriesSteps = 20.0;  // of work in a series of a cold solution at most
constexpr int kSeriesSweeps = 400;     // the same of sweeps between its steps
constexpr int kFirstLate = 150;        // sweeps before the late direction at least
constexpr int kLateShare = 6;          // or that share of all of them
constexpr int kRefinements = 12;       // Newton steps after a solution that needs them
constexpr double kRefined = 1e-10;     // residual that needs none
constexpr double kHalf = 0.5;          // of the residual before; a step that gains less is the last

/// State of one solution.
class AcceleratedSolution {
 public:
  AcceleratedSolution(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                      SolveReport& report)
      : problem_(accelerated.problem),
        sweep_(accelerated.sweep),
        newton_(accelerated.newton),
        late_(accelerated.late),
        blocks_(accelerated.blocks),
        params_(params),
        criteria_(criteria_of(params, accelerated.problem)),
        report_(report),
        work_(accelerated.work) {
    report.criteria = criteria_;
  }

  /// True when the criteria were met, by the residual of what is returned.
  bool run(std::span<Vec3> R, std::span<Vec3> U) {
    bool done = solve(R, U);
    residual_ = sweep_.finish(R, U);
    if (params_.acceleration == Acceleration::automatic && refines_by_mesh_newton(problem_)) {
      done = refine(R, U) || done;
    }
    // Velocities that were summed up change by rounding when they are built anew.
    while (done && !met() && !finished()) {
      work_.best.resize(R.size());
      keep_best();
      done = accelerate(R, U);
      if (!done) return_best();
      residual_ = sweep_.finish(R, U);
    }
    return done && met();
  }

  [[nodiscard]] const Residual& residual() const { return residual_; }

  /// What the returned reactions do not meet.
  [[nodiscard]] Miss missed() const {
    const Miss miss = criteria_.missed(report_.relative_error, residual_.map, residual_.merit);
    return miss == Miss::nothing && !met() ? Miss::residual : miss;  // out of proportion
  }

  /// Of the last sweep.
  [[nodiscard]] SolveStatus failure() const { return failure_; }

 private:
  bool solve(std::span<Vec3> R, std::span<Vec3> U) {
    bool done = false;
    if (params_.acceleration == Acceleration::off) {
      done = plain_sweeps(params_.max_sweeps);
    } else if (params_.acceleration == Acceleration::automatic) {
      done = plain_sweeps(std::min(kPlainSweeps, params_.max_sweeps));
    }
    if (!done) {
      work_.start.assign(R.begin(), R.end());
      work_.best.assign(R.begin(), R.end());
    }
    if (!done && !finished()) {
      evaluate();
      first_ = residual_;
      keep_best();
      sweep_.restart();
      done = accelerate(R, U);
    }
    if (!done) return_best();
    return done;
  }

  /// Newton steps from what is returned, while each halves the residual, and where that is not
  /// enough a series of BODY_SPACE steps. @return Whether the residual has fallen.
  bool refine(std::span<Vec3> R, std::span<Vec3> U) {
    if (!(residual_.map.natural() > kRefined)) return false;
    bool better = false;
    log_.begin(Stage::refinement, excess());
    work_.direction.resize(R.size());
    work_.trial.resize(R.size());
    for (int k = 0; k < kRefinements && residual_.map.natural() > kRefined; ++k) {
      if (!newton_->compute(R, U, work_.direction)) break;
      note_steps(1);
      work_.base.assign(R.begin(), R.end());
      for (std::size_t i = 0; i < R.size(); ++i) {
        const RowLaw& law = problem_.law[i];
        work_.trial[i] = law_of(law.kind).project(law, R[i] + work_.direction[i]);
      }
      const Residual before = residual_;
      sweep_.set_reactions(work_.trial);
      residual_ = sweep_.finish(R, U);
      if (!(residual_.map.natural() <= kHalf * before.map.natural())) {
        sweep_.set_reactions(work_.base);
        residual_ = sweep_.finish(R, U);
        break;
      }
      better = true;
    }
    better = refine_by_series(R, U) || better;
    const bool small = residual_.map.natural() <= kRefined;
    log_.end(small ? StageEnd::refined : StageEnd::little_gain, excess());
    if (better) {
      report_.relative_error = std::min(report_.relative_error, residual_.map.natural());
    }
    return better;
  }

  bool refine_by_series(std::span<Vec3> R, std::span<Vec3> U) {
    const double before = residual_.map.natural();
    if (!(before > kRefined)) return false;
    const double step = newton_->cost_in_sweeps() + kSmoothingSweeps;
    const NewtonSeries series{Criteria{.residual = kRefined}, true,
                              kSeriesSteps * step + kSeriesSweeps, kSeriesSweeps};
    work_.trial.assign(R.begin(), R.end());
    work_.base.assign(R.begin(), R.end());
    const NewtonSeriesResult found =
        run_newton_series({problem_, blocks_}, *newton_, series, work_.trial, work_.direction);
    note_series(found);
    if (found.residual < before) {
      sweep_.set_reactions(work_.trial);
      residual_ = sweep_.finish(R, U);
      if (residual_.map.natural() < before) return true;
    }
    sweep_.set_reactions(work_.base);
    residual_ = sweep_.finish(R, U);
    return false;
  }

  /// Also when a sweep has changed nothing, for no other will.
  [[nodiscard]] bool finished() const {
    return at_rest_ || report_.iterations >= params_.max_sweeps;
  }

  /// @return Whether the change of the reactions does not speak against the criteria.
  bool one_sweep(const Momentum& momentum, bool keep_gradient) {
    uncounted_sweep(momentum, keep_gradient);
    ++report_.iterations;
    report_.error_history.push_back(report_.relative_error);
    report_.merit_history.push_back(report_.merit);
    return report_.relative_error <= criteria_.change;
  }

  void uncounted_sweep(Momentum momentum, bool keep_gradient) {
    if (report_.iterations > 0) {
      momentum.slip_tolerance =
          std::clamp(kSlipShare * report_.relative_error, kFinestSlip, kCoarsestSlip);
    }
    sweep_.sweep(momentum, keep_gradient, tally_);
    note_sweeps(1);
    if (tally_.fallback != SolveStatus::ok) report_.fallback = tally_.fallback;
    report_.replaced_visits += tally_.replaced;
    failure_ = tally_.failure;
    at_rest_ = tally_.change_squared == 0.0;
    const double size = std::sqrt(tally_.size_squared);
    report_.relative_error = std::sqrt(tally_.change_squared) / (size > 0.0 ? size : 1.0);
  }

  void note_sweeps(int sweeps) {
    log_.current().sweeps += sweeps;
    log_.current().work += sweeps;
  }

  /// Factorisations of the direction.
  void note_steps(int steps) {
    report_.newton_steps += steps;
    StageRecord& record = log_.current();
    record.steps += steps;
    record.factorisations += steps;
    if (steps > 0) record.work += steps * newton_->cost_in_sweeps();
  }

  void note_series(const NewtonSeriesResult& found) {
    note_steps(found.steps);
    note_sweeps(found.sweeps);
  }

  /// Ends the stage that is running, if one is, for a reason that counts where nothing ends all.
  void end_stage(StageEnd why) {
    if (!log_.is_open()) return;
    if (why != StageEnd::met && at_rest_) why = StageEnd::at_rest;
    if (why != StageEnd::met && report_.iterations >= params_.max_sweeps) why = StageEnd::limit;
    log_.end(why, excess());
  }

  /// The change by another sweep would be of the size of the residual.
  void note_direct_sweep() {
    const double error = residual_.map.natural();
    report_.relative_error = std::min(report_.relative_error, error);
    report_.error_history.back() = report_.relative_error;
  }

  void evaluate() {
    residual_ = sweep_.evaluate();
    schedule_.set_evaluated(report_.relative_error, excess());
    report_.residual_history.push_back({report_.iterations, residual_.map.natural()});
    report_.merit = residual_.merit;
    if (!report_.merit_history.empty()) report_.merit_history.back() = residual_.merit;
  }

  [[nodiscard]] bool met() const {
    if (residual_.map.violation == 0.0) return true;
    if (!is_in_proportion()) return false;
    return criteria_.missed(report_.relative_error, residual_.map, residual_.merit) ==
           Miss::nothing;
  }

  /// Whether the reactions have not grown along the null space of W since the plain sweeps; e over
  /// velocities alone tells that by itself.
  [[nodiscard]] bool is_in_proportion() const {
    return params_.residual_tolerance > 0.0 || in_proportion(residual_.map, first_.map);
  }

  [[nodiscard]] double excess() const { return criteria_.excess(residual_.map, residual_.merit); }

  void keep_best() {
    if (!(residual_.map.natural() < best_)) return;
    best_ = residual_.map.natural();
    best_merit_ = residual_.merit;
    sweep_.get_reactions(work_.best);
  }

  void return_best() {
    evaluate();
    if (!(residual_.map.natural() <= best_)) {
      sweep_.set_reactions(work_.best);
      residual_ = sweep_.evaluate();
      report_.merit = best_merit_;
    }
    if (!std::isfinite(first_.map.scale) || !is_warm()) return;
    // What larger reactions do not better would be handed on to the next step, larger in each.
    const Residual start = sweep_.evaluate_at(work_.start);
    const bool better = residual_.map.violation <= kAccepted * start.map.violation;
    if (residual_.map.scale <= start.map.scale ||
        (better && in_proportion(residual_.map, start.map)))
      return;
    sweep_.set_reactions(work_.start);
    report_.merit = start.merit;
  }

  [[nodiscard]] bool is_warm() const {
    const bool warm =
        std::any_of(work_.start.begin(), work_.start.end(), [](Vec3 R) { return R != Vec3{}; });
    return problem_.shared.largest(warm ? 1 : 0) != 0;
  }

  /// Ends early when they fall too slowly to meet the criteria and others may follow.
  bool plain_sweeps(int last) {
    double old = 0.0;
    StageEnd why = StageEnd::first_done;
    log_.begin(Stage::plain_sweeps, 0.0);
    while (report_.iterations < last && !finished()) {
      const bool small = one_sweep({}, false);
      const bool due = schedule_.is_due(report_.relative_error, small, kPlainInterval);
      if (!due && report_.iterations > 1 && report_.iterations < last) continue;
      const int sweeps = schedule_.sweeps();
      evaluate();
      if (sweep_.is_direct()) note_direct_sweep();
      if (report_.iterations == 1) log_.current().before = excess();
      if (met()) {
        end_stage(StageEnd::met);
        return true;
      }
      const double rate = std::log(old / excess()) / sweeps;
      const bool late = rate * (last - report_.iterations) < std::log(excess());
      const bool may_end = params_.acceleration != Acceleration::off;
      if (may_end && late && sweeps == kPlainInterval) {
        why = StageEnd::slow;
        break;
      }
      old = excess();
    }
    end_stage(why);
    return false;
  }

  /// Proximal sweeps with momentum, in turn with Newton steps.
  bool accelerate(std::span<Vec3> R, std::span<Vec3> U) {
    newton_allowed_ = newton_ != nullptr && params_.acceleration == Acceleration::automatic;
    moving_ = 0;
    // The first sweeps gain more than those after them, so they foretell nothing.
    if (momentum_sweeps(kFirstSweeps)) return true;
    int block = kShortBlock;
    while (!finished()) {
      if (momentum_sweeps(std::min(block, sweeps_before_late()))) return true;
      if (finished()) break;
      if (interior_due()) {
        end_stage(StageEnd::interior_due);
        if (interior_point()) return true;
        block = kShortBlock;
        continue;
      }
      if (sweeps_before_late() == 0) take_late_direction();
      block = sweeps_before_newton();
      if (block > 0) continue;
      if (may_try_series()) {
        end_stage(is_late_ ? StageEnd::late_due : StageEnd::cold_due);
        if (newton_series()) return true;
        block = kShortBlock;
        continue;
      }
      end_stage(StageEnd::newton_due);
      moving_ = 0;
      const int accepted = newton_steps(R, U);
      if (accepted < 0) return true;
      last_newton_ = report_.iterations;
      newton_wait_ = accepted > 0
                         ? kNewtonSweeps
                         : std::min(2 * std::max(newton_wait_, kNewtonSweeps), kLongestWait);
      block = kNewtonSweeps;
      if (!finished()) evaluate();  // the best reactions
    }
    end_stage(StageEnd::limit);
    return false;
  }

  bool interior_due() {
    return params_.acceleration == Acceleration::automatic &&
           interior_.is_due(problem_, newton_, report_.iterations);
  }

  /// @return Whether the criteria are met; else sweeps go on from the best of what it has found.
  bool interior_point() {
    log_.begin(Stage::interior_point, excess());
    const bool met = interior_iterations();
    const StageEnd spent =
        interior_.has_iterations_left() ? StageEnd::short_steps : StageEnd::work_spent;
    log_.end(met ? StageEnd::met : spent, excess());
    return met;
  }

  bool interior_iterations() {
    work_.trial = interior_.begins_at_start() ? work_.start : work_.best;
    const FinishingSweeps finish = [this](std::span<Vec3> R, int sweeps) {
      return finishing_sweeps(R, sweeps);
    };
    const InteriorPointResult found = interior_.run({problem_, blocks_, criteria_}, *newton_,
                                                    finish, report_.iterations, work_.trial);
    note_steps(found.iterations);
    report_.merit = residual_.merit;
    moving_ = 0;
    if (found.met) return true;
    sweep_.set_reactions(work_.trial);
    evaluate();
    if (!is_in_proportion()) {
      sweep_.set_reactions(work_.best);
      evaluate();
    }
    keep_best();
    return met();
  }

  /// Sweeps with momentum from some reactions, which the report does not count: they belong to a
  /// step of another kind. @return Whether the criteria are met by what they end with, R.
  bool finishing_sweeps(std::span<Vec3> R, int sweeps) {
    sweep_.set_reactions(R);
    momentum_.restart();
    for (int k = 0; k < sweeps; ++k) {
      if (k > 0) {
        momentum_.advance(tally_.gradient_squared);
        sweep_.extrapolate(momentum_.next());
      }
      uncounted_sweep(momentum_.next(), true);
    }
    residual_ = sweep_.evaluate();
    if (is_in_proportion()) keep_best();
    sweep_.get_reactions(R);
    return met();
  }

  /// Until the other direction takes the place of one that costs too much.
  [[nodiscard]] int sweeps_before_late() const {
    const bool may_come = newton_ != nullptr && late_ != nullptr &&
                          params_.acceleration == Acceleration::automatic &&
                          !(newton_->cost_in_sweeps() <= kAffordableSweeps);
    if (!may_come) return kLongestBlock;
    const int first = std::max(kFirstLate, params_.max_sweeps / kLateShare);
    return std::max(0, first - report_.iterations);
  }

  void take_late_direction() {
    newton_ = std::exchange(late_, nullptr);
    newton_allowed_ = true;
    is_late_ = true;
  }

  /// How many sweeps to take before Newton steps are thought of again; 0: now is the time. They are
  /// not tried where sweeps foretell to end with less work, nor before sweeps have had that of one.
  int sweeps_before_newton() {
    if (!newton_allowed_) return kLongestBlock;
    if (sweeps_needed_ < kLeastSeries || sweeps_needed_ < kSeries * newton_->cost_in_sweeps()) {
      const double most = kNewtonSweeps;
      return std::max(static_cast<int>(std::min(sweeps_needed_, most)), kShortBlock);
    }
    newton_allowed_ = newton_->cost_in_sweeps() <= kAffordableSweeps;
    if (!newton_allowed_) return kLongestBlock;
    const int least = std::max(newton_wait_, static_cast<int>(newton_->cost_in_sweeps()));
    return std::max(0, least - (report_.iterations - last_newton_));
  }

  /// Goes on with the momentum where nothing has stopped it.
  bool momentum_sweeps(int sweeps) {
    const double old = excess();
    for (int k = 0; k < sweeps && !finished(); ++k) {
      if (!log_.is_open()) log_.begin(Stage::momentum, old);
      if (moving_ == kRestartInterval) stop();
      if (moving_++ == 0) {
        momentum_.restart();
      } else {
        sweep_.extrapolate(momentum_.next());
      }
      const bool small = one_sweep(momentum_.next(), true);
      const bool due = schedule_.is_due(report_.relative_error, small, kMomentumInterval);
      if (due || k + 1 == sweeps || finished()) {
        evaluate();
        keep_best();
        if (met()) {
          end_stage(StageEnd::met);
          return true;
        }
        sweeps_needed_ = sweeps_to_go(old, k + 1);
      }
      momentum_.advance(tally_.gradient_squared);
    }
    return false;
  }

  /// Ends the momentum.
  void stop() {
    sweep_.restart();
    moving_ = 0;
  }

  /// To meet the criteria, if the excess goes on to fall as it has from `old` in some sweeps.
  [[nodiscard]] double sweeps_to_go(double old, int sweeps) const {
    if (!(excess() < old) || excess() <= 1.0) return std::numeric_limits<double>::infinity();
    return sweeps * std::log(excess()) / std::log(old / excess());
  }

  /// Once, after other steps have not ended the solution, where nothing is known of the reactions
  /// at its start and half of the sweeps to come are enough. In a
  /// run that is the first step: later ones start from what the step before left. A late direction
  /// begins with one.
  [[nodiscard]] bool may_try_series() const {
    if (is_late_) return !series_tried_ && params_.max_sweeps - report_.iterations >= kSeriesSweeps;
    return !series_tried_ && report_.newton_steps > 0 &&
           params_.max_sweeps - report_.iterations >= 2 * kSeriesSweeps &&
           problem_.shared.one_rank() && !is_warm() && newton_->is_complete();
  }

  /// A series of BODY_SPACE steps with reactions of its own, from where the solution began. Sweeps
  /// and their momentum stay as they are unless it succeeds. @return Whether the criteria are met.
  bool newton_series() {
    series_tried_ = true;
    log_.begin(is_late_ ? Stage::mesh_steps : Stage::cold_series, excess());
    StageEnd end{};
    const bool met = run_series(end);
    log_.end(met ? StageEnd::met : end, excess());
    return met;
  }

  /// @param[out] end  Why it has ended without meeting the criteria.
  bool run_series(StageEnd& end) {
    std::vector<Vec3>& R = work_.trial;
    R = work_.start;
    work_.direction.resize(R.size());
    const double step = newton_->cost_in_sweeps() + kSmoothingSweeps;
    const NewtonSeries series{criteria_, params_.residual_tolerance > 0.0,
                              kSeriesSteps * step + kSeriesSweeps, kSeriesSweeps};
    const NewtonSeriesResult found =
        run_newton_series({problem_, blocks_}, *newton_, series, R, work_.direction);
    note_series(found);
    end = found.met ? StageEnd::rejected : found.end;
    report_.iterations += found.sweeps;
    report_.error_history.resize(at(report_.iterations), report_.relative_error);
    report_.merit_history.resize(at(report_.iterations), report_.merit);
    if (!found.met) return false;
    moving_ = 0;
    sweep_.set_reactions(R);
    evaluate();
    keep_best();
    one_sweep({}, false);  // which tells how much they change
    evaluate();
    if (residual_.map.natural() > best_) {
      sweep_.set_reactions(work_.best);
      residual_ = sweep_.evaluate();
    }
    keep_best();
    return met();
  }

  /// A series of Newton steps from the best reactions.
  /// @return Number of kept steps, -1 when the criteria are met.
  int newton_steps(std::span<Vec3> R, std::span<Vec3> U) {
    log_.begin(uses_meshes() ? Stage::mesh_steps : Stage::newton_steps, excess());
    StageEnd why = StageEnd::steps_done;
    const int kept = run_newton_steps(R, U, why);
    end_stage(kept < 0 ? StageEnd::met : why);
    return kept;
  }

  /// Whether the direction is one of mesh_newton.h.
  [[nodiscard]] bool uses_meshes() const {
    return is_late_ || (blocks_ == nullptr && refines_by_mesh_newton(problem_));
  }

  int run_newton_steps(std::span<Vec3> R, std::span<Vec3> U, StageEnd& why) {
    sweep_.set_reactions(work_.best);
    work_.direction.resize(R.size());
    work_.trial.resize(R.size());
    int kept = 0;
    for (; kept < kNewtonSteps && !finished(); ++kept) {
      sweep_.finish(R, U);
      work_.base.assign(R.begin(), R.end());
      const double before = best_;
      if (!newton_->compute(work_.base, U, work_.direction)) {
        why = StageEnd::not_solved;
        break;
      }
      note_steps(1);
      bool better = false;
      for (const double length : kStepLengths) {
        if (try_step(length)) return -1;
        better = best_ < kAccepted * before;
        if (better) break;
      }
      sweep_.set_reactions(work_.best);
      if (better) continue;
      why = StageEnd::rejected;
      break;
    }
    return kept;
  }

  /// Sets the reactions after a step, smooths them and keeps the better ones. True when the
  /// criteria are met.
  bool try_step(double length) {
    for (std::size_t i = 0; i < work_.trial.size(); ++i) {
      const RowLaw& law = problem_.law[i];
      work_.trial[i] = law_of(law.kind).project(law, work_.base[i] + length * work_.direction[i]);
    }
    sweep_.set_reactions(work_.trial);
    residual_ = sweep_.evaluate();
    keep_best();
    momentum_.restart();
    for (int k = 0; k < kSmoothingSweeps && !finished(); ++k) {
      if (k > 0) {
        momentum_.advance(tally_.gradient_squared);
        sweep_.extrapolate(momentum_.next());
      }
      const bool small = one_sweep(momentum_.next(), true);
      const bool due = schedule_.is_due(report_.relative_error, small, kSmoothingSweeps);
      if (!due && k != 1 && k + 1 < kSmoothingSweeps && !finished()) continue;
      evaluate();
      keep_best();
      if (met()) return true;
      if (k == 1 && residual_.map.natural() > 10.0 * best_) break;
    }
    return false;
  }

  const LocalDynamics& problem_;
  AcceleratedSweep& sweep_;
  NewtonDirection* newton_;
  NewtonDirection* late_;  // null: none, or it has taken the place of newton_
  BlockCsrOperator* blocks_;
  const GaussSeidelParams& params_;
  Criteria criteria_;
  SolveReport& report_;
  SweepWorkspace& work_;
  StageLog log_{report_.stages};
  SweepTally tally_;
  SolveStatus failure_ = SolveStatus::ok;
  bool at_rest_ = false;
  Residual residual_;
  Residual first_{{.scale = std::numeric_limits<double>::infinity()}, 0.0};  // with acceleration
  EvaluationSchedule schedule_;
  InteriorStage interior_{interior_stage_settings(criteria_), params_.max_sweeps};
  SweepMomentum momentum_;
  int moving_ = 0;              // sweeps with momentum since it started
  double sweeps_needed_ = 0.0;  // after a block of them
  bool newton_allowed_ = false;
  bool is_late_ = false;  // the direction
  bool series_tried_ = false;
  int newton_wait_ = 0;  // sweeps between two series
  int last_newton_ = 0;  // sweeps before the end of the last series
  double best_ = std::numeric_limits<double>::infinity();
  double best_merit_ = 0.0;
};

}  // namespace

void solve_accelerated(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                       std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  const LocalDynamics& problem = accelerated.problem;
  AcceleratedSolution solution(accelerated, params, report);
  const bool converged = solution.run(R, U);
  const Residual& residual = solution.residual();
  report.merit = residual.merit;
  set_residual(residual.map, report);
  if (report.status == SolveStatus::ok) {
    if (!std::isfinite(report.merit)) {
      report.status = SolveStatus::diagonal_failed;
    } else if (solution.failure() != SolveStatus::ok) {
      report.status = solution.failure();
    } else if (!converged) {
      report.status = SolveStatus::diverged;
      report.missed = solution.missed();
      report.no_solution = reactions_run_away(problem, R, U, report.iterations, report.residual);
    }
  }
}

}  // namespace solfec
