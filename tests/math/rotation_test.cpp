#include "math/rotation.h"

#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-14;  // rounding of a few products at unit scale

double largest_entry(const Mat3& a) {
  double largest = 0.0;
  for (const double entry : a.m) largest = std::fmax(largest, std::fabs(entry));
  return largest;
}

/// The definition: sum of ψ̂ᵏ/k!.
Mat3 power_series(Vec3 psi) {
  Mat3 sum = identity();
  Mat3 term = identity();
  for (int k = 1; k < 60; ++k) {
    term = (1.0 / k) * (term * skew(psi));
    sum += term;
  }
  return sum;
}

class RotationVectors : public ::testing::TestWithParam<double> {
 protected:
  /// A vector of the tested length in a random direction.
  Vec3 random_vector() {
    return GetParam() * normalized(Vec3{normal_(random_), normal_(random_), normal_(random_)});
  }

 private:
  std::mt19937 random_{20260101};
  std::normal_distribution<double> normal_;
};

TEST_P(RotationVectors, TheMapEqualsThePowerSeries) {
  for (int sample = 0; sample < 50; ++sample) {
    const Vec3 psi = random_vector();
    EXPECT_LT(largest_entry(exponential_map(psi) - power_series(psi)), 20.0 * kTol) << norm(psi);
  }
}

TEST_P(RotationVectors, TheMapIsAProperRotationThatKeepsItsAxis) {
  for (int sample = 0; sample < 50; ++sample) {
    const Vec3 psi = random_vector();
    const Mat3 R = exponential_map(psi);
    EXPECT_LT(largest_entry(transpose(R) * R - identity()), kTol);
    EXPECT_NEAR(determinant(R), 1.0, kTol);
    EXPECT_LE(norm(R * psi - psi), kTol * norm(psi));
    EXPECT_LT(largest_entry(exponential_map(-psi) - transpose(R)), kTol);
  }
}

TEST_P(RotationVectors, TheDerivativeAlongTheAxisIsTheSpin) {
  // d/dt exp(t ψ̂) = ψ̂ exp(t ψ̂), here by central differences at t = 1.
  constexpr double kStep = 1e-5;
  constexpr double kDifferenceTol = 1e-9;  // truncation kStep² |ψ|³/6 and rounding 1e-16/kStep
  const Vec3 psi = random_vector();
  const Mat3 slope =
      (0.5 / kStep) * (exponential_map((1.0 + kStep) * psi) - exponential_map((1.0 - kStep) * psi));
  EXPECT_LT(largest_entry(slope - skew(psi) * exponential_map(psi)),
            kDifferenceTol * (1.0 + std::pow(norm(psi), 3)));
}

// The series and the closed form meet at 5e-3.
INSTANTIATE_TEST_SUITE_P(Lengths, RotationVectors,
                         ::testing::Values(1e-300, 1e-12, 1e-4, 4.999e-3, 5.001e-3, 0.1, 1.0,
                                           std::numbers::pi, 6.0));

TEST(Rotation, ZeroVectorGivesTheIdentity) { EXPECT_EQ(exponential_map({}), identity()); }

TEST(Rotation, NotANumberStaysVisible) {
  EXPECT_FALSE(is_finite(exponential_map({std::nan(""), 0.0, 0.0})));
}

TEST(Rotation, NinetyDegreesAboutEachAxisIsRightHanded) {
  const Vec3 x{1.0, 0.0, 0.0};
  const Vec3 y{0.0, 1.0, 0.0};
  const Vec3 z{0.0, 0.0, 1.0};
  EXPECT_LT(norm(rotation_about(z, 90.0) * x - y), kTol);
  EXPECT_LT(norm(rotation_about(x, 90.0) * y - z), kTol);
  EXPECT_LT(norm(rotation_about(y, 90.0) * z - x), kTol);
}

TEST(Rotation, TheLengthOfTheAxisDoesNotMatter) {
  const Mat3 R = rotation_about({1.0, 1.0, 1.0}, 120.0);  // permutes the axes
  EXPECT_LT(largest_entry(R - rotation_about({7.0, 7.0, 7.0}, 120.0)), kTol);
  EXPECT_LT(norm(R * Vec3{1.0, 2.0, 3.0} - Vec3{3.0, 1.0, 2.0}), 10.0 * kTol);
}

TEST(RotationVector, InvertsTheExponentialMap) {
  for (const double angle : {0.0, 1e-12, 1e-6, 0.01, 0.5, 1.5, 2.5, 3.1}) {
    const Vec3 vector = angle * normalized(Vec3{1.0, -2.0, 0.5});
    EXPECT_LE(norm(rotation_vector(exponential_map(vector)) - vector), 1e-14 + 1e-13 * angle);
  }
}

TEST(Rotation, HugeAnglesTurnByWhatTheyExceedWholeTurns) {
  const Vec3 z{0.0, 0.0, 1.0};
  // fmod is exact: 1e308 degrees are whole turns and a rest
  const double rest = std::fmod(1e308, 360.0);
  EXPECT_EQ(rotation_about(z, 1e308), rotation_about(z, rest));
  EXPECT_EQ(rotation_about(z, -1e308), rotation_about(z, -rest));
}

}  // namespace
}  // namespace solfec
