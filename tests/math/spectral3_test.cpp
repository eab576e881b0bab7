#include "math/spectral3.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-14;  // rounding of a few rotations at unit scale

double largest_entry(const Mat3& a) {
  double largest = 0.0;
  for (const double entry : a.m) largest = std::fmax(largest, std::fabs(entry));
  return largest;
}

Mat3 rebuilt(const Spectrum3& of) {
  Mat3 A;
  for (int k = 0; k < 3; ++k) A += of.value[k] * outer(of.vector.column(k), of.vector.column(k));
  return A;
}

TEST(Spectrum3, RebuildsTheMatrixFromOrthonormalVectors) {
  std::mt19937 rng(11);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (int sample = 0; sample < 1000; ++sample) {
    Mat3 A;
    for (double& a : A.m) a = entry(rng);
    A = A + transpose(A);
    const Spectrum3 found = spectrum_of(A);
    EXPECT_LE(largest_entry(rebuilt(found) - A), 10 * kTol);
    EXPECT_LE(largest_entry(transpose(found.vector) * found.vector - identity()), 10 * kTol);
  }
}

TEST(Spectrum3, EqualValuesAndDiagonalMatricesAreNoExceptions) {
  EXPECT_EQ(spectrum_of(diagonal(3.0, 3.0, 3.0)).value, (Vec3{3.0, 3.0, 3.0}));
  EXPECT_EQ(spectrum_of(diagonal(2.0, -1.0, 5.0)).vector, identity());
  EXPECT_EQ(spectrum_of({}).value, Vec3{});
  const Vec3 n = normalized(Vec3{1.0, 2.0, -2.0});
  const Mat3 A = 2.0 * identity() + 3.0 * outer(n, n);  // 5, 2, 2
  const Spectrum3 found = spectrum_of(A);
  EXPECT_LE(largest_entry(rebuilt(found) - A), 10 * kTol);
}

TEST(Spectrum3, SmallMatricesKeepTheirDigits) {
  Mat3 A{{1e-20, 2e-20, 0.0, 2e-20, -1e-20, 3e-20, 0.0, 3e-20, 2e-20}};
  EXPECT_LE(largest_entry(rebuilt(spectrum_of(A)) - A), 1e-33);
}

TEST(Spectrum3, ValuesThatAreNotFiniteEnd) {
  EXPECT_FALSE(is_finite(spectrum_of(diagonal(std::nan(""), 0.0, 0.0)).value));
}

}  // namespace
}  // namespace solfec
