#include "solver/newton_series/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/bonds.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/newton/block_newton.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton_series/newton_rows.h"
#include "solver/row/sweep.h"
#include "solver/settings/solver_settings.h"

namespace solfec {
namespace {

/// One solution; members name its state so that the iteration reads as in the docstring.
template <typename Operator>
class NewtonRun {
 public:
  NewtonRun(const LocalDynamics& problem, Operator& W, NewtonDirection* direct,
            const NewtonParams& params, NewtonWorkspace& work, SolveReport& report)
      : problem_(problem),
        W_(W),
        direct_(direct),
        params_(params),
        criteria_(criteria_of(params, problem)),
        by_residual_(params.residual_tolerance > 0.0),
        work_(work),
        report_(report) {}

  /// Makes it a series within another solution.
  void set_series(const NewtonSeries& series) {
    criteria_ = series.criteria;
    by_residual_ = series.by_residual;
    most_work_ = series.most_work;
    most_sweeps_ = series.most_sweeps;
    to_rounding_ = true;
    refines_ = series.refines;
  }
  /// Iterations go on after the criteria are met.
  void set_refinement() { refines_ = true; }
  /// It ends where blocks of W that are deferred would be needed.
  void set_without_blocks() { without_blocks_ = true; }
  /// Gives the direction that the last iterations take, from a share of them on (`early`).
  void set_late_direction(NewtonDirection* late) { late_ = late; }
  [[nodiscard]] int sweeps() const { return sweeps_; }

  void solve(std::span<Vec3> R, std::span<Vec3> U) {
    SOLFEC_ASSERT(count(R) == problem_.size() && count(U) == problem_.size());
    SOLFEC_ASSERT(W_.row_count() == problem_.size());
    R_ = R;
    U_ = U;
    begin();
    // sweeps through blocks that are deferred would cost more than what a sweep is taken for
    const double most = is_deferred() ? std::numeric_limits<double>::max()
                                      : params_.settings->newton_steps.affordable;
    if (direct_ != nullptr && (!direct_->is_complete() || direct_->cost_in_sweeps() > most)) {
      direct_ = nullptr;
    }
    if (problem_.quasi_static && !to_rounding_ && problem_.body_space.has_factored_slots()) {
      most_sweeps_ = std::min(most_sweeps_, settings_.static_sweeps);
    }
    while (may_go_on() && std::isfinite(least_) && is_affordable()) {
      if (stagnates() && !take_late_direction()) break;
      const bool early = report_.iterations < settings_.early * params_.max_iterations;
      if (direct_ == nullptr && !early) direct_ = late_;
      linearise();
      if (direct_ == nullptr || !solve_directly()) {
        if (without_blocks_) break;
        solve_iteratively();
      }
      const bool accepted = search();
      if (!accepted && direct_ != nullptr) direct_->reject();
      if (!accepted && is_deferred()) {
        if (without_blocks_) break;
        problem_.body_space.complete_inverses();
      }
      if (!is_deferred() && (!accepted || direct_ != nullptr)) sweep();
      failures_ =
          accepted ? std::max(0, failures_ - 1) : std::min(failures_ + 1, settings_.most_doublings);
      ++report_.iterations;
      const double before = least_;
      keep_iterate();
      note_gain(accepted);
      if (met_ && !goes_on(before)) break;
    }
    finish();
  }

