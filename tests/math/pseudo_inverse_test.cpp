#include "math/pseudo_inverse.h"

#include <random>

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few hundred roundings at unit scale

double largest(const Mat3& a) {
  double most = 0.0;
  for (const double entry : a.m) most = std::fmax(most, std::fabs(entry));
  return most;
}

TEST(PseudoInverse, HasThePropertiesOfPenroseForEveryRank) {
  std::mt19937 random(20260101);
  std::normal_distribution<double> normal;
  for (int sample = 0; sample < 400; ++sample) {
    const int rank = sample % 4;
    Mat3 a;
    for (int k = 0; k < rank; ++k) {
      const Vec3 v{normal(random), normal(random), normal(random)};
      a += outer(v, v);
    }
    const Mat3 p = pseudo_inverse(a, 1e-10);
    const double scale = 1.0 + largest(a) * largest(p);
    EXPECT_LE(largest(a * p * a - a), kTol * scale * largest(a) + 1e-300);
    EXPECT_LE(largest(p * a * p - p), kTol * scale * largest(p) + 1e-300);
    EXPECT_LE(largest(a * p - transpose(a * p)), kTol * scale);
  }
}

TEST(PseudoInverse, EigenvaluesUpToTheThresholdCountAsZero) {
  const Mat3 turn = rotation_about({1, 2, 3}, 40.0);
  const Mat3 a = turn * diagonal(4.0, 1e-9, 2.0) * transpose(turn);
  const Mat3 expected = turn * diagonal(0.25, 0.0, 0.5) * transpose(turn);
  EXPECT_LE(largest(pseudo_inverse(a, 1e-8) - expected), kTol);
  EXPECT_EQ(pseudo_inverse({}, 0.0), Mat3{});
}

}  // namespace
}  // namespace solfec
