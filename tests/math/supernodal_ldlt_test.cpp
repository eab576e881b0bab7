#include "math/supernodal_ldlt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "base/thread_team.h"
#include "math/lapack.h"
#include "math/sparse_factor.h"

namespace solfec {
namespace {

/// A symmetric matrix with the pattern of the 27-point stencil on a box of nodes, random blocks.
BlockCsr stencil(int nx, int ny, int nz, double diagonal, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const int n = nx * ny * nz;
  std::vector<std::vector<std::pair<int, Mat3>>> rows(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const int place[3] = {i % nx, i / nx % ny, i / (nx * ny)};
    for (int j = i; j < n; ++j) {
      const int other[3] = {j % nx, j / nx % ny, j / (nx * ny)};
      int far = 0;
      for (int a = 0; a < 3; ++a) far = std::max(far, std::abs(place[a] - other[a]));
      if (far > 1) continue;
      Mat3 block;
      for (double& entry : block.m) entry = unit(rng);
      if (i == j) block = block + transpose(block) + diagonal * identity();
      rows[std::size_t(i)].emplace_back(j, block);
      if (i != j) rows[std::size_t(j)].emplace_back(i, transpose(block));
    }
  }
  BlockCsr K;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (const auto& [j, block] : row) {
      K.column.push_back(j);
      K.block.push_back(block);
    }
    K.row_start.push_back(static_cast<int>(K.column.size()));
  }
  return K;
}

Eigen::MatrixXd dense(const BlockCsr& K, std::span<const double> D, double c) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3L * K.row_count(), 3L * K.row_count());
  for (int i = 0; i < K.row_count(); ++i) {
    for (int k = K.row_start[std::size_t(i)]; k < K.row_start[std::size_t(i) + 1]; ++k) {
      const int j = K.column[std::size_t(k)];
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) A(3 * i + a, 3 * j + b) += c * K.block[std::size_t(k)](a, b);
        if (i == j) A(3 * i + a, 3 * i + a) += D[std::size_t(i)];
      }
    }
  }
  return A;
}

struct Case {
  int nx, ny, nz;
  double diagonal;  // below some 40: indefinite
};

/// The factors of a case and its inverse by dense algebra.
bool factor_with_inverse(const Case& wanted, SupernodalLdlt& ldlt, Eigen::MatrixXd& inverse) {
  const BlockCsr K = stencil(wanted.nx, wanted.ny, wanted.nz, wanted.diagonal, 7);
  const std::vector<double> D(static_cast<std::size_t>(K.row_count()), 0.3);
  inverse = dense(K, D, 0.5).inverse();
  ldlt.analyse(K, nested_dissection_order(K));
  return ldlt.factor(D, 0.5, K);
}

/// Σ w_a w_b of the blocks between the rows of two points.
Eigen::Matrix3d block_between(const Eigen::MatrixXd& inverse, const WeightedRows& one,
                              const WeightedRows& other) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (std::size_t a = 0; a < one.row.size(); ++a) {
    for (std::size_t b = 0; b < other.row.size(); ++b) {
      sum +=
          one.weight[a] * other.weight[b] * inverse.block<3, 3>(3L * one.row[a], 3L * other.row[b]);
    }
  }
  return sum;
}

class SupernodalLdltOf : public ::testing::TestWithParam<Case> {};

