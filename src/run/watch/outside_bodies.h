#pragma once

#include <vector>

#include "base/ids.h"
#include "domain/domain.h"
#include "math/box.h"

namespace solfec {

/// Bodies of this rank whose boxes share no point with `extents`, by increasing id. A body with a
/// vertex inside needs no box, so that a step costs one point for each body that stays.
std::vector<BodyId> bodies_outside(const Domain& domain, const Box& extents);

}  // namespace solfec
