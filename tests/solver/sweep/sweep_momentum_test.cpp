#include "solver/sweep/sweep_momentum.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(SweepMomentum, IsThatOfFletcherAndReeves) {
  SweepMomentum momentum;
  EXPECT_EQ(momentum.next().beta, 0.0);
  EXPECT_EQ(momentum.next().sigma, 0.0);
  momentum.advance(8.0);  // nothing to compare with
  EXPECT_EQ(momentum.next().beta, 0.0);
  EXPECT_EQ(momentum.next().sigma, 1.0);
  momentum.advance(2.0);
  EXPECT_DOUBLE_EQ(momentum.next().beta, 0.25);
  momentum.advance(2.1);  // grows by less than a tenth
  EXPECT_EQ(momentum.next().beta, 1.0);
  EXPECT_EQ(momentum.next().sigma, 1.0);
  EXPECT_DOUBLE_EQ(momentum.next().proximal, 0.1);
}

TEST(SweepMomentum, GrowthEndsItAndRaisesTheWeightUpToOne) {
  SweepMomentum momentum;
  for (int restart = 1; restart <= 20; ++restart) {
    momentum.advance(1.0);
    momentum.advance(2.0);
    EXPECT_EQ(momentum.next().beta, 0.0);
    EXPECT_EQ(momentum.next().sigma, 0.0);
    EXPECT_LE(momentum.next().proximal, 1.0);
  }
  EXPECT_NEAR(momentum.next().proximal, 1.0, 1e-12);
  for (int sweep = 0; sweep < 300; ++sweep) momentum.advance(1.0);
  EXPECT_DOUBLE_EQ(momentum.next().proximal, 0.1);
}

TEST(SweepMomentum, AfterManySweepsTheWeightIsThatOfTheStartAndAnyGrowthEndsIt) {
  SweepMomentum momentum;
  for (int sweep = 0; sweep < 500; ++sweep) momentum.advance(sweep % 2 == 0 ? 1.0 : 2.0);
  EXPECT_GT(momentum.next().proximal, 0.5);
  momentum.advance(4.0);
  momentum.advance(4.04);
  EXPECT_EQ(momentum.next().sigma, 0.0);
  EXPECT_EQ(momentum.next().beta, 0.0);
  EXPECT_DOUBLE_EQ(momentum.next().proximal, 0.1);
  momentum.advance(2.02);  // compared with the one before the restart
  EXPECT_DOUBLE_EQ(momentum.next().beta, 0.5);
}

}  // namespace
}  // namespace solfec
