#include "math/block_csr.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

// 2 x 2 blocks: (1, shear) on the diagonal rows, one coupling block in row 0.
BlockCsr small_matrix() {
  BlockCsr a;
  a.row_start = {0, 2, 3};
  a.column = {0, 1, 1};
  a.block = {2.0 * identity(), outer({1, 0, 0}, {0, 0, 1}), diagonal(1, 2, 3)};
  return a;
}

TEST(BlockCsr, ProductMatchesHandCalculation) {
  const BlockCsr a = small_matrix();
  const Vec3 x[] = {{1, 2, 3}, {4, 5, 6}};
  Vec3 y[2];
  multiply(a, x, y);
  EXPECT_EQ(y[0], (Vec3{2 + 6, 4, 6}));
  EXPECT_EQ(y[1], (Vec3{4, 10, 18}));
}

TEST(BlockCsr, FindsBlocksOfThePatternOnly) {
  const BlockCsr a = small_matrix();
  ASSERT_NE(a.find(0, 1), nullptr);
  EXPECT_EQ((*a.find(0, 1))(0, 2), 1.0);
  EXPECT_EQ(a.find(1, 0), nullptr);
  EXPECT_EQ(a.find(1, 1), &a.block[2]);
}

TEST(BlockCsr, ClearedMatrixHasNoRows) {
  BlockCsr a = small_matrix();
  EXPECT_EQ(a.row_count(), 2);
  EXPECT_EQ(a.block_count(), 3);
  a.clear();
  EXPECT_EQ(a.row_count(), 0);
  EXPECT_EQ(a.block_count(), 0);
}

}  // namespace
}  // namespace solfec
