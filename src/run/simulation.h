#pragma once

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "domain/domain.h"
#include "math/box.h"
#include "output/frame.h"
#include "output/result_reader.h"
#include "output/result_writer.h"
#include "run/continuation.h"
#include "run/folder_use.h"
#include "run/progress.h"
#include "run/progress_style.h"
#include "run/run_settings.h"
#include "run/schedule.h"
#include "run/solver_tally.h"
#include "run/stop_decision.h"
#include "solver/constraint_solver.h"

namespace solfec {

enum class Mode { write, read };

/// What a run does when the solver has not converged: true goes on, false stops the run with an
/// error.
using FailureHook = std::function<bool(const SolveReport&)>;

/// The user's function that RUN calls at intervals, with what a restart needs to know of it.
struct RunCallback {
  std::function<bool()> call;  // false stops the run
  std::string name;            // of the function
  bool is_nested = false;      // registered by a function that RUN called
  // The data of the function as JSON and back, in place; may be empty.
  std::function<std::string()> save;
  std::function<void(const std::string&)> load;
};

/// A SOLFEC object: a domain, its results folder and the RUN loop.
class Simulation {
 public:
  /// Chooses the mode: READ when the folder holds results and neither -w nor -c was given, or when
  /// an object with the same path has written them in this process. The folder itself is made by
  /// the first RUN. @throws InputError for a bad step, an empty path or
  /// the folder of another object that lives and writes.
  Simulation(Analysis analysis, double step, const std::string& output, double tolerance);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Domain domain;

  [[nodiscard]] Mode mode() const { return mode_; }
  /// Whether the model is the script's to change: always in WRITE mode, in READ mode until the
  /// first RUN, or before it the first look at a frame.
  [[nodiscard]] bool is_building() const {
    return mode_ == Mode::write || (run_.run == 0 && shown_frame_ < 0);
  }
  [[nodiscard]] const std::string& folder() const { return folder_.folder(); }
  [[nodiscard]] double step_bound() const { return run_.configuration.step_bound; }
  void set_step_bound(double step);
  /// Step of the last time step; the bound before the first one.
  [[nodiscard]] double current_step() const { return current_step_; }
  bool verbose = true;
  ProgressStyle progress_style = ProgressStyle::full;
  bool warnings = true;  // about the model and its contacts
  /// Called when a frame of earlier results has been put into the domain (-c); may be empty.
  std::function<void()> on_restored;

  /// Next frame at current time + interval, then every interval; 0: each step.
  void set_output(double interval, bool compressed);
  /// The function is called at the end of a step when its time has come.
  void set_callback(double interval, RunCallback callback);
  /// Bodies whose box lies completely outside are deleted at the end of a step.
  void set_extents(const Box& extents) { run_.configuration.extents = extents; }

  /// DELETE. Once a script reads its results, the frames say what is there.
  void delete_body(BodyId id);
  void delete_constraint(ConstraintId id);

  /// A command of the script has set something; its line is named when stored results differ.
  void note_line(std::string_view command, const std::string& line, bool in_callback);

  /// Contacts deeper than this stop the run, m.
  void set_penetration_bound(double depth) { run_.configuration.penetration_bound = depth; }

  /// Advances by `duration` (s, > 0); in READ mode shows the frame at the end of the RUN and warns
  /// of settings that the results have otherwise. With -c the state comes from the
  /// results as far as they go. After a file STOP has ended a run, later ones do nothing.
  /// @throws InputError, OutputError (archive), NumericalError (below); what is written stays
  /// readable.
  RunEnd run(ConstraintSolver& solver, double duration, const FailureHook& on_failure);

  /// Forces to the disk what is not there yet: RUN does so at its end unless that was done within
  /// the last second. Also done when the object goes. @throws OutputError
  void sync_results();

