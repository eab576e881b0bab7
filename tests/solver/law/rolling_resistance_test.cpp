#include "solver/law/rolling_resistance.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// A row with a random positive definite W; numbers of size one.
class RandomRow {
 public:
  explicit RandomRow(unsigned seed) : rng_(seed) {
    const double a = number();
    const double b = number();
    const double c = number();
    row.W[0] = a * a + b * b + 0.05;
    row.W[1] = b * c;
    row.W[2] = c * c + 0.05;
    row.arm = 0.2;
    row.length = 0.7;
  }
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(rng_); }
  Vec3 vector() { return {number(), number(), 0.0}; }

  RollingRow row;

 private:
  std::mt19937 rng_;
};

double size_of(Vec3 x) { return std::hypot(x.x, x.y); }

TEST(RollingResistance, TheCoupleOpposesTheSpinOrHoldsIt) {
  int held = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomRow random(seed);
    const Vec3 b = random.vector();
    const double bound = 0.05 + 4.0 * std::fabs(random.number());
    const Vec3 M = rolling_couple(random.row, b, bound);
    const Vec3 w = b + random.row.times(M);
    EXPECT_LE(size_of(M), bound * (1.0 + 1e-14));
    if (size_of(M) < bound * (1.0 - 1e-12)) {
      ++held;
      EXPECT_LT(size_of(w), 1e-12);
    } else {
      EXPECT_LT(std::fabs(M.x * w.y - M.y * w.x), 1e-11 * bound);
      EXPECT_LE(dot(M, w), 1e-12);
    }
  }
  EXPECT_GT(held, 30);
  EXPECT_LT(held, 270);
}

// The couple is the minimum of ½ <W M, M> + <b, M> on the disc (maximal dissipation).
TEST(RollingResistance, NoOtherCoupleOfTheDiscHasLessEnergy) {
  constexpr int kAngles = 720;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomRow random(seed);
    const Vec3 b = random.vector();
    const double bound = 0.3;
    const auto energy = [&](Vec3 M) { return 0.5 * dot(random.row.times(M), M) + dot(b, M); };
    const double own = energy(rolling_couple(random.row, b, bound));
    for (int k = 0; k < kAngles; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kAngles;
      for (const double radius : {1.0, 0.99, 0.9, 0.5, 0.0}) {
        const Vec3 other = radius * bound * Vec3{std::cos(angle), std::sin(angle), 0.0};
        EXPECT_GE(energy(other), own - 1e-14);
      }
    }
  }
}

TEST(RollingResistance, TheBoundIsThatOfTheNormalReaction) {
  RollingRow row;
  row.arm = 0.25;
  EXPECT_EQ(rolling_bound(row, 8.0), 2.0);
  EXPECT_EQ(rolling_bound(row, -8.0), 0.0);  // a bond that pulls
  row.W[0] = row.W[2] = 1.0;
  EXPECT_EQ(rolling_couple(row, {3.0, 4.0, 0.0}, 0.0), Vec3{});
  const Vec3 M = rolling_couple(row, {3.0, 4.0, 0.0}, 2.0);
  EXPECT_NEAR(M.x, -1.2, 1e-15);
  EXPECT_NEAR(M.y, -1.6, 1e-15);
}

TEST(RollingResistance, ResidualAndMeritVanishForTheSolutionAlone) {
  constexpr double kScale = 0.4;
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomRow random(seed);
    const RollingRow& row = random.row;
    const Vec3 b = random.vector();
    const double bound = 0.1 + std::fabs(random.number());
    const Vec3 M = rolling_couple(row, b, bound);
    const Vec3 w = b + row.times(M);
    EXPECT_LT(size_of(rolling_residual(row, kScale, bound, M, w)), 1e-13);
    EXPECT_LT(rolling_spurious_energy(row, bound, M, w), 1e-24);
    const Vec3 other = M + 0.1 * random.vector();
    const Vec3 turned = b + row.times(other);
    EXPECT_GT(size_of(rolling_residual(row, kScale, bound, other, turned)), 1e-5);
    EXPECT_GT(rolling_spurious_energy(row, bound, other, turned), 1e-10);
  }
}

// A couple above its bound is missed by s (|M| - c); a spin that nothing opposes by itself.
TEST(RollingResistance, ResidualsByHand) {
  RollingRow row;
  row.W[0] = row.W[2] = 2.0;
  row.length = 0.5;
  constexpr double kScale = 0.3;
  const double s = kScale / 0.25;
  const Vec3 above = rolling_residual(row, kScale, 1.0, {3.0, 0.0, 0.0}, {});
  EXPECT_NEAR(above.x, 0.5 * s * 2.0, 1e-15);
  const Vec3 free = rolling_residual(row, kScale, 0.0, {}, {0.0, 0.7, 0.0});
  EXPECT_EQ(size_of(free), 0.0);  // without a normal reaction nothing resists
  const Vec3 unopposed = rolling_residual(row, kScale, 10.0, {}, {0.0, 0.7, 0.0});
  EXPECT_NEAR(unopposed.y, 0.35, 1e-15);
  // s = 2: C = 2 (3 - 1), and <W⁻¹ C, C> = 4² / 2
  EXPECT_NEAR(rolling_spurious_energy(row, 1.0, {3.0, 0.0, 0.0}, {}), 8.0, 1e-14);
}

}  // namespace
}  // namespace solfec
