#include "math/block_lu.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr int kWidth = Block6::kWidth;

/// Links of a random graph; pattern of its block matrix with the diagonal.
struct Graph {
  int size = 0;
  std::set<std::pair<int, int>> entries;  // (column, row)

  [[nodiscard]] SparsePattern pattern() const {
    SparsePattern pattern;
    pattern.column_start.assign(static_cast<std::size_t>(size) + 1, 0);
    for (const auto& [column, row] : entries) {
      ++pattern.column_start[static_cast<std::size_t>(column) + 1];
      pattern.row.push_back(row);
    }
    for (std::size_t c = 1; c < pattern.column_start.size(); ++c) {
      pattern.column_start[c] += pattern.column_start[c - 1];
    }
    return pattern;
  }
};

Graph random_graph(int size, int links, std::mt19937& rng) {
  Graph graph;
  graph.size = size;
  for (int i = 0; i < size; ++i) graph.entries.emplace(i, i);
  std::uniform_int_distribution<int> any(0, size - 1);
  for (int k = 0; k < links; ++k) {
    const int a = any(rng);
    const int b = any(rng);
    graph.entries.emplace(a, b);
    graph.entries.emplace(b, a);
  }
  return graph;
}

/// Unsymmetric matrix over the graph with a positive definite symmetric part.
Eigen::MatrixXd random_matrix(const Graph& graph, std::mt19937& rng) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const int n = kWidth * graph.size;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (const auto& [column, row] : graph.entries) {
    A.block<kWidth, kWidth>(kWidth * row, kWidth * column) =
        Eigen::Matrix<double, kWidth, kWidth>::NullaryExpr([&] { return unit(rng); });
  }
  const Eigen::MatrixXd symmetric = 0.5 * (A + A.transpose());
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues()[0];
  A.diagonal().array() += 0.1 - least;
  return A;
}

void set_blocks(const Graph& graph, const Eigen::MatrixXd& A, BlockLu& lu) {
  std::fill(lu.blocks().begin(), lu.blocks().end(), Block6{});
  for (const auto& [column, row] : graph.entries) {
    Block6& block = lu.blocks()[static_cast<std::size_t>(lu.place(row, column))];
    for (int c = 0; c < kWidth; ++c) {
      for (int r = 0; r < kWidth; ++r) {
        block.entry[r + Block6::kStride * c] = A(kWidth * row + r, kWidth * column + c);
      }
    }
  }
}

TEST(BlockLu, SolvesLikeADenseFactorisation) {
  std::mt19937 rng(11);
  for (int sample = 0; sample < 30; ++sample) {
    const int size = 1 + 2 * sample;
    const Graph graph = random_graph(size, 2 * size, rng);
    BlockLu lu;
    ASSERT_TRUE(lu.analyse(graph.pattern(), 1e6));
    ASSERT_EQ(lu.size(), size);
    for (int matrix = 0; matrix < 2; ++matrix) {  // one analysis serves both
      const Eigen::MatrixXd A = random_matrix(graph, rng);
      set_blocks(graph, A, lu);
      ASSERT_TRUE(lu.factor());
      const Eigen::VectorXd b = Eigen::VectorXd::Random(A.rows());
      std::vector<double> x(b.data(), b.data() + b.size());
      lu.solve(x);
      const Eigen::VectorXd expected = A.fullPivLu().solve(b);
      const Eigen::Map<const Eigen::VectorXd> found(x.data(), b.size());
      EXPECT_LE((found - expected).norm(), 1e-10 * expected.norm()) << size;
    }
  }
}

TEST(BlockLu, CountsTheProductsOfItsFactorisation) {
  // A chain in its order has no fill: one block below each diagonal but the last. The star whose
  // centre comes first fills up: all other columns are full below the diagonal.
  Graph chain{5, {}};
  Graph star{5, {}};
  for (int i = 0; i < 5; ++i) {
    chain.entries.emplace(i, i);
    star.entries.emplace(i, i);
    star.entries.emplace(0, i);
    star.entries.emplace(i, 0);
  }
  for (int i = 0; i < 4; ++i) {
    chain.entries.emplace(i, i + 1);
    chain.entries.emplace(i + 1, i);
  }
  BlockLu lu;
  ASSERT_TRUE(lu.analyse(chain.pattern(), 100.0));
  EXPECT_EQ(lu.products(), 4 * (1 + 1));
  EXPECT_EQ(lu.blocks().size(), 5U + 2U * 4U);
  EXPECT_TRUE(lu.has_blocks());
  ASSERT_TRUE(lu.analyse(star.pattern(), 100.0));
  EXPECT_EQ(lu.products(), (16 + 4) + (9 + 3) + (4 + 2) + (1 + 1));
  EXPECT_EQ(lu.block_count(), 25);
  EXPECT_FALSE(lu.has_blocks());  // the cost is told without memory of a factor
  EXPECT_EQ(lu.blocks().size(), 25U);
  EXPECT_FALSE(lu.analyse(star.pattern(), 24.0));
  EXPECT_EQ(lu.size(), 0);
}

