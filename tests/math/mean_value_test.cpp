#include "math/mean_value.h"

#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

const TimeSeries kTable({-1.0, -0.2, 0.0, 0.5, 2.0}, {3.0, -1.0, 0.5, 0.5, 4.0});

TEST(MeanValue, IsTheIntegralOverTheWay) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> anywhere(-2.0, 3.0);
  for (int k = 0; k < 500; ++k) {
    const double a = anywhere(rng);
    const double b = anywhere(rng);
    double sum = 0.0;  // brute force, by the mid-point rule
    constexpr int kParts = 20000;
    for (int i = 0; i < kParts; ++i) sum += kTable.value(a + (i + 0.5) / kParts * (b - a));
    EXPECT_NEAR(mean_value(kTable, a, b).value, sum / kParts, 1e-7) << a << " " << b;
    EXPECT_NEAR(mean_value(kTable, a, b).value, mean_value(kTable, b, a).value, 1e-14);
  }
}

TEST(MeanValue, SlopeIsThatOfDifferences) {
  std::mt19937 rng(8);
  std::uniform_real_distribution<double> anywhere(-2.0, 3.0);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 500; ++k) {
    const double a = anywhere(rng);
    const double b = k % 3 == 0 ? a + 1e-3 : anywhere(rng);
    const double difference =
        (mean_value(kTable, a, b + kStep).value - mean_value(kTable, a, b - kStep).value) /
        (2.0 * kStep);
    EXPECT_NEAR(mean_value(kTable, a, b).slope, difference, 1e-3) << a << " " << b;
  }
}

TEST(MeanValue, NothingCancelsOverShortWays) {
  for (const double way : {1e-3, 1e-9, 1e-15, 0.0}) {
    EXPECT_NEAR(mean_value(kTable, 1.0, 1.0 + way).value, kTable.value(1.0 + 0.5 * way), 1e-15);
    EXPECT_DOUBLE_EQ(mean_value(kTable, 1.0, 1.0 + way).slope, 0.5 * 3.5 / 1.5);
    // over a point of the table: half the way on either side
    const double exact = 0.5 + 0.25 * (3.5 / 1.5) * 0.5 * way;
    EXPECT_NEAR(mean_value(kTable, 0.5 - 0.5 * way, 0.5 + 0.5 * way).value, exact, 1e-15);
  }
}

TEST(ValueAndSlope, IsConstantBeyondTheEnds) {
  EXPECT_EQ(value_and_slope(kTable, -3.0).value, 3.0);
  EXPECT_EQ(value_and_slope(kTable, -3.0).slope, 0.0);
  EXPECT_EQ(value_and_slope(kTable, 5.0).slope, 0.0);
  EXPECT_DOUBLE_EQ(value_and_slope(kTable, -0.5).slope, -4.0 / 0.8);
}

TEST(MeanValue, OfAnIntegratedSeriesIsTheDifferenceOfItsIntegral) {
  const TimeSeries series = TimeSeries({-1.0, 0.5, 2.0, 3.0}, {1.0, -2.0, 4.0, 0.5}).integrated();
  for (const double a : {-1.5, -0.7, 0.4, 2.5}) {
    for (const double b : {-0.6, 0.45, 1.9, 3.5}) {
      const ValueAndSlope found = mean_value(series, a, b);
      const double mean = (series.integral(b) - series.integral(a)) / (b - a);
      EXPECT_NEAR(found.value, mean, 1e-12) << a << ' ' << b;
      EXPECT_NEAR(found.slope, (series.value(b) - mean) / (b - a), 1e-11);
    }
    EXPECT_EQ(mean_value(series, a, a).value, series.value(a));
  }
}

}  // namespace
}  // namespace solfec
