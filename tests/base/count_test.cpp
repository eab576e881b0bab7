#include "base/count.h"

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(Count, IsTheSizeAsAnInt) {
  static_assert(std::is_same_v<decltype(count(std::vector<double>{})), int>);
  EXPECT_EQ(count(std::vector<double>(17)), 17);
  EXPECT_EQ(count(std::vector<double>{}), 0);
}

}  // namespace
}  // namespace solfec
