#pragma once

#include <string_view>

#include "body/common/body_record.h"
#include "run/simulation.h"

namespace solfec {

/// Warns once for each simulation that stresses of a body without stiffness, rigid or an obstacle,
/// are 0 whatever its loads are.
///
/// @param command  Command that has asked for the stress.
void tell_without_stress(Simulation& simulation, const BodyRecord& record,
                         std::string_view command);

}  // namespace solfec
