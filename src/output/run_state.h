#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/ids.h"
#include "math/box.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Why a frame was written.
enum class FrameKind : std::uint8_t {
  start,         // at the beginning of the first RUN
  due,           // its time had come; failure policy and callback of this time come after it
  run_end,       // at the end of a RUN, after the callback
  callback_end,  // likewise, and the callback ended the RUN
  stop,          // the run was stopped before its end, after the callback
  failed         // likewise, but before failure policy and callback of this time
};

/// As the Python reader shows it.
constexpr std::string_view name_of(FrameKind item) {
  switch (item) {
    case FrameKind::start:
      return "START";
    case FrameKind::due:
      return "DUE";
    case FrameKind::run_end:
      return "RUN_END";
    case FrameKind::callback_end:
      return "CALLBACK_END";
    case FrameKind::stop:
      return "STOP";
    case FrameKind::failed:
      return "FAILED";
  }
  return {};
}

/// Frames at the end of a RUN or of a stopped one give way to the next frame, so that a file does
/// not depend on where its run was interrupted; when another RUN begins, that at the end of the RUN
/// before stays.
inline bool is_provisional(FrameKind kind) { return kind >= FrameKind::run_end; }

/// Times base + interval, base + 2 interval, ... of which some are served.
struct ScheduleState {
  double base{};      // s
  double interval{};  // s; 0: each step
  double served{};    // whole number

  friend bool operator==(const ScheduleState&, const ScheduleState&) = default;
};

/// Settings that a script makes and a callback may change; a continued run compares each with the
/// script.
enum class Setting {
  step,
  output,
  callback,
  extents,
  contact,
  gravity,
  bulk,
  surface,
  penetration,
  projection,
  equilibrium,
  impacts,
  exclusions,
  loads,
  solver
};
/// As the Python reader shows it.
constexpr std::string_view name_of(Setting item) {
  switch (item) {
    case Setting::step:
      return "step";
    case Setting::output:
      return "output";
    case Setting::callback:
      return "callback";
    case Setting::extents:
      return "extents";
    case Setting::contact:
      return "contact";
    case Setting::gravity:
      return "gravity";
    case Setting::bulk:
      return "bulk";
    case Setting::surface:
      return "surface";
    case Setting::penetration:
      return "penetration";
    case Setting::projection:
      return "projection";
    case Setting::equilibrium:
      return "equilibrium";
    case Setting::impacts:
      return "impacts";
    case Setting::exclusions:
      return "exclusions";
    case Setting::loads:
      return "loads";
    case Setting::solver:
      return "solver";
  }
  return {};
}

/// Number of settings, for arrays that have an entry for each.
inline constexpr std::size_t kSettingCount = item_count<Setting>();
using SettingHashes = std::array<std::uint64_t, kSettingCount>;

/// Definition of one constraint; continued runs must have the same.
struct ConstraintHash {
  BodyId body{};  // master
  std::uint64_t hash{};

  friend bool operator==(const ConstraintHash&, const ConstraintHash&) = default;
};

/// Which frames hold contacts: every n-th one, all frames, or none but those with a whole state.
struct ContactFrames {
  static constexpr int kNone = 0;
  int every = 1;  // kNone: see above

  [[nodiscard]] bool holds(int frame) const { return every != kNone && frame % every == 0; }
  friend bool operator==(const ContactFrames&, const ContactFrames&) = default;
};

/// Settings of the RUN loop that are stored when they change.
struct RunConfiguration {
  double step_bound = 0.0;          // s
  bool compressed = true;           // frames to come
  ContactFrames contacts;           // likewise
  std::string callback_function;    // its name, '' without
  bool callback_is_nested = false;  // registered by a function that RUN called
  std::optional<Box> extents;
  std::optional<double> penetration_bound;  // of UNPHYSICAL_PENETRATION, m
  bool gravity_changed = false;             // since the start of the RUN
  SettingHashes at_run_start{};             // of the settings when the current RUN began
  std::vector<ConstraintHash> constraints;  // likewise, of all user constraints in order
  std::vector<double> solver;               // ConstraintSolver::parameters
};

/// State of RUN beside the domain: all that it takes to go on after a frame.
struct RunState {
  FrameKind kind = FrameKind::due;
  int run = 0;                            // number of the RUN call, from 1
  SolveStatus failure = SolveStatus::ok;  // what the failure policy is asked about
  double segment_start = 0.0;             // s; t = segment_start + segment_steps segment_step
  double segment_step = 0.0;              // s
  double segment_steps = 0.0;             // whole number
  ScheduleState output;
  ScheduleState callback;
  std::string callback_data;  // JSON of the callback's data, '' without
  RunConfiguration configuration;
};

}  // namespace solfec
