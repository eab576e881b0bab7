#include "math/sparse_lu.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-9;  // relative; the matrices have conditions below 1e5

struct Sparse {
  SparsePattern pattern;
  std::vector<double> values;
};

Sparse sparse_of(const Eigen::MatrixXd& dense, const Eigen::MatrixXi& pattern) {
  Sparse sparse;
  sparse.pattern.column_start.push_back(0);
  for (Eigen::Index c = 0; c < dense.cols(); ++c) {
    for (Eigen::Index r = 0; r < dense.rows(); ++r) {
      if (pattern(r, c) == 0) continue;
      sparse.pattern.row.push_back(static_cast<int>(r));
      sparse.values.push_back(dense(r, c));
    }
    sparse.pattern.column_start.push_back(static_cast<int>(sparse.pattern.row.size()));
  }
  return sparse;
}

/// Symmetric pattern with a full diagonal; about `links` entries per row.
Eigen::MatrixXi random_pattern(int n, double links, std::mt19937& rng) {
  std::bernoulli_distribution linked(std::min(1.0, links / n));
  Eigen::MatrixXi pattern = Eigen::MatrixXi::Identity(n, n);
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < c; ++r) {
      if (linked(rng)) pattern(r, c) = pattern(c, r) = 1;
    }
  }
  return pattern;
}

/// Unsymmetric values on the pattern, some diagonal entries zero, so that pivoting is needed.
Eigen::MatrixXd random_values(const Eigen::MatrixXi& pattern, std::mt19937& rng) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(pattern.rows(), pattern.cols());
  for (Eigen::Index c = 0; c < A.cols(); ++c) {
    for (Eigen::Index r = 0; r < A.rows(); ++r) {
      if (pattern(r, c) != 0) A(r, c) = normal(rng);
    }
    if (c % 5 == 3 && pattern.col(c).sum() > 1) A(c, c) = 0.0;
  }
  return A;
}

void expect_solves_like_dense(const Eigen::MatrixXd& A, SparseLu& lu, const Sparse& sparse,
                              std::mt19937& rng) {
  std::normal_distribution<double> normal;
  const Eigen::FullPivLU<Eigen::MatrixXd> dense(A);
  if (dense.rcond() < 1e-5) return;
  ASSERT_TRUE(lu.factor(sparse.values));
  const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(A.rows(), [&] { return normal(rng); });
  const Eigen::VectorXd expected = dense.solve(b);
  std::vector<double> x(b.data(), b.data() + b.size());
  lu.solve(x, x);  // in place
  const Eigen::Map<const Eigen::VectorXd> found(x.data(), A.rows());
  EXPECT_LE((found - expected).norm(), kTol * expected.norm());
}

TEST(SparseLu, SolvesRandomUnsymmetricSystemsLikeDenseElimination) {
  std::mt19937 rng(20260101);
  for (const int n : {1, 2, 7, 30, 120}) {
    for (int sample = 0; sample < 10; ++sample) {
      const Eigen::MatrixXi pattern = random_pattern(n, 5.0, rng);
      Eigen::MatrixXd A = random_values(pattern, rng);
      Sparse sparse = sparse_of(A, pattern);
      SparseLu lu;
      lu.analyse(sparse.pattern);
      expect_solves_like_dense(A, lu, sparse, rng);
      A = random_values(pattern, rng);  // the same analysis, other values
      sparse = sparse_of(A, pattern);
      expect_solves_like_dense(A, lu, sparse, rng);
    }
  }
}

TEST(SparseLu, SingularMatricesAreRefusedAndTheNextOneIsNot) {
  const Eigen::MatrixXi full = Eigen::MatrixXi::Ones(3, 3);
  Eigen::Matrix3d A;
  A << 1, 2, 3, 4, 5, 9, 7, 8, 15;  // third column = first + second
  SparseLu lu;
  lu.analyse(sparse_of(A, full).pattern);
  EXPECT_FALSE(lu.factor(sparse_of(A, full).values));
  EXPECT_FALSE(lu.factor(std::vector<double>(9, 0.0)));
  std::mt19937 rng(7);
  A(2, 2) = -3.0;
  expect_solves_like_dense(A, lu, sparse_of(A, full), rng);
}