TEST_P(SupernodalLdltOf, SolvesAsDenseGauss) {
  const auto [nx, ny, nz, diagonal] = GetParam();
  const BlockCsr K = stencil(nx, ny, nz, diagonal, 7);
  const auto n = static_cast<std::size_t>(K.row_count());
  std::vector<double> D(n);
  for (std::size_t i = 0; i < n; ++i) D[i] = 0.1 * static_cast<double>(i % 7);
  SupernodalLdlt ldlt;
  ldlt.analyse(K, nested_dissection_order(K));
  ASSERT_TRUE(ldlt.factor(D, 0.5, K));
  EXPECT_EQ(ldlt.definite(), diagonal > 40.0);
  const Eigen::MatrixXd A = dense(K, D, 0.5);
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(A.rows(), -1.0, 2.0);
  const Eigen::VectorXd expected = A.partialPivLu().solve(b);
  std::vector<Vec3> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int a = 0; a < 3; ++a) x[i][a] = b[static_cast<Eigen::Index>(3 * i) + a];
  }
  ldlt.solve(x, x);
  const Eigen::Map<const Eigen::VectorXd> found(&x[0].x, A.rows());
  EXPECT_LE((found - expected).norm(), 1e-9 * expected.norm());

  // columns of points between rows, more of them than are solved for together
  const std::vector<std::int32_t> wanted{0, static_cast<std::int32_t>(n) - 1,
                                         static_cast<std::int32_t>(n) / 2};
  std::vector<std::int32_t> number(n);
  std::iota(number.begin(), number.end(), 0);
  const double half[] = {0.5, 0.25};
  std::vector<WeightedRows> points;
  for (std::size_t s = 0; s + 1 < std::min<std::size_t>(n, 40); ++s) {
    points.push_back({std::span(number).subspan(s, 2), half});
  }
  std::vector<Mat3> blocks(points.size() * wanted.size());
  ldlt.inverse_columns(points, wanted, blocks);
  const Eigen::MatrixXd inverse = A.inverse();
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const auto row = 3L * wanted[k];
      const auto column = static_cast<Eigen::Index>(3 * s);
      const Eigen::Matrix3d sum =
          0.5 * inverse.block<3, 3>(row, column) + 0.25 * inverse.block<3, 3>(row, column + 3);
      const Eigen::Map<const Eigen::Matrix3d> got(blocks[s * wanted.size() + k].m);
      EXPECT_LE((got - sum).norm(), 1e-9 * inverse.norm());
    }
  }
}

// Points of one row, of neighbours, which are in one front, and of rows far apart.
TEST_P(SupernodalLdltOf, BlocksAtPointsAreThoseOfTheDenseInverse) {
  SupernodalLdlt ldlt;
  Eigen::MatrixXd inverse;
  ASSERT_TRUE(factor_with_inverse(GetParam(), ldlt, inverse));
  const auto n = static_cast<std::size_t>(ldlt.row_count());
  const double weights[] = {0.5, 0.3, -0.2};
  std::vector<std::array<std::int32_t, 3>> rows;
  for (std::size_t i = 0; i < n; i += 3) {
    const auto row = static_cast<std::int32_t>(i);
    const auto last = static_cast<std::int32_t>(n - 1);
    rows.push_back({row, std::min(row + 1, last), last - row});
  }
  std::vector<WeightedRows> points;
  for (std::size_t s = 0; s < rows.size(); ++s) {
    const std::size_t size = 1 + s % 3;
    points.push_back({std::span(rows[s]).first(size), std::span(weights).first(size)});
  }
  std::vector<Mat3> blocks(points.size());
  ldlt.inverse_at_points(points, blocks);
  for (std::size_t s = 0; s < points.size(); ++s) {
    const Eigen::Matrix3d expected = block_between(inverse, points[s], points[s]);
    const Eigen::Map<const Eigen::Matrix3d> got(blocks[s].m);
    EXPECT_LE((got - expected).norm(), 1e-9 * inverse.norm());
  }
}

