#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Bodies of a quasi-static analysis that nothing holds: no chain of constraints and contacts leads
/// from them to an obstacle or to a point fixed in space. Loads move such a body as far as the step
/// is long, which is not an equilibrium.
/// @return One line that names the first body, '' when all are held or the analysis is dynamic.
/// @pre The contacts of the placement are detected. On ranks collective, for all of them.
std::string unheld_bodies(const Domain& domain);

}  // namespace solfec