TEST(BlockLu, PivotsInsideABlockOfTheDiagonalAndRefusesSingularOnes) {
  const Graph one{1, {{0, 0}}};
  BlockLu lu;
  ASSERT_TRUE(lu.analyse(one.pattern(), 10.0));
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(kWidth, kWidth);
  for (int k = 0; k < kWidth; ++k) A((k + 2) % kWidth, k) = k + 1.0;  // no entry on the diagonal
  set_blocks(one, A, lu);
  ASSERT_TRUE(lu.factor());
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(kWidth, 1.0, 6.0);
  std::vector<double> x(b.data(), b.data() + b.size());
  lu.solve(x);
  for (int k = 0; k < kWidth; ++k) {
    EXPECT_DOUBLE_EQ(x[static_cast<std::size_t>(k)], b[(k + 2) % kWidth] / (k + 1.0));
  }
  A.row(3) = A.row(4);
  set_blocks(one, A, lu);
  EXPECT_FALSE(lu.factor());
  set_blocks(one, Eigen::MatrixXd::Constant(kWidth, kWidth, std::nan("")), lu);
  EXPECT_FALSE(lu.factor());
}

TEST(BlockLu, DoesNotDependOnTheUnitOfLength) {
  // Rows 0 to 2 of a block are of translations, 3 to 5 of rotations: in a unit of length 1 / s the
  // matrix is D A D with D = (1, 1, 1, s, s, s). Powers of two are exact, so are the bits of x.
  std::mt19937 rng(3);
  const Graph graph = random_graph(6, 12, rng);
  const Eigen::MatrixXd A = random_matrix(graph, rng);
  const Eigen::VectorXd b = Eigen::VectorXd::Random(A.rows());
  std::vector<double> first;
  for (const int exponent : {0, -40, -20, 20, 40}) {
    Eigen::VectorXd D = Eigen::VectorXd::Ones(A.rows());
    for (int k = 0; k < D.size(); ++k) {
      if (k % kWidth >= 3) D[k] = std::ldexp(1.0, exponent);
    }
    BlockLu lu;
    ASSERT_TRUE(lu.analyse(graph.pattern(), 1e6));
    set_blocks(graph, D.asDiagonal() * A * D.asDiagonal(), lu);
    ASSERT_TRUE(lu.factor()) << exponent;
    const Eigen::VectorXd right = D.cwiseProduct(b);
    std::vector<double> x(right.data(), right.data() + right.size());
    lu.solve(x);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] *= D[static_cast<Eigen::Index>(k)];
    if (first.empty()) first = x;
    EXPECT_EQ(x, first) << exponent;
  }
}

bool has_wide() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

TEST(Block6Kernels, VersionsGiveTheSameBitsAndThoseOfPlainLoops) {
  if (!has_wide()) GTEST_SKIP() << "no AVX2";
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto random_block = [&] {
    Block6 block;
    for (int c = 0; c < kWidth; ++c) {
      for (int r = 0; r < kWidth; ++r) block.entry[r + Block6::kStride * c] = unit(rng);
    }
    return block;
  };
  std::vector<Block6> a(3);
  std::vector<Block6> c(5);
  std::generate(a.begin(), a.end(), random_block);
  std::generate(c.begin(), c.end(), random_block);
  const Block6 x = random_block();
  const int place[] = {4, 0, 2};
  double thin[3][8]{};
  double thick[kWidth][3];
  for (auto& row : thin) std::generate_n(row, kWidth, [&] { return unit(rng); });
  for (auto& column : thick) std::generate_n(column, 3, [&] { return unit(rng); });

  std::vector<Block6> expected = c;
  for (int m = 0; m < 3; ++m) {
    Block6& to = expected[static_cast<std::size_t>(place[m])];
    for (int j = 0; j < kWidth; ++j) {
      for (int k = 0; k < kWidth; ++k) {
        for (int i = 0; i < kWidth; ++i) {
          to.entry[i + 8 * j] -=
              a[static_cast<std::size_t>(m)].entry[i + 8 * k] * x.entry[k + 8 * j];
        }
      }
    }
  }
  for (int j = 0; j < kWidth; ++j) {
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < kWidth; ++i) expected[1].entry[i + 8 * j] += thin[k][i] * thick[j][k];
    }
  }
  // six numbers per block row, of which the products change those of the rows in `place`
  const double vector[kWidth] = {0.5, -2.0, 3.25, 0.125, -1.5, 7.0};
  std::vector<double> expected_rows(kWidth * c.size(), 0.75);
  for (int m = 0; m < 3; ++m) {
    for (int k = 0; k < kWidth; ++k) {
      for (int i = 0; i < kWidth; ++i) {
        expected_rows[static_cast<std::size_t>(kWidth * place[m] + i)] -=
            a[static_cast<std::size_t>(m)].entry[i + 8 * k] * vector[k];
      }
    }
  }
  for (const Block6Kernels* kernels : {&block6_kernels_baseline(), &block6_kernels_wide()}) {
    std::vector<Block6> found = c;
    std::vector<double> found_rows(kWidth * c.size(), 0.75);
    kernels->subtract_vectors(a.data(), 3, place, vector, found_rows.data());
    EXPECT_EQ(found_rows, expected_rows);
    kernels->subtract_products(a.data(), 3, place, x, found.data());
    kernels->add_thin_product(thin, thick, found[1]);
    for (std::size_t m = 0; m < found.size(); ++m) {
      EXPECT_TRUE(std::equal(std::begin(found[m].entry), std::end(found[m].entry),
                             std::begin(expected[m].entry)))
          << m;
    }
    std::vector<Block6> scaled = a;
    kernels->multiply(scaled.data(), 3, x);
    for (std::size_t m = 0; m < scaled.size(); ++m) {
      for (int i = 0; i < kWidth; ++i) {
        for (int j = 0; j < kWidth; ++j) {
          double sum = 0.0;
          for (int k = 0; k < kWidth; ++k) sum += a[m].entry[i + 8 * k] * x.entry[k + 8 * j];
          EXPECT_NEAR(scaled[m].entry[i + 8 * j], sum, 1e-14);
        }
      }
    }
  }
}

}  // namespace
}  // namespace solfec
