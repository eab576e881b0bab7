#pragma once

#include "base/ids.h"

namespace solfec {

/// The id of a contact is the rank that found it and a count: every rank numbers on its own. Rank 0
/// has the numbers of a serial run. Ids are for people only, a contact is known by its ContactKey;
/// no number of a computation may depend on them.
inline constexpr int kBitsOfCount = 40;
/// The first id that a rank gives.
inline constexpr ConstraintId first_found_constraint(int rank) {
  return (ConstraintId{rank} << kBitsOfCount) + kFirstFoundConstraint;
}

}  // namespace solfec
