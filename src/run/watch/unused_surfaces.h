#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Warning about surface materials of surfaces that no body has, "" when there are none.
///
/// A mistyped surface gives its contacts the material of another pair, or none, and nothing else
/// shows it. The line names the first material, the missing surface, the surfaces that bodies have
/// and the number of other such materials.
///
/// @pre The domain is whole.
std::string unused_surfaces(const Domain& domain);

}  // namespace solfec
