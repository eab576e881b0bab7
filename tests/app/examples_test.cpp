#include "app/examples.h"

#include <gtest/gtest.h>

namespace solfec {
namespace {

TEST(SubjectOfScript, IsTheFirstSentenceOfItsHeader) {
  EXPECT_EQ(
      subject_of_script("# Shows:  a wall: dry bricks\n#         in bond. More.\n# Source: x\n"),
      "a wall: dry bricks in bond");
  EXPECT_EQ(subject_of_script("# Shows: one; two\n"), "one");
  EXPECT_EQ(subject_of_script("# Shows: a wall\n# Source: a book\n"), "a wall");
  EXPECT_EQ(subject_of_script("# Shows: a wall of 0.25 m\nimport math\n"), "a wall of 0.25 m");
  EXPECT_EQ(subject_of_script("import math\n"), "");
  EXPECT_EQ(subject_of_script(""), "");
}

TEST(SubjectOfScript, EndsAfterAHundredCharacters) {
  const std::string word(49, 'a');
  EXPECT_EQ(subject_of_script("# Shows: " + word + " " + word + " b c"),
            word + " " + word + " ...");
}

}  // namespace
}  // namespace solfec
