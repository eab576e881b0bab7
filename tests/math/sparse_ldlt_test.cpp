#include "math/sparse_ldlt.h"

#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"

namespace solfec {
namespace {

struct SparseNumbers {
  SparsePattern pattern;
  std::vector<double> value;
};

/// Entries that are not zero, and the diagonal.
SparseNumbers sparse(const Eigen::MatrixXd& A) {
  SparseNumbers sparse;
  for (int j = 0; j < A.cols(); ++j) {
    sparse.pattern.column_start.push_back(count(sparse.value));
    for (int i = 0; i < A.rows(); ++i) {
      if (A(i, j) == 0.0 && i != j) continue;
      sparse.pattern.row.push_back(i);
      sparse.value.push_back(A(i, j));
    }
  }
  sparse.pattern.column_start.push_back(count(sparse.value));
  return sparse;
}

/// B Bᵀ of a sparse B plus a diagonal.
Eigen::MatrixXd random_definite(int n, double diagonal) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    B(i, i) = 1.0;
    for (int k = 0; k < 2; ++k) B(i, static_cast<int>(rng() % unsigned(n))) += unit(rng);
  }
  return B * B.transpose() + diagonal * Eigen::MatrixXd::Identity(n, n);
}

SparseLdlt::Result factor(SparseLdlt& ldlt, const Eigen::MatrixXd& A, double most = 1e9) {
  const SparseNumbers numbers = sparse(A);
  return ldlt.factor(numbers.pattern, numbers.value, most);
}

TEST(SparseLdlt, SolutionsFulfilTheEquations) {
  for (const int n : {1, 2, 7, 60}) {
    const Eigen::MatrixXd A = random_definite(n, 0.1);
    SparseLdlt ldlt;
    ASSERT_EQ(factor(ldlt, A).outcome, SparseLdlt::Outcome::factored);
    for (const int columns : {1, 3, 8, 19}) {
      Eigen::MatrixXd b = Eigen::MatrixXd::Random(n, columns);
      b.row(0).setZero();
      Eigen::MatrixXd x = b;
      ldlt.solve({x.data(), static_cast<std::size_t>(x.size())});
      EXPECT_LE((A * x - b).norm(), 1e-12 * A.norm() * x.norm()) << n << ", " << columns;
    }
  }
}

TEST(SparseLdlt, TheUnknownWithoutPositivePivotIsNamed) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(6, 6);
  A(2, 2) = -3.0;
  SparseLdlt ldlt;
  SparseLdlt::Result result = factor(ldlt, A);
  EXPECT_EQ(result.outcome, SparseLdlt::Outcome::not_definite);
  EXPECT_EQ(result.unknown, 2);
  EXPECT_EQ(result.pivot, -3.0);

  A(2, 2) = 4.0;
  A(2, 4) = A(4, 2) = 4.0;  // pivot 1 - 16 / 4 or 4 - 16 by order: -3 of each diagonal
  result = factor(ldlt, A);
  EXPECT_EQ(result.outcome, SparseLdlt::Outcome::not_definite);
  EXPECT_TRUE(result.unknown == 2 || result.unknown == 4) << result.unknown;
  EXPECT_EQ(result.pivot, -3.0);
}

TEST(SparseLdlt, SingularMatricesAreFoundInSpiteOfRounding) {
  // Free chain of springs: translation costs nothing.
  for (const int n : {2, 10, 200}) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i + 1 < n; ++i) {
      const double k = 1.0 / (3.0 + i);
      A(i, i) += k;
      A(i + 1, i + 1) += k;
      A(i, i + 1) -= k;
      A(i + 1, i) -= k;
    }
    SparseLdlt ldlt;
    EXPECT_EQ(factor(ldlt, A).outcome, SparseLdlt::Outcome::not_definite) << n;
    A += 1e-6 * Eigen::MatrixXd::Identity(n, n);
    EXPECT_EQ(factor(ldlt, A).outcome, SparseLdlt::Outcome::factored) << n;
  }
}

TEST(SparseLdlt, FactorsBeyondTheLimitAreNotTried) {
  const Eigen::MatrixXd A = Eigen::MatrixXd::Ones(20, 20) + Eigen::MatrixXd::Identity(20, 20);
  SparseLdlt ldlt;
  EXPECT_EQ(factor(ldlt, A, 209).outcome, SparseLdlt::Outcome::too_large);  // 20 * 21 / 2
  EXPECT_EQ(factor(ldlt, A, 210).outcome, SparseLdlt::Outcome::factored);
}

}  // namespace
}  // namespace solfec
