#pragma once

#include <cstdint>
#include <span>

#include "local_dynamics/body_operator.h"
#include "local_dynamics/shared_slots.h"

namespace solfec {

/// Rows of a rank by the ranks that their bodies are shared with: Koziara and Bicanic (2011), Int.
/// J. Numer. Meth. Engng 87, 437-456, eqs. 33-36. All 0 on one rank.
struct RankSets {
  int colours = 0;          // of all ranks
  std::int64_t bottom = 0;  // rows shared with ranks of higher colours only
  std::int64_t middle = 0;  // with both
  std::int64_t top = 0;     // of lower ones only
  std::int64_t inner = 0;   // with none

  friend bool operator==(const RankSets&, const RankSets&) = default;
};

/// Sets of one rank. @param rows  That take part, indices into `row`.
RankSets rank_sets(const SharedSlots& shared, std::span<const RowJacobian> row,
                   std::span<const int> rows);

/// Returns the sets of all ranks: the sums of the sets of the ranks, and the largest number of
/// colours. Collective; `own` on one rank.
RankSets of_all_ranks(Comm& comm, const RankSets& own);

}  // namespace solfec
