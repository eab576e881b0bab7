#include "math/front_tiles.h"

#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "base/thread_team.h"

namespace solfec {
namespace {

Panel panel_of(Eigen::MatrixXd& A) {
  const int rows = static_cast<int>(A.rows());
  return {A.data(), rows, static_cast<int>(A.cols()), rows};
}

struct Case {
  int columns, below;
  bool shared;
};

class FrontTilesOf : public ::testing::TestWithParam<Case> {};

// More columns than a tile has, rows below that fill tiles and that do not.
TEST_P(FrontTilesOf, EliminateAsDenseAlgebraDoes) {
  const auto [columns, below, shared] = GetParam();
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const Eigen::MatrixXd random =
      Eigen::MatrixXd::NullaryExpr(columns + below, columns, [&] { return unit(rng); });
  Eigen::MatrixXd front = random;
  front.topRows(columns) = random.topRows(columns) * random.topRows(columns).transpose();
  front.topRows(columns).diagonal().array() += 1.0;
  const Eigen::MatrixXd A = front.topRows(columns);
  const Eigen::MatrixXd B = front.bottomRows(below);
  Eigen::MatrixXd update = Eigen::MatrixXd::Constant(below, below, 2.0);
  const Eigen::MatrixXd expected = update - B * A.llt().solve(B.transpose());
  const Eigen::MatrixXd L = A.llt().matrixL();

  ASSERT_TRUE(eliminate_front(panel_of(front), panel_of(update), shared, 1));
  const Eigen::MatrixXd pivots = front.topRows(columns).triangularView<Eigen::Lower>();
  EXPECT_LE((pivots - L).norm(), 1e-12 * L.norm());
  const Eigen::MatrixXd lower = update.triangularView<Eigen::Lower>();
  const Eigen::MatrixXd wanted = expected.triangularView<Eigen::Lower>();
  EXPECT_LE((lower - wanted).norm(), 1e-11 * wanted.norm());
}

INSTANTIATE_TEST_SUITE_P(Sizes, FrontTilesOf,
                         ::testing::Values(Case{6, 9, false}, Case{192, 192, true},
                                           Case{192, 0, true}, Case{450, 501, true},
                                           Case{450, 501, false}, Case{30, 700, true}));

TEST(FrontTiles, HaveTheSameBitsForAnyNumberOfThreads) {
  std::mt19937 rng(6);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const Eigen::MatrixXd start = Eigen::MatrixXd::NullaryExpr(900, 400, [&] { return unit(rng); }) +
                                500.0 * Eigen::MatrixXd::Identity(900, 400);
  Eigen::MatrixXd alone;
  Eigen::MatrixXd update_alone;
  for (const int threads : {1, 2, 3}) {
    set_thread_count(threads);
    Eigen::MatrixXd front = start;
    Eigen::MatrixXd update = Eigen::MatrixXd::Zero(500, 500);
    EXPECT_TRUE(eliminate_front(panel_of(front), panel_of(update), true, threads));
    if (threads == 1) {
      alone = front;
      update_alone = update;
    }
    EXPECT_TRUE(front == alone && update == update_alone) << threads;
  }
  set_thread_count(1);
}

TEST(FrontTiles, RefuseAnIndefiniteFrontOnAllThreads) {
  for (const int threads : {1, 3}) {
    set_thread_count(threads);
    Eigen::MatrixXd front = Eigen::MatrixXd::Identity(600, 400);
    front(300, 300) = -1.0;
    Eigen::MatrixXd update = Eigen::MatrixXd::Zero(200, 200);
    EXPECT_FALSE(eliminate_front(panel_of(front), panel_of(update), true, threads));
  }
  set_thread_count(1);
}

}  // namespace
}  // namespace solfec
