#include "run/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "base/check.h"
#include "integrator/integrator.h"
#include "run/check_report.h"
#include "run/model_warnings.h"
#include "run/output_folder.h"
#include "run/stop_request.h"

namespace solfec {

namespace {

void check_step(double step) {
  if (!(step > 0.0) || !std::isfinite(step)) {
    throw InputError(cat("step must be positive, got ", step, " s"));
  }
}

/// The first SOLFEC object of a script under -o DIR writes into DIR; a second one shows that there
/// are several, and then the first moves to DIR/<last component> as all others.
struct OutputOverride {
  bool used = false;
  Simulation* first = nullptr;
  std::string alone;
  std::string in_root;
};
OutputOverride g_override;

}  // namespace

Simulation::Simulation(Analysis analysis, double step, const std::string& output, double tolerance)
    : domain(analysis, tolerance), step_bound_(step), current_step_(step) {
  check_step(step);
  if (output.empty()) throw InputError("output must be a path, got an empty string");
  choose_folder(output);
  const bool may_read = !run_settings().write_anew && !run_settings().check_only;
  if (may_read && ResultReader::has_results(folder_)) {
    mode_ = Mode::read;
    reader_ = std::make_unique<ResultReader>(folder_);
    if (reader_->damaged_bytes() > 0) {
      std::fprintf(
          stderr,
          "solfec: %s: the last %lld bytes are no complete frame and are left out; results end "
          "at t=%s s\n",
          folder_.c_str(), reader_->damaged_bytes(),
          short_number(reader_->time(reader_->frame_count() - 1)).c_str());
    }
  }
}

Simulation::~Simulation() {
  if (g_override.first == this) g_override.first = nullptr;
}

void Simulation::choose_folder(const std::string& output) {
  const std::string alone = resolve_output_folder(output, false);
  const std::string in_root = resolve_output_folder(output, true);
  if (alone == in_root) {  // no -o
    folder_ = alone;
    return;
  }
  if (!g_override.used) {
    g_override = {true, this, alone, in_root};
    const bool was_several =
        !ResultReader::has_results(alone) && ResultReader::has_results(in_root);
    folder_ = was_several ? in_root : alone;
    return;
  }
  folder_ = in_root;
  if (ResultReader::has_results(g_override.alone) && g_override.alone != folder_) {
    move_results(g_override.alone, g_override.in_root);
  }
  if (g_override.first != nullptr && g_override.first->folder_ == g_override.alone) {
    g_override.first->folder_ = g_override.in_root;
    if (g_override.first->mode_ == Mode::write) g_override.first->reader_.reset();
  }
}

void Simulation::set_step_bound(double step) {
  check_step(step);
  step_bound_ = step;
}

void Simulation::set_output(double interval, bool compressed) {
  output_ = Schedule(domain.time(), interval);
  compressed_ = compressed;
}

void Simulation::set_callback(double interval, std::function<bool()> function) {
  callback_times_ = Schedule(domain.time(), interval);
  callback_.swap(function);  // the old one goes when nothing here is half changed
}

// ---- RUN -------------------------------------------------------------------------------------

RunEnd Simulation::run(ConstraintSolver& solver, double duration, const FailureHook& on_failure) {
  if (!(duration > 0.0) || !std::isfinite(duration)) {
    throw InputError(cat("duration must be positive, got ", duration, " s"));
  }
  if (mode_ == Mode::read) {
    if (shown_frame_ < 0) show_frame(0);
    return RunEnd::finished;
  }
  if (run_settings().check_only) {
    print_check_report(domain);
    return RunEnd::finished;
  }
  const double start = domain.time();
  const double end = start + duration;
  begin_run();
  const StopRequest stop_request;
  Progress progress(folder_, run_settings().report_interval, run_settings().quiet || !verbose);

  RunEnd end_reason = RunEnd::finished;
  double segment_start = start;  // t = segment_start + n h: no accumulated rounding
  double segment_step = 0.0;
  double n = 0.0;
  long long steps = 0;
  while (end_reason == RunEnd::finished) {
    const double step = choose_step(progress);
    if (step != segment_step) {
      segment_start = domain.time();
      segment_step = step;
      n = 0.0;
    }
    if (!(std::round((end - segment_start) / step) > n)) break;
    const FinishReport finish = domain.step(solver, step);
    if (finish.not_converged != 0) report_not_converged(finish.not_converged, progress);
    domain.set_time(segment_start + (n += 1.0) * step);
    ++steps;
    check_finite();
    end_of_step(solver, progress);
    if (outcome(solver.report()) != SolveStatus::ok && !on_failure(solver.report())) {
      write_frame();
      throw SolverStop(cat("t=", short_number(domain.time()), " s: the solver failed (",
                           status_name(outcome(solver.report())), " after ",
                           solver.report().iterations, " iterations)"));
    }
    if (!call_back()) end_reason = RunEnd::callback;
    if (stop_file_found()) end_reason = RunEnd::stop_file;
    if (const int number = StopRequest::signal(); number != 0) {
      end_reason = number == SIGINT ? RunEnd::interrupted : RunEnd::terminated;
    }
    if (progress.due()) progress.report(sample(start, end, steps), run_timers_);
  }
  if (end_reason != RunEnd::finished) write_frame();
  progress.finish(sample(start, end, steps), run_timers_);
  return end_reason;
}

void Simulation::begin_run() {
  run_timers_.reset();
  if (writer_) return;
  prepare_output_folder(folder_);
  writer_ = std::make_unique<ResultWriter>(folder_);
  summary_.step = current_step_;
  domain.detect_contacts();
  for (const std::string& line : model_warnings(domain)) {
    std::fprintf(stderr, "solfec: warning: %s\n", line.c_str());
  }
  domain.timers.reset();
  last_frame_time_ = -1.0;
  write_frame();
}

double Simulation::choose_step(Progress& progress) {
  if (domain.analysis() == Analysis::quasi_static) return current_step_ = step_bound_;
  const PhaseScope scope(domain.timers, Phase::TIMINT);
  const CriticalStep critical = critical_step(domain.bodies);
  const double half = 0.5 * critical.step;
  current_step_ = std::min(step_bound_, half);
  if (half < step_bound_ && limiting_body_ != critical.body) {
    limiting_body_ = critical.body;
    progress.message(cat("t=", short_number(domain.time()), " s: step reduced from ",
                         short_number(step_bound_), " s to ", short_number(current_step_),
                         " s, half the critical step of ",
                         describe(*domain.find_body(critical.body))));
  }
  return current_step_;
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
  const SolveReport& report = solver.report();
  summary_ = {current_step_, report.merit, report.iterations, report.status, domain.sparsified()};
  if (report.status != SolveStatus::ok) progress.count_failure(domain.time(), report.merit);
  if (extents_) delete_bodies_outside();
  if (output_due()) write_frame();
}

void Simulation::check_finite() const {
  const BodyId id = domain.find_not_finite();
  if (id == 0) return;
  throw NumericalError(cat(
      "t=", short_number(domain.time()), " s: ", describe(*domain.find_body(id)),
      ": velocity is not finite; the last good frame is t=", short_number(last_frame_time_), " s"));
}

void Simulation::delete_bodies_outside() {
  std::vector<BodyId> outside;
  for (const BodyRecord& record : domain.body_records()) {
    if (!overlap(domain.body_box(record.id), *extents_)) outside.push_back(record.id);
  }
  for (const BodyId id : outside) {
    if (domain.find_body(id) != nullptr) domain.remove_body(id);
  }
}

bool Simulation::output_due() const { return output_.due(domain.time(), current_step_); }

void Simulation::write_frame() {
  if (last_frame_time_ == domain.time()) return;
  output_.advance(domain.time(), current_step_);
  writer_->set_compression(compressed_);
  writer_->write(domain, summary_, domain.timers);
  last_frame_time_ = domain.time();
  for (int i = 0; i < kPhaseCount; ++i) {
    const auto phase = static_cast<Phase>(i);
    run_timers_.add(phase, domain.timers.seconds(phase));
  }
  domain.timers.reset();
}

bool Simulation::call_back() {
  if (!callback_ || !callback_times_.due(domain.time(), current_step_)) return true;
  callback_times_.advance(domain.time(), current_step_);
  const std::function<bool()> function = callback_;  // a copy: it may set another one
  return function();
}

bool Simulation::stop_file_found() const {
  const std::string path = folder_ + "/STOP";
  return access(path.c_str(), F_OK) == 0 && unlink(path.c_str()) == 0;
}

ProgressSample Simulation::sample(double start, double end, long long steps) const {
  ProgressSample sample;
  sample.time = domain.time();
  sample.start = start;
  sample.end = end;
  sample.steps = steps;
  sample.bodies = domain.bodies.count();
  sample.pieces = domain.piece_count();
  sample.contacts = domain.contact_count();
  sample.constraints = sample.contacts + static_cast<int>(domain.user_constraints().size());
  sample.sparsified = summary_.sparsified;
  sample.iterations = summary_.iterations;
  sample.residual = summary_.merit;
  return sample;
}

// ---- results ---------------------------------------------------------------------------------

ResultReader* Simulation::results() {
  if (mode_ == Mode::read || !writer_) return reader_.get();
  if (!reader_ || reader_frames_ != writer_->frame_count()) {
    reader_ = std::make_unique<ResultReader>(folder_);
    reader_frames_ = writer_->frame_count();
  }
  return reader_.get();
}

void Simulation::show_frame(int frame) {
  SOLFEC_ASSERT(mode_ == Mode::read);
  const int shown = std::clamp(frame, 0, reader_->frame_count() - 1);
  reader_->show(shown, domain);
  shown_frame_ = shown;
}

double Simulation::timing(Phase phase) {
  if (mode_ == Mode::read) {
    if (shown_frame_ < 0) show_frame(0);
    return reader_->timing(shown_frame_).seconds[static_cast<int>(phase)];
  }
  return domain.timers.seconds(phase) / std::max(1, domain.timers.steps());
}

}  // namespace solfec
