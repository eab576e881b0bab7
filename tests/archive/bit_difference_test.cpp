#include "archive/bit_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

using Limits = std::numeric_limits<double>;

/// Values from the least to the largest, zeros of both signs among them.
std::vector<double> increasing() {
  return {-Limits::infinity(),
          -Limits::max(),
          -1.0,
          -Limits::min(),
          -Limits::denorm_min(),
          -0.0,
          0.0,
          Limits::denorm_min(),
          Limits::min(),
          1.0,
          std::nextafter(1., 2),
          Limits::max(),
          Limits::infinity()};
}

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

void expect_bits_back(double value, double expected) {
  const double again = from_bit_difference(bit_difference(value, expected), expected);
  EXPECT_EQ(bits_of(again), bits_of(value)) << value << ' ' << expected;
}

TEST(BitDifference, AllBitsComeBackWhateverIsExpected) {
  std::vector<double> values = increasing();
  for (const std::uint64_t bits : {0x7ff8000000000000U, 0xfff8000000000000U, 0x7ff0000000000001U,
                                   0xffffffffffffffffU, 0x7fffffffffffffffU}) {
    values.push_back(std::bit_cast<double>(bits));  // NaNs, quiet and signalling
  }
  std::mt19937_64 random(20261129);
  for (int i = 0; i < 200; ++i) values.push_back(std::bit_cast<double>(random()));
  for (const double value : values) {
    for (const double expected : values) expect_bits_back(value, expected);
  }
}

TEST(BitDifference, IntegersHaveTheOrderOfTheDoubles) {
  const std::vector<double> values = increasing();
  for (std::size_t i = 1; i < values.size(); ++i) {
    EXPECT_LT(ordered_bits(values[i - 1]), ordered_bits(values[i])) << i;
  }
}

TEST(BitDifference, NeighboursDifferByOneOnBothSides) {
  for (const double value : {1.0, -1.0, 3e-7, -2e300, Limits::denorm_min()}) {
    EXPECT_EQ(bit_difference(value, value), 0U);
    EXPECT_EQ(bit_difference(std::nextafter(value, HUGE_VAL), value), 2U);
    EXPECT_EQ(bit_difference(std::nextafter(value, -HUGE_VAL), value), 1U);
  }
  EXPECT_EQ(bit_difference(-0.0, 0.0), 1U);
  EXPECT_EQ(bit_difference(0.0, -0.0), 2U);
}

}  // namespace
}  // namespace solfec
