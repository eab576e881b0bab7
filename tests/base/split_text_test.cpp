#include "base/split_text.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

using Words = std::vector<std::string>;

TEST(WordsBetween, AreOneMoreThanSeparators) {
  EXPECT_EQ(split_text("a,bc,d", ','), (Words{"a", "bc", "d"}));
  EXPECT_EQ(split_text("a,bc,d", ':'), (Words{"a,bc,d"}));
  EXPECT_EQ(split_text("", ','), (Words{""}));
  EXPECT_EQ(split_text(",a,", ','), (Words{"", "a", ""}));
}

}  // namespace
}  // namespace solfec
