#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Proximal sweeps with momentum, which goes on where nothing has stopped it.
/// @return Whether the criteria are met.
bool momentum_sweeps(SolutionState& state, int sweeps);

/// A sweep after a step of another stage, with momentum that the caller has restarted.
/// @param k  Number of such sweeps since the step.
/// @return As SolutionState::one_sweep; false for a sweep that the report does not count.
bool smoothing_sweep(SolutionState& state, int k, bool counted);

}  // namespace solfec
