#include "local_dynamics/turned_link.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-15;

// L = 3 m, h = 2 s: x0 = (0, 0, 3) - V, x1 = (0, 0, 3) + U.
TEST(TurnedLink, LengthsAndChordAreThoseOfTheEndsOfTheStep) {
  const TurnedLink turned = turn_link(3.0, 2.0, {-3.0, 0.0, -1.0}, {0.0, -12.0, 2.0});
  // x0 = (3, 0, 4) of 5 m, x1 = (0, -12, 5) of 13 m
  EXPECT_NEAR(turned.start_excess, 5.0 - 4.0, kTol);
  EXPECT_NEAR(turned.end_excess, 13.0 - 5.0, kTol);
  EXPECT_NEAR(turned.slope, 4.5, kTol);
  EXPECT_NEAR(turned.share, 4.5 / 9.0, kTol);
  EXPECT_NEAR(norm(turned.end_direction - Vec3{0.0, -12.0 / 13.0, 5.0 / 13.0}), 0.0, kTol);
}

TEST(TurnedLink, SmallTurnsHaveTheirExcessWithoutCancellation) {
  const double small = 1e-9;  // m across at either end
  const TurnedLink turned = turn_link(0.5, 1e-3, {2e3 * small, 0, 0}, {0, 2e3 * small, 0});
  EXPECT_NEAR(turned.start_excess, small * small, 1e-6 * small * small);  // d² / (2 L)
  EXPECT_NEAR(turned.end_excess, small * small, 1e-6 * small * small);
}

TEST(TurnedLink, WithoutVelocityNothingTurns) {
  const TurnedLink turned = turn_link(0.5, 1e-3, {}, {});
  EXPECT_EQ(turned.start_excess, 0.0);
  EXPECT_EQ(turned.end_excess, 0.0);
  EXPECT_EQ(turned.slope, 0.5);
  EXPECT_EQ(turned.share, 1.0);
}

// x0 = (0, 0, -1), x1 = (0, 0, -2): the chord keeps a quarter of the length.
TEST(TurnedLink, AChordThatTurnedOverKeepsAQuarter) {
  const TurnedLink turned = turn_link(1.0, 2.0, {0, 0, 2}, {0, 0, -3});
  EXPECT_EQ(turned.slope, 0.25);
  EXPECT_NEAR(turned.start_excess, 2.0, kTol);
  EXPECT_NEAR(turned.end_excess, 4.0, kTol);
  EXPECT_NEAR(turned.share, 2.0 * 0.25 / 3.0, kTol);
}

}  // namespace
}  // namespace solfec
