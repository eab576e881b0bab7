#include "viewer/scene/palette.h"

#include <set>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(Palette, BandsHaveEqualWidthAndTakeWhatIsOutside) {
  const ValueRange range{-4.0, 4.0};
  for (int i = 0; i < kBands; ++i) {
    EXPECT_EQ(band_of(range, -4.0 + i), i);  // the lower border belongs to the band
    EXPECT_EQ(band_of(range, -3.001 + i), i);
  }
  EXPECT_EQ(band_of(range, 4.0), 7);
  EXPECT_EQ(band_of(range, 1e300), 7);
  EXPECT_EQ(band_of(range, -1e300), 0);
  EXPECT_EQ(band_of({2.0, 2.0}, 2.0), 0);
}

TEST(Palette, ARangeGrowsWithItsValues) {
  ValueRange range;
  EXPECT_TRUE(range.empty());
  range.add(3.0);
  EXPECT_EQ(range.lo, 3.0);
  EXPECT_EQ(range.hi, 3.0);
  range.add(ValueRange{});
  range.add(-1.0);
  range.add(7.0);
  EXPECT_EQ(range.lo, -1.0);
  EXPECT_EQ(range.hi, 7.0);
}

TEST(Palette, AllColoursOfALegendDiffer) {
  for (const ValueRange range : {ValueRange{0, 1}, ValueRange{-1, 1}}) {
    for (const bool upon_bodies : {false, true}) {
      std::set<int> seen;
      for (const Colour c : band_colours(range, upon_bodies)) {
        seen.insert(c.r * 65536 + c.g * 256 + c.b);
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(kBands));
    }
  }
}

TEST(Palette, ZeroInsideOfARangeShowsInItsColours) {
  EXPECT_NE(band_colours({-1, 1}, false), band_colours({0, 1}, false));
  EXPECT_EQ(band_colours({-0.01, 1}, false), band_colours({0, 1}, false));
  EXPECT_EQ(band_colours({-2, -1}, false), band_colours({0, 1}, false));
}

TEST(Palette, NumbersHaveFourDigits) {
  EXPECT_EQ(legend_number(0.0), "0");
  EXPECT_EQ(legend_number(-0.0), "0");
  EXPECT_EQ(legend_number(123456.0), "1.235e+05");
  EXPECT_EQ(legend_number(-0.03125), "-0.03125");
}

}  // namespace
}  // namespace solfec
