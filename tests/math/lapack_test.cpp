#include "math/lapack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "math/small_cholesky.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // relative; condition numbers below are at most 1e3

using Dense = std::vector<double>;  // n x n, column after column

double& of(Dense& A, int n, int i, int j) { return A[at(i + n * j)]; }

/// Q diag(values) Qᵀ with Q from reflections at random vectors: a symmetric matrix with known
/// eigenvalues.
Dense with_eigenvalues(const std::vector<double>& values, std::mt19937& rng) {
  const int n = count(values);
  Dense A(at(n * n));
  for (int i = 0; i < n; ++i) of(A, n, i, i) = values[at(i)];
  std::normal_distribution<double> normal;
  for (int turn = 0; turn < 3; ++turn) {
    std::vector<double> v(at(n));
    double square = 0.0;
    for (double& entry : v) {
      entry = normal(rng);
      square += entry * entry;
    }
    for (const bool rows : {true, false}) {  // A - 2 v (vᵀ A) / vᵀv, then the same from the right
      for (int k = 0; k < n; ++k) {
        double sum = 0.0;
        for (int i = 0; i < n; ++i) sum += v[at(i)] * (rows ? of(A, n, i, k) : of(A, n, k, i));
        for (int i = 0; i < n; ++i) {
          (rows ? of(A, n, i, k) : of(A, n, k, i)) -= 2.0 * v[at(i)] * sum / square;
        }
      }
    }
  }
  return A;
}

/// Largest entry of A B - 1.
double distance_from_inverse(Dense A, Dense B, int n) {
  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = i == j ? -1.0 : 0.0;
      for (int k = 0; k < n; ++k) sum += of(A, n, i, k) * of(B, n, k, j);
      largest = std::max(largest, std::fabs(sum));
    }
  }
  return largest;
}

std::vector<double> spread(int n, double first, double last) {
  std::vector<double> values(at(n));
  for (int i = 0; i < n; ++i) values[at(i)] = first + (last - first) * i / std::max(1, n - 1);
  return values;
}

TEST(Lapack, InvertsDefiniteAndIndefiniteMatrices) {
  std::mt19937 rng{20260101};
  for (const int n : {1, 2, 9, 24, 96}) {
    for (const double first : {1.0, -37.3}) {
      const Dense A = with_eigenvalues(spread(n, first, 500.0), rng);
      Dense inverse = A;
      for (int j = 0; j < n; ++j) {  // only the lower triangle is read
        for (int i = 0; i < j; ++i) of(inverse, n, i, j) = 1e9;
      }
      ASSERT_TRUE(invert_symmetric(n, inverse)) << n;
      EXPECT_LE(distance_from_inverse(A, inverse, n), 1e3 * kTol) << n << " " << first;
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < j; ++i) EXPECT_EQ(of(inverse, n, i, j), of(inverse, n, j, i));
      }
    }
  }
}

TEST(Lapack, InvertsDefiniteMatricesAlone) {
  std::mt19937 rng{20260104};
  for (const int n : {1, 9, 40}) {
    for (const double first : {0.5, -0.5}) {
      const Dense A = with_eigenvalues(spread(n, first, first > 0.0 ? 50.0 : -50.0), rng);
      Dense inverse = A;
      ASSERT_EQ(invert_definite(n, inverse), first > 0.0) << n;
      if (first > 0.0) {
        EXPECT_LE(distance_from_inverse(A, inverse, n), 1e3 * kTol);
      } else {
        EXPECT_EQ(inverse, A);
      }
    }
  }
  const Dense mixed = with_eigenvalues(spread(9, -1.0, 50.0), rng);
  Dense same = mixed;
  EXPECT_FALSE(invert_definite(9, same));
  EXPECT_EQ(same, mixed);
}

TEST(Lapack, RefusesSingularMatrices) {
  std::mt19937 rng{20260102};
  std::vector<double> values = spread(9, -1.0, 3.0);
  values[4] = 0.0;
  Dense A = with_eigenvalues(values, rng);
  EXPECT_FALSE(invert_symmetric(9, A));
  Dense zero(81);
  std::vector<double> b(9, 1.0);
  EXPECT_FALSE(solve_dense(9, zero, b));
}

TEST(Lapack, AMatrixWithoutRowsIsItsInverse) {
  Dense none;
  EXPECT_TRUE(invert_definite(0, none));
  std::vector<double> b;
  testing::internal::CaptureStdout();
  EXPECT_TRUE(invert_symmetric(0, none));
  EXPECT_TRUE(solve_dense(0, none, b));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");  // the library writes what it refuses
}

