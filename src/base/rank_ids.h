#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

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

/// How many ids, from 0 on, stand before one that a rank gives: its number without the rank.
inline constexpr ConstraintId count_in(ConstraintId id) {
  return id & ((ConstraintId{1} << kBitsOfCount) - 1);
}

/// The id that a rank gives next when a run goes on.
/// @param ids   What all ranks would have given next where the run stopped, by rank; empty when
///              nobody knows.
/// @param next  The largest of these. @param ranks  That go on.
/// With equally many ranks ids are those of a run that was never stopped; else none is given twice.
inline ConstraintId next_id_of_rank(std::span<const ConstraintId> ids, ConstraintId next, int rank,
                                    int ranks) {
  const ConstraintId first = ConstraintId{rank} << kBitsOfCount;
  if (ids.size() == static_cast<std::size_t>(ranks)) return ids[static_cast<std::size_t>(rank)];
  if (ids.empty()) return first + next;
  ConstraintId most = 0;
  for (const ConstraintId id : ids) most = std::max(most, count_in(id));
  return first + most;
}

}  // namespace solfec
