#include "language/python/label_pattern.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace solfec {
namespace {

bool found(const std::string& pattern, const std::string& label) {
  return LabelPattern(pattern).is_found_in(label);
}

std::string refusal(const std::string& pattern) {
  try {
    const LabelPattern made(pattern);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LabelPattern, IsSearchedAnywhereInALabel) {
  EXPECT_TRUE(found("stone", "keystone 3"));
  EXPECT_FALSE(found("^stone", "keystone 3"));
  EXPECT_TRUE(found("stone [0-9]*$", "keystone 3"));
  EXPECT_TRUE(found("k.*3", "keystone 3"));
  EXPECT_TRUE(found("e\\{1,2\\}", "keystone"));
  EXPECT_FALSE(found("e\\{2\\}", "keystone"));
  EXPECT_TRUE(found("a+b", "a+b"));  // a basic expression: + is itself
  EXPECT_TRUE(found("", "anything"));
}

TEST(LabelPattern, FindsInLabelsOfAnyLength) {
  const std::string label(2'000'000, 'x');
  EXPECT_FALSE(found(".*y", label));
  EXPECT_TRUE(found(".*y", label + "y"));
  // would take 2^60 steps where every way is tried
  EXPECT_FALSE(found("\\(x*\\)*y", std::string(60, 'x')));
}

TEST(LabelPattern, RefusesWhatCouldTakeForEver) {
  EXPECT_EQ(refusal("\\(x\\)\\1"),
            "'\\(x\\)\\1' refers back to a part of itself, which is not possible here");
  EXPECT_EQ(refusal(std::string(1001, 'x')), "a pattern may have 1000 bytes, got 1001");
  EXPECT_EQ(refusal(std::string(1000, 'x')), "");
  EXPECT_EQ(refusal("\\(x\\{10\\}\\)\\{100\\}"), "");
  EXPECT_EQ(refusal("\\(x\\{10\\}\\)\\{101\\}"),
            "'\\(x\\{10\\}\\)\\{101\\}' repeats a part more than 1000 times");
  EXPECT_EQ(refusal("x\\{1,99999999999\\}").find("repeats a part") != std::string::npos, true);
}

TEST(LabelPattern, SaysWhatIsWrongWithOne) {
  EXPECT_EQ(refusal("[a").substr(0, 36), "'[a' is no basic regular expression ");
  EXPECT_EQ(refusal("\\(a").substr(0, 37), "'\\(a' is no basic regular expression ");
  EXPECT_NE(refusal(std::string("a\0b", 3)).find("a zero byte"), std::string::npos);
}

}  // namespace
}  // namespace solfec
