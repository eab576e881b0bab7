#include "base/rank_ids.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr int kRanks = 3;

/// Next ids of three ranks, of which the first has given most.
std::array<ConstraintId, kRanks> ids_to_come() {
  return {first_found_constraint(0) + 100, first_found_constraint(1) + 7,
          first_found_constraint(2)};
}

TEST(RankIds, EquallyManyRanksGoOnWithTheirOwn) {
  const auto ids = ids_to_come();
  for (int rank = 0; rank < kRanks; ++rank) {
    EXPECT_EQ(next_id_of_rank(ids, ids[2], rank, kRanks), ids[static_cast<std::size_t>(rank)]);
  }
}

TEST(RankIds, OtherNumbersOfRanksBeginAboveAllThatWereGiven) {
  const auto ids = ids_to_come();
  for (const int ranks : {2, 4}) {
    std::set<ConstraintId> firsts;
    for (int rank = 0; rank < ranks; ++rank) {
      const ConstraintId next = next_id_of_rank(ids, ids[2], rank, ranks);
      for (const ConstraintId id : ids) EXPECT_GE(next, id);
      firsts.insert(next >> kBitsOfCount);
    }
    EXPECT_EQ(static_cast<int>(firsts.size()), ranks);  // far apart
  }
}

TEST(RankIds, ResultsOfOneRankGoOnOnSeveral) {
  const ConstraintId next = kFirstFoundConstraint + 5;
  EXPECT_EQ(next_id_of_rank({}, next, 0, 2), next);
  EXPECT_EQ(next_id_of_rank({}, next, 1, 2), first_found_constraint(1) + 5);
}

}  // namespace
}  // namespace solfec
