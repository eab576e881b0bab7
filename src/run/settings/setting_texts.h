#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/domain.h"
#include "output/run_state.h"
#include "run/settings/function_input.h"
#include "run/settings/script_lines.h"
#include "run/settings/setting_text.h"
#include "solver/constraint_solver.h"

namespace solfec {

constexpr std::string_view kDurationOfRun = "duration of RUN";  // name of that setting

/// READ mode: what of the script the results still hold.
struct HeldParts {
  std::map<BodyId, std::string> bodies;  // of the script, with their lasting names in the results
  std::set<ConstraintId> deleted;        // constraints that the script has deleted again
  bool all_bodies = true;                // the results hold no other bodies
  bool frames_tell_start = false;        // velocities, schemes and materials of the first RUN
};

/// Settings as a RUN finds them: step, OUTPUT, CALLBACK, EXTENTS, contact parameters, gravity,
/// surface materials, what is set of bodies (body_settings.h), loads, user constraints and the
/// solver with its parameters. Of more than 200 items of a list only the number and a hash are
/// told.
///
/// @param run   Schedules and configuration of the RUN.
/// @param held  Nothing that belongs to other bodies is told; null: everything is.
SettingTexts setting_texts(const Domain& domain, const RunState& run,
                           const ConstraintSolver& solver, const ScriptLines& lines,
                           const HeldParts* held = nullptr);

/// Function of a load or spring, or of CALLBACK, which the script has put.
struct FunctionOfScript {
  BodyId body{};  // 0: CALLBACK
  std::string name;
  std::vector<FunctionInput> inputs;
};

/// On what functions depend, one text for each variable, the data and the code of each of them.
SettingTexts function_texts(const Domain& domain, const ScriptLines& lines, const HeldParts* held,
                            std::span<const FunctionOfScript> functions);

/// Marks settings that functions called by the RUN before have set, as they are not called in READ
/// mode.
class CallbackMarks {
 public:
  /// @param start, end  Settings at start and end of a RUN.
  void end_run(const SettingTexts& start, const SettingTexts& end);
  /// Marks what stands as the functions have left it, until the script sets it anew.
  void mark(SettingTexts& settings);

 private:
  static std::string name_of(const SettingText& text);
  static bool stands(const SettingText& mark, const SettingText& text);

  std::map<std::string, SettingText> set_;  // by name
};

/// Name of a body that does not change when lines are added to the script: its label, or its number
/// among the bodies of the script.
std::string lasting_name(const BodyRecord& record);
std::string lasting_name(const std::string& label, int ordinal, BodyId id);

/// A setting that the script gives otherwise than the results have it.
struct SettingDifference {
  std::string text;
  /// False for settings that decide which frames there are and never how bodies move, and for
  /// inputs of the function of CALLBACK.
  bool moves_bodies = true;
};

/// Whether a text tells on what a function depends.
bool is_of_function(const SettingText& text);
/// Whether a text tells what is set of bodies, or what they are made of.
bool is_of_bodies(const SettingText& text);

/// One text for each setting that differs, e.g. "GRAVITY is (0, 0, -9) m/s^2 (drop.py:5), but (0,
/// 0, -10) m/s^2 in the results (drop.py:4)". What a callback had set, and what belongs to bodies
/// that the script does not make (any more), does not count. What functions depend on, and bodies
/// where the results tell nothing of them, count only where both sides tell it.
std::vector<SettingDifference> setting_differences(const SettingTexts& script,
                                                   const SettingTexts& stored,
                                                   const HeldParts& held);

}  // namespace solfec
