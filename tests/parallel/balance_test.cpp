#include "parallel/balance.h"

#include <limits>

#include <gtest/gtest.h>

#include "parallel/balance_checks.h"
#include "parallel/load_weights.h"
#include "parallel/mailbox_comm.h"
#include "parallel/median_bisection.h"

namespace solfec {
namespace {

TEST(Balance, OneRankHasAll) {
  const test::Items items = test::random_items(1, 30, {1, 1, 1}, 2);
  Balance balance(nullptr);
  const Partition partition = balance.rebalance(one_rank(), items.of(0));
  EXPECT_EQ(partition.owner, std::vector<int>(30, 0));
  EXPECT_FALSE(partition.has_new_cells);
  EXPECT_EQ(partition.imbalance.ratio(), 1.0);
  EXPECT_EQ(balance.state(), (std::vector<double>{CutTree::kCell, 0}));
}

TEST(Balance, MediansGiveCellsOfEqualLoads) {
  for (const int ranks : {1, 2, 3, 4, 7, 12}) {
    test::on_ranks(ranks, [](Comm& comm) {
      MedianBisection bisection;
      test::check_balance(comm, bisection);
    });
  }
}

TEST(Balance, TheMedianOfKnownPointsIsWhereItShouldBe) {
  // weights 1 1 1 | 3 along y at 0, 1, 2, 4: the plane is in the middle between 2 and 4
  test::on_ranks(2, [](Comm& comm) {
    const std::vector<Vec3> points = comm.rank() == 0 ? std::vector<Vec3>{{0, 4, 0}, {0, 1, 0}}
                                                      : std::vector<Vec3>{{1, 0, 0}, {0, 2, 0}};
    const std::vector<double> weights =
        comm.rank() == 0 ? std::vector<double>{3, 1} : std::vector<double>{1, 1};
    MedianBisection bisection;
    const CutTree cells = bisection.cut(comm, {points, weights}, {});
    EXPECT_EQ(cells.numbers(), (std::vector<double>{1, 3.0, 3, 0, 3, 1}));
  });
}

TEST(Imbalance, IsTheLargestLoadOverTheLeast) {
  EXPECT_EQ((Imbalance{6.0, 4.0, 5.0}.ratio()), 1.5);
  EXPECT_EQ((Imbalance{6.0, 0.0, 3.0}.ratio()), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Imbalance{}.ratio(), 1.0);
}

TEST(LoadWeights, AreThoseOfThePaper) {
  // rigid bodies with 3 and 5 rows: 6 + 6 + f (6 * 2 + 6 * 4)
  EXPECT_EQ(row_weight({6, 3}, {6, 5}, 0.0), 12.0);
  EXPECT_EQ(row_weight({6, 3}, {6, 5}, 1.0), 48.0);
  EXPECT_EQ(row_weight({6, 3}, {6, 5}, 0.5), 30.0);
  EXPECT_EQ(row_weight({12, 2}, {}, 1.0), 24.0);  // of one body
  EXPECT_EQ(body_weight(12, 24.0), 36.0);
}

}  // namespace
}  // namespace solfec
