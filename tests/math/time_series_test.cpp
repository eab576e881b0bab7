#include "math/time_series.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "base/check.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-14;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string error_of(const std::vector<double>& times, const std::vector<double>& values) {
  return message_of<InputError>([&] { TimeSeries(times, values); });
}

TimeSeries random_series(int points) {
  std::mt19937 random(20260101);
  std::uniform_real_distribution<double> gap(0.01, 1.0);
  std::uniform_real_distribution<double> height(-2.0, 2.0);
  std::vector<double> times{-3.0};
  std::vector<double> values{height(random)};
  for (int i = 1; i < points; ++i) {
    times.push_back(times.back() + gap(random));
    values.push_back(height(random));
  }
  return {times, values};
}

/// Brute force: the segment is found by walking, the value by the two-point formula.
double value_by_walking(const TimeSeries& series, double t) {
  const auto& x = series.times();
  const auto& y = series.values();
  if (t < x.front()) return y.front();
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (t <= x[i]) return y[i - 1] + (y[i] - y[i - 1]) / (x[i] - x[i - 1]) * (t - x[i - 1]);
  }
  return y.back();
}

TEST(TimeSeries, IsLinearBetweenPointsAndConstantBeyondTheEnds) {
  const TimeSeries series({1.0, 2.0, 4.0}, {10.0, 20.0, -20.0});
  EXPECT_EQ(series.value(-5.0), 10.0);
  EXPECT_EQ(series.value(1.0), 10.0);
  EXPECT_NEAR(series.value(1.25), 12.5, 20.0 * kTol);
  EXPECT_EQ(series.value(2.0), 20.0);
  EXPECT_NEAR(series.value(3.0), 0.0, 20.0 * kTol);
  EXPECT_EQ(series.value(4.0), -20.0);
  EXPECT_EQ(series.value(1e300), -20.0);
}

TEST(TimeSeries, GivesEveryPointExactly) {
  const TimeSeries series = random_series(200);
  for (std::size_t i = 0; i < series.times().size(); ++i) {
    EXPECT_EQ(series.value(series.times()[i]), series.values()[i]);
  }
}

TEST(TimeSeries, EqualsBruteForceAtRandomTimes) {
  const TimeSeries series = random_series(50);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> time(series.times().front() - 1.0,
                                              series.times().back() + 1.0);
  for (int sample = 0; sample < 2000; ++sample) {
    const double t = time(random);
    EXPECT_NEAR(series.value(t), value_by_walking(series, t), 100.0 * kTol) << t;
  }
}

TEST(TimeSeries, IntegralEqualsQuadratureOfTheValue) {
  // The mid-point rule is exact on each straight piece, so only the pieces with a kink have an
  // error.
  const TimeSeries series = random_series(20);
  const double start = series.times().front();
  constexpr int kPieces = 20000;
  for (const double end : {start - 0.7, start + 0.3, start + 2.0, series.times().back() + 1.5}) {
    const double width = (end - start) / kPieces;
    double sum = 0.0;
    for (int i = 0; i < kPieces; ++i) sum += width * series.value(start + (i + 0.5) * width);
    EXPECT_NEAR(series.integral(end), sum, 1e-5) << end;
  }
}

TEST(TimeSeries, IntegralMatchesHandCalculation) {
  const TimeSeries series({1.0, 2.0, 4.0}, {10.0, 20.0, -20.0});
  EXPECT_EQ(series.integral(1.0), 0.0);
  EXPECT_NEAR(series.integral(2.0), 15.0, 20.0 * kTol);
  EXPECT_NEAR(series.integral(3.0), 25.0, 20.0 * kTol);  // the triangle 2..3 adds 10
  EXPECT_NEAR(series.integral(4.0), 15.0, 20.0 * kTol);  // and the next one takes it back
  EXPECT_NEAR(series.integral(5.0), -5.0, 20.0 * kTol);  // constant -20 beyond the end
  EXPECT_NEAR(series.integral(0.5), -5.0, 20.0 * kTol);  // constant 10 before the start
}