// Points of one row, of neighbours and of rows at both ends, in any order; once more with others,
// so that nothing is left of the first ones.
TEST_P(SupernodalLdltOf, BlocksBetweenPointsAreThoseOfTheDenseInverse) {
  SupernodalLdlt ldlt;
  Eigen::MatrixXd inverse;
  ASSERT_TRUE(factor_with_inverse(GetParam(), ldlt, inverse));
  const auto n = static_cast<std::size_t>(ldlt.row_count());
  std::mt19937 rng(3);
  std::uniform_int_distribution<std::int32_t> any(0, static_cast<std::int32_t>(n) - 1);
  const double weights[] = {0.5, 0.3, -0.2};
  for (const std::size_t number : {std::size_t{37}, std::size_t{5}}) {
    std::vector<std::array<std::int32_t, 3>> rows(number);
    std::vector<WeightedRows> points;
    for (std::size_t s = 0; s < number; ++s) {
      for (std::int32_t& row : rows[s]) row = any(rng);
      const std::size_t size = 1 + s % 3;
      points.push_back({std::span(rows[s]).first(size), std::span(weights).first(size)});
    }
    std::vector<Mat3> blocks(number * (number + 1) / 2);
    ldlt.inverse_between(points, blocks);
    std::size_t entry = 0;
    for (std::size_t s = 0; s < number; ++s) {
      for (std::size_t t = 0; t <= s; ++t, ++entry) {
        const Eigen::Matrix3d expected = block_between(inverse, points[t], points[s]);
        const Eigen::Map<const Eigen::Matrix3d> got(blocks[entry].m);
        EXPECT_LE((got - expected).norm(), 1e-9 * inverse.norm()) << t << " " << s;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boxes, SupernodalLdltOf,
                         ::testing::Values(Case{4, 1, 1, 60.0}, Case{60, 2, 2, 60.0},
                                           Case{7, 7, 7, 60.0}, Case{6, 5, 4, 0.0},
                                           Case{20, 3, 1, 0.0}));

// BLAS alone may not be called by two threads at once.
TEST(SupernodalLdlt, ThreadsThatFactorAtOnceFindTheSameSolution) {
  const BlockCsr K = stencil(6, 6, 5, 60.0, 3);
  const auto n = static_cast<std::size_t>(K.row_count());
  const std::vector<int> order = nested_dissection_order(K);
  const std::vector<double> D(n, 1.0);
  const auto solution = [&] {
    SupernodalLdlt ldlt;
    ldlt.analyse(K, order);
    EXPECT_TRUE(ldlt.factor(D, 1.0, K));
    std::vector<Vec3> x(n, Vec3{1, 2, 3});
    ldlt.solve(x, x);
    return x;
  };
  const std::vector<Vec3> alone = solution();
  std::vector<std::vector<Vec3>> found(100);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t k = t; k < found.size(); k += 4) found[k] = solution();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Vec3>& one : found) EXPECT_EQ(one, alone);
}

// Likewise dense matrices of more rows than need no buffers.
TEST(SupernodalLdlt, ThreadsThatInvertAtOnceFindTheSameInverse) {
  constexpr int kRows = 33;
  const auto inverse = [&] {
    std::vector<double> A(at(kRows * kRows), 0.25);
    for (int i = 0; i < kRows; ++i) A[at(i * (kRows + 1))] = kRows + i;
    EXPECT_TRUE(invert_symmetric(kRows, A));
    return A;
  };
  const std::vector<double> alone = inverse();
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 2000; ++k) wrong[t] += inverse() == alone ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int number : wrong) EXPECT_EQ(number, 0);
}

// Definite or not: subtrees, crown and the fronts that are tried again are the same.
TEST(SupernodalLdlt, HasTheSameBitsForAnyNumberOfThreads) {
  for (const double diagonal : {60.0, 3.0}) {
    const BlockCsr K = stencil(12, 11, 9, diagonal, 4);
    const auto n = at(K.row_count());
    const std::vector<double> D(n, 0.2);
    SupernodalLdlt ldlt;
    ldlt.analyse(K, nested_dissection_order(K));
    std::vector<Vec3> alone;
    std::vector<std::int32_t> number(n);
    std::iota(number.begin(), number.end(), 0);
    const double whole = 1.0;
    std::vector<WeightedRows> points;
    points.reserve(n);
    for (const std::int32_t& row : number) points.push_back({{&row, 1}, {&whole, 1}});
    std::vector<Mat3> blocks_alone;
    for (const int threads : {1, 2, 3}) {
      set_thread_count(threads);
      ASSERT_TRUE(ldlt.factor(D, 1.0, K));
      std::vector<Vec3> x(n, Vec3{1.0, -2.0, 0.5});
      ldlt.solve(x, x);
      std::vector<Mat3> blocks(n);
      ldlt.inverse_at_points(points, blocks);
      if (threads == 1) alone = x, blocks_alone = blocks;
      EXPECT_EQ(x, alone) << threads;
      EXPECT_EQ(blocks, blocks_alone) << threads;
    }
    set_thread_count(1);
    // Pivots stay inside their blocks, so the indefinite factors are not backward stable: a step of
    // refinement has to make up for their growth, as it does in use.
    std::vector<Vec3> miss(n);
    for (const double bound : {1e-6, 1e-11}) {
      double error = 0.0;
      for (int i = 0; i < K.row_count(); ++i) {
        miss[at(i)] = Vec3{1.0, -2.0, 0.5} - K.row_product(i, alone) - 0.2 * alone[at(i)];
        error = std::max(error, norm_inf(miss[at(i)]));
      }
      EXPECT_LE(error, bound) << diagonal;
      ldlt.solve(miss, miss);
      for (std::size_t i = 0; i < n; ++i) alone[i] += miss[i];
    }
  }
}

TEST(SupernodalLdlt, RefusesASingularMatrix) {
  BlockCsr K = stencil(5, 4, 3, 60.0, 1);
  for (Mat3& block : K.block) block = {};
  SupernodalLdlt ldlt;
  ldlt.analyse(K, nested_dissection_order(K));
  EXPECT_FALSE(ldlt.factor(std::vector<double>(at(K.row_count()), 0.0), 1.0, K));
}

}  // namespace
}  // namespace solfec