 private:
  /// Sweeps, and steps by the full matrix, have to wait then.
  [[nodiscard]] bool is_deferred() const { return problem_.body_space.has_deferred(); }
  /// A solution that meets the criteria is refined as long as that halves e now and then.
  [[nodiscard]] bool may_go_on() const {
    if (best_is_met_ && !to_rounding_ && without_gain_ >= settings_.without_gain) return false;
    return report_.iterations < params_.max_iterations;
  }
  /// Iterations gain little, soon told where steps are rejected, for sweeps after them do the work
  /// then: they would not end by themselves. A series has bounds of its own.
  [[nodiscard]] bool stagnates() const {
    return !to_rounding_ && (rejected_ >= settings_.most_rejected || idle_ >= settings_.most_idle);
  }
  /// @return  Whether there is another direction than the one whose steps are rejected.
  bool take_late_direction() {
    rejected_ = idle_ = 0;
    if (late_ == nullptr || direct_ == late_) return false;
    direct_ = late_;
    return true;
  }
  void note_gain(bool accepted) {
    if (!(least_ >= (1.0 - settings_.little) * least_gained_)) {
      least_gained_ = least_;
      rejected_ = idle_ = 0;
      return;
    }
    ++idle_;
    rejected_ = accepted ? 0 : rejected_ + 1;
  }
  [[nodiscard]] bool is_affordable() const { return work() < most_work_ && sweeps_ < most_sweeps_; }
  /// After the criteria are met. @param before  Measure of the best reactions before the iteration.
  [[nodiscard]] bool goes_on(double before) {
    if (without_blocks_ && natural_ <= settings_.refined) return false;  // iterations are dear
    if (joints_gain()) return true;
    if (!to_rounding_) return refines_ && natural_ > settings_.refined;
    if (refines_ && natural_ > settings_.refined && natural_ <= settings_.half * natural_before_)
      return true;
    return least_ <= settings_.much * before;
  }

  /// Whether joints err by more than a share of the bound of all rows, and another iteration
  /// is likely to make that less.
  [[nodiscard]] bool joints_gain() {
    if (!(joint_error_ > settings_.joint_share * problem_.speed_error_bound)) return false;
    return joint_error_ <= settings_.half * joint_error_before_ ||
           ++without_joint_gain_ <= settings_.joint_tries;
  }

  void note_joint_error() {
    joint_error_before_ = joint_error_;
    if (has_joints_) joint_error_ = joint_error(problem_, scale_, R_, U_);
  }

  void begin() {
    const PhaseScope scope(report_.timers, Phase::LININIT);
    report_.clear();
    report_.iteration_kind = IterationKind::newton;
    prepared_ = prepare_sweep(problem_, SweptRows::all, R_, work_.sweep.rows);
    prepare_newton(problem_, R_, work_);
    freeze_friction(problem_, R_, work_);
    update_velocities(problem_, W_, R_, U_);
    const Residual start = residual_of(problem_, R_, U_);
    least_ = measure(start);
    best_is_met_ = criteria_.missed(0.0, start.map, start.merit) == Miss::nothing;
    report_.criteria = criteria_;
    log_.begin(Stage::newton, criteria_.excess(start.map, start.merit));
    natural_ = start.map.natural();
    scale_ = mean_inverse_mass(problem_);
    has_joints_ = problem_.speed_error_bound > 0.0;
    note_joint_error();
    work_.best.assign(R_.begin(), R_.end());
    work_.recent.assign(1, projection_residual(problem_, R_, U_, work_));
  }

  void linearise() {
    const PhaseScope scope(report_.timers, Phase::LINUPD);
    double smoothing = params_.smoothing;
    if (params_.variant == NewtonVariant::smoothed_variational ||
        params_.variant == NewtonVariant::body_space) {
      linearise_rows(problem_, params_.variant, 0.0, R_, U_, work_);
      const double share = direct_ != nullptr ? settings_.direct_smoothing : settings_.smoothing;
      smoothing = share * residual_speed(work_);
    }
    linearise_rows(problem_, params_.variant, smoothing, R_, U_, work_);
    if (params_.variant == NewtonVariant::fixed_point) move_bound();
  }

  // Fixed point: a new bound when the problem with the old one is solved well enough.
  void move_bound() {
    const double inner = linearised_residual(work_);
    const bool solved =
        inner <= settings_.inner_decrease * settings_.inner_decrease * inner_residual_;
    if (!solved && ++inner_iterations_ < settings_.inner_iterations) return;
    freeze_friction(problem_, R_, work_);
    linearise_rows(problem_, params_.variant, 0.0, R_, U_, work_);
    inner_residual_ = linearised_residual(work_);
    inner_iterations_ = 0;
  }

  // Direction δR by a factorisation; false when it fails.
  bool solve_directly() {
    const PhaseScope scope(report_.timers, Phase::LINRUN);
    condensed_.resize(R_.size());
    condense_rows(work_, condensed_);
    ++log_.current().factorisations;
    log_.current().work += direct_->cost_in_sweeps();
    if (direct_->takes_natural_rows()) return direct_->compute(R_, U_, work_.direction);
    return direct_->step(condensed_, work_.direction);
  }