TEST(TimeSeries, DerivativeOfTheIntegralIsTheValue) {
  const TimeSeries series = random_series(30);
  constexpr double kStep = 1e-6;
  constexpr double kDifferenceTol = 1e-7;  // rounding 1e-15/kStep; no kink within kStep of a sample
  for (std::size_t i = 0; i + 1 < series.times().size(); ++i) {
    const double t = 0.4 * series.times()[i] + 0.6 * series.times()[i + 1];
    const double slope = (series.integral(t + kStep) - series.integral(t - kStep)) / (2.0 * kStep);
    EXPECT_NEAR(slope, series.value(t), kDifferenceTol);
  }
}

TEST(TimeSeries, NotANumberStaysVisible) {
  const TimeSeries series({0.0, 1.0}, {2.0, 3.0});
  EXPECT_TRUE(std::isnan(series.value(kNaN)));
  EXPECT_TRUE(std::isnan(series.integral(kNaN)));
}

TEST(TimeSeries, LargeValuesDoNotOverflowInTheMean) {
  const TimeSeries series({0.0, 1.0}, {1.7e308, 1.7e308});
  EXPECT_EQ(series.integral(1.0), 1.7e308);
  EXPECT_EQ(series.value(0.5), 1.7e308);
}

TEST(TimeSeries, WrongPointsAreNamed) {
  EXPECT_EQ(error_of({0.0}, {1.0}), "TIME_SERIES: at least two points are needed, got 1");
  EXPECT_EQ(error_of({}, {}), "TIME_SERIES: at least two points are needed, got 0");
  EXPECT_EQ(error_of({0.0, 1.0}, {1.0}),
            "TIME_SERIES: as many values as times are needed, got 2 times and 1 values");
  EXPECT_EQ(error_of({0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}),
            "TIME_SERIES: times must increase, point 2 has 1 s after 1 s");
  EXPECT_EQ(error_of({0.0, kNaN}, {1.0, 2.0}), "TIME_SERIES: point 1 must be finite, got (nan, 2)");
  EXPECT_EQ(error_of({0.0, 1.0}, {1.0, INFINITY}),
            "TIME_SERIES: point 1 must be finite, got (1, inf)");
  EXPECT_EQ(error_of({0.0, 1.0}, {1.0, 2.0}), "");
}

class TimeSeriesFile : public ::testing::Test {
 protected:
  /// Message for a file wall.txt with this text, without the name of its folder.
  std::string error_of_text(const std::string& text) {
    const std::string path = folder_.file_with("wall.txt", text);
    const std::string message = message_of<InputError>([&] { TimeSeries::read(path); });
    const std::size_t folder = path.size() - std::string("wall.txt").size();
    return message.empty() ? message : message.substr(folder);
  }

  TemporaryFolder folder_;
};

TEST_F(TimeSeriesFile, SkipsCommentsAndEmptyLinesAndAcceptsAnyWhiteSpace) {
  const std::string path =
      folder_.file_with("a.txt", "# time value\n\n0 1\r\n\t+0.5\t-2e1  # peak\n   \n #x\n1.5 3");
  const TimeSeries series = TimeSeries::read(path);
  EXPECT_EQ(series.times(), (std::vector<double>{0.0, 0.5, 1.5}));
  EXPECT_EQ(series.values(), (std::vector<double>{1.0, -20.0, 3.0}));
}

