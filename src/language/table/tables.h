#pragma once

#include "language/table/command_spec.h"

namespace solfec {

/// The command table by topic, one file *_tables.cpp each.
CommandGroup shape_group();
CommandGroup model_group();
CommandGroup load_group();
CommandGroup constraint_group();
CommandGroup joint_group();
CommandGroup solver_group();
CommandGroup run_group();
CommandGroup utility_group();
/// Types of the time loop of a script; they stand in run_group.
CommandSpec time_loop();
CommandSpec rows_type();
CommandGroup result_group();
CommandGroup later_group();

// What several of them use.
inline constexpr auto kBetween = Where::between_steps;
inline constexpr std::string_view kVectorStub = "tuple[float, float, float]";

inline ArgumentSpec analysis_argument() {
  return object("solfec", "a SOLFEC object", "SOLFEC", "", "analysis");
}

}  // namespace solfec
