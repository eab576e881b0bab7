#pragma once

#include "domain/domain.h"
#include "output/run_state.h"

namespace solfec {

/// Hash of the present value of each setting. Data of callbacks and times of their calls are left
/// out.
SettingHashes setting_hashes(const Domain& domain, const RunState& run);

/// Hash of the definition of each user constraint: id, kind, bodies, points, direction, length,
/// motion.
std::vector<ConstraintHash> constraint_hashes(const Domain& domain);

}  // namespace solfec
