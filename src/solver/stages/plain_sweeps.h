#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Plain sweeps until the criteria are met. With acceleration they end early when they fall too
/// slowly to meet the criteria.
/// @param last  Number of sweeps at most.
/// @return Whether the criteria are met.
bool plain_sweeps(SolutionState& state, int last);

}  // namespace solfec
