#include "run/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "base/check.h"
#include "integrator/integrator.h"
#include "output/setting_hashes.h"
#include "run/check_report.h"
#include "run/contact_scale.h"
#include "run/contact_warnings.h"
#include "run/energy_watch.h"
#include "run/finite_checks.h"
#include "run/log.h"
#include "run/model_warnings.h"
#include "run/output_folder.h"
#include "run/penalty_springs.h"
#include "run/reading.h"
#include "run/setting_record.h"
#include "run/setting_texts.h"
#include "run/stop_request.h"
#include "run/wall_time.h"

namespace solfec {

namespace {

constexpr double kSyncAtEnds = 1.0;  // s; the least time between the syncs at the ends of RUNs

bool& late_error() {
  static bool found = false;
  return found;
}

double checked_step(double step) {
  if (step > 0.0 && std::isfinite(step)) return step;
  throw InputError(cat("step must be positive, got ", step, " s"));
}

bool same_loads(const std::array<LoadValue, 3>& a, const std::array<LoadValue, 3>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](const LoadValue& x, const LoadValue& y) {
    return x.series == y.series && (x.series || x.constant == y.constant);
  });
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Of the materials of a body and its parts.
const BulkMaterial& stiffest_material(const Domain& domain, const BodyRecord& record) {
  const auto materials = domain.bulk_materials();
  const BulkMaterial* stiffest = &materials[static_cast<std::size_t>(record.material)];
  for (const auto& [volume, part] : record.part_materials) {
    const BulkMaterial& other = materials[static_cast<std::size_t>(part)];
    if (other.young > stiffest->young) stiffest = &other;
  }
  return *stiffest;
}

}  // namespace

struct Simulation::Details {
  EnergyWatch energy_watch;  // of all RUNs
  ContactWarnings contact_warnings;
  ContactScale scale;
  ScriptLines lines;
  SettingTexts settings;  // of the current RUN as the script made it
  CallbackMarks marks;
  std::optional<SettingRecord> record;  // of the folder that is written
  std::optional<Reading> reading;       // READ mode

  std::string scale_warning(const Domain& domain) {
    return scale.warning(domain, lines.line("GEOMETRIC_EPSILON"));
  }

  /// Takes the settings down; `run` as at the start of the RUN.
  void tell_settings(const Domain& domain, const RunState& run, const ConstraintSolver& solver,
                     double duration, const HeldParts* held = nullptr) {
    settings = setting_texts(domain, run, solver, lines, held);
    marks.mark(settings);
    settings.push_back({"duration of RUN", "", lines.line("RUN"), cat(duration, " s")});
  }
};

Simulation::Simulation(Analysis analysis, double step, const std::string& output, double tolerance)
    : domain(analysis, tolerance),
      current_step_(checked_step(step)),
      folder_(output, [this] { forget_moved_reader(); }) {
  run_.configuration.step_bound = step;
  details_ = std::make_unique<Details>();
  choose_mode();
}

/// The reader of a live run has the old path of its files.
void Simulation::forget_moved_reader() {
  if (mode_ == Mode::read) return;
  reader_.reset();
  if (details_->record) details_->record->moved_to(folder());
}

void Simulation::choose_mode() {
  const RunSettings& settings = run_settings();
  const bool mine = folder_.written_here();
  if (!mine && (settings.write_anew || settings.check_only)) return;
  if (!ResultReader::has_results(folder())) return;
  if (!mine && settings.go_on) {
    past_ = std::make_unique<Continuation>(folder());
    return;
  }
  mode_ = Mode::read;
  reader_ = std::make_unique<ResultReader>(folder());
  Reading& reading = details_->reading.emplace(folder(), *reader_);
  if (!mine && !settings.quiet) {
    std::printf("solfec: reads %s%s\n", reading.headline().c_str(),
                settings.script.empty() ? "" : "; -w computes anew");
    std::fflush(stdout);
  }
  for (const std::string& text : reading.warnings()) warn(text);
}

Simulation::~Simulation() {
  try {
    sync_results();
  } catch (const OutputError& error) {
    std::fprintf(stderr, "solfec: %s\n", error.what());
    late_error() = true;
  }
}

bool has_late_error() { return late_error(); }

void Simulation::set_step_bound(double step) { run_.configuration.step_bound = checked_step(step); }

