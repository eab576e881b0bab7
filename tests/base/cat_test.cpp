#include "base/cat.h"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(Cat, JoinsTextsNumbersAndCharacters) {
  const std::string label = "steel";
  const char* unit = " kg/m^3";
  EXPECT_EQ(cat("BULK_MATERIAL '", label, "': density must be positive, got ", -7850.0, unit),
            "BULK_MATERIAL 'steel': density must be positive, got -7850 kg/m^3");
  EXPECT_EQ(cat('a', std::string_view("bc"), 1, true, false), "abc1truefalse");
  EXPECT_EQ(cat(), "");
}

TEST(Cat, WritesDoublesInTheirShortestExactForm) {
  EXPECT_EQ(cat(0.1), "0.1");
  EXPECT_EQ(cat(1e-6), "1e-06");
  EXPECT_EQ(cat(-0.0), "-0");
  EXPECT_EQ(cat(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(cat(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(Cat, DoublesComeBackEqualWhenRead) {
  std::mt19937_64 random(20260101);
  for (int sample = 0; sample < 1000; ++sample) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 1800) - 950);
    EXPECT_EQ(std::strtod(cat(value).c_str(), nullptr), value);
  }
}

TEST(Cat, WritesTheBordersOfIntegers) {
  EXPECT_EQ(cat(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(cat(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

}  // namespace
}  // namespace solfec
