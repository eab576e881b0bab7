#include "assembly/law_gap.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTolerance = 2e-4;  // m
constexpr double kStep = 1e-3;       // s
constexpr double kRelative = 1e-13;  // rounding of a few products

TEST(TouchingBand, IsAHundredErrorsOfAStepBetweenTwoSharesOfTheTolerance) {
  EXPECT_DOUBLE_EQ(touching_band({kTolerance, 1e-6, kStep}), 1e-7);
  EXPECT_DOUBLE_EQ(touching_band({kTolerance, 2e-6, kStep}), 2e-7);
  EXPECT_DOUBLE_EQ(touching_band({kTolerance, 1.0, kStep}), 0.01 * kTolerance);
  EXPECT_DOUBLE_EQ(touching_band({kTolerance, 1e-15, kStep}), 1e-5 * kTolerance);
  EXPECT_DOUBLE_EQ(touching_band({kTolerance, 0.0, kStep}), 1e-5 * kTolerance);
}

TEST(LawGap, IsNoneUpToTheLeastBandWhereNoAccuracyIsGiven) {
  const GapScale scale{kTolerance, 0.0, kStep};
  const double band = 1e-5 * kTolerance;
  EXPECT_EQ(law_gap(0.5 * band, scale), 0.0);
  EXPECT_EQ(law_gap(band, scale), 0.0);
  EXPECT_DOUBLE_EQ(law_gap(1.25 * band, scale), 0.5 * band);
  EXPECT_DOUBLE_EQ(law_gap(2.0 * band, scale), 2.0 * band);
  EXPECT_EQ(law_gap(7.0 * band, scale), 7.0 * band);
}

TEST(LawGap, IsAHundredthOfTheGapInsideOfTheBandOfAnAccuracy) {
  const GapScale scale{kTolerance, 1e-6, kStep};
  const double band = 1e-7;
  EXPECT_DOUBLE_EQ(law_gap(0.5 * band, scale), 0.005 * band);
  EXPECT_DOUBLE_EQ(law_gap(band, scale), 0.01 * band);
  EXPECT_DOUBLE_EQ(law_gap(1.5 * band, scale), 1.01 * band);
  EXPECT_DOUBLE_EQ(law_gap(2.0 * band, scale), 2.0 * band);
}

TEST(LawGap, OverlapsAreTheirOwnGap) {
  for (const double accuracy : {0.0, 1e-6}) {
    const GapScale scale{kTolerance, accuracy, kStep};
    EXPECT_EQ(law_gap(-1e-9, scale), -1e-9);
    EXPECT_EQ(law_gap(-1.0, scale), -1.0);
    EXPECT_EQ(law_gap(0.0, scale), 0.0);
  }
}

/// Rows whose gaps differ by an error of a step must ask for nearly equal velocities: the gap of
/// the law grows, never faster than twice the gap and never beyond it.
TEST(LawGap, GrowsWithoutAJumpAndNeverAsksForMoreThanTheGap) {
  constexpr int kSamples = 4000;
  for (const double accuracy : {0.0, 1e-7, 1e-6, 1e-5, 1.0}) {
    for (const double size : {1e-3, 1.0, 1e3}) {
      const GapScale scale{size * kTolerance, size * accuracy, kStep};
      const double way = 4.0 * touching_band(scale) / kSamples;
      double last = law_gap(0.0, scale);
      for (int k = 1; k <= kSamples; ++k) {
        const double gap = k * way;
        const double found = law_gap(gap, scale);
        EXPECT_GE(found, last);
        EXPECT_LE(found - last, 2.0 * way * (1.0 + 1e-9)) << "at the gap " << gap;
        EXPECT_LE(found, gap * (1.0 + kRelative));
        last = found;
      }
      EXPECT_DOUBLE_EQ(last, kSamples * way);  // the whole gap far beyond the band
    }
  }
}

TEST(LawGap, ScalesWithTheModel) {
  const GapScale scale{kTolerance, 1e-6, kStep};
  for (const double size : {1e-3, 1e3}) {
    const GapScale scaled{size * kTolerance, size * 1e-6, kStep};
    for (const double gap : {3e-8, 1.2e-7, 1.7e-7, 1e-6}) {
      EXPECT_NEAR(law_gap(size * gap, scaled), size * law_gap(gap, scale), kRelative * size * gap);
    }
  }
}

}  // namespace
}  // namespace solfec
