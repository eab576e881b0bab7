#include "math/eigenvalue_bound.h"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-12;

/// Q diag(values) Qᵀ with a random orthogonal Q.
Eigen::MatrixXd with_eigenvalues(const Eigen::VectorXd& values) {
  std::srand(5);  // NOLINT: of Eigen's Random
  const Eigen::MatrixXd random = Eigen::MatrixXd::Random(values.size(), values.size());
  const Eigen::MatrixXd Q = random.householderQr().householderQ();
  return Q * values.asDiagonal() * Q.transpose();
}

EigenvalueBound bound_of(const Eigen::MatrixXd& A, double share, double known = 1e300) {
  const int n = static_cast<int>(A.rows());
  const LinearMap map = [&](std::span<const double> x, std::span<double> y) {
    Eigen::Map<Eigen::VectorXd>(y.data(), n) = A * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  };
  return bound_largest_eigenvalue(n, map, share, known);
}

void expect_bound(const Eigen::VectorXd& values, double share) {
  const double largest = values.maxCoeff();
  const EigenvalueBound bound = bound_of(with_eigenvalues(values), share);
  EXPECT_GE(bound.value, largest * (1.0 - kRounding)) << values.size() << ' ' << share;
  EXPECT_LE(bound.value, largest / (1.0 - share) * (1.0 + kRounding)) << values.size();
  EXPECT_LE(bound.ritz, largest * (1.0 + kRounding)) << values.size();
}

// Spectra of every shape: even, crowded at the top, one value far above the others or just above
// them, values of many orders, matrices without rank.
TEST(EigenvalueBound, HoldsForSpectraOfEveryShape) {
  for (const double share : {0.3, 0.02, 1e-3}) {
    for (const int n : {1, 2, 9, 60, 300}) {
      const Eigen::VectorXd even = Eigen::VectorXd::LinSpaced(n, n > 1 ? 0.0 : 7.0, 7.0);
      expect_bound(even, share);
      expect_bound(7.0 - (even.array() / 7.0).pow(6) * 7.0 + 1e-3, share);
      expect_bound(even.array().pow(6), share);
      Eigen::VectorXd lone = Eigen::VectorXd::Ones(n);
      lone[n / 2] = 1.03;
      expect_bound(lone, share);
      lone[n / 2] = 1e6;
      expect_bound(lone, share);
      expect_bound((even.array() - 7.0).exp() * 1e20, share);
      Eigen::VectorXd rank_one = Eigen::VectorXd::Zero(n);
      rank_one[n - 1] = 3e-9;
      expect_bound(rank_one, share);
    }
  }
}

// The number of steps is that of the theorem, 122 for 2 % and n = 3e5 (by hand); fewer where the
// matrix has few different eigenvalues.
TEST(EigenvalueBound, TakesTheStepsOfTheTheorem) {
  const Eigen::VectorXd even = Eigen::VectorXd::LinSpaced(400, 0.0, 1.0);
  const double exponent = std::log(1.648 * 20.0 * 1e12);
  const int expected = static_cast<int>(std::ceil(0.5 * (exponent / std::sqrt(0.02) + 1.0)));
  EXPECT_EQ(bound_of(with_eigenvalues(even), 0.02).steps, expected);
  EXPECT_LE(bound_of(Eigen::MatrixXd::Identity(50, 50), 0.02).steps, 3);
  EXPECT_EQ(bound_of(Eigen::MatrixXd::Zero(5, 5), 0.02).value, 0.0);
}

TEST(EigenvalueBound, EndsWhereItCannotBeatTheKnownOne) {
  const Eigen::VectorXd even = Eigen::VectorXd::LinSpaced(400, 0.0, 1.0);
  const EigenvalueBound bound = bound_of(with_eigenvalues(even), 0.02, 1.001);
  EXPECT_EQ(bound.value, 1.001);
  EXPECT_LT(bound.steps, 100);
}

}  // namespace
}  // namespace solfec
