#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/block_rows.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Square sparse matrix of 3 x 3 blocks by block rows; the columns of a row ascend. Blocks are
/// contiguous, nine doubles each, column-major. Row i has the entries row_start[i] to
/// row_start[i + 1] of `column` and `block`. Symmetric matrices store both triangles.
struct BlockCsr {
  std::vector<std::int32_t> row_start{0};  // n + 1
  std::vector<std::int32_t> column;        // nnz
  std::vector<Mat3> block;                 // nnz

  [[nodiscard]] int row_count() const { return static_cast<int>(row_start.size()) - 1; }
  [[nodiscard]] int block_count() const { return static_cast<int>(column.size()); }

  /// Zero rows; keeps the memory.
  void clear() {
    row_start.assign(1, 0);
    column.clear();
    block.clear();
  }

  /// Block (i, j), or nullptr where the pattern has none; binary search in row i.
  [[nodiscard]] const Mat3* find(int i, int j) const;

  /// (A x)_i.
  [[nodiscard]] Vec3 row_product(int i, std::span<const Vec3> x) const {
    const std::int32_t end = row_start[static_cast<std::size_t>(i) + 1];
    Vec3 sum;
    for (std::int32_t k = row_start[static_cast<std::size_t>(i)]; k < end; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      sum += block[entry] * x[static_cast<std::size_t>(column[entry])];
    }
    return sum;
  }
};

/// As the kernels see it. @pre it outlives what this returns.
BlockRows block_rows(const BlockCsr& a);

/// y = A x, serial. @pre x.size() == y.size() == a.row_count(), x and y do not overlap.
void multiply(const BlockCsr& a, std::span<const Vec3> x, std::span<Vec3> y);

}  // namespace solfec
