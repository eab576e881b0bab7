#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/frame_output.h"
#include "run/run_continuation.h"
#include "run/run_data.h"
#include "run/stop/stop_decision.h"
#include "run/watch/late_review.h"
#include "run/watch/model_warnings.h"
#include "run/watch/turning_watch.h"
#include "solver/constraint_solver.h"
#include "solver/given_reactions.h"

namespace solfec {

/// Function that a run calls when the solver has not converged: true goes on, false stops the run
/// with an error.
using FailureHook = std::function<bool(const SolveReport&)>;

/// Where the RUNs of an object are.
enum class RunPhase : std::uint8_t {
  idle,     // none has begun
  running,  // one has begun: `advance` makes its next step
  ended     // the last one has ended, by itself, by `end` or by an error
};

/// How far a step has come: the part that was made last.
enum class StepPart : std::uint8_t {
  none,       // no step has begun
  begun,      // its length is known
  predicted,  // bodies are in the middle of the step, with velocities without reactions
  detected,   // contacts are known
  formed,     // rows are known
  solved      // reactions are known
};

/// The RUNs of one SOLFEC object, made step by step. The command RUN is
///
///     session.begin(solver, duration, on_failure);
///     while (session.advance()) {}
///     end = session.end();
///
/// and gives the same bits as any other loop over `advance`, or over its parts. While a RUN is on,
/// signals are taken down for it, and it is the only one of the object.
class RunSession {
 public:
  RunSession(RunData& data, FrameOutput& output, RunContinuation& continuation);
  ~RunSession();
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;

  [[nodiscard]] RunPhase phase() const { return phase_; }

  /// Begins a RUN: settings, first frame, with -c the state of the results, after which it may have
  /// ended already. After a RUN that the file STOP ended, later ones end as they begin.
  /// @param solver      Stays until the RUN has ended.
  /// @param duration    s, > 0.
  /// @throws InputError, also when a RUN is on; OutputError, NumericalError, SolverStop
  void begin(ConstraintSolver& solver, double duration, FailureHook on_failure);
  /// Ends a RUN that has nothing to compute as it begins.
  void pass();

  /// One time step and all that follows it: checks, warnings, frame, failure policy, callback,
  /// requests to stop, status line. @return False when no step was left (or no RUN is on).
  /// @throws as `begin`; the RUN has ended then, and what is written stays readable.
  bool advance();

  // The parts of `advance`, to be made in this order. @throws as `advance`
  /// Begins a step. @return False when no step was left (or no RUN is on).
  bool begin_step();
  /// Bodies in the middle of the step, loads, user constraints. Before it, the model may be
  /// changed, as in a function of CALLBACK.
  void predict();
  void detect();
  void form_rows();
  void solve();
  /// Takes reactions from elsewhere; the solver of the RUN gives the criteria, and its report says
  /// what they miss. @pre it has criteria.
  void solve(const ReactionSource& source);
  /// End of the step and all that follows it.
  void finish();
  /// The part of the step under way that was made last.
  [[nodiscard]] StepPart part() const;
  /// Tells that a script makes the parts of the steps of this RUN: a step may then be given up, and
  /// the model may change in each.
  void note_script();
  /// Ends the RUN with an error, without a frame at its end. A step that is not finished is taken
  /// back.
  void give_up(const std::string& what);

  /// Steps until the time has come (up to 1e-6 of a step) or the RUN has ended.
  void advance_until(double time);
  /// Ends the RUN here if it is still on, as a callback does that returns 0 (but is not called by
  /// one). @return How it ended.
  RunEnd end();

 private:
  struct Run;  // one RUN

  void start(double duration);
  void tell_ended_accelerations() const;
  void tell_late_model();
  void tell_fast_turning();
  void write_first_frame(const std::string& tolerance);
  void finish_restored_frame();
  void meet_for_run();
  template <typename Item>
  std::vector<Item> meet_in_step(MeetingPlace place, const Item& item);
  bool choose_step();
  void predict_step();
  void solve_step(ConstraintSolver& solver);
  void finish_step();
  template <class Work>
  void make_part(StepPart before, StepPart after, const Work& work);
  [[nodiscard]] bool has_steps_left() const;
  bool admit_step(const StepChoice& choice);
  void look_before_step();
  void note_step(const StepChoice& choice);
  void end_step(const FinishReport& finish);
  void report_not_converged(BodyId id);
  [[noreturn]] void fail_of_step(const FinishReport& finish);
  void check_motion();
  [[nodiscard]] bool tells_stages() const;
  void tell_stages();
  void note_solution(const FinishReport& finish);
  void delete_bodies_outside();
  void break_overloaded();
  void open_cracks_of_step();
  void stop_when_too_deep();
  StopCause finish_frame(const SolveReport& report, const FailureHook& on_failure);
  bool call_back();
  void close(RunEnd end);
  void note_record(double end);
  void note_end(RunEnd end);
  void tell_contacts();
  void fail(const std::string& what);
  template <class Work>
  auto guarded(const Work& work);
  [[nodiscard]] ProgressSample sample() const;

  RunData& data_;
  FrameOutput& output_;
  RunContinuation& continuation_;
  RunPhase phase_ = RunPhase::idle;
  RunEnd end_ = RunEnd::finished;  // of the last RUN that has ended without an error
  std::unique_ptr<Run> run_;       // while it is on
  LateReview late_review_;
  TurningWatch turning_watch_;
};

/// Gives all ranks the state of all, unless there is too much of it (--share). Collective.
void show_to_all(RunData& data);

/// Returns the review of the bodies of a whole model, before contacts are detected; empty: it is
/// not wanted.
std::optional<ModelReview> review_model(const RunData& data);
/// Warnings about the model and its contacts, which are detected, on standard error. Collective.
void print_model_warnings(const ModelReview& review, RunData& data);

}  // namespace solfec
