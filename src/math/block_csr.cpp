#include "math/block_csr.h"

#include <algorithm>

#include "base/check.h"
#include "base/count.h"

namespace solfec {

const Mat3* BlockCsr::find(int i, int j) const {
  const auto begin = column.begin() + row_start[static_cast<std::size_t>(i)];
  const auto end = column.begin() + row_start[static_cast<std::size_t>(i) + 1];
  const auto place = std::lower_bound(begin, end, j);
  if (place == end || *place != j) return nullptr;
  return &block[static_cast<std::size_t>(place - column.begin())];
}

BlockRows block_rows(const BlockCsr& a) {
  return {a.row_start.data(), a.column.data(), a.block.empty() ? nullptr : a.block.front().m};
}

void multiply(const BlockCsr& a, std::span<const Vec3> x, std::span<Vec3> y) {
  SOLFEC_ASSERT(count(x) == a.row_count() && count(y) == a.row_count());
  if (x.empty()) return;
  block_row_kernels().product(block_rows(a), 0, a.row_count(), &x[0].x, &y[0].x);
}

}  // namespace solfec
