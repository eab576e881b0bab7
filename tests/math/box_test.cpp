#include "math/box.h"

#include <limits>

#include <gtest/gtest.h>

namespace solfec {
namespace {

Box unit_box_at(Vec3 corner) {
  Box box;
  box.add(corner);
  box.add(corner + Vec3{1.0, 1.0, 1.0});
  return box;
}

TEST(Box, GrowsToHoldWhatIsAdded) {
  Box box = unit_box_at({0.0, 0.0, 0.0});
  box.add(unit_box_at({2.0, -1.0, 0.5}));
  EXPECT_EQ(box.lo, (Vec3{0.0, -1.0, 0.0}));
  EXPECT_EQ(box.hi, (Vec3{3.0, 1.0, 1.5}));
  box.grow(0.5);
  EXPECT_EQ(box.lo, (Vec3{-0.5, -1.5, -0.5}));
  EXPECT_EQ(box.hi, (Vec3{3.5, 1.5, 2.0}));
}

TEST(Box, TouchingBoxesOverlapInAllDirections) {
  const Box box = unit_box_at({0.0, 0.0, 0.0});
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      Vec3 corner;
      corner[axis] = side;
      EXPECT_TRUE(overlap(box, unit_box_at(corner)));
      corner[axis] = 1.0001 * side;
      EXPECT_FALSE(overlap(box, unit_box_at(corner)));
    }
  }
}

TEST(Box, IsEmptyUntilAPointIsAdded) {
  Box box;
  EXPECT_TRUE(is_empty(box));
  box.add(Vec3{1.0, 2.0, 3.0});
  EXPECT_FALSE(is_empty(box));
  Box undefined;
  undefined.lo.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_empty(undefined));
}

TEST(Box, AnEmptyBoxOverlapsNothing) {
  EXPECT_FALSE(overlap(Box{}, Box{}));
  EXPECT_FALSE(overlap(Box{}, unit_box_at({0.0, 0.0, 0.0})));
}

}  // namespace
}  // namespace solfec
