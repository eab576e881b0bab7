#include "viewer/scene/legend_scale.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "base/cat.h"

namespace solfec {
namespace {

/// Whether a number has at most three digits of the round widths of bands.
bool is_round(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width) + 1e-9));
  for (const double round : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
    if (std::fabs(width / power - round) < 1e-6) return true;
  }
  return false;
}

TEST(LegendScale, BordersAreMultiplesOfARoundWidthAndLoseLittle) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): a fixed seed
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10.0, 8.0 * uniform(random));
    const double a = size * uniform(random);
    const double b = i % 3 == 0 ? 0.0 : size * uniform(random);
    const ValueRange range{std::min(a, b), std::max(a, b)};
    const ValueRange round = rounded_range(range);
    const double width = (round.hi - round.lo) / kBands;
    const std::string what =
        cat(range.lo, " to ", range.hi, " became ", round.lo, " to ", round.hi);
    EXPECT_TRUE(is_round(width)) << what;
    EXPECT_LE(round.lo, range.lo + 1e-6 * width) << what;
    EXPECT_GE(round.hi, range.hi - 1e-6 * width) << what;
    EXPECT_LT(std::fabs(round.lo / width - std::round(round.lo / width)), 1e-6) << what;
    // the next width is at most a third larger, and a border below the range costs one band
    EXPECT_LE(round.hi - round.lo, 1.34 * 8.0 / 7.0 * (range.hi - range.lo) + 1e-9 * width) << what;
    const ValueRange again = rounded_range(round);
    EXPECT_NEAR(again.lo, round.lo, 1e-9 * width) << what;
    EXPECT_NEAR(again.hi, round.hi, 1e-9 * width) << what;
  }
}

TEST(LegendScale, KnownRanges) {
  EXPECT_EQ(rounded_range({0.0, 8.0}).hi, 8.0);
  EXPECT_EQ(rounded_range({0.0, 8.1}).hi, 10.0);  // bands of 1.25
  const ValueRange stress = rounded_range({110.3e6, 138.7e6});
  EXPECT_EQ(stress.lo, 108e6);  // 27 bands of 4 MPa
  EXPECT_EQ(stress.hi, 140e6);
  EXPECT_EQ(rounded_range({-1.0, 1.0}).lo, -1.0);
  EXPECT_EQ(rounded_range({-1.0, 1.0}).hi, 1.0);
}

TEST(LegendScale, RangesWithoutWidthStay) {
  EXPECT_TRUE(rounded_range({}).empty());
  EXPECT_EQ(rounded_range({3.0, 3.0}).hi, 3.0);
  EXPECT_TRUE(std::isinf(rounded_range({0.0, INFINITY}).hi));
}

TEST(LegendScale, PrefixesMakeShortNumbers) {
  const auto unit = [](std::string_view name, double lo, double hi) {
    const PrefixedUnit prefixed = prefixed_unit(name, {lo, hi});
    return cat(prefixed.name, " ", prefixed.size);
  };
  EXPECT_EQ(unit("Pa", 0, 1.35e8), "MPa 1e+06");
  EXPECT_EQ(unit("Pa", -2e9, 1e8), "GPa 1e+09");
  EXPECT_EQ(unit("N", 0, 999), "N 1");
  EXPECT_EQ(unit("N", 0, 1000), "kN 1000");
  EXPECT_EQ(unit("J", 0, 0.02), "mJ 0.001");
  EXPECT_EQ(unit("m", 0, 0.5), "m 1");  // lengths are in metres from 0.1 m on
  EXPECT_EQ(unit("m", 0, 0.1), "m 1");
  EXPECT_EQ(unit("m", 0, 0.02), "mm 0.001");
  EXPECT_EQ(unit("m", 0, 3e-5), "µm 1e-06");
  EXPECT_EQ(unit("m/s", 0, 0.05), "mm/s 0.001");
  EXPECT_EQ(unit("m", 0, 5e4), "m 1");
  EXPECT_EQ(unit("", 0, 1e6), " 1");
  EXPECT_EQ(unit("Pa", 0, 0), "Pa 1");
  EXPECT_EQ(unit("Pa", 0, 1e15), "Pa 1");
  EXPECT_EQ(prefixed_unit("Pa", {}).name, "Pa");
}

}  // namespace
}  // namespace solfec
