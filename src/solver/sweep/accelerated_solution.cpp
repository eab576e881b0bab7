#include "solver/sweep/accelerated_solution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "solver/law/law.h"
#include "solver/measure/criteria.h"
#include "solver/newton/newton.h"
#include "solver/newton/newton_direction.h"
#include "solver/sweep/evaluation_schedule.h"
#include "solver/sweep/growth_watch.h"

namespace solfec {
namespace {

constexpr int kPlainSweeps = 30;
constexpr int kPlainInterval = 5;        // most plain sweeps between evaluations
constexpr int kMomentumInterval = 20;    // most sweeps with momentum between evaluations
constexpr int kRestartInterval = 500;    // sweeps until velocities are rebuilt from the reactions
constexpr double kProximal = 0.1;        // θ
constexpr int kBlock = 50;               // sweeps with momentum between two looks at the work ahead
constexpr int kLongestWait = 1 << 20;    // sweeps after series of Newton steps that led nowhere
constexpr double kExpectedSteps = 8.0;   // of Newton, before a series has shown its own number
constexpr double kStepSweeps = 12.0;     // of such a step, beside its factorisation
constexpr double kWorthwhile = 0.5;      // most expected work of a series over that of sweeps
constexpr double kOverdraft = 1.5;       // most work of a series over the expected one, or
constexpr double kShareOfSweeps = 0.25;  // over that of the sweeps which it may replace
constexpr double kMostPredicted = 20000.0;  // sweeps that are taken to be left
constexpr int kSmoothingSweeps = 10;        // after Newton steps that seem to have met the criteria
constexpr int kIdleSteps = 6;               // in a series that do not better the best reactions
constexpr double kAccepted = 0.9;    // residual of reactions that are better over that before
constexpr double kFreeGrowth = 2.0;  // of the scale without a smaller violation

/// State of one solution.
class AcceleratedSolution {
 public:
  AcceleratedSolution(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                      SolveReport& report)
      : problem_(accelerated.problem),
        sweep_(accelerated.sweep),
        newton_(accelerated.newton),
        params_(params),
        criteria_(criteria_of(params, accelerated.problem)),
        report_(report),
        work_(accelerated.work) {}

