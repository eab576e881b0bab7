#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/loads/loads.h"
#include "parallel/bisection.h"
#include "parallel/comm.h"
#include "run/folder/folder_use.h"
#include "run/folder/read_mode.h"
#include "run/rank_meetings.h"
#include "run/settings/function_input.h"
#include "run/settings/run_settings.h"
#include "run/stop/heartbeat.h"

namespace solfec {

class Simulation;

/// Data that all SOLFEC objects of one program share: the command line, and what they have to know
/// of each other. It is made by whoever starts the script and outlives the objects.
struct RunContext {
  RunContext() = default;
  explicit RunContext(RunSettings of_command_line) : settings(std::move(of_command_line)) {}
  RunContext(const RunContext&) = delete;  // objects refer to it
  RunContext& operator=(const RunContext&) = delete;

  RunSettings settings;
  Comm* comm = &one_rank();        // that the models of the objects are shared by
  Bisection* bisection = nullptr;  // how; null on one rank
  RankMeetings meetings;
  Heartbeat heartbeat;
  FolderRegistry folders;
  ReachedFrames reached;  // in READ mode
  /// Whether a RUN has called functions of CALLBACK or of a solver, or those of loads and springs:
  /// they may have changed what other functions depend on.
  bool has_called_back = false;
  bool has_called_loads = false;
  /// On what the function of a load or spring depends; may be empty.
  std::function<std::vector<FunctionInput>(const CallbackForce&)> inputs_of;
  /// Called with all objects of a script that has come to its end, which live until then; gives the
  /// exit code. May be empty.
  std::function<int(const std::vector<std::shared_ptr<Simulation>>&)> at_end;
  /// Takes an action of the viewer that a script asks for by its name, with the text that answers
  /// its question. Throws InputError when there is no such action. May be empty.
  std::function<void(const std::string& name, const std::optional<std::string>& answer)>
      viewer_action;
  /// Whether the last frames of an object that is gone could not be forced to the disk, which it
  /// has told.
  bool has_late_error = false;
};

}  // namespace solfec