void Simulation::set_output(double interval, bool compressed) {
  output_ = Schedule(domain.time(), interval);
  run_.configuration.compressed = compressed;
}

void Simulation::set_callback(double interval, RunCallback callback) {
  callback_times_ = Schedule(domain.time(), interval);
  run_.configuration.callback_function = callback.name;
  run_.configuration.callback_is_nested = callback.is_nested;
  std::swap(callback_, callback);  // the old one goes when nothing here is half changed
}

// ---- RUN -------------------------------------------------------------------------------------

RunEnd Simulation::run(ConstraintSolver& solver, double duration, const FailureHook& on_failure) {
  if (!(duration > 0.0) || !std::isfinite(duration)) {
    throw InputError(cat("duration must be positive, got ", duration, " s"));
  }
  if (mode_ == Mode::read) {
    read_run(solver, duration);
    return RunEnd::finished;
  }
  if (run_settings().check_only) {
    details_->scale.choose_tolerance(domain);
    print_check_report(domain);
    print_model_warnings();
    return RunEnd::finished;
  }
  if (folder_.is_taken()) folder_.check_ours();
  if (stopped_) return RunEnd::stop_file;
  if (!past_) check_duration(duration);
  run_start_ = domain.time();
  run_steps_ = 0;
  script_was_called_ = false;
  tally_ = {};
  details_->contact_warnings.begin_run();
  const double end = run_start_ + duration;
  check_springs(domain, solver);
  const StopRequest stop_request;  // from the first frame on a signal ends the run in good order
  begin_run(solver, duration);
  if (is_complete(end)) return RunEnd::finished;
  const auto record_end = [&](double time) {
    if (writer_) details_->record->add(run_.run, time, details_->settings);
  };
  record_end(end);
  Progress progress(folder(), run_settings().report_interval, run_settings().quiet || !verbose,
                    progress_style);
  try {
    const RunEnd reason = loop(solver, end, on_failure, progress);
    if (reason == RunEnd::callback) record_end(domain.time());
    fill_run_state(run_.kind);
    if (script_was_called_ || !domain.loads.callbacks.empty()) {
      details_->marks.end_run(details_->settings,
                              setting_texts(domain, run_, solver, details_->lines));
    }
    details_->contact_warnings.end_run(progress);
    progress.finish(sample(end), run_timers_, run_end_text(reason),
                    {details_->contact_warnings.summary(domain), tally_.summary(domain)});
    stopped_ = reason == RunEnd::stop_file;
    if (reason != RunEnd::finished && reason != RunEnd::callback) {
      std::fprintf(stderr, "solfec: %s: t=%s s: %s\n", folder().c_str(),
                   short_number(domain.time()).c_str(), run_end_text(reason).c_str());
    }
    return reason;
  } catch (const std::exception& error) {
    details_->contact_warnings.end_run(progress);
    progress.write_end(sample(end), run_timers_, first_line(error.what()));
    sync_quietly();
    throw;
  }
}

void Simulation::print_model_warnings() const {
  if (!warnings) return;
  std::vector<std::string> lines = model_warnings(domain);
  lines.push_back(details_->scale_warning(domain));
  for (const std::string& line : lines) {
    if (!line.empty()) std::fprintf(stderr, "solfec: warning: %s\n", line.c_str());
  }
}

/// A duration is made of whole steps, rounded; one that rounds to none is a mistake, unless it is
/// what rounding leaves of an end time that is reached.
void Simulation::check_duration(double duration) const {
  const bool quasi_static = domain.analysis() == Analysis::quasi_static;
  const double bound = step_bound();
  const double step =
      quasi_static ? bound : std::min(bound, 0.5 * critical_step(domain.bodies).step);
  const double end = domain.time() + duration;
  if (std::round((end - domain.time()) / step) > 0.0 || duration <= 1e-6 * step) return;
  throw InputError(cat("duration must be at least half a step, got ", duration, " s with the step ",
                       step, " s"));
}

