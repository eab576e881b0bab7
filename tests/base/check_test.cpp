#include "base/check.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(InputError, CarriesItsTextAndTheKindOfPythonException) {
  const InputError plain("radius must be positive");
  EXPECT_STREQ(plain.what(), "radius must be positive");
  EXPECT_EQ(plain.kind(), InputErrorKind::value);
  EXPECT_EQ(InputError("a", InputErrorKind::type).kind(), InputErrorKind::type);
}

TEST(AssertDeathTest, ABrokenAssertionNamesConditionAndPlace) {
  EXPECT_DEATH(assertion_failed("a == b", "file.cpp", 12), "file.cpp:12: assertion failed: a == b");
}

TEST(AssertDeathTest, AssertionsAreCheckedOnlyInBuildsThatHaveThem) {
  int evaluated = 0;
  SOLFEC_ASSERT(++evaluated > 0);
#if defined(SOLFEC_ASSERTIONS)
  EXPECT_EQ(evaluated, 1);
  EXPECT_DEATH(SOLFEC_ASSERT(evaluated == 2), "check_test.cpp:[0-9]+: .*evaluated == 2");
#else
  EXPECT_EQ(evaluated, 0);
#endif
}

}  // namespace
}  // namespace solfec
