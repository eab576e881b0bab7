#include "math/largest_eigenvalues.h"

#include <cmath>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kValue = 1e-12;     // relative
constexpr double kResidual = 1e-10;  // over the largest eigenvalue; the tolerance is 1e-11

SymmetricOperator product(const Eigen::MatrixXd& A) {
  return {static_cast<int>(A.rows()), [&A](std::span<const double> x, std::span<double> y) {
            Eigen::Map<Eigen::VectorXd>(y.data(), A.rows()) =
                A * Eigen::Map<const Eigen::VectorXd>(x.data(), A.rows());
          }};
}

Eigen::MatrixXd random_basis(int n) {
  std::mt19937 rng(20260703);
  std::normal_distribution<double> entry;
  const Eigen::MatrixXd random =
      Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index, Eigen::Index) { return entry(rng); });
  return Eigen::HouseholderQR<Eigen::MatrixXd>(random).householderQ();
}

// The inverse of ω² has 1e-13 s² and less for small stiff bodies.
TEST(LargestEigenvalues, DoNotDependOnTheUnit) {
  constexpr int n = 150;
  constexpr int count = 9;
  const Eigen::MatrixXd basis = random_basis(n);
  const Eigen::VectorXd value = Eigen::VectorXd::LinSpaced(n, 1.0, 0.01);
  for (const double unit : {1e-24, 1e-12, 1.0, 1e12}) {
    const Eigen::MatrixXd A = unit * (basis * value.asDiagonal() * basis.transpose());
    const EigenPairs pairs = largest_eigenvalues(product(A), {}, count, {});
    ASSERT_EQ(pairs.count(), count);
    const Eigen::Map<const Eigen::MatrixXd> V(pairs.vector.data(), n, count);
    for (int k = 0; k < count; ++k) {
      EXPECT_NEAR(pairs.value[k], unit * value[k], kValue * unit) << unit;
      EXPECT_LE((A * V.col(k) - pairs.value[k] * V.col(k)).norm(), kResidual * unit) << unit;
    }
  }
}

// A Krylov space of an exactly diagonal matrix never has a second vector of an eigenspace.
TEST(LargestEigenvalues, HaveAllCopies) {
  constexpr int n = 120;
  Eigen::VectorXd value = Eigen::VectorXd::Constant(n, 0.25);
  const int ends[] = {1, 6, 9, 11, 15};
  for (int k = 0, i = 0; k < 5; ++k) {
    for (; i < ends[k]; ++i) value[i] = 2.0 - 0.25 * k;
  }
  const Eigen::MatrixXd A = 1e-13 * Eigen::MatrixXd(value.asDiagonal());
  for (const int count : {1, 3, 6, 10, 15}) {  // also in the middle of equal ones
    const EigenPairs pairs = largest_eigenvalues(product(A), {}, count, {});
    ASSERT_EQ(pairs.count(), count);
    for (int k = 0; k < count; ++k) EXPECT_NEAR(pairs.value[k], 1e-13 * value[k], 1e-25) << k;
  }
}

TEST(LargestEigenvalues, AreOrthogonalToKnownVectors) {
  constexpr int n = 90;
  const Eigen::MatrixXd basis = random_basis(n);
  Eigen::VectorXd value = Eigen::VectorXd::LinSpaced(n, 1.0, 0.1);
  value.head(3).setConstant(1e9);  // as rigid motions under a small shift
  const Eigen::MatrixXd A = basis * value.asDiagonal() * basis.transpose();
  const Eigen::MatrixXd known = basis.leftCols(3);
  const EigenPairs pairs =
      largest_eigenvalues(product(A), {known.data(), std::size_t{3 * n}}, 8, {});
  ASSERT_EQ(pairs.count(), 8);
  const Eigen::Map<const Eigen::MatrixXd> V(pairs.vector.data(), n, 8);
  EXPECT_LE((known.transpose() * V).norm(), kValue);
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(pairs.value[k], value[k + 3], 1e-6);  // 1e9 of rounding
}

// All values but one beside many known vectors: the basis has no more room than these leave.
TEST(LargestEigenvalues, AreFoundWhereKnownVectorsLeaveLittleRoom) {
  constexpr int n = 40;
  const Eigen::MatrixXd basis = random_basis(n);
  const Eigen::VectorXd value = Eigen::VectorXd::LinSpaced(n, 2.0, 0.1);
  const Eigen::MatrixXd A = basis * value.asDiagonal() * basis.transpose();
  for (const int known : {0, 20, 35}) {
    const Eigen::MatrixXd left_out = basis.leftCols(known);
    const int count = n - known - 1;
    const EigenPairs pairs = largest_eigenvalues(
        product(A), {left_out.data(), static_cast<std::size_t>(left_out.size())}, count, {});
    ASSERT_EQ(pairs.count(), count) << known;
    for (int k = 0; k < count; ++k) EXPECT_NEAR(pairs.value[k], value[known + k], 1e-11) << known;
  }
}

TEST(AllEigenvalues, AscendWithVectorsThatFulfilTheirEquation) {
  constexpr int n = 12;
  const Eigen::MatrixXd basis = random_basis(n);
  const Eigen::VectorXd value = Eigen::VectorXd::LinSpaced(n, -1.0, 3.0);
  const Eigen::MatrixXd A = basis * value.asDiagonal() * basis.transpose();
  const EigenPairs pairs = all_eigenvalues(n, {A.data(), std::size_t{n * n}});
  ASSERT_EQ(pairs.count(), n);
  ASSERT_EQ(pairs.vector.size(), std::size_t{n * n});
  const Eigen::Map<const Eigen::MatrixXd> V(pairs.vector.data(), n, n);
  EXPECT_LE((V.transpose() * V - Eigen::MatrixXd::Identity(n, n)).norm(), kValue * n);
  for (int k = 0; k < n; ++k) {
    EXPECT_NEAR(pairs.value[k], value[k], kValue * n);
    EXPECT_LE((A * V.col(k) - pairs.value[k] * V.col(k)).norm(), kValue * n);
  }
}

}  // namespace
}  // namespace solfec