RunEnd Simulation::loop(ConstraintSolver& solver, double end, const FailureHook& on_failure,
                        Progress& progress) {
  RunEnd reason = RunEnd::finished;
  if (resumed_due_frame_) {
    stop_when_too_deep();
    SolveReport report;
    report.status = run_.failure;
    const FailureHook go_on = [&](const SolveReport& failed) {
      (void)on_failure(failed);  // with -c the run goes on
      return true;
    };
    reason = finish_frame(report, go_on);
  }
  while (reason == RunEnd::finished) {
    const double step = choose_step(progress);
    if (step != run_.segment_step) {
      run_.segment_start = domain.time();
      run_.segment_step = step;
      run_.segment_steps = 0.0;
    }
    if (!(std::round((end - run_.segment_start) / step) > run_.segment_steps)) break;
    check_step_counts(end);
    details_->energy_watch.begin(domain);
    if (warnings) {
      const std::string line = details_->scale_warning(domain);
      if (!line.empty()) progress.warning(line);
      details_->contact_warnings.before_step(domain, step, progress);
    }
    const FinishReport finish = domain.step(solver, step);
    if (finish.not_converged != 0) report_not_converged(finish.not_converged, progress);
    run_.segment_steps += 1.0;
    domain.set_time(run_.segment_start + run_.segment_steps * step);
    ++run_steps_;
    check_motion(solver);
    end_of_step(solver, progress);
    stop_when_too_deep();
    reason = finish_frame(solver.report(), on_failure);
    if (progress.due()) progress.report(sample(end), run_timers_);
  }
  if (reason == RunEnd::finished) {
    write_frame(FrameKind::run_end);
  } else {
    write_frame(reason == RunEnd::callback ? FrameKind::callback_end : FrameKind::stop);
  }
  const bool goes_on = reason == RunEnd::finished || reason == RunEnd::callback;
  sync(goes_on ? kSyncAtEnds : 0.0);
  return reason;
}

/// What follows the frame of a step: failure policy, callback, requests to stop.
RunEnd Simulation::finish_frame(const SolveReport& report, const FailureHook& on_failure) {
  StopValues values;
  const bool failed = outcome(report) != SolveStatus::ok;
  script_was_called_ = script_was_called_ || failed;
  values.policy_stops = failed && !on_failure(report);
  if (decide(values) == StopCause::failure_policy) {
    write_frame(FrameKind::failed);
    throw SolverStop(cat("t=", short_number(domain.time()), " s: the solver failed (",
                         name_of(outcome(report)), " after ", report.iterations, " iterations)"));
  }
  values.callback_stops = !call_back();
  gather_requests(folder(), values);
  return end_of(decide(values));
}

void Simulation::begin_run(ConstraintSolver& solver, double duration) {
  solver_ = &solver;
  run_timers_.reset();
  ++run_.run;
  run_.segment_step = 0.0;
  gravity_at_start_ = domain.loads.gravity;
  const std::string tolerance = details_->scale.choose_tolerance(domain);
  fill_run_state(FrameKind::start);
  run_.configuration.at_run_start = setting_hashes(domain, run_);
  run_.configuration.constraints = constraint_hashes(domain);
  details_->tell_settings(domain, run_, solver, duration);
  resumed_due_frame_ = false;
  resumed_run_is_over_ = false;
  restored_here_ = false;
  const bool taken = folder_.is_taken();
  folder_.take(past_ != nullptr);
  if (!taken) details_->record.emplace(folder());
  // another run may have gone on since
  if (past_ && !taken) past_ = std::make_unique<Continuation>(folder());
  if (past_) {
    const int frame = past_->frame_to_restore(run_.run);
    if (frame >= 0) restore_past(frame);
    if (past_->at_end()) go_on_writing();
    return;
  }
  if (writer_) {
    writer_->keep_last();  // the end of the RUN before
    return;
  }
  writer_ = std::make_unique<ResultWriter>(folder());
  summary_.step = current_step_;
  if (!tolerance.empty()) say(tolerance);
  domain.detect_contacts();
  print_model_warnings();
  if (warnings) details_->contact_warnings.skip_deep_overlaps(domain);
  domain.timers.reset();
  last_frame_time_ = -1.0;
  write_frame(FrameKind::start);
}

// ---- restart ---------------------------------------------------------------------------------

void Simulation::say(const std::string& text) const {
  log_line(folder(), text);
  if (run_settings().quiet || !verbose) return;
  std::printf("solfec: %s: %s\n", folder().c_str(), text.c_str());
  std::fflush(stdout);
}

void Simulation::warn(const std::string& text) const {
  std::fprintf(stderr, "solfec: %s: warning: %s\n", folder().c_str(), text.c_str());
}

