#include "run/report/decade_median.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kRounding = 1e-12;  // relative, of a power of ten

TEST(DecadeMedian, MedianIsTheMiddleOfUnorderedValues) {
  DecadeMedian median;
  for (const double value : {3e-7, 1e-9, 5e-3, 2e-8, 4e-5}) median.add(value);
  EXPECT_EQ(median.count(), 5);
  EXPECT_NEAR(median.value(), 3e-7, 3e-7 * kRounding);
  median.add(1e-12);  // of an even number the lower one
  EXPECT_NEAR(median.value(), 2e-8, 2e-8 * kRounding);
}

TEST(DecadeMedian, EveryValueOfTwoDigitsIsKept) {
  for (int digits = 10; digits < 100; ++digits) {
    DecadeMedian median;
    median.add(digits * 1e-8);
    EXPECT_NEAR(median.value(), digits * 1e-8, digits * 1e-8 * kRounding);
  }
}

TEST(DecadeMedian, ZeroIsTheSmallestAndNanTheLargest) {
  DecadeMedian median;
  median.add(0.0);
  EXPECT_EQ(median.value(), 0.0);
  median.add(std::numeric_limits<double>::quiet_NaN());
  median.add(HUGE_VAL);
  EXPECT_EQ(median.value(), HUGE_VAL);
}

}  // namespace
}  // namespace solfec
