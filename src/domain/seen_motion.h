#pragma once

#include <span>
#include <vector>

#include "base/ids.h"
#include "domain/domain.h"
#include "domain/records/row_motion.h"

namespace solfec {

/// Motions in the last step of those of some bodies that are rigid or obstacles. They are only as
/// good as what the domain still knows of the step: frames that follow a change of the model are
/// larger, not wrong.
std::vector<RowMotion> seen_motions(const Domain& domain, std::span<const BodyId> bodies);

}  // namespace solfec