void Simulation::say_frame() const {
  std::printf("solfec: %s: frame %d at t=%s s: %d bodies, %d constraints, %d contacts\n",
              folder().c_str(), writer_->frame_count() - 1, short_number(domain.time()).c_str(),
              domain.bodies.count(), static_cast<int>(domain.user_constraints().size()),
              domain.contact_count());
}

void Simulation::restore_past(int frame) {
  Frame content;
  const int run = run_.run;
  const RestoreReport report =
      past_->restore(frame, run_.configuration.at_run_start, domain, content);
  take_over(content, report);
  if (on_restored) on_restored();
  restored_here_ = content.run.run == run;
  const bool before_callback =
      content.run.kind == FrameKind::due || content.run.kind == FrameKind::failed;
  resumed_due_frame_ = before_callback && content.run.run == run;
  resumed_run_is_over_ = content.run.kind == FrameKind::callback_end && content.run.run == run;
}

/// Sets the run loop as it was after the frame. Settings that the script has changed since then
/// hold, the others are those of the frame, which callbacks may have changed.
void Simulation::take_over(const Frame& frame, const RestoreReport& report) {
  const auto differs = [&](Setting setting) {
    return report.differs.at(static_cast<std::size_t>(setting));
  };
  const RunConfiguration& stored = report.configuration;
  RunConfiguration& now = run_.configuration;
  details_->energy_watch = {};
  summary_ = frame.summary;
  current_step_ = frame.summary.step;
  last_frame_time_ = frame.time;
  run_.failure = frame.run.failure;
  run_.segment_start = frame.run.segment_start;
  run_.segment_step = frame.run.segment_step;
  run_.segment_steps = frame.run.segment_steps;
  if (!differs(Setting::step)) set_step_bound(stored.step_bound);
  if (!differs(Setting::solver)) solver_->set_parameters(stored.solver);
  if (!differs(Setting::extents)) now.extents = stored.extents;
  if (!differs(Setting::penetration)) now.penetration_bound = stored.penetration_bound;
  const auto restored = [&](Setting setting, const Schedule& script, const ScheduleState& state) {
    if (!differs(setting)) return Schedule(state);
    Schedule changed(state.base, script.state().interval);
    changed.advance(frame.time, current_step_);
    return changed;
  };
  if (!differs(Setting::output)) now.compressed = stored.compressed;
  output_ = restored(Setting::output, output_, frame.run.output);
  const bool other_function = stored.callback_function != now.callback_function;
  if (!differs(Setting::callback) && other_function) {
    throw InputError(cat(folder(), ": CALLBACK with the function '", stored.callback_function,
                         "' was set by a callback and cannot be restored"),
                     InputErrorKind::runtime);
  }
  if (!differs(Setting::callback)) now.callback_is_nested = stored.callback_is_nested;
  callback_times_ = restored(Setting::callback, callback_times_, frame.run.callback);
  if (callback_.load && !frame.run.callback_data.empty()) callback_.load(frame.run.callback_data);
  for (std::size_t i = 0; i < kSettingCount; ++i) {
    if (!report.differs.at(i)) continue;
    say(cat(setting_name(static_cast<Setting>(i)),
            " of the script differs from the stored run and holds from t=",
            short_number(frame.time), " s on"));
  }
}

void Simulation::go_on_writing() {
  writer_ = std::make_unique<ResultWriter>(ResultWriter::resume(folder()));
  if (writer_->removed_bytes() > 0) {
    say(cat("the last ", writer_->removed_bytes(),
            " bytes were no complete frame and are cut off"));
  }
  domain.timers.reset();
  past_.reset();
  resumed_ = true;
}

/// Whether the results hold this RUN to its end already; says what a continued run finds.
bool Simulation::is_complete(double end) {
  const bool complete =
      resumed_run_is_over_ || (restored_here_ && !(end - domain.time() > 0.5 * run_.segment_step));
  if (!resumed_) return complete && !resumed_due_frame_;
  if (complete && !resumed_due_frame_) {
    say(cat("results are complete up to t=", short_number(domain.time()), " s; nothing to do"));
    return true;
  }
  resumed_ = false;
  continue_output_folder(folder());
  say(cat("continues from t=", short_number(domain.time()), " s"));
  return false;
}

// ---- one step --------------------------------------------------------------------------------