  // Direction δR from the preconditioned rows, in the unknowns z = δR / √ρ.
  void solve_iteratively() {
    PhaseTimers& timers = report_.timers;
    const auto inside = [&] {
      return timers.seconds(Phase::LINMV) + timers.seconds(Phase::LINPRE);
    };
    const double before = inside();
    {
      const PhaseScope scope(timers, Phase::LINRUN);
      precondition_rows(problem_, work_);
      for (std::size_t i = 0; i < R_.size(); ++i) {
        work_.rhs[i] = (-1.0 / work_.root[i]) * work_.rows[i].C;
      }
      const int bound =
          std::min(settings_.most_linear,
                   params_.linear_min_iterations + settings_.linear_growth * report_.iterations);
      const GmresParams linear{params_.linear_min_iterations, bound, params_.residual_decrease};
      solve_gmres(linear, work_.rhs, work_.direction, work_.gmres,
                  [this](std::span<const Vec3> z, std::span<Vec3> y) { multiply(z, y); });
      for (std::size_t i = 0; i < R_.size(); ++i) work_.direction[i] *= work_.root[i];
    }
    timers.add(Phase::LINRUN, before - inside());
  }

  void multiply(std::span<const Vec3> z, std::span<Vec3> y) {
    {
      const PhaseScope scope(report_.timers, Phase::LINMV);
      log_.current().work += 1.0;
      for (std::size_t i = 0; i < y.size(); ++i) work_.product[i] = work_.root[i] * z[i];
      W_.reset(work_.product);
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = W_.gather(static_cast<int>(i));
    }
    const PhaseScope scope(report_.timers, Phase::LINPRE);
    for (std::size_t i = 0; i < y.size(); ++i) {
      const LinearRow& row = work_.rows[i];
      const Vec3 dR = work_.product[i];
      const Vec3 dU = y[i] + (kLinearShift / work_.rho[i]) * dR;
      y[i] = (1.0 / work_.root[i]) * (row.X * dU + row.Y * dR);
    }
  }

  /// Returns the residual that an accepted step must improve: the largest of the last residuals;
  /// where no sweeps follow, the last one. Natural rows alone, allowed to, go from bad to worse for
  /// dozens of iterations where most rows slip.
  [[nodiscard]] double reference() const {
    if (is_deferred()) return work_.recent.back();
    return *std::max_element(work_.recent.begin(), work_.recent.end());
  }

  /// Moves R and U to the first step length that is accepted, else to the shortest one.
  bool search() {
    const double reference = this->reference();
    double length = 1.0;
    bool accepted = false;
    for (int trial = 0; trial < settings_.trials && !accepted; ++trial) {
      project_step(problem_, params_.variant, length, R_, work_);
      update_velocities(problem_, W_, work_.R, work_.U);
      residual_ = projection_residual(problem_, work_.R, work_.U, work_);
      accepted = residual_ <= (1.0 - settings_.decrease * length) * reference;
      length *= settings_.shortening;
    }
    report_.relative_error = relative_change();
    std::copy(work_.R.begin(), work_.R.end(), R_.begin());
    std::copy(work_.U.begin(), work_.U.end(), U_.begin());
    return accepted;
  }

  [[nodiscard]] double relative_change() const {
    double change = 0.0;
    double size = 0.0;
    for (std::size_t i = 0; i < R_.size(); ++i) {
      const Vec3 difference = work_.R[i] - R_[i];
      change += dot(difference, difference);
      size += dot(work_.R[i], work_.R[i]);
    }
    return std::sqrt(change / (size > 0.0 ? size : 1.0));
  }

  void sweep() {
    const PhaseScope scope(report_.timers, Phase::GSRUN);
    W_.reset(R_);
    const double work_left = std::max<double>(settings_.sweeps, most_work_ - work());
    int sweeps = std::min(settings_.sweeps << failures_, most_sweeps_ - sweeps_);
    if (sweeps > work_left) sweeps = static_cast<int>(work_left);
    for (int k = 0; k < sweeps; ++k) sweep_once();
    sweeps_ += sweeps;
    update_velocities(problem_, W_, R_, U_);
    residual_ = projection_residual(problem_, R_, U_, work_);
  }

