#include "math/small_logarithm.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "math/spectral3.h"

namespace solfec {
namespace {

constexpr double kTol = 4e-16;  // a few ulps of a number of the size of |X|, over |X|

/// A random symmetric matrix of the norm `size`.
Mat3 symmetric(double size, std::mt19937& rng) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  Mat3 A;
  for (double& number : A.m) number = entry(rng);
  A += transpose(A);
  return size / std::sqrt(double_dot(A, A)) * A;
}

/// f of a symmetric matrix by its eigenvalues.
template <typename Function>
Mat3 by_eigenvalues(const Mat3& A, const Function& f) {
  const Spectrum3 spectrum = spectrum_of(A);
  Mat3 result;
  for (int k = 0; k < 3; ++k) {
    result += f(spectrum.value[k]) * outer(spectrum.vector.column(k), spectrum.vector.column(k));
  }
  return result;
}

void expect_close(const Mat3& a, const Mat3& b, double tolerance) {
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(a.m[k], b.m[k], tolerance);
}

TEST(SmallLogarithm, IsThatOfTheEigenvaluesWithTheDigitsOfSmallMatrices) {
  std::mt19937 rng(20261221);
  for (const double size : {kSmallLogarithm, 0.03, 1e-3, 1e-8, 1e-15}) {
    for (int sample = 0; sample < 200; ++sample) {
      const Mat3 X = symmetric(size, rng);
      expect_close(logarithm_of_unit_plus(X),
                   by_eigenvalues(X, [](double x) { return std::log1p(x); }), 4.0 * kTol * size);
      expect_close(exponential_minus_unit(X),
                   by_eigenvalues(X, [](double x) { return std::expm1(x); }), 4.0 * kTol * size);
    }
  }
}

TEST(SmallLogarithm, IsTheInverseOfTheExponential) {
  std::mt19937 rng(20261222);
  for (int sample = 0; sample < 200; ++sample) {
    const Mat3 X = symmetric(0.09, rng);
    expect_close(logarithm_of_unit_plus(exponential_minus_unit(X)), X, kTol);
  }
}

TEST(SmallLogarithm, OfZeroIsZero) {
  EXPECT_EQ(logarithm_of_unit_plus(Mat3{}), Mat3{});
  EXPECT_EQ(exponential_minus_unit(Mat3{}), Mat3{});
}

}  // namespace
}  // namespace solfec