double Simulation::choose_step(Progress& progress) {
  if (domain.analysis() == Analysis::quasi_static) return current_step_ = step_bound();
  const PhaseScope scope(domain.timers, Phase::TIMINT);
  const CriticalStep critical = critical_step(domain.bodies);
  const double half = 0.5 * critical.step;
  const double bound = step_bound();
  current_step_ = std::min(bound, half);
  if (half < bound && limiting_body_ != critical.body) {
    limiting_body_ = critical.body;
    progress.message(cat("t=", short_number(domain.time()), " s: step reduced from ",
                         short_number(bound), " s to ", short_number(current_step_),
                         " s, half the critical step of ",
                         describe(*domain.find_body(critical.body))));
  }
  return current_step_;
}

/// A step that is lost in the rounding of the time would keep the run here for ever.
void Simulation::check_step_counts(double end) const {
  const std::string lost =
      lost_step(run_.segment_start, run_.segment_step, run_.segment_steps, end);
  if (lost.empty()) return;
  const bool chosen = run_.segment_step < step_bound();  // by a body
  const std::string line = details_->lines.line("SOLFEC");
  const std::string origin = line.empty() ? "" : cat(" (SOLFEC.step, ", line, ")");
  if (!chosen) fail_numerically(0, lost + origin);
  fail_of_material(critical_step(domain.bodies).body,
                   lost + ", half the critical step of this body");
}

void Simulation::report_not_converged(BodyId id, Progress& progress) {
  if (not_converged_body_ == id) return;
  not_converged_body_ = id;
  progress.message(cat("t=", short_number(domain.time()), " s: the implicit scheme of ",
                       describe(*domain.find_body(id)),
                       " did not converge in this step; the velocity of its explicit or linearly "
                       "implicit relative (RIG_NEG, DEF_LIM) is used"));
}

void Simulation::end_of_step(ConstraintSolver& solver, Progress& progress) {
  check_sprung_contacts(domain, solver);
  details_->contact_warnings.after_step(domain, warnings, progress);
  const SolveReport& report = solver.report();
  summary_ = {current_step_,         report.merit,
              report.residual,       report.iterations,
              report.iteration_kind, report.status,
              domain.sparsified(),   domain.row_place(report.worst_row).id};
  run_.failure = outcome(report);
  const auto bad = find_in_solution(domain, summary_, details_->lines);
  if (bad) fail_of_material(bad->body, bad->what);
  tally_.add(domain.time(), report, domain);
  const std::string no_solution = tally_.no_solution(domain.time(), report, domain);
  if (!no_solution.empty()) progress.message(no_solution);
  if (run_.configuration.extents) delete_bodies_outside();
  if (output_due()) write_frame(FrameKind::due);
}

/// Stops at motion that no later step can mend.
void Simulation::check_motion(const ConstraintSolver& solver) {
  StopValues values;
  values.not_finite = domain.find_not_finite();
  if (values.not_finite == 0 && domain.analysis() == Analysis::dynamic) {
    values.unstable = details_->energy_watch.find_unstable(domain, solver.report().residual);
  }
  switch (decide(values)) {
    case StopCause::not_finite:
      fail_of_material(values.not_finite, "velocity is not finite");
    case StopCause::unstable:
      fail_of_material(values.unstable,
                       details_->energy_watch.text(domain, values.unstable, current_step_));
    default:
      return;
  }
}

void Simulation::fail_numerically(BodyId id, const std::string& what) const {
  const std::string last =
      last_frame_time_ < 0.0
          ? "there is no frame yet"
          : cat("the last good frame is t=", short_number(last_frame_time_), " s");
  const BodyRecord* const record = domain.find_body(id);
  throw NumericalError(cat("t=", short_number(domain.time()),
                           " s: ", record == nullptr ? "" : cat(describe(*record), ": "), what,
                           "; ", last));
}

/// The same for what may come from the stiffness of a deformable body: names its material.
void Simulation::fail_of_material(BodyId id, const std::string& what) const {
  const BodyRecord* const record = domain.find_body(id);
  const bool is_deformable = record != nullptr && (record->kind == BodyKind::pseudo_rigid ||
                                                   record->kind == BodyKind::finite_element);
  if (!is_deformable) fail_numerically(id, what);
  const BulkMaterial& material = stiffest_material(domain, *record);
  const std::string line = details_->lines.line(bulk_material_key(material));
  fail_numerically(id, cat(what, "; its BULK_MATERIAL '", material.label, "'",
                           line.empty() ? "" : cat(" (", line, ")"), " has young ",
                           short_number(material.young), " Pa"));
}

