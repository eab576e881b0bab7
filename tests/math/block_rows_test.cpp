#include "math/block_rows.h"

#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "math/block_csr.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // of sums of some sixty products of order one

/// A symmetric matrix with about a third of all blocks, and all of the diagonal.
class BlockRowsOf : public ::testing::TestWithParam<const BlockRowKernels*> {
 protected:
  static constexpr int kRows = 23;

  BlockRowsOf() : full_(Eigen::MatrixXd::Zero(3 * kRows, 3 * kRows)) {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    for (int i = 0; i < kRows; ++i) {
      for (int j = 0; j <= i; ++j) {
        if (i != j && unit(rng_) < 0.3) continue;
        Eigen::Matrix3d block = Eigen::Matrix3d::NullaryExpr([&] { return unit(rng_); });
        if (i == j) block = (block + block.transpose()).eval();
        full_.block<3, 3>(3L * i, 3L * j) = block;
        full_.block<3, 3>(3L * j, 3L * i) = block.transpose();
      }
    }
    for (int i = 0; i < kRows; ++i) {
      for (int j = 0; j < kRows; ++j) {
        const Eigen::Matrix3d block = full_.block<3, 3>(3L * i, 3L * j);
        if (block.isZero(0.0)) continue;
        A_.column.push_back(j);
        Eigen::Map<Eigen::Matrix3d>(A_.block.emplace_back().m) = block;
      }
      A_.row_start.push_back(static_cast<int>(A_.column.size()));
    }
  }
  Eigen::VectorXd random() {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    return Eigen::VectorXd::NullaryExpr(3L * kRows, [&] { return unit(rng_); });
  }

  std::mt19937 rng_{20260101};
  Eigen::MatrixXd full_;
  BlockCsr A_;
};

TEST_P(BlockRowsOf, ProductsOfPartsOfTheRowsAreThoseOfTheFullMatrix) {
  const Eigen::VectorXd x = random();
  Eigen::VectorXd y(3 * kRows);
  GetParam()->product(block_rows(A_), 0, 10, x.data(), y.data());
  GetParam()->product(block_rows(A_), 10, kRows, x.data(), y.data() + 30);
  EXPECT_LE((y - full_ * x).lpNorm<Eigen::Infinity>(), kTol);
}

TEST_P(BlockRowsOf, TwoProductsHaveTheBitsOfOneVectorEach) {
  const Eigen::VectorXd x = random();
  const Eigen::VectorXd z = random();
  Eigen::VectorXd one(3 * (kRows - 4));
  Eigen::VectorXd other(one.size());
  Eigen::VectorXd alone(one.size());
  GetParam()->two_products(block_rows(A_), 4, kRows, {x.data(), z.data()},
                           {one.data(), other.data()});
  GetParam()->product(block_rows(A_), 4, kRows, x.data(), alone.data());
  EXPECT_EQ(one, alone);
  GetParam()->product(block_rows(A_), 4, kRows, z.data(), alone.data());
  EXPECT_EQ(other, alone);
}

TEST_P(BlockRowsOf, HalfEnergiesAddUpToTheQuadraticForm) {
  const Eigen::VectorXd x = random();
  Eigen::VectorXd e(kRows);
  GetParam()->half_energy(block_rows(A_), 0, 9, x.data(), e.data());
  GetParam()->half_energy(block_rows(A_), 9, kRows, x.data(), e.data() + 9);
  EXPECT_NEAR(e.sum(), 0.5 * x.dot(full_ * x), kRows * kTol);
}

TEST_P(BlockRowsOf, VersionsGiveTheSameBits) {
  const Eigen::VectorXd x = random();
  Eigen::VectorXd y(3 * kRows);
  Eigen::VectorXd expected(3 * kRows);
  GetParam()->product(block_rows(A_), 0, kRows, x.data(), y.data());
  block_row_kernels_baseline().product(block_rows(A_), 0, kRows, x.data(), expected.data());
  EXPECT_EQ(y, expected);
  Eigen::VectorXd e(kRows);
  Eigen::VectorXd expected_e(kRows);
  GetParam()->half_energy(block_rows(A_), 0, kRows, x.data(), e.data());
  block_row_kernels_baseline().half_energy(block_rows(A_), 0, kRows, x.data(), expected_e.data());
  EXPECT_EQ(e, expected_e);
}

INSTANTIATE_TEST_SUITE_P(Versions, BlockRowsOf,
                         ::testing::Values(&block_row_kernels_baseline(), &block_row_kernels()));

}  // namespace
}  // namespace solfec
