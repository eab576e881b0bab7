#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/settings/script_lines.h"

namespace solfec {

/// Removes the constraints whose reaction of the last step is above their strength.
///
/// The reaction is the mean force over the step, so a constraint carries the step in which it is
/// overloaded, and breaks at the end of it. It has done no work, so no energy goes with it.
///
/// @param lines  Of the commands that have made constraints.
/// @return One text for each: "FIXPNT of body 1 (created at a.py:3) to space (made at a.py:5) has
///         broken: its reaction 12 N is above its strength, 10 N".
/// @pre the domain is that of one rank.
std::vector<std::string> break_constraints(Domain& domain, const ScriptLines& lines);

}  // namespace solfec