/// What a frame holds beside states: nothing that is not finite is ever written.
void Simulation::check_results() const {
  const auto bad = find_in_results(domain, details_->lines);
  if (bad) fail_of_material(bad->body, bad->what);
}

/// What is wrong with the deepest contact, '' when it is not too deep. The gaps are those of
/// mid-step, where the contacts were found.
std::string Simulation::unphysical_penetration() const {
  if (!run_.configuration.penetration_bound) return "";
  const double bound = *run_.configuration.penetration_bound;
  const ContactPoint* deepest = nullptr;
  for (const ContactPoint& contact : domain.contact_points()) {
    if (contact.gap < (deepest == nullptr ? -bound : deepest->gap)) {
      deepest = &contact;
    }
  }
  if (deepest == nullptr) return "";
  const Vec3 p = deepest->point;
  return cat("t=", short_number(domain.time()), " s: Unphysical interpenetration has occurred: ",
             describe(*domain.find_body(deepest->key.first_body)), " and ",
             describe(*domain.find_body(deepest->key.second_body)), " have the gap ", deepest->gap,
             " m at (", p.x, ", ", p.y, ", ", p.z, ") m, below -", bound, " m");
}

/// Stops before failure policy and callback of this time, which a continued run makes up for.
void Simulation::stop_when_too_deep() {
  const std::string too_deep = unphysical_penetration();
  if (too_deep.empty()) return;
  write_frame(FrameKind::failed);
  throw SolverStop(too_deep);
}

void Simulation::delete_bodies_outside() {
  std::vector<BodyId> outside;
  for (const BodyRecord& record : domain.body_records()) {
    if (!overlap(domain.body_box(record.id), *run_.configuration.extents))
      outside.push_back(record.id);
  }
  for (const BodyId id : outside) {
    if (domain.find_body(id) != nullptr) domain.remove_body(id);
  }
}

bool Simulation::output_due() const { return output_.due(domain.time(), current_step_); }

/// Frames go to the disk when the last time was that long ago (s of wall time).
void Simulation::sync(double least_interval) {
  if (!writer_ || wall_time() - last_sync_ < least_interval) return;
  synced_writes_ = writer_->writes();
  writer_->sync();
  last_sync_ = wall_time();
}

/// For a RUN that ends with an error, which is not to be hidden by another one.
void Simulation::sync_quietly() {
  try {
    sync(0.0);
  } catch (const OutputError&) {
    return;
  }
}

void Simulation::sync_results() {
  const bool has_news = writer_ && synced_writes_ != writer_->writes();
  if (has_news && folder_.is_ours()) sync(0.0);
}

void Simulation::fill_run_state(FrameKind kind) {
  run_.kind = kind;
  run_.configuration.solver = solver_->parameters();
  run_.output = output_.state();
  run_.callback = callback_times_.state();
  run_.configuration.gravity_changed = !same_loads(domain.loads.gravity, gravity_at_start_);
}

void Simulation::write_frame(FrameKind kind) {
  if (last_frame_time_ == domain.time()) return;
  check_results();
  output_.advance(domain.time(), current_step_);
  if (writer_) {  // else the file has this frame already
    folder_.check_ours();
    fill_run_state(kind);
    run_.callback_data = callback_.save ? callback_.save() : std::string();
    writer_->set_compression(run_.configuration.compressed);
    writer_->write(domain, summary_, domain.timers, run_);
    if (run_settings().verbose) say_frame();
    constexpr double kSyncInterval = 30.0;  // s; what a loss of power may cost
    sync(kSyncInterval);
  }
  last_frame_time_ = domain.time();
  for (int i = 0; i < kPhaseCount; ++i) {
    const auto phase = static_cast<Phase>(i);
    run_timers_.add(phase, domain.timers.seconds(phase));
  }
  if (domain.timers.steps() > 0) frame_timers_ = domain.timers;
  domain.timers.reset();
}

bool Simulation::call_back() {
  if (!callback_.call || !callback_times_.due(domain.time(), current_step_)) return true;
  callback_times_.advance(domain.time(), current_step_);
  script_was_called_ = true;
  const std::function<bool()> function = callback_.call;  // a copy: it may set another one
  return function();
}

