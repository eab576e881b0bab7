#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "domain/domain.h"
#include "math/box.h"
#include "output/frame.h"
#include "output/result_reader.h"
#include "output/result_writer.h"
#include "run/progress.h"
#include "run/run_settings.h"
#include "run/schedule.h"
#include "solver/constraint_solver.h"

namespace solfec {

enum class Mode { write, read };

/// Why RUN ended.
enum class RunEnd { finished, callback, stop_file, interrupted, terminated };

/// What a run does when the solver has not converged: true goes on, false stops the run with an
/// error.
using FailureHook = std::function<bool(const SolveReport&)>;

/// A SOLFEC object: a domain, its results folder and the RUN loop.
class Simulation {
 public:
  /// Chooses the mode: READ when the folder holds results and -w was not given. The folder itself
  /// is made by the first RUN. @throws InputError for a bad step or an empty path.
  Simulation(Analysis analysis, double step, const std::string& output, double tolerance);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Domain domain;

  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] double step_bound() const { return step_bound_; }
  void set_step_bound(double step);
  /// Step of the last time step; the bound before the first one.
  [[nodiscard]] double current_step() const { return current_step_; }
  bool verbose = true;

  /// Next frame at current time + interval, then every interval; 0: each step.
  void set_output(double interval, bool compressed);
  /// `function` is called at the end of a step when its time has come; false stops the run.
  void set_callback(double interval, std::function<bool()> function);
  /// Bodies whose box lies completely outside are deleted at the end of a step.
  void set_extents(const Box& extents) { extents_ = extents; }

  /// Advances by `duration` (s, > 0); nothing in READ mode.
  /// @throws InputError, OutputError (archive), NumericalError (below); what is written stays
  /// readable.
  RunEnd run(ConstraintSolver& solver, double duration, const FailureHook& on_failure);

  // ---- READ mode -----------------------------------------------------------------------------
  /// Reader of the results: in READ mode the opened ones, after RUN the frames written so far (made
  /// anew when there are newer frames), null when there are none.
  ResultReader* results();
  /// Shows frame i, clipped to the existing ones; READ mode only.
  void show_frame(int frame);
  [[nodiscard]] int shown_frame() const { return shown_frame_; }
  /// Seconds per step in a phase: of the shown frame, or live since the last frame.
  [[nodiscard]] double timing(Phase phase);

 private:
  void choose_folder(const std::string& output);
  void begin_run();
  double choose_step(Progress& progress);
  void report_not_converged(BodyId id, Progress& progress);
  void end_of_step(ConstraintSolver& solver, Progress& progress);
  void check_finite() const;
  void delete_bodies_outside();
  void write_frame();
  [[nodiscard]] bool output_due() const;
  /// Calls the user's function when its time has come; false when it stops the run.
  bool call_back();
  /// Removes the file STOP of the output folder; true when it was there.
  [[nodiscard]] bool stop_file_found() const;
  [[nodiscard]] ProgressSample sample(double start, double end, long long steps) const;

  Mode mode_ = Mode::write;
  std::string folder_;
  double step_bound_;
  double current_step_;
  StepSummary summary_;

  Schedule output_;
  bool compressed_ = false;
  Schedule callback_times_;
  std::function<bool()> callback_;
  std::optional<Box> extents_;

  std::unique_ptr<ResultWriter> writer_;
  double last_frame_time_ = 0.0;
  std::unique_ptr<ResultReader> reader_;
  int reader_frames_ = 0;  // of the writer when the reader was opened
  int shown_frame_ = -1;
  PhaseTimers run_timers_;         // since the start of the run, for STATE
  BodyId limiting_body_ = 0;       // body whose critical step was reported last
  BodyId not_converged_body_ = 0;  // likewise, implicit rotation
};

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
