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

void multiply(const BlockCsr& a, std::span<const Vec3> x, std::span<Vec3> y) {
  SOLFEC_ASSERT(count(x) == a.row_count() && count(y) == a.row_count());
  for (int i = 0; i < a.row_count(); ++i) y[static_cast<std::size_t>(i)] = a.row_product(i, x);
}

}  // namespace solfec