TEST_F(TimeSeriesFile, MistakesNameFileAndLine) {
  EXPECT_EQ(error_of_text("0 1\n# x\n1 abc\n"), "wall.txt:3: value 'abc' is not a number");
  EXPECT_EQ(error_of_text("0 1\n1.5.2 3\n"), "wall.txt:2: time '1.5.2' is not a number");
  EXPECT_EQ(error_of_text("0 1\n2\n"), "wall.txt:2: expected 'time value', the value is missing");
  EXPECT_EQ(error_of_text("0 1 2\n"), "wall.txt:1: expected 'time value', got '2' after them");
  EXPECT_EQ(error_of_text("0 1\n1 nan\n"), "wall.txt:2: value must be finite, got 'nan'");
  EXPECT_EQ(error_of_text("0 1\n-inf 2\n"), "wall.txt:2: time must be finite, got '-inf'");
  EXPECT_EQ(error_of_text("0 1\n1 1e999\n"), "wall.txt:2: value '1e999' is out of range");
  EXPECT_EQ(error_of_text("0 1\n1 2\n\n0.5 3\n"),
            "wall.txt:4: times must increase, got 0.5 s after 1 s");
  EXPECT_EQ(error_of_text("0 +-1\n"), "wall.txt:1: value '+-1' is not a number");
}

TEST_F(TimeSeriesFile, TooFewLinesNameTheFile) {
  EXPECT_EQ(error_of_text(""), "wall.txt: at least two lines 'time value' are needed, got 0");
  EXPECT_EQ(error_of_text("0 1\n"), "wall.txt: at least two lines 'time value' are needed, got 1");
}

TEST_F(TimeSeriesFile, BinaryContentGivesAShortPrintableMessage) {
  EXPECT_EQ(error_of_text(std::string(1000, '\x01')),
            "wall.txt:1: time '" + std::string(40, '?') + "...' is not a number");
}

TEST_F(TimeSeriesFile, AMissingFileAndAFolderAreNamed) {
  const std::string path = folder_.file("none.txt");
  EXPECT_EQ(message_of<InputError>([&] { TimeSeries::read(path); }),
            path + ": cannot be opened: No such file or directory");
  const std::string itself = folder_.file(".");
  EXPECT_NE(message_of<InputError>([&] { TimeSeries::read(itself); }), "");
}

TEST(TimeSeries, DoubleIntegralIsThatOfTheIntegral) {
  const TimeSeries series = random_series(20);
  const double first = series.times().front();
  const double last = series.times().back();
  EXPECT_EQ(series.double_integral(first), 0.0);
  // Simpson's rule on short pieces: exact between points, where the integral is quadratic
  std::vector<double> knots = series.times();
  knots.insert(knots.begin(), first - 1.5);
  knots.push_back(last + 2.0);
  double sum = series.double_integral(knots.front());
  EXPECT_NEAR(sum, 0.5 * series.values().front() * 1.5 * 1.5, 1e-13);
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double a = knots[i - 1];
    for (const double b : {0.5 * (a + knots[i]), knots[i]}) {
      const double middle = series.integral(0.5 * (a + b));
      const double piece = (b - a) / 6.0 * (series.integral(a) + 4.0 * middle + series.integral(b));
      EXPECT_NEAR(series.double_integral(b), sum + piece, 1e-12);
    }
    sum = series.double_integral(knots[i]);
  }
}

TEST(TimeSeries, DerivativeHasTheSlopesAndItsIntegralGivesTheSeriesBack) {
  const TimeSeries series({1.0, 2.0, 4.0}, {10.0, 20.0, -20.0});
  const TimeSeries slopes = series.derivative();
  EXPECT_NEAR(slopes.value(1.5), 10.0, 1e-12);
  EXPECT_NEAR(slopes.value(2.0), -20.0, 1e-12);
  EXPECT_NEAR(slopes.value(3.9), -20.0, 1e-12);
  for (const double t : {1.0, 1.7, 2.0, 3.3, 4.0}) {
    EXPECT_NEAR(slopes.integral(t) + 10.0, series.value(t), 1e-8);
  }
}

