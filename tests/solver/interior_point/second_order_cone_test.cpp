#include "solver/interior_point/second_order_cone.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

double step_of(Vec3 a, Vec3 d) { return cone_step(a, cone_determinant(a), d); }

/// a ∘ b by its definition, the axis last.
Vec3 product(Vec3 a, Vec3 b) {
  return {a.z * b.x + b.z * a.x, a.z * b.y + b.z * a.y, a.x * b.x + a.y * b.y + a.z * b.z};
}

bool inside(Vec3 a) { return a.z > 0.0 && a.z * a.z > a.x * a.x + a.y * a.y; }

class Cone : public ::testing::Test {
 protected:
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Vec3 inner() {
    const Vec3 a = vector();
    return {a.x, a.y, std::hypot(a.x, a.y) + std::pow(10.0, 3.0 * number())};
  }
  std::mt19937 random_{7};
};

void expect_near(Vec3 a, Vec3 b, double tolerance) {
  EXPECT_LE(norm(a - b), tolerance * (1.0 + norm(b)));
}

TEST_F(Cone, ScalingTakesOneVectorToTheOther) {
  for (int k = 0; k < 200; ++k) {
    const Vec3 x = 100.0 * inner();
    const Vec3 z = 0.01 * inner();
    const ConeScaling scaling = nesterov_todd(x, z);
    expect_near(scaling.squared * z, x, 1e-9);
    expect_near(scaling.W * (scaling.W * z), x, 1e-9);
    expect_near(scaling.W * scaling.lambda, x, 1e-9);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < i; ++j) {
        EXPECT_DOUBLE_EQ(scaling.W(i, j), scaling.W(j, i));
        EXPECT_DOUBLE_EQ(scaling.squared(i, j), scaling.squared(j, i));
      }
    }
  }
}

TEST_F(Cone, ScalingOfTheHalfLine) {
  const ConeScaling scaling = half_line_scaling(8.0, 2.0);
  expect_near(scaling.squared * Vec3{0, 0, 2}, {0, 0, 8}, kTol);
  expect_near(scaling.W * Vec3{0, 0, 2}, scaling.lambda, kTol);
  EXPECT_DOUBLE_EQ(scaling.lambda.z, 4.0);
}

TEST_F(Cone, ProductAndQuotientAreThoseOfTheAlgebra) {
  for (int k = 0; k < 200; ++k) {
    const Vec3 a = inner();
    const Vec3 b = vector();
    expect_near(cone_product(a, b), product(a, b), kTol);
    expect_near(product(a, cone_quotient(b, a, cone_determinant(a))), b, 1e-9);
  }
}

TEST_F(Cone, SmoothedPairHasTheDifferenceAndTheProduct) {
  for (const double mu : {1e-12, 1e-6, 1.0}) {
    for (int k = 0; k < 100; ++k) {
      const Vec3 d = vector();
      const ConePair pair = smoothed_cone_pair(d, mu, false);
      EXPECT_GT(cone_determinant(pair.x), 0.0);
      EXPECT_GT(cone_determinant(pair.z), 0.0);
      expect_near(pair.x - pair.z, d, kTol);
      expect_near(product(pair.x, pair.z), {0, 0, mu}, kTol);
      const ConePair line = smoothed_cone_pair(d, mu, true);
      EXPECT_NEAR(line.x.z - line.z.z, d.z, kTol);
      EXPECT_NEAR(line.x.z * line.z.z, mu, kTol * (1.0 + mu));
      EXPECT_EQ(line.x.x, 0.0);
      EXPECT_EQ(line.z.y, 0.0);
    }
  }
  const ConePair axis = smoothed_cone_pair({0, 0, 3.0}, 1.0, false);
  expect_near(axis.x, {0, 0, 0.5 * (3.0 + std::sqrt(13.0))}, kTol);
}

// As bisection finds it.
TEST_F(Cone, StepEndsAtTheBorder) {
  for (int k = 0; k < 500; ++k) {
    const Vec3 a = inner();
    const Vec3 d = (k % 3 == 0 ? 0.1 : 3.0) * vector();
    double low = 0.0;
    double high = 1.0;
    if (!inside(a + d)) {  // the cone is convex
      for (int b = 0; b < 200; ++b) {
        const double middle = 0.5 * (low + high);
        (inside(a + middle * d) ? low : high) = middle;
      }
    } else {
      low = 1.0;
    }
    EXPECT_NEAR(step_of(a, d), low, 1e-9) << k;
  }
  EXPECT_EQ(step_of({0, 0, 1}, {0, 0, 5}), 1.0);
  EXPECT_NEAR(step_of({0, 0, 1}, {0, 0, -2}), 0.5, kTol);
  EXPECT_NEAR(step_of({0, 0, 1}, {2, 0, 0}), 0.5, kTol);
  EXPECT_NEAR(step_of({0, 0, 1}, {2, 0, 2}), 1.0, kTol);  // along the border
  EXPECT_NEAR(step_of({0.5, 0, 1}, {1, 0, -1}), 0.25, kTol);
}

}  // namespace
}  // namespace solfec
