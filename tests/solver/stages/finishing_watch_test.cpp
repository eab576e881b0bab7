#include "solver/stages/finishing_watch.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Sweeps after which the watch ends a series whose excess is given; `most` when it never does.
template <class Excess>
int ended(const FinishingSettings& settings, int most, const Excess& excess) {
  FinishingWatch watch(settings, most);
  for (int k = 0; k < most; ++k) {
    if (watch.is_due(k) && watch.ends(k, excess(k))) return k;
  }
  return most;
}

constexpr FinishingSettings kSettings{.interval = 10, .bad_looks = 2, .share = 0.5, .little = 0.9};

TEST(FinishingWatch, LooksOnceInAnInterval) {
  const FinishingWatch watch(kSettings, 100);
  int looks = 0;
  for (int k = 0; k < 100; ++k) looks += watch.is_due(k) ? 1 : 0;
  EXPECT_EQ(looks, 9);  // not before the first sweep
  EXPECT_TRUE(watch.is_due(10));
  EXPECT_FALSE(watch.is_due(11));
}

/// The excess 100 exp (-a k) reaches 1 after log (100) / a sweeps.
TEST(FinishingWatch, GoesOnWhereTheCriteriaAreInReach) {
  const double a = std::log(100.0) / 400.0;
  const auto excess = [&](int k) { return 100.0 * std::exp(-a * k); };
  EXPECT_EQ(ended(kSettings, 1000, excess), 1000);  // 380 of 980 sweeps left; then they gain
}

TEST(FinishingWatch, EndsWhereTheCriteriaAreOutOfReach) {
  const double a = std::log(100.0) / 600.0;
  const auto excess = [&](int k) { return 100.0 * std::exp(-a * k); };
  EXPECT_EQ(ended(kSettings, 1000, excess), 30);  // two looks after the first one
}

/// With half of the sweeps left, 0.5 (1000 - k) falls below what is needed on the way.
TEST(FinishingWatch, MeasuresWhatIsNeededByTheSweepsLeft) {
  const double a = std::log(100.0) / 490.0;
  const auto excess = [&](int k) { return 100.0 * std::exp(-a * k); };
  FinishingSettings settings = kSettings;
  settings.little = 1.0;
  EXPECT_EQ(ended(settings, 1000, excess), 1000);  // 490 - k < 500 - k / 2
  EXPECT_EQ(ended(settings, 900, excess), 30);     // 490 - k > 450 - k / 2 at first
}

TEST(FinishingWatch, OneBadLookIsForgiven) {
  const auto excess = [&](int k) { return k == 50 ? 60.0 : 100.0 * std::exp(-0.05 * k); };
  EXPECT_EQ(ended(kSettings, 200, excess), 200);
}

TEST(FinishingWatch, EndsWhereErrorsGrowOrStay) {
  EXPECT_EQ(ended(kSettings, 200, [](int k) { return 2.0 + k; }), 30);
  EXPECT_EQ(ended(kSettings, 200, [](int) { return 2.0; }), 30);
}

/// Below the criteria sweeps go on while a look finds the errors below 0.9 of those before.
TEST(FinishingWatch, GoesOnBelowTheCriteriaWhileThatGains) {
  EXPECT_EQ(ended(kSettings, 200, [](int k) { return std::pow(0.89, k / 10.0); }), 200);
  EXPECT_EQ(ended(kSettings, 200, [](int k) { return std::pow(0.91, k / 10.0); }), 30);
}

/// 2 times the criteria and 0.95 at each look: met at the 14th, which gains little like the next.
TEST(FinishingWatch, AsksForLargeGainsBelowTheCriteriaAlone) {
  EXPECT_EQ(ended(kSettings, 1000, [](int k) { return 2.0 * std::pow(0.95, k / 10.0); }), 150);
}

TEST(FinishingWatch, BordersCount) {
  FinishingSettings settings = kSettings;
  settings.little = 0.5;
  EXPECT_EQ(ended(settings, 100, [](int k) { return std::exp2(-k / 10); }), 100);  // just enough
  // an excess of 1 meets the criteria, so it is the first of two looks that gain little
  const double excess[] = {2.0, 1.5, 1.0, 0.8, 0.7, 0.6};
  EXPECT_EQ(ended(settings, 60, [&](int k) { return excess[k / 10]; }), 30);
}

}  // namespace
}  // namespace solfec
