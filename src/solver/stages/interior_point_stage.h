#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Whether an interior point takes over (interior_stage.h).
bool interior_point_is_due(SolutionState& state);

/// A try of the interior point. @return Whether the criteria are met; else sweeps go on from the
/// best of what it has found.
bool interior_point(SolutionState& state);

}  // namespace solfec
