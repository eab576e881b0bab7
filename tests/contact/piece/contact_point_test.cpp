#include "contact/piece/contact_point.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 4e-16;  // two roundings at unit scale

void expect_right_handed_frame(Vec3 normal) {
  const Mat3 frame = contact_frame(normal);
  EXPECT_EQ(frame.column(2), normal);
  const Mat3 error = transpose(frame) * frame - identity();
  for (const double entry : error.m) EXPECT_NEAR(entry, 0.0, 2 * kTol);
  EXPECT_NEAR(determinant(frame), 1.0, 4 * kTol);
  EXPECT_LE(norm_inf(cross(frame.column(0), frame.column(1)) - normal), 2 * kTol);
}

TEST(ContactFrame, IsOrthonormalAndRightHandedForRandomNormals) {
  std::mt19937 rng(20260101);
  std::normal_distribution<double> coordinate;
  for (int sample = 0; sample < 2000; ++sample) {
    expect_right_handed_frame(normalized(Vec3{coordinate(rng), coordinate(rng), coordinate(rng)}));
  }
}

TEST(ContactFrame, IsOrthonormalAlongAndNearTheXAxis) {
  for (const double sine : {0.0, 1e-300, 1e-17, 1e-9, 0.99e-4, 1.01e-4, 1e-3}) {
    expect_right_handed_frame(normalized(Vec3{1.0, sine, 0.0}));
    expect_right_handed_frame(normalized(Vec3{-1.0, sine, -sine}));
  }
}

TEST(ContactFrame, FirstTangentIsNormalToTheXAxis) {
  // n = e_z: e_x x e_z = -e_y, and t2 = n x t1 = e_x.
  const Mat3 frame = contact_frame({0.0, 0.0, 1.0});
  EXPECT_EQ(frame.column(0), (Vec3{0.0, -1.0, 0.0}));
  EXPECT_EQ(frame.column(1), (Vec3{1.0, 0.0, 0.0}));
}

TEST(ContactFrame, FirstTangentIsNormalToTheYAxisWhenTheNormalIsAlongX) {
  const Mat3 frame = contact_frame({1.0, 0.0, 0.0});
  EXPECT_EQ(frame.column(0), (Vec3{0.0, 0.0, -1.0}));  // e_y x e_x
  EXPECT_EQ(frame.column(1), (Vec3{0.0, 1.0, 0.0}));
}

TEST(ContactKey, OrdersByFirstBodyThenPieceThenSecondBodyThenPieceThenFeature) {
  EXPECT_LT((ContactKey{1, 5, 9, 9}), (ContactKey{2, 0, 0, 0}));
  EXPECT_LT((ContactKey{1, 4, 9, 9}), (ContactKey{1, 5, 0, 0}));
  EXPECT_LT((ContactKey{1, 5, 8, 9}), (ContactKey{1, 5, 9, 0}));
  EXPECT_LT((ContactKey{1, 5, 9, 0}), (ContactKey{1, 5, 9, 1}));
  EXPECT_LT((ContactKey{1, 5, 9, 0, 8}), (ContactKey{1, 5, 9, 1}));
  EXPECT_LT((ContactKey{1, 5, 9, 0, 7}), (ContactKey{1, 5, 9, 0, std::uint64_t{1} << 63}));
}

}  // namespace
}  // namespace solfec
