#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "body/common/reduced_base.h"
#include "domain/domain.h"
#include "math/box.h"
#include "output/result_reader.h"
#include "run/folder/model_view.h"
#include "run/folder/read_mode.h"
#include "run/frame_output.h"
#include "run/planned_runs.h"
#include "run/run_continuation.h"
#include "run/run_data.h"
#include "run/run_session.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// Whether RUN computes, or shows what the folder holds already.
enum class Mode { write, read };

/// A SOLFEC object: a domain, its results folder and the RUN loop.
///
/// In WRITE mode the domain is the live state, and RUN writes frames of it. In READ mode the model
/// that the script has built stays as it is; RUN and looks at frames fill a snapshot, and all
/// questions about the state (below: "state") go to that. One thread at a time uses an object.
class Simulation {
 public:
  /// Chooses the mode: READ when the folder holds results and neither -w nor -c was given, or when
  /// an object with the same path has written them in this process. The folder itself is made by
  /// the first RUN. @throws InputError for a bad step, an empty path or
  /// the folder of another object that lives and writes.
  Simulation(RunContext& context, Analysis analysis, double step, const std::string& output,
             double tolerance);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Domain domain;

  RunChoices choices;
  ModelView view;                                                   // for pictures
  std::map<std::string, std::shared_ptr<const ReducedBase>> bases;  // of REGISTER_BASE, by label
  PlannedRuns planned;                 // of a script that the viewer has opened
  bool is_in_loop = false;             // a script makes the steps of its RUN
  bool told_without_contacts = false;  // HISTORY has said that frames hold no contacts
  bool told_left_out = false;          // a list of constraints has said that its frame holds none
  std::set<std::string> told_absent;   // names of what HISTORY has said that frames lack

  [[nodiscard]] Mode mode() const { return mode_; }
  /// Whether the model is the script's to change: always in WRITE mode, in READ mode until the
  /// first RUN, or before it the first look at a frame.
  [[nodiscard]] bool is_building() const {
    return mode_ == Mode::write || (data_.state.run == 0 && shown_frame_ < 0);
  }
  [[nodiscard]] const std::string& folder() const { return data_.folder.folder(); }
  [[nodiscard]] double step_bound() const { return data_.step_bound(); }
  void set_step_bound(double step);
  /// Step of the last time step; the bound before the first one.
  [[nodiscard]] double current_step() const { return data_.current_step; }

  /// Next frame at current time + interval, then every interval; 0: each step.
  void set_output(double interval, bool compressed, ContactFrames contacts = {});
  /// The function is called at the end of a step when its time has come.
  void set_callback(double interval, RunCallback callback);
  /// RUN hands the displacements of bodies of finite elements in their frames over, at these times
  /// or, without them, at those of set_output; see DisplacementSamples.
  void sample_displacements(std::vector<BodyId> bodies, std::optional<SampleTimes> times,
                            DisplacementSamples::Sink sink);
  /// Bodies whose box lies completely outside are deleted at the end of a step.
  void set_extents(const Box& extents) { data_.state.configuration.extents = extents; }

  /// DELETE. Once a script reads its results, the frames say what is there.
  void delete_body(BodyId id);
  void delete_constraint(ConstraintId id);
  /// Adds a user constraint; it joins those of a frame that is shown.
  ConstraintId add_constraint(const UserConstraint& constraint);

  /// A command of the script has set something; its line is named when stored results differ.
  void note_line(std::string_view command, const std::string& line, bool in_callback);

  /// Notes that a command of the script has set something of one body; its line is named when
  /// stored results differ.
  void note_body(std::string_view setting, BodyId body, BodySetting noted) {
    data_.lines.note_body(setting, body, std::move(noted));
  }

  /// Contacts deeper than this stop the run, m.
  void set_penetration_bound(double depth) { data_.state.configuration.penetration_bound = depth; }

  /// Begins a RUN of `duration` (s, > 0), which the session advances step by step. In READ mode it
  /// has ended then: the frame at the end of the RUN is shown, with warnings of settings that the
  /// results have otherwise; likewise under --check. @throws as RunSession::begin
  RunSession& begin_run(ConstraintSolver& solver, double duration, FailureHook on_failure);
  /// Such a RUN from its begin to its end. @throws as RunSession::advance
  RunEnd run(ConstraintSolver& solver, double duration, FailureHook on_failure);

  /// Forces to the disk what is not there yet: RUN does so at its end unless that was done within
  /// the last second. Also done when the object goes. @throws OutputError
  void sync_results();

  // ---- state: live, or in READ mode that of the shown frame ----------------------------------
  /// s; of the script's clock when no frame is shown.
  [[nodiscard]] double time() const { return domain.time(); }
  /// The frame that is shown, with the ids of the script; null: none.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& shown() const { return shown_; }
  /// Report of the last time step.
  [[nodiscard]] const StepSummary& summary() const { return data_.summary; }
  /// User's first, then contacts by key.
  [[nodiscard]] const std::vector<ConstraintRecord>& constraints() const;
  /// Stores in the results, where this run writes some, what the script says about pictures.
  /// @throws OutputError
  void store_view();
  /// Contacts that the frame which is shown counts but does not hold (OUTPUT, contacts).
  [[nodiscard]] std::int64_t left_out() const { return shown_ == nullptr ? 0 : shown_->left_out; }
  /// Null when there is none (any more).
  [[nodiscard]] const ConstraintRecord* find_constraint(ConstraintId id) const;
  /// Between the RUNs of a large model (--share) each rank has a part of it, and cannot look at it.
  /// @throws InputError that says so.
  void need_all() const;
  /// Whether this rank has a body as it is now.
  [[nodiscard]] bool owns(BodyId id) const;
  /// Whether the script has deleted a body that no frame has held which was shown since.
  [[nodiscard]] bool has_deleted(BodyId id) const { return deleted_.count(id) != 0; }
  /// Whether a body exists and, when a frame is shown, is in it.
  [[nodiscard]] bool holds(BodyId id) const;
  /// Bodies with their present state, and the place of one of them. @pre holds(id)
  [[nodiscard]] const Bodies& bodies() const;
  [[nodiscard]] BodyRef place_of(BodyId id) const;
  /// Sum over the given bodies as far as they are there.
  [[nodiscard]] Energies energies(std::span<const BodyId> ids) const;

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
  [[nodiscard]] std::string remedies() const;
  void choose_mode();

  RunData data_;
  FrameOutput output_;
  RunContinuation continuation_;  // -c
  RunSession session_;

  // READ mode
  Mode mode_ = Mode::write;
  int shown_frame_ = -1;
  std::shared_ptr<const Snapshot> shown_;  // null: none
  std::vector<ConstraintRecord>
      shown_constraints_;     // its own and those made since, but deleted ones
  std::set<BodyId> deleted_;  // by the script, and in no frame shown since
  std::unique_ptr<ResultReader> reader_;
  std::unique_ptr<ReadMode> reading_;
};

}  // namespace solfec