ProgressSample Simulation::sample(double end) const {
  ProgressSample sample;
  sample.time = domain.time();
  sample.start = run_start_;
  sample.end = end;
  sample.steps = run_steps_;
  sample.bodies = domain.bodies.count();
  sample.pieces = domain.piece_count();
  sample.contacts = domain.contact_count();
  sample.constraints = sample.contacts + static_cast<int>(domain.user_constraints().size());
  sample.sparsified = summary_.sparsified;
  sample.iterations = summary_.iterations;
  sample.residual = summary_.residual;
  sample.merit = summary_.merit;
  sample.not_converged = tally_.failures();
  details_->contact_warnings.fill(domain, sample);
  return sample;
}

// ---- results ---------------------------------------------------------------------------------

ResultReader* Simulation::results() {
  if (past_) return &past_->reader();
  if (mode_ == Mode::read || !writer_) return reader_.get();
  if (!reader_ || reader_writes_ != writer_->writes()) {
    reader_ = std::make_unique<ResultReader>(folder());
    reader_writes_ = writer_->writes();
  }
  return reader_.get();
}

void Simulation::show_frame(int frame) {
  SOLFEC_ASSERT(mode_ == Mode::read);
  const int shown = std::clamp(frame, 0, reader_->frame_count() - 1);
  reader_->show(shown, domain);
  shown_frame_ = shown;
  const std::vector<std::string> adopted = reader_->take_adopted();
  if (adopted.size() == 1) {
    warn(cat(adopted.front(),
             " is not made by the script up to here; it is taken from the results"));
  } else if (!adopted.empty()) {
    warn(cat(adopted.size(), " bodies, the first one ", adopted.front(),
             ", are not made by the script up to here; they are taken from the results"));
  }
}

/// Compares the script with the results and shows what stood at the end of the RUN.
void Simulation::read_run(ConstraintSolver& solver, double duration) {
  solver_ = &solver;
  if (++run_.run == 1) reader_->check_constraints(domain);
  fill_run_state(FrameKind::start);
  Reading& reading = *details_->reading;
  const HeldParts held = reading.held_at(run_.run, domain);
  details_->tell_settings(domain, run_, solver, duration, &held);
  if (run_.run == 1 && shown_frame_ < 0) {
    for (const std::string& text : reading.start_differences(domain)) warn(text);
  }
  if (domain.script_body_count() > 0) {
    for (const std::string& text : reading.differences(run_.run, details_->settings, held)) {
      warn(text);
    }
  }
  std::string missing;
  show_frame(reading.end_frame(run_.run, duration, missing));
  if (!missing.empty()) warn(missing);
}

void Simulation::note_line(std::string_view command, const std::string& line, bool in_callback) {
  ScriptLines& lines = details_->lines;
  const Loads& loads = domain.loads;
  const auto note_last = [&](const auto& all, const auto& key_of) {
    if (!all.empty()) lines.note_item(command, key_of(all.back()), line);
  };
  const auto body_of = [](const auto& load) { return load.body; };
  const bool by_function = command == kForceFunctions;
  lines.note(by_function ? "FORCE" : command, line, in_callback);
  if (command == "FORCE") note_last(loads.forces, body_of);
  if (by_function) note_last(loads.callbacks, body_of);
  if (command == "TORQUE") note_last(loads.torques, body_of);
  if (command == "constraint") {
    note_last(domain.user_constraints(), [](const UserConstraint& one) { return one.id; });
  }
}

void Simulation::delete_body(BodyId id) {
  if (is_building()) {
    domain.remove_body(id);
  } else {
    details_->reading->note_deleted_body(id);
  }
}

void Simulation::delete_constraint(ConstraintId id) {
  if (is_building()) {
    domain.remove_constraint(id);
  } else {
    details_->reading->note_deleted_constraint(id);
  }
}

ConstraintId Simulation::worst_constraint() {
  if (mode_ == Mode::write) return summary_.worst;
  Frame frame;
  reader_->load(std::max(shown_frame_, 0), frame, FrameParts::bodies);
  return frame.summary.worst;
}

double Simulation::timing(Phase phase) {
  if (mode_ == Mode::read) {
    if (shown_frame_ < 0) show_frame(0);
    return reader_->timing(shown_frame_).seconds[static_cast<int>(phase)];
  }
  const PhaseTimers& timers = domain.timers.steps() > 0 ? domain.timers : frame_timers_;
  return timers.seconds(phase) / std::max(1, timers.steps());
}

}  // namespace solfec