  // ---- READ mode -----------------------------------------------------------------------------
  /// Reader of the results: in READ mode the opened ones, after RUN the frames written so far (made
  /// anew when there are newer frames), null when there are none.
  ResultReader* results();
  /// Shows frame i, clipped to the existing ones; READ mode only.
  void show_frame(int frame);
  [[nodiscard]] int shown_frame() const { return shown_frame_; }
  /// Constraint with the largest part of the residual, of the shown frame or the last step; 0:
  /// none.
  [[nodiscard]] ConstraintId worst_constraint();
  /// Seconds per step in a phase: of the shown frame, or live since the last frame.
  [[nodiscard]] double timing(Phase phase);

 private:
  void forget_moved_reader();
  void read_run(ConstraintSolver& solver, double duration);
  void choose_mode();
  void begin_run(ConstraintSolver& solver, double duration);
  void restore_past(int frame);
  void take_over(const Frame& frame, const RestoreReport& report);
  void go_on_writing();
  [[nodiscard]] bool is_complete(double end);
  void say(const std::string& text) const;
  void say_frame() const;
  void warn(const std::string& text) const;
  RunEnd loop(ConstraintSolver& solver, double end, const FailureHook& on_failure,
              Progress& progress);
  RunEnd finish_frame(const SolveReport& report, const FailureHook& on_failure);
  void check_motion(const ConstraintSolver& solver);
  void check_duration(double duration) const;
  void print_model_warnings() const;
  double choose_step(Progress& progress);
  void report_not_converged(BodyId id, Progress& progress);
  void end_of_step(ConstraintSolver& solver, Progress& progress);
  void check_step_counts(double end) const;
  void check_results() const;
  [[noreturn]] void fail_numerically(BodyId id, const std::string& what) const;
  [[noreturn]] void fail_of_material(BodyId id, const std::string& what) const;
  [[nodiscard]] std::string unphysical_penetration() const;
  void stop_when_too_deep();
  void delete_bodies_outside();
  void write_frame(FrameKind kind);
  void sync(double least_interval);
  void sync_quietly();
  void fill_run_state(FrameKind kind);
  [[nodiscard]] bool output_due() const;
  /// Calls the user's function when its time has come; false when it stops the run.
  bool call_back();
  [[nodiscard]] ProgressSample sample(double end) const;

  Mode mode_ = Mode::write;
  int shown_frame_ = -1;
  struct Details;  // what no other file needs to know
  std::unique_ptr<Details> details_;
  double current_step_;
  FolderUse folder_;
  StepSummary summary_;

  ConstraintSolver* solver_ = nullptr;  // of the current RUN
  RunState run_;                        // its schedules and callback data are those below
  Schedule output_;
  Schedule callback_times_;
  RunCallback callback_;
  std::array<LoadValue, 3> gravity_at_start_{};  // of the RUN
  double run_start_ = 0.0;                       // s
  long long run_steps_ = 0;
  bool script_was_called_ = false;    // by the RUN
  SolverTally tally_;                 // of the RUN
  bool stopped_ = false;              // by the file STOP
  bool resumed_ = false;              // -c: its end was reached, no step made since
  bool restored_here_ = false;        // -c: a frame of the current RUN was put in
  bool resumed_due_frame_ = false;    // -c: what comes after a due frame is still to be done
  bool resumed_run_is_over_ = false;  // -c: a callback had ended this RUN

  std::unique_ptr<Continuation> past_;  // with -c, until its last frame is put in

  std::unique_ptr<ResultWriter> writer_;
  double last_frame_time_ = 0.0;
  double last_sync_ = -1.0;      // s of wall time
  long long synced_writes_ = 0;  // of the writer when the last sync began
  std::unique_ptr<ResultReader> reader_;
  long long reader_writes_ = 0;    // of the writer when the reader was opened
  PhaseTimers run_timers_;         // since the start of the run, for STATE
  PhaseTimers frame_timers_;       // of the steps before the last frame that had some
  BodyId limiting_body_ = 0;       // body whose critical step was reported last
  BodyId not_converged_body_ = 0;  // likewise, implicit rotation
};

/// Whether the last frames of an object that is gone could not be forced to the disk, which it has
/// told.
bool has_late_error();

/// A result that is not finite or unstable; exit code 3.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The solver failed and its policy stops the run; exit code 1.
class SolverStop : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace solfec
