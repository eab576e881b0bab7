#include "base/words_between.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

using Words = std::vector<std::string>;

TEST(WordsBetween, AreOneMoreThanSeparators) {
  EXPECT_EQ(words_between("a,bc,d", ','), (Words{"a", "bc", "d"}));
  EXPECT_EQ(words_between("a,bc,d", ':'), (Words{"a,bc,d"}));
  EXPECT_EQ(words_between("", ','), (Words{""}));
  EXPECT_EQ(words_between(",a,", ','), (Words{"", "a", ""}));
}

}  // namespace
}  // namespace solfec