TEST(TimeSeries, DerivativeBeyondTheLargestNumberNamesItsInterval) {
  const TimeSeries steep({0.0, 1.0, 2.0, 3.0}, {0.0, 1.0, 1e308, -1e308});
  EXPECT_EQ(message_of<InputError>([&] { (void)steep.derivative(); }),
            "TIME_SERIES: its derivative between points 2 and 3 is beyond the largest number, from "
            "1e+308 at 2 s to -1e+308 at 3 s");
  const TimeSeries sudden({-1.0, 0.0, 1e-310}, {0.0, 1.0, 2.0});
  EXPECT_EQ(message_of<InputError>([&] { (void)sudden.derivative(); }),
            "TIME_SERIES: its derivative between points 1 and 2 is beyond the largest number, from "
            "1 at 0 s to 2 at 1e-310 s");
  const TimeSeries slow({0.0, 100.0}, {1e308, -1e308});  // the rise alone is no number
  EXPECT_EQ(slow.derivative().value(50.0), -2e306);
}

TEST(TimeSeries, IntegratedSeriesHasTheExactIntegralsAtItsTimes) {
  const TimeSeries series = random_series(20);
  const TimeSeries sums = series.integrated();
  for (const double t : series.times()) EXPECT_NEAR(sums.value(t), series.integral(t), 1e-12);
  EXPECT_EQ(sums.values().front(), 0.0);
}

TEST(TimeSeries, IntegralsOfAConstantArePowersAtAllTimes) {
  TimeSeries series({0.0, 3.0, 10.0}, {2.0, 2.0, 2.0});
  double factorial = 1.0;
  for (int n = 1; n <= TimeSeries::kMostIntegrations; ++n) {
    series = series.integrated();
    factorial *= n;
    EXPECT_EQ(series.integrations(), n);
    for (const double t : {0.0, 0.1, 2.9, 3.0, 5.0, 9.7, 10.0}) {
      const double exact = 2.0 * std::pow(t, n) / factorial;
      EXPECT_NEAR(series.value(t), exact, 1e-13 * std::pow(10.0, n)) << n << " at " << t;
    }
    EXPECT_EQ(series.value(-1.0), 0.0);
    EXPECT_EQ(series.value(12.0), series.value(10.0));  // constant beyond the ends
  }
  EXPECT_NE(message_of<InputError>([&] { (void)series.integrated(); }), "");
}

TEST(TimeSeries, AnIntegratedSeriesIsTheIntegralAndHasItsIntegrals) {
  const TimeSeries series = random_series(20);
  const TimeSeries once = series.integrated();
  const TimeSeries twice = once.integrated();
  const double begin = series.times().front();
  const double end = series.times().back();
  constexpr double kStep = 1e-5;
  for (int k = 1; k < 200; ++k) {
    const double t = begin + (end - begin) * k / 200.0;
    EXPECT_NEAR(once.value(t), series.integral(t), 1e-12);
    EXPECT_NEAR(twice.value(t), series.double_integral(t), 1e-12);
    EXPECT_NEAR(once.integral(t), series.double_integral(t), 1e-12);
    EXPECT_EQ(once.slope(t), series.value(t));
    EXPECT_NEAR(once.double_integral(t + kStep) - once.double_integral(t - kStep),
                2.0 * kStep * once.integral(t), 1e-9);
  }
  EXPECT_EQ(once.derivative().values(), series.values());
  EXPECT_EQ(twice.derivative().integrations(), 1);
  EXPECT_NEAR(once.integral(end + 2.0), once.integral(end) + 2.0 * once.value(end), 1e-12);
  EXPECT_NEAR(once.double_integral(end + 2.0),
              once.double_integral(end) + 2.0 * once.integral(end) + 2.0 * once.value(end), 1e-12);
  EXPECT_EQ(once.slope(end + 1.0), 0.0);
  EXPECT_EQ(once.slope(begin - 1.0), 0.0);
}

TEST(TimeSeries, AnIntegralThatOverflowsIsRefused) {
  const TimeSeries large({0.0, 100.0}, {1e308, 1e308});
  EXPECT_EQ(large.value(50.0), 1e308);
  try {
    (void)large.integrated();
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "TIME_SERIES: its integral grows beyond the largest number");
  }
}

}  // namespace
}  // namespace solfec