  /// In sweeps; bounded in a series alone.
  [[nodiscard]] double work() const {
    if (!to_rounding_ || direct_ == nullptr) return sweeps_;
    return sweeps_ + report_.iterations * direct_->cost_in_sweeps();
  }

  // Proximal sweep: plain sweeps may cycle.
  void sweep_once() {
    SweepTally tally;
    SweepParams visit;
    visit.proximal = settings_.proximal;
    for (SweepRow& row : work_.sweep.rows) {
      Vec3& R_i = R_[static_cast<std::size_t>(row.row)];
      const Vec3 u = row.B + W_.gather(row.row);
      const Vec3 next = row_visit(problem_, row, visit, u, R_i, tally);
      W_.scatter(row.row, next - R_i);
      R_i = next;
    }
  }

  void keep_iterate() {
    const Residual found = residual_of(problem_, R_, U_);
    natural_before_ = natural_;
    natural_ = found.map.natural();
    const bool gains = !best_is_met_ || natural_ <= settings_.half * refined_;
    without_gain_ = gains ? 0 : without_gain_ + 1;
    if (gains) refined_ = natural_;
    report_.merit_history.push_back(found.merit);
    report_.error_history.push_back(report_.relative_error);
    report_.residual_history.push_back({report_.iterations, found.map.natural()});
    met_ = criteria_.missed(0.0, found.map, found.merit) == Miss::nothing;
    note_joint_error();
    const double size = measure(found);
    // A start that is good enough stays unless a step is better: of stress that changes nothing
    // there may be any amount.
    if ((met_ && !best_is_met_) || size < least_) {
      best_is_met_ = met_;
      least_ = size;
      std::copy(R_.begin(), R_.end(), work_.best.begin());
    }
    if (count(work_.recent) >= params_.nonmonotone_length) work_.recent.erase(work_.recent.begin());
    work_.recent.push_back(residual_);
  }

  /// Returns the measure by which reactions are compared: e where it is what must be reached, else
  /// the excess over the criteria.
  [[nodiscard]] double measure(const Residual& found) const {
    return by_residual_ ? found.map.natural() : criteria_.excess(found.map, found.merit);
  }

  void finish() {
    std::copy(work_.best.begin(), work_.best.end(), R_.begin());
    update_velocities(problem_, W_, R_, U_);
    const Residual found = residual_of(problem_, R_, U_);
    report_.merit = found.merit;
    set_residual(found.map, report_);
    report_.missed = criteria_.missed(0.0, found.map, found.merit);
    report_.status = report_.missed == Miss::nothing ? SolveStatus::ok : SolveStatus::diverged;
    if (!std::isfinite(report_.merit)) report_.status = SolveStatus::diagonal_failed;
    if (prepared_ != SolveStatus::ok) report_.status = prepared_;
    find_broken_bonds(problem_, R_, U_, report_.broken_bonds);
    StageRecord& record = log_.current();
    record.sweeps = sweeps_;
    record.work += sweeps_;
    record.steps = report_.iterations;
    log_.end(reason(), criteria_.excess(found.map, found.merit));
  }

  /// Why the iterations have ended.
  [[nodiscard]] StageEnd reason() const {
    if (report_.missed == Miss::nothing) return StageEnd::met;
    if (!std::isfinite(least_)) return StageEnd::not_finite;
    if (!is_affordable()) return StageEnd::work_spent;
    if (report_.iterations >= params_.max_iterations) return StageEnd::limit;
    return without_blocks_ ? StageEnd::rejected : StageEnd::little_gain;
  }

