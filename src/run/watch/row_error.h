#pragma once

#include <optional>

#include "domain/domain.h"

namespace solfec {

/// Error of velocity that rows of the last solution may have, e S with S = max(|B|, |U|) over all
/// rows of all ranks (natural_residual.h), m/s; none without rows or when e is not finite.
/// Collective.
/// @param residual  e.
std::optional<double> row_speed_error(const Domain& domain, double residual);

}  // namespace solfec
