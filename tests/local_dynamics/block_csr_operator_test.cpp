#include "local_dynamics/block_csr_operator.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/body_velocities.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;

// A chain of bodies: row i joins body i - 1 and body i; row 0 stands on the ground.
BodyOperator chain(int bodies) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  BodyOperator op;
  for (int i = 0; i < bodies; ++i) {
    op.add_slot(i % 3 == 2 ? SlotKind::affine : SlotKind::rigid, identity(), 1.0 + 0.1 * i);
    RowJacobian row;
    row.frame = identity();
    row.master = i;
    row.slave = i - 1;
    row.master_arm = {unit(rng), unit(rng), unit(rng)};
    row.slave_arm = {unit(rng), unit(rng), unit(rng)};
    op.add_row(row);
  }
  return op;
}

TEST(BlockCsrOperator, PatternHoldsTheRowsThatShareABody) {
  BlockCsr W;
  assemble_block_csr(chain(4), W);
  EXPECT_EQ(W.row_start, (std::vector<std::int32_t>{0, 2, 5, 8, 10}));
  EXPECT_EQ(W.column, (std::vector<std::int32_t>{0, 1, 0, 1, 2, 1, 2, 3, 2, 3}));
}

TEST(BlockCsrOperator, RowWithoutBodiesKeepsItsDiagonalBlock) {
  BodyOperator op;
  op.add_row({});
  BlockCsr W;
  assemble_block_csr(op, W);
  EXPECT_EQ(W.column, (std::vector<std::int32_t>{0}));
  EXPECT_EQ(BlockCsrOperator(W).diagonal(0), Mat3{});
}

TEST(BlockCsrOperator, BothOperatorsGiveTheSameProducts) {
  constexpr int kBodies = 9;
  BodyOperator body_space = chain(kBodies);
  BlockCsr W;
  assemble_block_csr(body_space, W);
  BlockCsrOperator blocks(W);
  ASSERT_EQ(blocks.row_count(), kBodies);

  std::vector<Vec3> R(kBodies);
  for (int i = 0; i < kBodies; ++i) R[std::size_t(i)] = {0.1 * i, 1.0 - 0.2 * i, 0.5};
  BodyVelocities velocities(body_space);
  velocities.reset(R);
  blocks.reset(R);
  for (int i = 0; i < kBodies; ++i) {
    EXPECT_LE(norm(velocities.gather(i) - blocks.gather(i)), kTol);
    const Mat3 difference = body_space.diagonal(i) - blocks.diagonal(i);
    EXPECT_LE(std::sqrt(double_dot(difference, difference)), kTol);
    velocities.scatter(i, {1, 2, 3});
    blocks.scatter(i, {1, 2, 3});
  }
  for (int i = 0; i < kBodies; ++i) {
    EXPECT_LE(norm(velocities.gather(i) - blocks.gather(i)), 10 * kTol);
  }
}

TEST(BlockCsrOperator, EveryBlockOfARandomGraphIsThatOfBodySpace) {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::uniform_int_distribution<int> slot(-1, 5);
  BodyOperator op;
  for (int k = 0; k < 6; ++k) {
    op.add_slot(k % 2 == 0 ? SlotKind::rigid : SlotKind::affine, diagonal(1 + k, 2, 3), 0.5 + k);
  }
  for (int i = 0; i < 40; ++i) {
    RowJacobian row;
    row.master = slot(rng), row.slave = slot(rng);  // also both sides at one body
    row.frame = identity();
    row.master_arm = {unit(rng), unit(rng), unit(rng)};
    row.slave_arm = {unit(rng), unit(rng), unit(rng)};
    op.add_row(row);
  }
  BlockCsr W;
  assemble_block_csr(op, W);
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      const Mat3* found = W.find(i, j);
      const Mat3 difference = (found != nullptr ? *found : Mat3{}) - op.block(i, j);
      for (const double entry : difference.m) EXPECT_LE(std::fabs(entry), kTol) << i << " " << j;
    }
  }
}

TEST(BlockCsrOperator, AssembledMatrixIsSymmetric) {
  BlockCsr W;
  assemble_block_csr(chain(6), W);
  for (int i = 0; i < W.row_count(); ++i) {
    for (int j = 0; j < W.row_count(); ++j) {
      const Mat3* a = W.find(i, j);
      const Mat3* b = W.find(j, i);
      ASSERT_EQ(a == nullptr, b == nullptr);
      if (a == nullptr) continue;
      const Mat3 difference = *a - transpose(*b);
      EXPECT_LE(double_dot(difference, difference), kTol * kTol);
    }
  }
}

}  // namespace
}  // namespace solfec
