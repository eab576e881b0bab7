#include "geometry/collision/facing.h"

#include <limits>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Facing, TheFaceThatLooksAlongADirectionIsFound) {
  const PlanedPolyhedron brick(make_brick({0, 0, 0}, {1, 2, 3}));  // faces -x, +x, -y, +y, -z, +z
  EXPECT_EQ(best_aligned_face(brick.view(), {-1, 0, 0}), 0);
  EXPECT_EQ(best_aligned_face(brick.view(), {0.2, 0.9, 0}), 3);
  EXPECT_EQ(best_aligned_face(brick.view(), {0, 0, 1}), 5);
  EXPECT_EQ(best_aligned_face(brick.view(), {1, 1, 0}), 1);  // the first of equals
}

TEST(Facing, AFaceIsFoundForADirectionThatIsNotANumber) {
  const PlanedPolyhedron brick(make_brick({0, 0, 0}, {1, 2, 3}));
  EXPECT_EQ(best_aligned_face(brick.view(), {kNan, 0, 0}), 0);
  EXPECT_EQ(best_aligned_face(brick.view(), {kNan, kNan, kNan}), 0);
}

TEST(Facing, AFaceIsFoundAmongNormalsThatAreNotNumbers) {
  PlanedPolyhedron brick(make_brick({0, 0, 0}, {1, 2, 3}));
  for (Vec3& normal : brick.normal) normal = {kNan, kNan, kNan};
  EXPECT_EQ(best_aligned_face(brick.view(), {0, 0, 1}), 0);
}

}  // namespace
}  // namespace solfec
