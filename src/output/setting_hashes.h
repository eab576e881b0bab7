#pragma once

#include "domain/domain.h"
#include "output/run_state.h"

namespace solfec {

/// Hash of each setting as it is now. Callback data and the times served do not count.
SettingHashes setting_hashes(const Domain& domain, const RunState& run);

/// Hash of the definition of each user constraint: id, kind, bodies, points, direction, length,
/// motion.
std::vector<ConstraintHash> constraint_hashes(const Domain& domain);

}  // namespace solfec
