#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "output/run_state.h"
#include "run/script_lines.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// One setting of a RUN in words, e.g. {"GRAVITY", "", "drop.py:5", "(0, 0, -10) m/s^2"}.
struct SettingText {
  std::string name;
  std::string body;  // '' for settings of the whole analysis
  std::string line;  // of the script, '' when unknown
  std::string value;

  friend bool operator==(const SettingText&, const SettingText&) = default;
};
using SettingTexts = std::vector<SettingText>;

/// Settings as a RUN finds them: step, OUTPUT, CALLBACK, EXTENTS, contact parameters, gravity,
/// surface materials, loads, user constraints and the solver with its parameters. Of more than 200
/// loads or constraints only the number and a hash are told.
///
/// @param run   Schedules and configuration of the RUN.
SettingTexts setting_texts(const Domain& domain, const RunState& run,
                           const ConstraintSolver& solver, const ScriptLines& lines);

/// Name of a body that does not change when lines are added to the script: its label, or its number
/// among the bodies of the script.
std::string lasting_name(const BodyRecord& record);

/// One line for each setting that differs, e.g. "GRAVITY is (0, 0, -9) m/s^2 (drop.py:5), but (0,
/// 0, -10) m/s^2 in the results (drop.py:4)". What a callback had set, and what belongs to bodies
/// that the script does not make (any more), does not count.
std::vector<std::string> setting_differences(const SettingTexts& script, const SettingTexts& stored,
                                             const std::vector<std::string>& script_bodies);

}  // namespace solfec