  /// True when the criteria were met, by the residual of what is returned.
  bool run(std::span<Vec3> R, std::span<Vec3> U) {
    bool done = solve();
    residual_ = sweep_.finish(R, U);
    // Velocities that were summed up change by rounding when they are built anew.
    while (done && !met() && !finished()) {
      keep_best();
      done = accelerate();
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
  bool solve() {
    bool done = false;
    if (params_.acceleration == Acceleration::automatic) {
      done = plain_sweeps(std::min(kPlainSweeps, params_.max_sweeps));
    }
    if (!done && !finished()) {
      evaluate();
      first_ = residual_;
      keep_best();
      sweep_.restart();
      done = accelerate();
    }
    if (!done) return_best();
    return done;
  }

  /// Also when a sweep has changed nothing, for no other will.
  [[nodiscard]] bool finished() const {
    return at_rest_ || report_.iterations >= params_.max_sweeps;
  }

  /// @return Whether the change of the reactions does not speak against the criteria.
  bool one_sweep(const Momentum& momentum, bool keep_gradient) {
    sweep_.sweep(momentum, keep_gradient, tally_);
    ++report_.iterations;
    if (tally_.fallback != SolveStatus::ok) report_.fallback = tally_.fallback;
    report_.replaced_visits += tally_.replaced;
    failure_ = tally_.failure;
    at_rest_ = tally_.change_squared == 0.0;
    const double size = std::sqrt(tally_.size_squared);
    report_.relative_error = std::sqrt(tally_.change_squared) / (size > 0.0 ? size : 1.0);
    report_.error_history.push_back(report_.relative_error);
    report_.merit_history.push_back(report_.merit);
    return report_.relative_error <= criteria_.change;
  }

  void evaluate() {
    residual_ = sweep_.evaluate();
    schedule_.set_evaluated(report_.relative_error, excess());
    report_.residual_history.push_back({report_.iterations, residual_.map.natural()});
    report_.merit = residual_.merit;
    if (!report_.merit_history.empty()) report_.merit_history.back() = residual_.merit;
  }

  /// Whether the reactions are in proportion to what they achieve: more than twice as large as
  /// others only if the violation has fallen as they have grown. Else they have been carried along
  /// the null space of W, where stress is locked in and nothing else changes, and the residual e,
  /// which is relative to them, would fall for nothing.
  [[nodiscard]] bool in_proportion(const Residual& others) const {
    const double most = kFreeGrowth * others.map.scale;
    return residual_.map.scale <= most ||
           residual_.map.scale * residual_.map.violation <= most * others.map.violation;
  }

  [[nodiscard]] bool met() const {
    if (residual_.map.violation == 0.0) return true;
    if (params_.residual_tolerance == 0.0 && !in_proportion(first_)) return false;
    return criteria_.missed(report_.relative_error, residual_.map, residual_.merit) ==
           Miss::nothing;
  }

  [[nodiscard]] double excess() const { return criteria_.excess(residual_.map, residual_.merit); }

  void keep_best() {
    if (!note_best()) return;
    sweep_.get_reactions(work_.best);
  }

  /// Whether the last residual is the least so far.
  bool note_best() {
    if (!(residual_.map.natural() < best_)) return false;
    best_ = residual_.map.natural();
    best_excess_ = excess();
    best_merit_ = residual_.merit;
    return true;
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
    if (residual_.map.scale <= start.map.scale || (better && in_proportion(start))) return;
    sweep_.set_reactions(work_.start);
    report_.merit = start.merit;
  }

  [[nodiscard]] bool is_warm() const {
    return std::any_of(work_.start.begin(), work_.start.end(), [](Vec3 R) { return R != Vec3{}; });
  }

  /// Ends early when they fall too slowly to meet the criteria.
  bool plain_sweeps(int last) {
    double old = 0.0;
    while (report_.iterations < last && !finished()) {
      const bool small = one_sweep({}, false);
      const bool due = schedule_.is_due(report_.relative_error, small, kPlainInterval);
      if (!due && report_.iterations > 1 && report_.iterations < last) continue;
      const int sweeps = schedule_.sweeps();
      evaluate();
      if (met()) return true;
      const double rate = std::log(old / excess()) / sweeps;
      const bool late = rate * (last - report_.iterations) < std::log(excess());
      if (late && sweeps == kPlainInterval) break;
      old = excess();
    }
    return false;
  }

  /// Proximal sweeps with momentum, in turn with Newton steps.
  bool accelerate() {
    const bool newton_allowed =
        newton_ != nullptr && params_.acceleration == Acceleration::automatic;
    momentum_ = {0.0, 0.0, kProximal};
    gradient_ = 0.0;
    sweeps_ = 0;
    while (!finished()) {
      const double before = best_excess_;
      const int first = report_.iterations;
      if (momentum_sweeps(kBlock)) return true;
      if (!newton_allowed || finished() || report_.iterations < wait_until_) continue;
      const double left = predicted_sweeps(before, report_.iterations - first);
      if (expected_steps_ * kStepSweeps > kWorthwhile * left) continue;
      const double cost = steps().cost_in_sweeps();
      if (cost > kAffordableSweeps) wait_until_ = std::numeric_limits<int>::max();
      const double expected = expected_steps_ * (cost + kStepSweeps);
      if (cost > kAffordableSweeps || expected > kWorthwhile * left) continue;
      if (newton_series(std::max(kOverdraft * expected, kShareOfSweeps * left))) return true;
    }
    return false;
  }

  /// Sweeps that the criteria need when the residual goes on to fall as in the last block.
  [[nodiscard]] double predicted_sweeps(double before, int sweeps) const {
    const double rate = std::log(before / best_excess_) / sweeps;
    const double fall = std::log(best_excess_);
    return rate * kMostPredicted > fall ? std::max(0.0, fall / rate) : kMostPredicted;
  }

  NewtonIteration& steps() {
    if (!work_.newton) work_.newton = std::make_shared<NewtonWorkspace>();
    if (!steps_) steps_ = newton_iteration(*newton_, *work_.newton);
    return *steps_;
  }

  bool momentum_sweeps(int sweeps) {
    for (int k = 0; k < sweeps && !finished(); ++k, ++sweeps_) {
      if (gradient_ > 0.0) sweep_.extrapolate(momentum_);
      const bool small = one_sweep(momentum_, true);
      const bool due = schedule_.is_due(report_.relative_error, small, kMomentumInterval);
      if (due || k + 1 == sweeps || finished()) {
        evaluate();
        keep_best();
        if (met()) return true;
      }
      const double gradient = tally_.gradient_squared;
      const double beta = gradient_ > 0.0 ? gradient / gradient_ : 0.0;
      momentum_.beta = beta <= 1.0 ? beta : 0.0;
      momentum_.sigma = beta <= 1.0 ? 1.0 : 0.0;
      gradient_ = gradient;
      if ((sweeps_ + 1) % kRestartInterval == 0) restart();
    }
    return false;
  }

  void restart() {
    sweep_.restart();
    momentum_ = {0.0, 0.0, kProximal};
    gradient_ = 0.0;
  }

  /// Newton steps from the best reactions, with reactions of their own: when they better nothing,
  /// sweeps go on as if there had been none.
  /// @param most  Work that may be spent, in sweeps.
  /// @return Whether the criteria are met.
  bool newton_series(double most) {
    NewtonIteration& newton = steps();
    const double before = best_;
    const double start = best_excess_;
    newton.start(work_.best);
    double work = 0.0;
    int idle = 0;
    int done = 0;
    while (work < most && idle < kIdleSteps && !finished()) {
      const int sweeps = newton.sweeps();
      newton.advance();
      ++done;
      ++report_.newton_steps;
      report_.iterations += newton.sweeps() - sweeps;
      work = done * newton.cost_in_sweeps() + newton.sweeps();
      residual_ = {newton.map(), newton.merit_value()};
      idle = residual_.map.natural() < kAccepted * best_ ? 0 : idle + 1;
      if (note_best()) {
        const std::span<const Vec3> R = newton.reactions();
        work_.best.assign(R.begin(), R.end());
      }
      if (excess() <= 1.0 && end_by_sweeps(newton.reactions())) return true;
    }
    if (best_ < kAccepted * before) {
      const double rate = std::log(start / best_excess_) / done;
      expected_steps_ = std::clamp(std::log(best_excess_) / rate, 1.0, 1e3);
      sweep_.set_reactions(work_.best);
      restart();
      wait_until_ = report_.iterations;
    } else {
      expected_steps_ *= 2.0;
      wait_until_ = report_.iterations + static_cast<int>(std::min<double>(kLongestWait, 2 * work));
    }
    return false;
  }

  /// Plain proximal sweeps from reactions that seem to meet the criteria, which ask for the change
  /// by a sweep too.
  bool end_by_sweeps(std::span<const Vec3> R) {
    sweep_.set_reactions(R);
    restart();
    evaluate();
    for (int k = 0; k < kSmoothingSweeps; ++k) {
      if (params_.residual_tolerance > 0.0 && met()) return true;
      if (finished()) return false;
      one_sweep({0.0, 0.0, kProximal}, false);
      evaluate();
      keep_best();
      if (met()) return true;
    }
    return false;
  }

  const LocalDynamics& problem_;
  AcceleratedSweep& sweep_;
  const NewtonProblem* newton_;
  std::unique_ptr<NewtonIteration> steps_;  // made when it is wanted first
  const GaussSeidelParams& params_;
  Criteria criteria_;
  SolveReport& report_;
  SweepWorkspace& work_;
  SweepTally tally_;
  SolveStatus failure_ = SolveStatus::ok;
  bool at_rest_ = false;
  Residual residual_;
  Residual first_{{.scale = std::numeric_limits<double>::infinity()}, 0.0};  // with acceleration
  EvaluationSchedule schedule_;
  double best_ = std::numeric_limits<double>::infinity();
  double best_excess_ = std::numeric_limits<double>::infinity();
  double best_merit_ = 0.0;
  Momentum momentum_;
  double gradient_ = 0.0;  // squared, of the last sweep; 0: none since the last start
  int sweeps_ = 0;         // with momentum since it began
  int wait_until_ = 0;     // iterations before the next series of Newton steps
  double expected_steps_ = kExpectedSteps;
};

}  // namespace

void solve_accelerated(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                       std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  const LocalDynamics& problem = accelerated.problem;
  accelerated.work.start.assign(R.begin(), R.end());
  accelerated.work.best.assign(R.begin(), R.end());
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
