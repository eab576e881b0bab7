#include "math/curve_through_points.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "math/time_series.h"

namespace solfec {
namespace {

using Function = std::function<double(double)>;

std::vector<double> even_times(int points, double length) {
  std::vector<double> times;
  for (int i = 0; i < points; ++i) times.push_back(i * length);
  return times;
}

std::vector<double> uneven_times(int points, double unevenness) {
  std::mt19937 random(20261128);
  std::uniform_real_distribution<double> gap(1.0 - unevenness, 1.0 + unevenness);
  std::vector<double> times{-2.0};
  for (int i = 1; i < points; ++i) times.push_back(times.back() + gap(random));
  return times;
}

TimeSeries sampled(const std::vector<double>& times, const Function& function) {
  std::vector<double> values;
  for (const double t : times) values.push_back(function(t));
  return {times, values};
}

/// Largest distance of the curve from a function in a range of times.
double curve_error(const TimeSeries& series, const Function& function, double from, double to) {
  double most = 0.0;
  for (int k = 0; k <= 1000; ++k) {
    const double t = from + k * 1e-3 * (to - from);
    most = std::fmax(most, std::fabs(series.curve(t) - function(t)));
  }
  return most;
}

double curve_error(const TimeSeries& series, const Function& function) {
  return curve_error(series, function, series.times().front(), series.times().back());
}

/// Whether the curve is the line between the points from one time to another, to the last bit.
bool is_straight(const TimeSeries& series, double from, double to) {
  for (int k = 0; k <= 1000; ++k) {
    const double t = from + k * 1e-3 * (to - from);
    if (series.curve(t) != series.value(t)) return false;
  }
  return true;
}

bool is_straight(const TimeSeries& series) {
  return is_straight(series, series.times().front() - 1.0, series.times().back() + 1.0);
}

/// Slope of the curve by differences to one side.
double curve_slope(const TimeSeries& series, double t, double side) {
  return (series.curve(t + side) - series.curve(t)) / side;
}

/// A line before time 0 whose slope changes there by 1, then a parabola: second differences behind
/// the corner at 0 that a neighbour does not explain.
TimeSeries bent(int samples, double curvature) {
  std::vector<double> times;
  for (int i = -9; i <= samples; ++i) times.push_back(i);
  return sampled(times, [&](double t) { return t > 0.0 ? 0.5 * curvature * t * t : 0.0; });
}

TEST(CurveThroughPoints, CubicPolynomialsAreExactAtUnevenTimes) {
  const Function cubic = [](double t) { return 1.0 + t * (2.0 + t * (0.5 + 0.05 * t)); };
  for (const int points : {8, 9, 40}) {
    const TimeSeries series = sampled(uneven_times(points, 0.5), cubic);
    const double size = std::fabs(cubic(series.times().back())) + 1.0;
    EXPECT_LT(curve_error(series, cubic), 1e-12 * size) << points << " points";
  }
}

TEST(CurveThroughPoints, ASampledSineIsOfFourthOrder) {
  const Function sine = [](double t) { return std::sin(2.0 * std::numbers::pi * t); };
  const auto error = [&](int points, double length) {
    return curve_error(sampled(even_times(points, length), sine), sine, 0.5, 1.5);
  };
  const double coarse = error(41, 0.05);
  const double fine = error(81, 0.025);
  EXPECT_LT(coarse, 5e-5);
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.4);
}

TEST(CurveThroughPoints, ThePointsAreOnTheCurveAndItsSlopeIsContinuous) {
  const TimeSeries series =
      sampled(uneven_times(30, 0.2), [](double t) { return std::sin(0.4 * t); });
  for (std::size_t i = 0; i < series.times().size(); ++i) {
    const double t = series.times()[i];
    EXPECT_EQ(series.curve(t), series.values()[i]);
    if (i == 0 || i + 1 == series.times().size()) continue;
    EXPECT_NEAR(curve_slope(series, t, 1e-6), curve_slope(series, t, -1e-6), 1e-6);
  }
}

TEST(CurveThroughPoints, BeyondTheEndsAndAtNoTimeItIsTheTable) {
  const TimeSeries series = sampled(even_times(20, 1.0), [](double t) { return t * t; });
  EXPECT_EQ(series.curve(-1.0), 0.0);
  EXPECT_EQ(series.curve(19.0), 361.0);
  EXPECT_EQ(series.curve(1e9), 361.0);
  EXPECT_TRUE(std::isnan(series.curve(std::nan(""))));
}

TEST(CurveThroughPoints, RampsHoldsAndTeethStayAsTheyAreWritten) {
  EXPECT_TRUE(is_straight(TimeSeries({0.0, 1.0}, {0.0, 1.0})));
  EXPECT_TRUE(is_straight(TimeSeries({0.0, 1.0, 10.0}, {0.0, 1.0, 1.0})));
  EXPECT_TRUE(is_straight(TimeSeries({0, 1, 2, 3, 4, 5}, {0.0, 0.0, 1.0, 1.0, 0.0, 0.0})));
  const Function teeth = [](double t) { return std::fabs(std::remainder(t, 2.0)); };
  EXPECT_TRUE(is_straight(sampled(even_times(60, 1.0), teeth)));
  const Function steps = [](double t) {
    const double phase = t - 8.0 * std::floor(t / 8.0);
    return phase < 2.0 ? 0.0 : phase < 4.0 ? phase - 2.0 : phase < 6.0 ? 2.0 : 8.0 - phase;
  };
  EXPECT_TRUE(is_straight(sampled(even_times(30, 2.0), steps)));
  const Function ramp = [](double t) { return std::fmin(t, 10.3); };
  EXPECT_TRUE(is_straight(sampled(even_times(40, 0.5), ramp), 11.0, 19.0));
  EXPECT_TRUE(is_straight(sampled(even_times(40, 0.5), ramp), 0.0, 10.0));
  const Function rounded = [](double t) { return t < 4.0 ? 0.0 : t < 5.5 ? 0.5 : 1.0; };
  EXPECT_TRUE(is_straight(sampled(even_times(40, 0.5), rounded)));
}

TEST(CurveThroughPoints, ThreeInARowOfOneSignMakeSamples) {
  // a wave whose second differences have n of one sign, then n of the other
  const auto wave = [](int n) {
    std::vector<double> values{0.0, 0.0};
    for (int i = 0; i < 40; ++i) {
      const double a = (i / n) % 2 == 0 ? 1.0 : -1.0;
      values.push_back(a + 2.0 * values[values.size() - 1] - values[values.size() - 2]);
    }
    return TimeSeries(even_times(static_cast<int>(values.size()), 1.0), values);
  };
  EXPECT_TRUE(is_straight(wave(1)));
  EXPECT_TRUE(is_straight(wave(2), 3.0, 38.0));
  EXPECT_FALSE(is_straight(wave(3), 3.0, 38.0));
}

TEST(CurveThroughPoints, AParabolaAtTimesOfTwoSpacingsHasOneSecondDifference) {
  std::vector<double> times = even_times(10, 1.0);
  for (int i = 1; i < 10; ++i) times.push_back(9.0 + 0.1 * i);
  const Function parabola = [](double t) { return t * t; };
  EXPECT_LT(curve_error(sampled(times, parabola), parabola), 1e-11);
}

TEST(CurveThroughPoints, RestBeforeAMotionStaysRest) {
  const Function motion = [](double t) { return t > 2.0 ? 1.0 - std::cos(t - 2.0) : 0.0; };
  const TimeSeries series = sampled(even_times(80, 0.1), motion);
  EXPECT_TRUE(is_straight(series, 0.0, 2.0));
  EXPECT_LT(curve_error(series, motion, 2.0, 7.9), 2e-5);  // 1.2e-3 by lines
}

TEST(CurveThroughPoints, AnInflectionOnAPointIsSmooth) {
  std::vector<double> times;
  std::vector<double> values;
  for (int i = -20; i <= 20; ++i) {
    times.push_back(0.1 * i);
    values.push_back(i < 0 ? -std::sin(-0.1 * i) : std::sin(0.1 * i));
  }
  const TimeSeries series(times, values);
  EXPECT_NEAR(curve_slope(series, 0.0, 1e-5), curve_slope(series, 0.0, -1e-5), 1e-9);
}

TEST(CurveThroughPoints, ASplineHasEightPointsAtLeast) {
  const Function parabola = [](double t) { return t * t; };
  EXPECT_TRUE(is_straight(sampled(even_times(7, 1.0), parabola)));
  EXPECT_LT(curve_error(sampled(even_times(8, 1.0), parabola), parabola), 1e-12);
}

TEST(CurveThroughPoints, AMotionThatBeginsWithAKneeIsSmoothBehindIt) {
  const Function motion = [](double t) { return t > 0.0 ? std::sin(t) : 0.0; };
  std::vector<double> times;
  for (int i = -20; i <= 60; ++i) times.push_back(0.1 * i);
  const TimeSeries series = sampled(times, motion);
  EXPECT_TRUE(is_straight(series, -2.0, 0.0));
  EXPECT_LT(curve_error(series, motion, 0.0, 6.0), 2e-6);  // 1.3e-3 by lines
  const TimeSeries gentle = bent(12, 1.0);  // a of the first point is half of that of the second
  EXPECT_LT(curve_error(
                gentle, [](double t) { return 0.5 * t * t; }, 1.0, 12.0),
            0.02);
}

TEST(CurveThroughPoints, ANeighbourOfAQuarterMakesASample) {
  // second differences 1 but for the one in the middle
  const auto with_middle = [](double middle) {
    std::vector<double> values{0.0, 0.0};
    for (int i = 2; i < 20; ++i) {
      const double a = i == 10 ? middle : 1.0;
      values.push_back(a + 2.0 * values[values.size() - 1] - values[values.size() - 2]);
    }
    return TimeSeries(even_times(20, 1.0), values);
  };
  EXPECT_FALSE(is_straight(with_middle(3.9)));
  const auto jump = [](const TimeSeries& series) {
    return std::fabs(curve_slope(series, 9.0, 1e-6) - curve_slope(series, 9.0, -1e-6));
  };
  EXPECT_LT(jump(with_middle(3.9)), 1e-3);
  EXPECT_GT(jump(with_middle(4.1)), 0.5);
  EXPECT_LT(jump(with_middle(-0.09)), 1e-3) << "small beside what is around it";
  EXPECT_GT(jump(with_middle(-0.11)), 0.05);
}

TEST(CurveThroughPoints, RoundedSamplesStaySmooth) {
  const Function rounded = [](double t) { return 1e-6 * std::round(1e6 * std::sin(t)); };
  const TimeSeries series = sampled(even_times(200, 0.02), rounded);
  double most = 0.0;
  for (std::size_t i = 1; i + 1 < series.times().size(); ++i) {
    const double t = series.times()[i];
    most = std::fmax(most, std::fabs(curve_slope(series, t, 1e-5) - curve_slope(series, t, -1e-5)));
  }
  EXPECT_LT(most, 2e-4);  // 0.02 by lines
}

TEST(CurveThroughPoints, HugeValuesGiveTheLine) {
  std::vector<double> values;
  for (int i = 0; i < 12; ++i) values.push_back(i % 2 == 0 ? -1.7e308 : 1.7e308);
  const TimeSeries series(even_times(12, 1e-3), values);
  EXPECT_TRUE(is_straight(series));
}

TEST(CurveThroughPoints, AnIntegralIsItsOwnCurve) {
  const TimeSeries series =
      sampled(even_times(20, 1.0), [](double t) { return std::sin(t); }).integrated();
  EXPECT_TRUE(is_straight(series));
}

}  // namespace
}  // namespace solfec
