#include "parallel/cell_ranks.h"

#include <gtest/gtest.h>

#include "parallel/balance_checks.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"

namespace solfec {
namespace {

using Numbers = std::vector<double>;

/// Slices across x of three ranks, from below to above.
CutTree slices(double first, double second, const std::vector<int>& ranks) {
  CutTree cells;
  EXPECT_TRUE(
      cells.restore(Numbers{0, first, 3, static_cast<double>(ranks[0]), 0, second, 3,
                            static_cast<double>(ranks[1]), 3, static_cast<double>(ranks[2])},
                    3));
  return cells;
}

/// Points at x = 0, 1, ... with given weights, dealt out to the ranks one after another from
/// `first` on.
struct Dealt {
  std::vector<Vec3> point;
  std::vector<double> weight;
  Dealt(const Comm& comm, const std::vector<double>& weights, int first) {
    for (int i = 0; i < static_cast<int>(weights.size()); ++i) {
      if ((i + first) % comm.size() != comm.rank()) continue;
      point.push_back({static_cast<double>(i), 0, 0});
      weight.push_back(weights[static_cast<std::size_t>(i)]);
    }
  }
  [[nodiscard]] WeightedPoints items() const { return {point, weight}; }
};

TEST(CellRanks, CellsKeepTheRanksOfMostOfTheirWeight) {
  // former cells: rank 2 has 0 and 1, rank 0 has 2 and 3, rank 1 has 4 and 5; new ones {0, 1, 2},
  // {3}, {4, 5}: weights in common are 2 and 1 (ranks 2 and 0), 1 (rank 0), 2 (rank 1)
  test::on_ranks(3, [](Comm& comm) {
    for (const int first : {0, 1, 2}) {
      const Dealt dealt(comm, {1, 1, 1, 1, 1, 1}, first);
      const CutTree former = slices(1.5, 3.5, {2, 0, 1});
      const CutTree cells = slices(2.5, 3.5, {0, 1, 2});
      EXPECT_EQ(with_former_ranks(comm, dealt.items(), former, cells).numbers(),
                slices(2.5, 3.5, {2, 0, 1}).numbers());
    }
  });
}

TEST(CellRanks, WeightsCountNotNumbers) {
  // the first new cell has two light points of rank 2 and a heavy one of rank 0
  test::on_ranks(3, [](Comm& comm) {
    const Dealt dealt(comm, {1, 1, 9, 1, 1, 1}, 0);
    const CutTree former = slices(1.5, 3.5, {2, 0, 1});
    EXPECT_EQ(with_former_ranks(comm, dealt.items(), former, slices(2.5, 3.5, {0, 1, 2})).numbers(),
              slices(2.5, 3.5, {0, 2, 1}).numbers());
  });
}

TEST(CellRanks, OfEqualWeightsTheLowestRanksAreFirst) {
  // one former cell had all: the two new ones that share it equally compete for its rank
  test::on_ranks(3, [](Comm& comm) {
    const Dealt dealt(comm, {1, 1, 1}, 0);
    const CutTree former = slices(-2, -1, {0, 1, 2});
    EXPECT_EQ(with_former_ranks(comm, dealt.items(), former, slices(0.5, 1.5, {2, 1, 0})).numbers(),
              slices(0.5, 1.5, {1, 0, 2}).numbers());
  });
}

TEST(CellRanks, AreThoseOfTheBisectionWhereNothingWasCut) {
  test::on_ranks(3, [](Comm& comm) {
    const Dealt dealt(comm, {1, 1, 1}, 0);
    EXPECT_EQ(
        with_former_ranks(comm, dealt.items(), CutTree(), slices(0.5, 1.5, {2, 1, 0})).numbers(),
        slices(0.5, 1.5, {2, 1, 0}).numbers());
  });
}

TEST(CellRanks, BalanceDoesNotDependOnWhereItemsLie) {
  test::on_ranks(4, [](Comm& comm) {
    const test::Items items = test::random_items(4, 200, {1, 1, 1}, 5);
    MedianBisection bisection;
    Balance here(&bisection);
    here.rebalance(comm, items.of(comm.rank()));
    Balance there = here;
    // another distribution of the points, all heavier at one end
    test::Items heavy = items;
    for (std::size_t rank = 0; rank < 4; ++rank) {
      for (std::size_t i = 0; i < heavy.point[rank].size(); ++i) {
        if (heavy.point[rank][i].x > 0.5) heavy.weight[rank][i] *= 16;
      }
    }
    here.rebalance(comm, heavy.of(comm.rank()));
    there.rebalance(comm, heavy.of((comm.rank() + 1) % 4));
    EXPECT_EQ(here.state(), there.state());
  });
}

}  // namespace
}  // namespace solfec
