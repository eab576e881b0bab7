#pragma once

#include <cstddef>
#include <span>

#include "base/ids.h"

namespace solfec {

/// The id of a contact is the rank that found it and a count: every rank numbers on its own. Rank 0
/// has the numbers of a serial run. Ids are for people only: the program knows a contact by its
/// ContactKey, and no result may depend on ids.
inline constexpr int kBitsOfCount = 40;
/// The first id that a rank gives.
inline constexpr ConstraintId first_found_constraint(int rank) {
  return (ConstraintId{rank} << kBitsOfCount) + kFirstFoundConstraint;
}

/// The id that a rank gives next when a run is continued. With as many ranks as before, the ids are
/// those of a run that was never stopped; else they begin above all earlier ids.
/// @param ids   Next id of each rank when the run stopped; empty: the run had one rank.
/// @param next  The largest of these.
inline ConstraintId next_id_of_rank(std::span<const ConstraintId> ids, ConstraintId next, int rank,
                                    int ranks) {
  if (ids.size() == static_cast<std::size_t>(ranks)) return ids[static_cast<std::size_t>(rank)];
  return next + (ConstraintId{rank} << kBitsOfCount);
}

}  // namespace solfec
