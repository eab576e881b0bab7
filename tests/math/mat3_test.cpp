#include "math/mat3.h"

#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-13;

class Mat3Property : public ::testing::Test {
 protected:
  double number() { return unit_(random_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Mat3 matrix() { return from_columns(vector(), vector(), vector()); }

 private:
  std::mt19937 random_{20260101};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

/// Σ_k a(i,k) b(k,j) by the definition.
double product_entry(const Mat3& a, const Mat3& b, int i, int j) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) sum += a(i, k) * b(k, j);
  return sum;
}

TEST_F(Mat3Property, ProductsFollowTheDefinition) {
  for (int sample = 0; sample < 100; ++sample) {
    const Mat3 a = matrix();
    const Mat3 b = matrix();
    const Vec3 v = vector();
    const Mat3 ab = a * b;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(ab(i, j), product_entry(a, b, i, j), kTol);
      EXPECT_NEAR((a * v)[i], dot(a.row(i), v), kTol);
      EXPECT_NEAR(transposed_times(a, v)[i], dot(a.column(i), v), kTol);
    }
  }
}

TEST_F(Mat3Property, DeterminantEqualsTheLeibnizSum) {
  for (int sample = 0; sample < 100; ++sample) {
    const Mat3 a = matrix();
    const double leibniz = a(0, 0) * a(1, 1) * a(2, 2) + a(0, 1) * a(1, 2) * a(2, 0) +
                           a(0, 2) * a(1, 0) * a(2, 1) - a(0, 2) * a(1, 1) * a(2, 0) -
                           a(0, 1) * a(1, 0) * a(2, 2) - a(0, 0) * a(1, 2) * a(2, 1);
    EXPECT_NEAR(determinant(a), leibniz, kTol);
  }
}

TEST_F(Mat3Property, InverseTimesMatrixIsTheIdentity) {
  for (int sample = 0; sample < 100; ++sample) {
    const Mat3 a = matrix() + 3.0 * identity();  // diagonally dominant
    const Mat3 rest = inverse(a) * a - identity();
    for (const double entry : rest.m) EXPECT_NEAR(entry, 0.0, kTol);
  }
}

TEST_F(Mat3Property, SkewIsTheCrossProductAndOuterItsTransposedProduct) {
  for (int sample = 0; sample < 100; ++sample) {
    const Vec3 a = vector();
    const Vec3 b = vector();
    const Vec3 v = vector();
    EXPECT_LT(norm(skew(a) * v - cross(a, v)), kTol);
    EXPECT_LT(norm(outer(a, b) * v - dot(b, v) * a), kTol);
    EXPECT_NEAR(double_dot(outer(a, b), outer(v, v)), dot(a, v) * dot(b, v), kTol);
    EXPECT_NEAR(trace(outer(a, b)), dot(a, b), kTol);
  }
}

TEST(Mat3, IsStoredByColumns) {
  const Mat3 a{{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  EXPECT_EQ(a.column(1), (Vec3{4, 5, 6}));
  EXPECT_EQ(a.row(1), (Vec3{2, 5, 8}));
  EXPECT_EQ(a(0, 2), 7.0);
  EXPECT_EQ(transpose(a).column(1), a.row(1));
}

TEST(Mat3, ANumberThatIsNotFiniteIsSeenInEveryEntry) {
  for (double& entry : Mat3{}.m) EXPECT_EQ(entry, 0.0);
  for (int k = 0; k < 9; ++k) {
    Mat3 a = identity();
    EXPECT_TRUE(is_finite(a));
    a.m[k] = std::nan("");
    EXPECT_FALSE(is_finite(a));
  }
}

}  // namespace
}  // namespace solfec
