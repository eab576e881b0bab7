#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Begins the solution with the reactions of standing bodies (standing_bodies.h) where these are
/// found; the first plain sweep after them meets the criteria.
void standing_stage(SolutionState& state);

}  // namespace solfec