TEST(Lapack, SolvesAnUnsymmetricSystem) {
  std::mt19937 rng{20260103};
  Dense A = with_eigenvalues(spread(9, 1.0, 50.0), rng);
  of(A, 9, 0, 8) += 7.0;
  const std::vector<double> x = spread(9, -2.0, 4.0);
  std::vector<double> b(9);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) b[at(i)] += of(A, 9, i, j) * x[at(j)];
  }
  ASSERT_TRUE(solve_dense(9, A, b));
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(b[at(i)], x[at(i)], 1e2 * kTol);
}

// The second difference with fixed ends has the eigenvalues 2 - 2 cos (k pi / (n + 1)).
TEST(Lapack, EigenvaluesAreThoseOfTheSecondDifference) {
  for (const int n : {1, 9, 24}) {
    Dense A(at(n * n));
    for (int i = 0; i < n; ++i) of(A, n, i, i) = 2.0;
    for (int i = 0; i + 1 < n; ++i) of(A, n, i + 1, i) = -1.0;  // the lower triangle is enough
    Dense vectors = A;
    std::vector<double> values(at(n));
    std::vector<double> again(at(n));
    symmetric_eigenvalues(n, A, values);
    symmetric_eigenvectors(n, vectors, again);
    for (int k = 0; k < n; ++k) {
      const double exact = 2.0 - 2.0 * std::cos((k + 1) * std::numbers::pi / (n + 1));
      EXPECT_NEAR(values[at(k)], exact, kTol);
      EXPECT_NEAR(again[at(k)], exact, kTol);
      for (int i = 0; i < n; ++i) {  // sin (i k pi / (n + 1)), up to sign and length
        const double sine = std::sin((i + 1) * (k + 1) * std::numbers::pi / (n + 1));
        EXPECT_NEAR(std::fabs(of(vectors, n, i, k)), std::fabs(sine) * std::sqrt(2.0 / (n + 1)),
                    1e2 * kTol);
      }
    }
  }
}

TEST(SmallCholesky, FactorsReproduceTheMatrixAndInvertIt) {
  std::mt19937 rng{20260104};
  for (const int n : {1, 9, 24}) {
    Dense A = with_eigenvalues(spread(n, 1.0, 500.0), rng);
    Dense factor = A;
    ASSERT_TRUE(factor_cholesky(n, factor.data()));
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) {
        double sum = 0.0;
        for (int k = 0; k <= j; ++k) sum += of(factor, n, i, k) * of(factor, n, j, k);
        EXPECT_NEAR(sum, of(A, n, i, j), 500.0 * kTol);
      }
    }
    Dense inverse(A.size());
    invert_from_cholesky(n, factor.data(), inverse.data());
    EXPECT_LE(distance_from_inverse(A, inverse, n), 1e3 * kTol);
  }
}

TEST(SmallCholesky, TellsDefiniteFromIndefinite) {
  std::mt19937 rng{20260105};
  for (const double least : {1e-6, -1e-6}) {
    std::vector<double> values = spread(9, 1.0, 2.0);
    values[3] = least;
    Dense A = with_eigenvalues(values, rng);
    EXPECT_EQ(factor_cholesky(9, A.data()), least > 0.0);
  }
  std::array<double, 1> nothing{std::nan("")};
  EXPECT_FALSE(factor_cholesky(1, nothing.data()));
}

/// A = P - N with P and N semi-definite and P N = 0 has the positive part P alone.
TEST(Lapack, PositivePartIsWhatIsLeftWithoutNegativeEigenvalues) {
  std::mt19937 rng(11);
  for (const std::vector<double>& values : {std::vector<double>{-2.0, 3.0, 0.5},
                                            {1.0, 2.0, 3.0},
                                            {-1.0, -2.0, -3.0},
                                            {4.0, -1.0, 0.0, 2.0, -5.0, 7.0, -0.1, 0.2, 1.0}}) {
    const int n = count(values);
    const Dense A = with_eigenvalues(values, rng);
    Dense P = A;
    take_positive_part(n, P);
    std::vector<double> expected;
    for (const double value : values) expected.push_back(std::max(0.0, value));
    std::sort(expected.begin(), expected.end());
    std::vector<double> found(values.size());
    Dense copy = P;
    symmetric_eigenvalues(n, copy, found);
    for (int k = 0; k < n; ++k) EXPECT_NEAR(found[at(k)], expected[at(k)], kTol * 10.0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        double product = 0.0;  // of P and N = P - A
        for (int k = 0; k < n; ++k) {
          product += P[at(i + n * k)] * (P[at(k + n * j)] - A[at(k + n * j)]);
        }
        EXPECT_NEAR(product, 0.0, kTol * 100.0) << i << j;
      }
    }
  }
}

}  // namespace
}  // namespace solfec
