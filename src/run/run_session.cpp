#include "run/run_session.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "domain/crack_opening.h"
#include "integrator/critical_step.h"
#include "output/setting_hashes.h"
#include "run/penalty_springs.h"
#include "run/rank_state.h"
#include "run/report/body_text.h"
#include "run/report/progress.h"
#include "run/report/rank_tally.h"
#include "run/report/solver_tally.h"
#include "run/report/stage_tally.h"
#include "run/run_errors.h"
#include "run/settings/body_settings.h"
#include "run/stop/agreement.h"
#include "run/stop/stop_request.h"
#include "run/watch/broken_constraints.h"
#include "run/watch/ended_accelerations.h"
#include "run/watch/equilibrium_watch.h"
#include "run/watch/finite_checks.h"
#include "run/watch/outside_bodies.h"
#include "run/watch/resolved_sample.h"
#include "run/watch/softening_step.h"
#include "run/watch/spring_step.h"

namespace solfec {

namespace {

// The life of a RUN: begin -> start (settings, folder, first or restored frame) -> advance, step by
// step -> close (last frame, summary). `guarded` is around all of it: what is thrown ends the RUN.
//
// A step in its parts (begin_step, predict, detect, form_rows, solve, finish), which `advance`
// makes one after the other. Before them open_cracks_of_step cuts bodies that were pulled too much
// in the step before. After the reactions `finish` has this order, which a continued run repeats
// from the frame on:
//   Domain::close_step         the end of the step itself
//   check_motion               motion that no later step can mend ends the RUN
//   note_solution              report of the solver, warnings, numbers that are not finite
//   delete_bodies_outside      of EXTENTS
//   frame, when its time has come
//   stop_when_too_deep, finish_frame   failure policy, callback, requests to stop

/// Lets something look at the solutions of a domain.
class WatchScope {
 public:
  WatchScope(Domain& domain, SolutionWatch& watch) : domain_(domain) {
    domain_.solution_watch = &watch;
  }
  ~WatchScope() { domain_.solution_watch = nullptr; }
  WatchScope(const WatchScope&) = delete;
  WatchScope& operator=(const WatchScope&) = delete;

 private:
  Domain& domain_;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A duration is made of whole steps, rounded; one that rounds to none is a mistake, unless it is
/// what rounding leaves of an end time that earlier steps have reached.
void check_duration(const RunData& data, double duration) {
  const Domain& domain = data.domain;
  const double step = choose_step(domain.bodies, domain.analysis(), data.step_bound()).step;
  const double end = domain.time() + duration;
  if (std::round((end - domain.time()) / step) > 0.0) return;
  if (domain.time() > 0.0 && duration <= 1e-6 * step) return;
  throw InputError(cat("duration must be at least half a step, got ", duration, " s with the step ",
                       step, " s"));
}

}  // namespace

/// Order matters: handlers of signals are there before anything is written.
struct RunSession::Run {
  Run(ConstraintSolver& solver_of_run, FailureHook hook)
      : solver(solver_of_run), on_failure(std::move(hook)) {}

