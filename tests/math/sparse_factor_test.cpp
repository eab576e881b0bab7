#include "math/sparse_factor.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Spring-like matrix of a grid of n³ nodes: Σ over links of g gᵀ-like positive semi-definite
/// blocks B = b bᵀ + 0.1, added as (B, -B; -B, B).
BlockCsr grid_stiffness(int n, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<double> normal;
  const int size = n * n * n;
  std::vector<std::vector<std::pair<int, Mat3>>> rows(static_cast<std::size_t>(size));
  std::vector<Mat3> diagonal_block(static_cast<std::size_t>(size));
  const auto link = [&](int i, int j) {
    const Vec3 b{normal(rng), normal(rng), normal(rng)};
    const Mat3 B = outer(b, b) + 0.1 * identity();
    rows[std::size_t(i)].emplace_back(j, -1.0 * B);
    rows[std::size_t(j)].emplace_back(i, -1.0 * B);
    diagonal_block[std::size_t(i)] += B;
    diagonal_block[std::size_t(j)] += B;
  };
  for (int i = 0; i < size; ++i) {
    if (i % n + 1 < n) link(i, i + 1);
    if (i / n % n + 1 < n) link(i, i + n);
    if (i / (n * n) + 1 < n) link(i, i + n * n);
  }
  BlockCsr K;
  for (int i = 0; i < size; ++i) {
    auto& row = rows[std::size_t(i)];
    row.emplace_back(i, diagonal_block[std::size_t(i)]);
    std::sort(row.begin(), row.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (const auto& [j, block] : row) {
      K.column.push_back(j);
      K.block.push_back(block);
    }
    K.row_start.push_back(static_cast<int>(K.column.size()));
  }
  return K;
}

/// Largest entry of D x + c K x - b.
double residual(std::span<const double> D, double c, const BlockCsr& K, std::span<const Vec3> x,
                std::span<const Vec3> b) {
  double largest = 0.0;
  for (int i = 0; i < K.row_count(); ++i) {
    largest = std::fmax(largest, norm_inf(D[i] * x[i] + c * K.row_product(i, x) - b[i]));
  }
  return largest;
}

// 27 block rows are inverted, 512 factored
class SparseFactorSizes : public ::testing::TestWithParam<int> {};

TEST_P(SparseFactorSizes, SolvesShiftedSystemsWithOneAnalysis) {
  const BlockCsr K = grid_stiffness(GetParam(), 1);
  const auto n = static_cast<std::size_t>(K.row_count());
  std::mt19937 rng(20260313);
  std::uniform_real_distribution<double> unit(0.5, 1.5);
  std::vector<double> D(n);
  std::vector<Vec3> b(n);
  for (double& entry : D) entry = unit(rng);
  for (Vec3& entry : b) entry = {unit(rng), -unit(rng), unit(rng)};
  SparseFactor factor;
  factor.analyse(K);
  for (const double c : {0.0, 1e-3, 1.0, 100.0}) {
    ASSERT_TRUE(factor.factor(D, c, K));
    EXPECT_TRUE(factor.is_definite());
    std::vector<Vec3> x(n);
    factor.solve(b, x);
    EXPECT_LE(residual(D, c, K, x, b), 1e-11) << c;
    std::vector<Vec3> in_place = b;
    factor.solve(in_place, in_place);
    EXPECT_EQ(in_place, x);
    // columns of the inverse
    const int j = K.row_count() / 2;
    std::vector<Mat3> column(n);
    std::vector<std::int32_t> all(n);
    std::iota(all.begin(), all.end(), 0);
    const std::int32_t row = j;
    const double one = 1.0;
    factor.inverse_columns(std::vector<WeightedRows>{{{&row, 1}, {&one, 1}}}, all, column);
    for (int k = 0; k < 3; ++k) {
      std::vector<Vec3> unit_force(n);
      unit_force[std::size_t(j)][k] = 1.0;
      for (std::size_t i = 0; i < n; ++i) x[i] = column[i].column(k);
      EXPECT_LE(residual(D, c, K, x, unit_force), 1e-11) << c;
    }
  }
}

// D = -2 makes some eigenvalues negative.
TEST_P(SparseFactorSizes, SolvesIndefiniteSystems) {
  const BlockCsr K = grid_stiffness(GetParam(), 3);
  const auto n = static_cast<std::size_t>(K.row_count());
  const std::vector<double> D(n, -2.0);
  std::vector<Vec3> b(n, Vec3{1, -2, 3});
  std::vector<Vec3> x(n);
  SparseFactor factor;
  factor.analyse(K);
  ASSERT_TRUE(factor.factor(D, 1.0, K));
  EXPECT_FALSE(factor.is_definite());
  factor.solve(b, x);
  EXPECT_LE(residual(D, 1.0, K, x, b), 1e-8);
  ASSERT_TRUE(factor.factor(std::vector<double>(n, 2.0), 1.0, K));
  EXPECT_TRUE(factor.is_definite());  // it is that of the last matrix
}

// Held rows are those of another matrix: the one without them, with zeros in their place.
TEST_P(SparseFactorSizes, HeldRowsAreLeftOut) {
  const BlockCsr K = grid_stiffness(GetParam(), 3);
  const auto n = static_cast<std::size_t>(K.row_count());
  const auto is_held = [](std::size_t i) { return i % 4 == 1; };
  BlockCsr rest = K;  // without the couplings of held rows
  std::vector<double> D(n, 0.7);
  std::vector<Vec3> b(n);
  std::vector<Vec3> b_rest(n);
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = {1.0, double(i % 3), -0.5};
    if (!is_held(i)) b_rest[i] = b[i];
    for (int k = K.row_start[i]; k < K.row_start[i + 1]; ++k) {
      const auto j = static_cast<std::size_t>(K.column[std::size_t(k)]);
      if (is_held(i) || is_held(j)) rest.block[std::size_t(k)] = i == j ? identity() : Mat3{};
    }
  }
  for (const double c : {1.0, -0.2}) {  // definite, indefinite
    SparseFactor wanted;
    wanted.analyse(rest);
    ASSERT_TRUE(wanted.factor(D, c, rest));
    std::vector<Vec3> x_rest(n);
    wanted.solve(b_rest, x_rest);
    std::vector<double> D_held = D;
    for (std::size_t i = 0; i < n; ++i) {
      if (is_held(i)) D_held[i] = kHeldRow;
    }
    SparseFactor factor;
    factor.analyse(K);
    ASSERT_TRUE(factor.factor(D_held, c, K));
    std::vector<Vec3> x(n);
    factor.solve(b, x);
    double size = 0.0;
    for (const Vec3 v : x_rest) size = std::fmax(size, norm_inf(v));
    for (std::size_t i = 0; i < n; ++i) EXPECT_LE(norm_inf(x[i] - x_rest[i]), 1e-11 * size) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(SmallAndLarge, SparseFactorSizes, ::testing::Values(3, 8));

TEST(SparseFactor, RefusesASingularMatrix) {
  // A node without mass and stiffness.
  BlockCsr K;
  K.row_start = {0, 1, 2};
  K.column = {0, 1};
  K.block = {identity(), Mat3{}};
  SparseFactor factor;
  factor.analyse(K);
  EXPECT_FALSE(factor.factor(std::vector<double>{1.0, 0.0}, 1.0, K));
  EXPECT_TRUE(factor.factor(std::vector<double>{1.0, 2.0}, 1.0, K));
  std::vector<Vec3> x{{2, 4, 6}, {2, 4, 6}};
  factor.solve(x, x);
  EXPECT_LE(norm_inf(x[0] - Vec3{1, 2, 3}), 1e-14);
  EXPECT_LE(norm_inf(x[1] - Vec3{1, 2, 3}), 1e-14);
}

TEST(NestedDissection, IsAPermutationAndTheSameEachTime) {
  const BlockCsr K = grid_stiffness(7, 2);
  const std::vector<int> place = nested_dissection_order(K);
  EXPECT_EQ(place, nested_dissection_order(K));
  std::vector<int> sorted = place;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < K.row_count(); ++i) EXPECT_EQ(sorted[std::size_t(i)], i);
}

// Metis has one random state for the process.
TEST(NestedDissection, ThreadsThatAskAtOnceFindTheSameOrder) {
  const BlockCsr K = grid_stiffness(7, 2);
  const std::vector<int> alone = nested_dissection_order(K);
  std::vector<std::vector<int>> found(64);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t k = t; k < found.size(); k += 4) found[k] = nested_dissection_order(K);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<int>& one : found) EXPECT_EQ(one, alone);
}

}  // namespace
}  // namespace solfec
