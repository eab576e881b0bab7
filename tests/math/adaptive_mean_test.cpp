#include "math/adaptive_mean.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kAccuracy = 1e-11;

/// A function that counts its calls.
template <typename Function>
struct Counted {
  Function f;
  int* calls;
  double operator()(double x) const {
    ++*calls;
    return f(x);
  }
};

template <typename Function>
MeanAndEnd mean_of(const Function& f, double from, double to, int& calls) {
  calls = 0;
  const Counted<Function> counted{f, &calls};
  return mean_over(counted, 0.5 * (from + to), 0.5 * (to - from), kAccuracy);
}

TEST(AdaptiveMean, APolynomialOfDegreeFiveAndLessIsExact) {
  int calls = 0;
  for (int degree = 0; degree <= 5; ++degree) {
    const auto power = [&](double x) { return std::pow(x, degree); };
    for (const auto& [from, to] :
         {std::pair(0.2, 1.7), std::pair(-1.0, 0.5), std::pair(3.0, -2.0)}) {
      const double exact =
          (std::pow(to, degree + 1) - std::pow(from, degree + 1)) / (degree + 1) / (to - from);
      const MeanAndEnd found = mean_of(power, from, to, calls);
      EXPECT_NEAR(found.mean, exact, 1e-13 * (1.0 + std::abs(exact))) << degree;
      EXPECT_NEAR(found.end, power(to), 1e-13 * std::abs(power(to))) << degree;
      EXPECT_EQ(calls, degree <= 1 ? 3 : degree <= 3 ? 5 : 7) << degree;
    }
  }
}

TEST(AdaptiveMean, SmoothFunctionsReachTheAccuracy) {
  int calls = 0;
  const auto f = [](double x) { return std::exp(-x) * std::sin(5.0 * x); };
  const auto F = [](double x) {
    return -std::exp(-x) * (std::sin(5.0 * x) + 5.0 * std::cos(5.0 * x)) / 26.0;
  };
  for (const double to : {0.01, 0.3, 2.0, 6.0}) {
    EXPECT_NEAR(mean_of(f, -0.1, to, calls).mean, (F(to) - F(-0.1)) / (to + 0.1), 1e-10) << to;
  }
}

TEST(AdaptiveMean, AnEmptyIntervalAsksOnce) {
  int calls = 0;
  const MeanAndEnd found = mean_of([](double x) { return 3.0 + x; }, 2.0, 2.0, calls);
  EXPECT_EQ(found.mean, 5.0);
  EXPECT_EQ(found.end, 5.0);
  EXPECT_EQ(calls, 1);
}

TEST(AdaptiveMean, KinksAndJumpsAreFound) {
  int calls = 0;
  const double bend = 0.37;
  const auto kink = [&](double x) { return x > bend ? x - bend : 0.0; };
  const auto dead = [&](double x) { return x > bend ? x - bend : x < -bend ? x + bend : 0.0; };
  const auto jump = [&](double x) { return x > bend ? 1.0 : -1.0; };
  EXPECT_NEAR(mean_of(kink, 0.0, 1.0, calls).mean, 0.5 * std::pow(1.0 - bend, 2), 1e-10);
  EXPECT_LT(calls, 250);
  // the middle and most inner points lie where it is zero
  EXPECT_NEAR(mean_of(dead, -0.4, 0.5, calls).mean, 0.5 * (0.13 * 0.13 - 0.03 * 0.03) / 0.9, 1e-10);
  EXPECT_NEAR(mean_of(jump, 0.0, 1.0, calls).mean, 1.0 - 2.0 * bend, 2e-6);
  EXPECT_LT(calls, 250);
}

TEST(AdaptiveMean, NoiseEnds) {
  int calls = 0;
  unsigned state = 1;
  const auto noise = [&](double) {
    state = 1664525U * state + 1013904223U;
    return static_cast<double>(state) / 4294967296.0;
  };
  EXPECT_NEAR(mean_of(noise, 0.0, 1.0, calls).mean, 0.5, 0.2);
  EXPECT_LT(calls, 1100);
}

}  // namespace
}  // namespace solfec