  StopRequest stop_request;
  ConstraintSolver& solver;
  FailureHook on_failure;
  double start = 0.0;  // s
  double end = 0.0;    // s, planned
  long long steps = 0;
  bool script_was_called = false;  // the functions of the user may have changed settings
  bool is_of_script = false;       // which makes the parts of the steps
  StepPart part = StepPart::none;
  bool solved = false;  // the rows of the step under way
  SolverTally tally;
  StageTally stages;
  ResolvedSample sample;
  EquilibriumWatch equilibrium;
  SpringStep spring_step;
  SofteningStep softening_step;
  RankTally rank_tally;
  std::optional<Progress> progress;  // once there is something to compute
};

RunSession::RunSession(RunData& data, FrameOutput& output, RunContinuation& continuation)
    : data_(data), output_(output), continuation_(continuation) {}

RunSession::~RunSession() = default;

// ---- begin and end ---------------------------------------------------------------------------

/// Whatever `work` throws ends the RUN.
template <class Work>
auto RunSession::guarded(const Work& work) {
  try {
    return work();
  } catch (const RanksParted& error) {  // which all have heard of
    fail(error.what());
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
    data_.context.meetings.tell_error(data_.domain.comm(), first_line(error.what()));
    throw;
  } catch (...) {
    fail("");
    data_.context.meetings.tell_error(data_.domain.comm(), "");
    throw;
  }
}

void RunSession::begin(ConstraintSolver& solver, double duration, FailureHook on_failure) {
  if (phase_ == RunPhase::running) {
    throw InputError("a RUN of this object is still on", InputErrorKind::runtime);
  }
  if (data_.folder.is_taken()) data_.folder.check_ours();
  if (phase_ == RunPhase::ended && end_ == RunEnd::stop_file) return;
  if (!continuation_.has_frames()) check_duration(data_, duration);
  if (data_.domain.ranks() && !solver.works_on_ranks()) {
    throw InputError(
        "only GAUSS_SEIDEL_SOLVER computes on several ranks, and INTERIOR_POINT_SOLVER with exact "
        "friction by its sweeps");
  }
  data_.contact_warnings.begin_run();
  check_springs(data_.domain, solver);
  data_.domain.check_impacts(solver);
  end_ = RunEnd::finished;
  phase_ = RunPhase::running;
  run_ = std::make_unique<Run>(solver, std::move(on_failure));
  run_->start = data_.domain.time();
  run_->end = run_->start + duration;
  guarded([&] {
    start(duration);
    if (continuation_.is_complete(data_, run_->end)) return pass();
    tell_ended_accelerations();
    data_.tell_uncompared();
    note_record(run_->end);
    const RunSettings& settings = data_.context.settings;
    run_->progress.emplace(settings.writes ? data_.folder.folder() : std::string(),
                           settings.report_interval, settings.quiet || !data_.choices.verbose,
                           data_.choices.progress_style, settings.log_file);
    if (continuation_.is_before_callback()) finish_restored_frame();
  });
}

void RunSession::start(double duration) {
  Domain& domain = data_.domain;
  data_.timers.reset();
  ++data_.state.run;
  data_.state.segment_step = 0.0;
  data_.gravity_at_start = domain.loads.gravity;
  const std::string tolerance = data_.scale.choose_tolerance(domain);
  data_.fill_state(FrameKind::start, run_->solver);
  data_.state.configuration.at_run_start = setting_hashes(domain, data_.state);
  data_.state.configuration.constraints = constraint_hashes(domain);
  data_.tell_settings(run_->solver, duration);
  data_.lines.forget_bodies_with(kInitialVelocity);
  if (continuation_.has_frames()) continuation_.compare_settings(data_);
  meet_for_run();
  continuation_.begin_run();
  const std::string& folder = data_.folder.folder();
  const bool taken = data_.folder.is_taken();
  data_.folder.take(continuation_.has_frames());
  if (!taken && data_.context.settings.writes) data_.record.emplace(folder);
  // another run may have gone on since
  if (continuation_.has_frames() && !taken) continuation_.open(folder);
  if (continuation_.has_frames()) {
    const double from = domain.time();
    continuation_.restore(data_, run_->solver, output_);
    data_.take_stored_samples(from);
    late_review_.begin(data_.domain);
  } else if (output_.writes()) {
    output_.keep_last();  // the end of the RUN before
  } else {
    write_first_frame(tolerance);
  }
}

void RunSession::write_first_frame(const std::string& tolerance) {
  output_.begin();
  data_.summary.step = data_.current_step;
  if (!tolerance.empty()) data_.say(tolerance);
  const std::optional<ModelReview> review = review_model(data_);
  data_.domain.expect(run_->solver);
  data_.domain.detect_contacts();
  show_to_all(data_);
  if (review) print_model_warnings(*review, data_);
  late_review_.begin(data_.domain);
  if (data_.choices.warnings) data_.contact_warnings.skip_deep_overlaps(data_.domain);
  data_.domain.timers.reset();
  output_.write(FrameKind::start, run_->solver);
}

/// Times are those of the RUN in the script, so that a run that goes on tells it again.
void RunSession::tell_ended_accelerations() const {
  if (!data_.choices.warnings) return;
  const std::string text = ended_accelerations(data_.domain, run_->start, run_->end);
  if (!text.empty() && data_.domain.comm().rank() == 0) data_.warn(text);
}

void show_to_all(RunData& data) {
  if (!data.domain.ranks()) return;
  const ModelCounts counts = data.domain.counts();
  if (counts.bodies + counts.contacts <= data.context.settings.shared_items) {
    data.domain.make_whole();
  }
}

std::optional<ModelReview> review_model(const RunData& data) {
  if (!data.choices.warnings || !data.domain.is_whole()) return {};
  return ModelReview(data.domain);
}

void print_model_warnings(const ModelReview& review, RunData& data) {
  std::vector<std::string> lines = review.lines(data.domain);
  lines.push_back(data.scale_warning());
  if (data.domain.comm().rank() != 0) return;
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    data.note(cat("warning: ", line));
    std::fprintf(stderr, "solfec: warning: %s\n", line.c_str());
  }
}

/// Does what came after the frame that was put in, in the run that wrote it.
void RunSession::finish_restored_frame() {
  stop_when_too_deep();
  SolveReport report;
  report.status = data_.state.failure;
  const FailureHook go_on = [&](const SolveReport& failed) {
    (void)run_->on_failure(failed);  // with -c the run goes on
    return true;
  };
  const StopCause cause = finish_frame(report, go_on);
  if (cause != StopCause::none) close(end_of(cause));
}

void RunSession::pass() {
  phase_ = RunPhase::ended;
  end_ = RunEnd::finished;
  run_.reset();
}

void RunSession::note_record(double end) {
  if (!output_.writes() || !data_.record) return;
  data_.record->add(data_.state.run, end, data_.settings, continuation_.goes_on_at());
}

RunEnd RunSession::end() {
  if (phase_ == RunPhase::running) guarded([&] { close(RunEnd::caller); });
  return end_;
}

/// Last frame, summary and notes for later runs.
void RunSession::close(RunEnd end) {
  constexpr double kSyncAtEnds = 1.0;  // s; the least time between the syncs at the ends of RUNs
  const bool early = end == RunEnd::callback || end == RunEnd::caller;
  const bool goes_on = early || end == RunEnd::finished;
  if (early) data_.domain.note_given_velocities();  // the function may have given some
  show_to_all(data_);
  if (end == RunEnd::finished) {
    output_.write(FrameKind::run_end, run_->solver);
  } else {
    output_.write(early ? FrameKind::callback_end : FrameKind::stop, run_->solver);
  }
  output_.sync(goes_on ? kSyncAtEnds : 0.0);
  if (early) note_record(data_.domain.time());
  note_end(end);
  if (!goes_on) {
    std::fprintf(stderr, "solfec: %s: t=%s s: %s\n", data_.folder.folder().c_str(),
                 short_number(data_.domain.time()).c_str(), run_end_text(end).c_str());
  }
  phase_ = RunPhase::ended;
  end_ = end;
  run_.reset();
}

void RunSession::note_end(RunEnd end) {
  const Domain& domain = data_.domain;
  data_.fill_state(data_.state.kind, run_->solver);
  if (run_->script_was_called || !domain.loads.callbacks.empty()) {
    data_.marks.end_run(data_.settings,
                        setting_texts(domain, data_.state, run_->solver, data_.lines));
  }
  tell_contacts();
  if (tells_stages()) std::fputs(run_->stages.summary().c_str(), stdout);
  const std::string solver = run_->tally.summary(domain);
  const bool is_silent = data_.context.settings.quiet || !data_.choices.verbose;
  const std::string advice = run_->sample.advice();
  if (is_silent && run_->tally.failures() > 0 && data_.choices.warnings) {
    data_.warn(cat(solver, advice.empty() ? "" : "; ", advice));
  }
  run_->progress->finish(sample(), data_.timers, run_end_text(end),
                         {data_.contact_warnings.summary(domain), solver, advice,
                          run_->tally.error_summary(domain), run_->sample.motion_text(domain),
                          run_->equilibrium.summary(domain), run_->rank_tally.summary(domain)});
}

/// Tells the warnings about contacts at the end of the RUN.
void RunSession::tell_contacts() {
  data_.contact_warnings.end_run(*run_->progress);
  for (const std::string& text :
       {run_->spring_step.text(data_.domain), run_->softening_step.text(data_.domain)}) {
    if (data_.choices.warnings && !text.empty()) run_->progress->warning(text);
  }
}

/// The RUN ends with an error; STATE says which, once there is something to say.
void RunSession::fail(const std::string& what) {
  if (run_ && run_->progress) {
    tell_contacts();
    run_->progress->write_end(sample(), data_.timers, first_line(what));
    output_.sync_quietly();
  }
  phase_ = RunPhase::ended;
  run_.reset();
}

// ---- one step --------------------------------------------------------------------------------

bool RunSession::advance() {
  if (!begin_step()) return false;
  predict();
  detect();
  form_rows();
  solve();
  finish();
  return true;
}

void RunSession::advance_until(double time) {
  while (phase_ == RunPhase::running && data_.domain.time() < time - 1e-6 * data_.current_step) {
    advance();
  }
}

/// Suspicions about what came after the first step.
void RunSession::tell_late_model() {
  if (!data_.choices.warnings || !data_.domain.is_whole()) return;
  for (const std::string& line : late_review_.news(data_.domain)) {
    if (data_.domain.comm().rank() == 0) data_.warn(line);
  }
}

bool RunSession::begin_step() {
  if (phase_ != RunPhase::running) return false;
  SOLFEC_ASSERT(run_->part == StepPart::none);
  return guarded([&] {
    if (!choose_step()) {
      close(RunEnd::finished);
      return false;
    }
    run_->part = StepPart::begun;
    return true;
  });
}

/// Makes one part of a step; what it throws ends the RUN.
template <class Work>
void RunSession::make_part([[maybe_unused]] StepPart before, StepPart after, const Work& work) {
  SOLFEC_ASSERT(phase_ == RunPhase::running && run_->part == before);
  guarded([&] {
    work();
    if (run_) run_->part = after;
  });
}

void RunSession::predict() {
  make_part(StepPart::begun, StepPart::predicted, [&] { predict_step(); });
}

void RunSession::detect() {
  make_part(StepPart::predicted, StepPart::detected,
            [&] { data_.domain.detect_step(data_.current_step); });
}

void RunSession::form_rows() {
  make_part(StepPart::detected, StepPart::formed,
            [&] { data_.domain.form_rows(run_->solver, data_.current_step); });
}

void RunSession::solve() {
  make_part(StepPart::formed, StepPart::solved, [&] {
    const WatchScope watch(data_.domain, run_->sample);
    solve_step(run_->solver);
  });
}

void RunSession::solve(const ReactionSource& source) {
  make_part(StepPart::formed, StepPart::solved, [&] {
    GivenReactions solver(run_->solver, source);
    solve_step(solver);
    run_->solver.take_report(solver);
  });
}

void RunSession::finish() {
  make_part(StepPart::solved, StepPart::none, [&] { finish_step(); });
}

StepPart RunSession::part() const { return run_ ? run_->part : StepPart::none; }

void RunSession::note_script() {
  if (!run_) return;
  run_->is_of_script = true;
  run_->script_was_called = true;
  data_.context.has_called_back = true;
}

void RunSession::give_up(const std::string& what) {
  if (phase_ != RunPhase::running) return;
  if (run_->part > StepPart::begun) data_.domain.take_back_step();
  fail(what);
}

/// @return False when no step is left.
bool RunSession::choose_step() {
  open_cracks_of_step();
  tell_late_model();
  data_.context.has_called_loads =
      data_.context.has_called_loads || !data_.domain.loads.callbacks.empty();
  return admit_step(data_.domain.choose_step(data_.step_bound(), [&](const StepChoice& own) {
    return meet_in_step(MeetingPlace::step, own);
  }));
}

/// Chooses the step again for a script, whose changes since the step began count for it as those of
/// a function of CALLBACK do.
void RunSession::predict_step() {
  if (run_->is_of_script && !choose_step()) {
    throw InputError(
        cat("the step of ", data_.current_step, " s is longer than what is left of the duration"));
  }
  look_before_step();
  data_.domain.predict_step(run_->solver, data_.current_step, run_->is_of_script);
}

void RunSession::solve_step(ConstraintSolver& solver) {
  run_->solved = data_.domain.solve_step(solver, data_.current_step);
}

void RunSession::finish_step() {
  const FinishReport finish =
      data_.domain.close_step(run_->solver, data_.current_step, run_->solved);
  if (finish.failed) fail_of_step(finish);
  end_step(finish);
  check_motion();
  note_solution(finish);
  if (data_.state.configuration.extents) delete_bodies_outside();
  break_overloaded();
  if (output_.due()) output_.write(FrameKind::due, run_->solver, !has_steps_left());
  stop_when_too_deep();
  const StopCause cause = finish_frame(run_->solver.report(), run_->on_failure);
  if (run_->progress->due()) run_->progress->report(sample(), data_.timers);
  if (cause != StopCause::none) close(end_of(cause));
}

/// All ranks begin the same RUN with the same model.
void RunSession::meet_for_run() {
  if (!data_.domain.ranks()) return;
  const auto particulars = [this] { return particulars_of(data_, data_.settings); };
  data_.context.meetings.meet(
      data_.domain.comm(), {MeetingPlace::run, state_hash(data_, data_.settings), "", particulars});
}

/// All ranks make the same step, and hear what each has to say. @return Items of all.
template <typename Item>
std::vector<Item> RunSession::meet_in_step(MeetingPlace place, const Item& item) {
  if (!data_.domain.ranks()) return {item};
  const auto particulars = [this] {
    return particulars_of(data_,
                          setting_texts(data_.domain, data_.state, run_->solver, data_.lines));
  };
  const std::string when = cat(" at t=", short_number(data_.domain.time()), " s");
  return data_.context.meetings.meet_with(data_.domain.comm(),
                                          {place, step_hash(data_), when, particulars}, item);
}

/// Whether more steps like the last one are to be made.
bool RunSession::has_steps_left() const {
  const RunState& state = data_.state;
  return std::round((run_->end - state.segment_start) / state.segment_step) > state.segment_steps;
}

/// Before a step of this length. Time is that of a row of equal steps.
/// @return Whether the RUN has one left.
bool RunSession::admit_step(const StepChoice& choice) {
  const Domain& domain = data_.domain;
  RunState& state = data_.state;
  note_step(choice);
  data_.context.heartbeat.beat_at(domain.time());
  if (choice.step != state.segment_step) {
    state.segment_start = domain.time();
    state.segment_step = choice.step;
    state.segment_steps = 0.0;
  }
  if (!has_steps_left()) return false;
  continuation_.check_can_step(data_);
  check_step_counts(data_, run_->end);
  return true;
}

/// Tells those that watch the steps of the one that is about to be made.
void RunSession::look_before_step() {
  const Domain& domain = data_.domain;
  const double step = data_.current_step;
  run_->sample.begin_step(run_->steps, std::round((run_->end - run_->start) / step),
                          domain.time() + step);
  data_.energy_watch.begin(domain);
  if (data_.choices.warnings) {
    const std::string line = data_.scale_warning();
    if (!line.empty()) run_->progress->warning(line);
    data_.contact_warnings.before_step(domain, step, *run_->progress);
  }
}

/// Tells when another body limits the step.
void RunSession::note_step(const StepChoice& choice) {
  const Domain& domain = data_.domain;
  data_.current_step = choice.step;
  if (choice.body == 0 || data_.limiting_body == choice.body) return;
  data_.limiting_body = choice.body;
  run_->progress->message(cat("t=", short_number(domain.time()), " s: step reduced from ",
                              short_number(data_.step_bound()), " s to ", short_number(choice.step),
                              " s, ", kCriticalShare, " of the critical step of ",
                              body_text(domain, choice.body)));
}

void RunSession::end_step(const FinishReport& finish) {
  RunState& state = data_.state;
  if (finish.not_converged != 0) report_not_converged(finish.not_converged);
  state.segment_steps += 1.0;
  data_.domain.set_time(state.segment_start + state.segment_steps * state.segment_step);
  ++run_->steps;
  run_->sample.end_step();
  run_->equilibrium.add(data_.domain.time(), finish, data_.domain);
}

void RunSession::report_not_converged(BodyId id) {
  if (data_.not_converged_body == id) return;
  data_.not_converged_body = id;
  run_->progress->warning(
      cat("t=", short_number(data_.domain.time()), " s: the implicit scheme of ",
          body_text(data_.domain, id),
          " did not converge in this step; the velocity of its explicit or linearly "
          "implicit relative (RIG_NEG, DEF_LIM) is used"));
}

/// A quasi-static step without a solution ends the RUN; nothing has moved.
void RunSession::fail_of_step(const FinishReport& finish) {
  show_to_all(data_);  // the script may catch the error and look at the model
  tell_stages();
  StepSummary summary;
  summary.merit = run_->solver.report().merit;
  summary.residual = run_->solver.report().residual;
  const auto bad = find_in_solution(data_.domain, summary, data_.lines);
  if (bad) fail_of_material(data_, bad->body, bad->what);
  fail_numerically(data_, finish.unbalanced, failed_step_text(finish, run_->solver.report()));
}

/// Stops at motion that no later step can mend.
/// On ranks the first one tells of the bodies that it has.
void RunSession::tell_fast_turning() {
  if (!data_.choices.warnings || data_.domain.analysis() != Analysis::dynamic) return;
  if (data_.domain.comm().rank() != 0) return;
  for (const std::string& line :
       {turning_watch_.news(data_.domain, data_.current_step),
        data_.energy_watch.news_of_loss(data_.domain, data_.current_step)}) {
    if (!line.empty()) data_.warn(line);
  }
}

void RunSession::check_motion() {
  Domain& domain = data_.domain;
  StopValues values;
  values.not_finite = domain.find_not_finite();
  if (values.not_finite != 0) domain.make_whole();
  if (values.not_finite == 0 && domain.analysis() == Analysis::dynamic) {
    const double residual = run_->solver.report().residual;
    values.unstable = data_.energy_watch.find_unstable(domain, residual);
    values.unstable_joint = data_.joint_watch.find_unstable(domain, residual);
  }
  tell_fast_turning();
  const StopCause cause = decide(values);
  if (cause == StopCause::not_finite) {
    const bool is_far = domain.bodies.has_finite_state(domain.body_ref(values.not_finite));
    fail_of_material(data_, values.not_finite,
                     is_far ? "it is so far away that coordinates do not tell its points apart"
                            : "velocity is not finite");
  }
  if (cause == StopCause::unstable) {
    fail_of_material(data_, values.unstable,
                     data_.energy_watch.text(domain, values.unstable, data_.current_step));
  }
  if (cause == StopCause::unstable_joint) {
    const ConstraintId joint = values.unstable_joint;
    fail_numerically(data_, data_.joint_watch.master(domain, joint),
                     data_.joint_watch.text(domain, joint, data_.current_step, data_.lines));
  }
}

/// Takes down what the solver has found and stops at numbers that no frame may hold.
void RunSession::note_solution(const FinishReport& finish) {
  const Domain& domain = data_.domain;
  check_sprung_contacts(domain, run_->solver);
  data_.contact_warnings.after_step(domain, data_.choices.warnings, *run_->progress);
  data_.joint_warnings.after_step(data_.domain, data_.choices.warnings, *run_->progress);
  data_.spring_misses.after_step(data_.domain, data_.choices.warnings, *run_->progress);
  run_->spring_step.add(domain, run_->solver);
  run_->softening_step.add(domain);
  const SolveReport& report = run_->solver.report();
  data_.summary = {data_.current_step,    report.merit,
                   report.residual,       report.iterations,
                   report.iteration_kind, report.status,
                   domain.sparsified(),   domain.row_place(report.worst_row).id,
                   report.sets,           finish.out_of_balance,
                   finish.unbalanced,     finish.repeats};
  if (domain.ranks()) {
    Comm& comm = domain.comm();
    data_.summary.worst = comm.all_reduce(Reduction::largest, data_.summary.worst);
    data_.counts = domain.counts();
    data_.summary.sparsified = data_.counts.sparsified;
  }
  data_.state.failure = outcome(report);
  const auto bad = find_in_solution(domain, data_.summary, data_.lines);
  StopValues values;
  values.bad_solution = bad.has_value();
  if (decide(values) == StopCause::bad_solution) fail_of_material(data_, bad->body, bad->what);
  run_->tally.add(domain.time(), report, domain);
  tell_stages();
  if (domain.ranks()) run_->rank_tally.add(domain);
  const std::string no_solution = run_->tally.no_solution(domain.time(), report, domain);
  if (!no_solution.empty()) run_->progress->warning(no_solution);
  if (data_.choices.warnings) run_->equilibrium.warn(domain, *run_->progress);
}

/// Rank 0 tells what --why-solver asks for.
bool RunSession::tells_stages() const {
  const RunSettings& settings = data_.context.settings;
  return settings.why_solver && settings.writes;
}

/// Stages of the last solution of the step.
void RunSession::tell_stages() {
  if (!tells_stages()) return;
  const Domain& domain = data_.domain;
  const SolveReport& report = run_->solver.report();
  int rows = domain.local_dynamics().size();
  if (domain.ranks()) rows = data_.counts.contacts + data_.counts.constraints;
  if (rows == 0) return;
  run_->stages.add(report);
  std::fputs(stage_text(domain.time(), rows, report).c_str(), stdout);
}

void RunSession::delete_bodies_outside() {
  Domain& domain = data_.domain;
  const std::vector<BodyId> outside = bodies_outside(domain, *data_.state.configuration.extents);
  domain.remove_bodies(all_of_ranks(domain.comm(), outside));
}

/// Constraints above their strength go; the model is then another one, as after a callback.
void RunSession::break_overloaded() {
  if (data_.domain.ranks()) return;  // where no constraint has a strength
  for (const std::string& text : break_constraints(data_.domain, data_.lines)) {
    run_->script_was_called = true;
    run_->progress->message(cat("t=", short_number(data_.domain.time()), " s: ", text));
  }
}

/// Bodies that are pulled too much on the plane of a crack are cut; the model is then another one.
/// This belongs to the step that begins: a run that goes on from the frame before does it again.
void RunSession::open_cracks_of_step() {
  if (data_.domain.loads.cracks.empty() || !has_steps_left()) return;
  for (const std::string& text : open_cracks(data_.domain)) {
    run_->script_was_called = true;
    run_->progress->message(cat("t=", short_number(data_.domain.time()), " s: ", text));
  }
}

/// Stops before failure policy and callback of this time, which a continued run makes up for.
void RunSession::stop_when_too_deep() {
  const std::string too_deep = first_text(data_.domain.comm(), unphysical_penetration(data_));
  StopValues values;
  values.too_deep = !too_deep.empty();
  if (decide(values) != StopCause::too_deep) return;
  output_.write(FrameKind::failed, run_->solver);
  throw SolverStop(too_deep);
}

/// Does what follows the frame of a step: failure policy, callback, requests to stop.
/// @return What stops the run.
StopCause RunSession::finish_frame(const SolveReport& report, const FailureHook& on_failure) {
  StopValues values;
  const bool failed = outcome(report) != SolveStatus::ok;
  run_->script_was_called = run_->script_was_called || failed;
  data_.context.has_called_back = data_.context.has_called_back || failed;
  values.policy_stops = failed && !on_failure(report);
  if (decide(values) == StopCause::failure_policy) {
    output_.write(FrameKind::failed, run_->solver);
    throw SolverStop(cat("t=", short_number(data_.domain.time()), " s: the solver failed (",
                         name_of(outcome(report)), " after ", report.iterations, " iterations)"));
  }
  if (data_.samples.any()) data_.samples.take(data_.domain, data_.current_step);
  values.callback_stops = !call_back();
  gather_requests(data_.folder.folder(), data_.context.settings.max_walltime, values);
  join_requests(meet_in_step(MeetingPlace::step_end, requests_of(values)), values);
  return decide(values);
}

/// Calls the user's function when its time has come; false when it stops the run.
bool RunSession::call_back() {
  const double time = data_.domain.time();
  if (!data_.callback.call || !data_.callback_times.due(time, data_.current_step)) return true;
  data_.callback_times.advance(time, data_.current_step);
  run_->script_was_called = true;
  data_.context.has_called_back = true;
  data_.domain.make_whole();
  const std::function<bool()> function = data_.callback.call;  // a copy: it may set another one
  return function();
}

ProgressSample RunSession::sample() const {
  const Domain& domain = data_.domain;
  ProgressSample sample;
  sample.time = domain.time();
  sample.start = run_->start;
  sample.end = run_->end;
  sample.steps = run_->steps;
  const ModelCounts counts = domain.ranks() ? data_.counts : domain.counts();
  sample.bodies = counts.bodies;
  sample.pieces = counts.pieces;
  sample.contacts = counts.contacts;
  sample.constraints = counts.contacts + counts.constraints;
  sample.sparsified = data_.summary.sparsified;
  sample.iterations = data_.summary.iterations;
  sample.residual = data_.summary.residual;
  sample.velocity_error = run_->solver.report().worst_error;
  sample.merit = data_.summary.merit;
  sample.not_converged = run_->tally.failures();
  data_.contact_warnings.fill(domain, sample);
  return sample;
}

}  // namespace solfec