  const LocalDynamics& problem_;
  Operator& W_;
  NewtonDirection* direct_;
  NewtonDirection* late_ = nullptr;
  std::vector<RowLinearisation> condensed_;  // for direct_
  const NewtonParams& params_;
  const NewtonSettings& settings_{params_.settings->newton};
  Criteria criteria_;
  double most_work_ = std::numeric_limits<double>::infinity();
  int most_sweeps_ = std::numeric_limits<int>::max();
  int sweeps_ = 0;
  bool by_residual_;
  bool to_rounding_ = false;
  bool refines_ = false;
  bool without_blocks_ = false;
  bool met_ = false;
  bool best_is_met_ = false;
  SolveStatus prepared_ = SolveStatus::ok;
  NewtonWorkspace& work_;
  SolveReport& report_;
  StageLog log_{report_.stages};
  std::span<Vec3> R_;
  std::span<Vec3> U_;
  double least_{};           // measure of the best reactions
  double residual_{};        // of R, projection equation
  double natural_{};         // e of R
  double refined_{};         // e when it was last halved
  int without_gain_ = 0;     // iterations since then
  double natural_before_{};  // e an iteration before
  bool has_joints_ = false;  // whose errors the next step takes over
  double scale_{};           // w̄, s/kg
  double joint_error_{};     // of R, m/s
  double joint_error_before_{};
  int without_joint_gain_ = 0;  // iterations that did not halve it although the criteria were met
  double inner_residual_{};     // of the fixed-point variant when its bound moved last
  int inner_iterations_{};
  double least_gained_ = std::numeric_limits<double>::infinity();  // least_ after the last gain
  int idle_ = 0;                                                   // iterations since then
  int rejected_ = 0;  // the last ones of these, whose steps were not accepted
  int failures_{};    // of the line search, less those that were made up for
};

}  // namespace

NewtonSeriesResult run_newton_series(const NewtonProblem& problem, NewtonDirection& direct,
                                     const NewtonSeries& series, std::span<Vec3> R,
                                     std::span<Vec3> U) {
  NewtonParams params;
  params.variant = NewtonVariant::body_space;
  params.max_iterations = series.most_steps;
  params.settings = series.settings;
  NewtonWorkspace work;
  SolveReport report;
  const auto run = [&](auto& W) {
    NewtonRun newton(problem.rows, W, &direct, params, work, report);
    newton.set_series(series);
    newton.solve(R, U);
    return NewtonSeriesResult{report.status == SolveStatus::ok, report.iterations, newton.sweeps(),
                              report.residual, report.stages.back().end};
  };
  if (problem.blocks != nullptr) return run(*problem.blocks);
  work.sweep.velocities.start(problem.rows.body_space);
  return run(work.sweep.velocities);
}

bool solve_deferred(const DeferredProblem& problem, const NewtonSeries& series, std::span<Vec3> R,
                    std::span<Vec3> U, SolveReport& report) {
  NewtonParams params;
  params.variant = NewtonVariant::body_space;
  params.max_iterations = series.most_steps;
  params.settings = series.settings;
  NewtonWorkspace work;
  problem.velocities.start(problem.rows.body_space);
  NewtonRun newton(problem.rows, problem.velocities, &problem.direct, params, work, report);
  newton.set_series(series);
  newton.set_without_blocks();
  newton.solve(R, U);
  report.stages.back().stage = Stage::mesh_steps;
  report.newton_steps = report.iterations;
  return report.status == SolveStatus::ok;
}

void solve_newton(const NewtonProblem& problem, const NewtonParams& params, NewtonWorkspace& work,
                  std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  const LocalDynamics& rows = problem.rows;
  const bool direct = params.variant == NewtonVariant::body_space;
  if (problem.blocks != nullptr) {
    BlockCsrOperator& W = *problem.blocks;
    BlockNewton newton(rows, W.matrix());
    NewtonRun<BlockCsrOperator>(rows, W, direct ? &newton : nullptr, params, work, report)
        .solve(R, U);
  } else {
    BodySpaceNewton newton(rows, work.sweep.factor);
    MeshNewton meshes(rows, work.sweep.tangents);
    NewtonDirection* direction = direct ? &newton : nullptr;
    const bool may_see_meshes = direct || params.variant == NewtonVariant::smoothed_variational;
    const bool refines = may_see_meshes && refines_by_mesh_newton(rows);
    const bool sees_meshes = rows.body_space.has_mesh_slots() && rows.shared.one_rank();
    if (!may_see_meshes) rows.body_space.complete_inverses();
    const bool deferred = rows.body_space.has_deferred();
    if (refines || deferred || (direct && sees_meshes)) direction = &meshes;
    BodyVelocities& W = work.sweep.velocities;
    W.start(rows.body_space);
    NewtonRun<BodyVelocities> run(rows, W, direction, params, work, report);
    if (refines) run.set_refinement();
    if (may_see_meshes && has_mesh_newton(rows)) run.set_late_direction(&meshes);
    run.solve(R, U);
  }
}

}  // namespace solfec
