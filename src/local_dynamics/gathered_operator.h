#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Whether the problem of all ranks can be gathered: on none of them rows see a mesh. Collective.
[[nodiscard]] bool can_gather(const LocalDynamics& part);

/// Gives each rank the bodies and Jacobians of the rows of all, rank after rank; slots that several
/// ranks have are one. Collective. @pre no slot is one of a mesh. @param[out] whole  Empty before.
void gather_operator(const LocalDynamics& part, BodyOperator& whole);

}  // namespace solfec
