#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Newton steps from what is returned, while each lowers the residual enough, and where that is not
/// enough a series of BODY_SPACE steps. @return Whether the residual has fallen.
bool refine(SolutionState& state);

}  // namespace solfec
