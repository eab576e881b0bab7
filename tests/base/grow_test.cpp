#include "base/grow.h"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(Grow, WastesLittleAndCopiesSeldom) {
  std::vector<int> items;
  std::size_t copied = 0;
  for (std::size_t size = 1; size <= 100000; ++size) {
    const std::size_t before = items.capacity();
    resize_sparing(items, size);
    items.back() = static_cast<int>(size);
    if (items.capacity() != before) copied += size;
    EXPECT_LE(items.capacity(), size + size / 8);
  }
  EXPECT_LT(copied, 10U * 100000U);  // 1 + 8 + ... of a geometric series
  for (std::size_t k = 0; k < items.size(); ++k) ASSERT_EQ(items[k], static_cast<int>(k + 1));
  resize_sparing(items, 3);
  EXPECT_EQ(items.size(), 3U);
  EXPECT_GE(items.capacity(), 100000U);
}

}  // namespace
}  // namespace solfec
