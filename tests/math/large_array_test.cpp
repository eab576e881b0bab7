#include "math/large_array.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(LargeArray, HasRoomForEverySizeAndKeepsWhatIsInIt) {
  LargeArray array;
  EXPECT_EQ(array.size(), 0U);
  for (const std::size_t size : {1U, 262143U, 262144U, 262145U, 900001U, 7U}) {  // 2 MB: 262144
    array.make_room(size);
    ASSERT_EQ(array.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0U);  // a line of the cache
    for (std::size_t i = 0; i < size; ++i) array.data()[i] = static_cast<double>(i);
    const double* const before = array.data();
    array.make_room(size);
    EXPECT_EQ(array.data(), before);
    EXPECT_EQ(array.data()[size - 1], static_cast<double>(size - 1));
  }
  array.make_room(0);
  EXPECT_EQ(array.data(), nullptr);
}

TEST(LargeArray, GrowsAndDoesNotShrink) {
  LargeArray array;
  array.make_room_at_least(300000);
  array[299999] = 3.0;
  const double* const before = array.data();
  array.make_room_at_least(7);
  EXPECT_EQ(array.data(), before);
  EXPECT_EQ(array.size(), 300000U);
  EXPECT_EQ(std::as_const(array)[299999], 3.0);
  array.make_room_at_least(300001);
  EXPECT_EQ(array.size(), 300001U);
}

TEST(LargeArray, GoesToItsNextOwner) {
  LargeArray first;
  first.make_room(300000);
  std::fill_n(first.data(), first.size(), 2.0);
  const LargeArray second = std::move(first);
  EXPECT_EQ(first.size(), 0U);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(second.size(), 300000U);
  EXPECT_EQ(second.data()[299999], 2.0);
}

}  // namespace
}  // namespace solfec
