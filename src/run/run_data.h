#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/phase_timers.h"
#include "domain/domain.h"
#include "output/frame.h"
#include "output/run_state.h"
#include "run/displacement_samples.h"
#include "run/folder/folder_use.h"
#include "run/report/progress_style.h"
#include "run/run_context.h"
#include "run/schedule.h"
#include "run/settings/function_input.h"
#include "run/settings/script_lines.h"
#include "run/settings/setting_record.h"
#include "run/settings/setting_texts.h"
#include "run/watch/contact_scale.h"
#include "run/watch/contact_warnings.h"
#include "run/watch/energy_watch.h"
#include "run/watch/joint_warnings.h"
#include "run/watch/joint_watch.h"
#include "run/watch/spring_misses.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// The user's function that RUN calls at intervals, with what a restart needs to know of it.
struct RunCallback {
  std::function<bool()> call;  // false stops the run
  std::string name;            // of the function
  bool is_nested = false;      // registered by a function that RUN called
  // The data of the function as JSON and back, in place; may be empty.
  std::function<std::string()> save;
  std::function<void(const std::string&)> load;
  std::function<std::vector<FunctionInput>()> inputs;  // on what the function depends; may be empty
};

/// Choices of what a run says on the console, and to whom.
struct RunChoices {
  bool verbose = true;
  ProgressStyle progress_style = ProgressStyle::full;
  bool warnings = true;        // about the model and its contacts
  std::set<std::string> told;  // warnings of commands that are given once: what they are about
  /// Whether to warn of something: the first time, unless warnings are off.
  bool tells(const std::string& what) { return warnings && told.insert(what).second; }
  /// Called when a frame of earlier results has been put into the domain (-c); may be empty.
  std::function<void()> on_restored;
};

/// Data that the RUNs of one SOLFEC object work on, and that each of them leaves to the next.
struct RunData {
  /// @param output, on_moved  See FolderUse.
  RunData(RunContext& context, Domain& domain, const RunChoices& choices, double step,
          const std::string& output, std::function<void()> on_moved);

  RunContext& context;
  Domain& domain;
  const RunChoices& choices;
  FolderUse folder;
  RunState state;  // its schedules and callback data are those below
  Schedule output;
  Schedule callback_times;
  RunCallback callback;
  DisplacementSamples samples;    // of COROTATED_DISPLACEMENTS
  double current_step;            // of the last time step, s; the bound before the first one
  StepSummary summary;            // likewise
  ModelCounts counts;             // likewise, of all ranks when there are several
  double last_frame_time = 0.0;   // s; negative: there is none
  PhaseTimers timers;             // since the start of the RUN, for STATE
  BodyId limiting_body = 0;       // body whose critical step was reported last
  BodyId not_converged_body = 0;  // likewise, implicit rotation
  std::array<LoadValue, 3> gravity_at_start{};  // of the RUN

  EnergyWatch energy_watch;  // of all RUNs
  JointWatch joint_watch;    // likewise
  ContactWarnings contact_warnings;
  JointWarnings joint_warnings;
  SpringMisses spring_misses;
  ContactScale scale;
  ScriptLines lines;
  SettingTexts settings;  // of the current RUN as the script made it
  CallbackMarks marks;
  std::vector<std::string> uncompared;    // variables of functions, in words
  std::set<std::string> told_uncompared;  // of these
  std::optional<SettingRecord> record;    // of the folder that is written

  [[nodiscard]] double step_bound() const { return state.configuration.step_bound; }
  /// Brings `state` up to date.
  void fill_state(FrameKind kind, const ConstraintSolver& solver);
  /// Takes the settings down; `state` as at the start of the RUN.
  void tell_settings(const ConstraintSolver& solver, double duration,
                     const HeldParts* held = nullptr);
  void tell_inputs(const HeldParts* held);
  /// Says once for each variable of a function that its contents are not compared.
  void tell_uncompared();
  std::string scale_warning() { return scale.warning(domain, lines.line("GEOMETRIC_EPSILON")); }
  /// Takes the samples after the time `from` (s) up to now from the results, which a RUN has shown
  /// or goes on from.
  void take_stored_samples(double from);
  /// A line in the log of a run that computes.
  void note(const std::string& text) const;
  /// A line in the log and, unless the run is quiet, on the console.
  void say(const std::string& text) const;
  /// A line on standard error and in the log.
  void warn(const std::string& text) const;
};

/// @throws InputError when a step is not positive.
double checked_step(double step);

}  // namespace solfec
