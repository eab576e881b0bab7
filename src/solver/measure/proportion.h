#pragma once

#include "solver/measure/natural_residual.h"

namespace solfec {

/// Whether reactions are in proportion to what they achieve: more than twice as large as others
/// only if the violation has fallen as they have grown. Else they have been carried along the null
/// space of W, where stress is locked in and nothing else changes, and the residual e, which is
/// relative to them, would fall for nothing.
inline bool in_proportion(const NaturalViolation& found, const NaturalViolation& others) {
  constexpr double kFreeGrowth = 2.0;  // of the scale without a smaller violation
  const double most = kFreeGrowth * others.scale;
  return found.scale <= most || found.scale * found.violation <= most * others.violation;
}

}  // namespace solfec