/// Five-point grid of m x m unknowns, row by row.
Eigen::MatrixXi grid_pattern(int m) {
  Eigen::MatrixXi pattern = Eigen::MatrixXi::Identity(m * m, m * m);
  for (int y = 0; y < m; ++y) {
    for (int x = 0; x < m; ++x) {
      const int i = x + m * y;
      if (x + 1 < m) pattern(i, i + 1) = pattern(i + 1, i) = 1;
      if (y + 1 < m) pattern(i, i + m) = pattern(i + m, i) = 1;
    }
  }
  return pattern;
}

Eigen::MatrixXi permuted(const Eigen::MatrixXi& pattern, const std::vector<int>& place) {
  Eigen::MatrixXi result = Eigen::MatrixXi::Zero(pattern.rows(), pattern.cols());
  for (Eigen::Index c = 0; c < pattern.cols(); ++c) {
    for (Eigen::Index r = 0; r < pattern.rows(); ++r) {
      result(place[static_cast<std::size_t>(r)], place[static_cast<std::size_t>(c)]) =
          pattern(r, c);
    }
  }
  return result;
}

/// Entries per column of the factor by elimination as the book tells: every unknown joins all that
/// are left of its neighbours.
std::vector<int> eliminated(Eigen::MatrixXi pattern) {
  std::vector<int> counts;
  const Eigen::Index n = pattern.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    counts.push_back(pattern.col(k).tail(n - k).sum());
    for (Eigen::Index a = k + 1; a < n; ++a) {
      for (Eigen::Index b = k + 1; b < n; ++b) {
        if (pattern(a, k) != 0 && pattern(b, k) != 0) pattern(a, b) = 1;
      }
    }
  }
  return counts;
}

SparsePattern sparse_pattern(const Eigen::MatrixXi& pattern) {
  return sparse_of(Eigen::MatrixXd::Zero(pattern.rows(), pattern.cols()), pattern).pattern;
}

TEST(FactorColumnCounts, MatchSymbolicEliminationOfRandomPatterns) {
  std::mt19937 rng(11);
  for (const int n : {1, 2, 5, 20, 60}) {
    for (const double links : {0.5, 1.5, 4.0}) {
      const Eigen::MatrixXi pattern = random_pattern(n, links, rng);
      EXPECT_EQ(factor_column_counts(sparse_pattern(pattern), 1e9), eliminated(pattern));
    }
  }
}

TEST(FactorColumnCounts, StopWhenTheSumIsBeyondTheBound) {
  const Eigen::MatrixXi pattern = grid_pattern(8);
  const std::vector<int> counts = eliminated(pattern);
  const int sum = std::accumulate(counts.begin(), counts.end(), 0);
  EXPECT_EQ(factor_column_counts(sparse_pattern(pattern), sum), counts);
  EXPECT_TRUE(factor_column_counts(sparse_pattern(pattern), sum - 1).empty());
}

TEST(MinimumDegreeOrder, IsAPermutation) {
  std::mt19937 rng(3);
  for (const int n : {1, 2, 40, 150}) {
    const std::vector<int> place =
        minimum_degree_order(sparse_pattern(random_pattern(n, 3.0, rng)));
    const std::set<int> different(place.begin(), place.end());
    EXPECT_EQ(different.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(*different.begin(), 0);
    EXPECT_EQ(*different.rbegin(), n - 1);
  }
}

TEST(MinimumDegreeOrder, ReducesTheFillOfAGrid) {
  constexpr int kSide = 20;
  const Eigen::MatrixXi grid = grid_pattern(kSide);
  const std::vector<int> natural = eliminated(grid);
  const std::vector<int> ordered =
      eliminated(permuted(grid, minimum_degree_order(sparse_pattern(grid))));
  const int before = std::accumulate(natural.begin(), natural.end(), 0);
  const int after = std::accumulate(ordered.begin(), ordered.end(), 0);
  EXPECT_LT(after, before / 2);  // row by row the band of 20 fills: 20 entries a column
}

TEST(MinimumDegreeOrder, EliminatesTheHubOfAStarLate) {
  constexpr int kLeaves = 30;
  Eigen::MatrixXi star = Eigen::MatrixXi::Identity(kLeaves + 1, kLeaves + 1);
  star.row(0).setOnes();
  star.col(0).setOnes();
  EXPECT_GE(minimum_degree_order(sparse_pattern(star))[0], kLeaves - 1);
}

}  // namespace
}  // namespace solfec
