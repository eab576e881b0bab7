#include "solver/measure/rank_sets.h"

#include <array>
#include <vector>

#include "base/check.h"

namespace solfec {

namespace {

/// Whether a slot is shared with ranks of lower and of higher colours.
struct Sharing {
  bool lower = false;
  bool higher = false;
};

std::vector<Sharing> sharing_of_slots(const SharedSlots& shared) {
  std::vector<Sharing> slots(shared.is_shared.size());
  for (const SharedSlots::Neighbour& neighbour : shared.neighbours) {
    SOLFEC_ASSERT(neighbour.colour != shared.colour);
    for (const int slot : neighbour.slot) {
      Sharing& one = slots[static_cast<std::size_t>(slot)];
      (neighbour.colour < shared.colour ? one.lower : one.higher) = true;
    }
  }
  return slots;
}

}  // namespace

RankSets rank_sets(const SharedSlots& shared, std::span<const RowJacobian> row,
                   std::span<const int> rows) {
  RankSets sets;
  if (shared.one_rank()) return sets;
  sets.colours = shared.colours;
  const std::vector<Sharing> slots = sharing_of_slots(shared);
  for (const int i : rows) {
    Sharing of_row;
    for (const int slot :
         {row[static_cast<std::size_t>(i)].master, row[static_cast<std::size_t>(i)].slave}) {
      if (slot < 0) continue;
      of_row.lower = of_row.lower || slots[static_cast<std::size_t>(slot)].lower;
      of_row.higher = of_row.higher || slots[static_cast<std::size_t>(slot)].higher;
    }
    if (of_row.lower && of_row.higher) {
      ++sets.middle;
    } else if (of_row.lower) {
      ++sets.top;
    } else if (of_row.higher) {
      ++sets.bottom;
    } else {
      ++sets.inner;
    }
  }
  return sets;
}

RankSets of_all_ranks(Comm& comm, const RankSets& own) {
  if (comm.size() == 1) return own;
  std::array<std::int64_t, 4> sums = {own.bottom, own.middle, own.top, own.inner};
  comm.all_reduce(Reduction::sum, std::span<std::int64_t>(sums));
  const int colours = comm.all_reduce(Reduction::largest, own.colours);
  return {colours, sums[0], sums[1], sums[2], sums[3]};
}

}  // namespace solfec
