#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Gives each rank the problem of all: slots as gather_operator, rows rank after rank. Not gathered
/// are springs, rounding and what ranks share. Collective. @pre no slot is one of a mesh.
/// @param[out] whole  Empty before.
/// @return Where the rows of this rank begin.
int gather_problem(const LocalDynamics& part, LocalDynamics& whole);

}  // namespace solfec
