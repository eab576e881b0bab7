#include "archive/foreign_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "archive/new_file.h"
#include "support/message_of.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

using namespace std::string_view_literals;

class ForeignFile : public ::testing::Test {
 protected:
  std::string file(const std::string& name, std::string_view text) {
    const std::string path = folder_.file(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryFolder folder_;
};

TEST_F(ForeignFile, IsOneThatBeginsOtherwise) {
  EXPECT_TRUE(is_foreign_file(file("a", "import solfec\n"), {"%PDF"}));
  EXPECT_FALSE(is_foreign_file(file("b", "%PDF-1.7"), {"%!PS", "%PDF"}));
  EXPECT_TRUE(is_foreign_file(file("c", "%PD"), {"%PDF"}));  // shorter than the beginning
  EXPECT_FALSE(is_foreign_file(file("d",
                                    "\x01\x02\x03\x04"
                                    "ftypisom"),
                               {"\0\0\0\0ftyp"sv}));
  EXPECT_TRUE(is_foreign_file(file("e",
                                   "\x01\x02\x03\x04"
                                   "free"),
                              {"\0\0\0\0ftyp"sv}));
}

TEST_F(ForeignFile, IsNoneThatIsEmptyOrMissingOrNoFile) {
  EXPECT_FALSE(is_foreign_file(file("empty", ""), {"%PDF"}));
  EXPECT_FALSE(is_foreign_file(folder_.file("missing"), {"%PDF"}));
  EXPECT_FALSE(is_foreign_file("/dev/null", {"%PDF"}));
  std::filesystem::create_directory(folder_.file("folder"));
  EXPECT_FALSE(is_foreign_file(folder_.file("folder"), {"%PDF"}));
}

TEST_F(ForeignFile, IsNamedAndStays) {
  const std::string path = file("script.py", "RUN()\n");
  const std::string text =
      message_of<OutputError>([&] { check_not_foreign(path, "a page of solfec", {"<!DOCTYPE"}); });
  EXPECT_EQ(text, path + ": exists and is not a page of solfec; it is left as it is");
  EXPECT_EQ(text_of(path), "RUN()\n");
  check_not_foreign(path, "a script", {"RUN"});
}

TEST_F(ForeignFile, NewFilesTakeANameThatNobodyHas) {
  const std::string path = folder_.file("page");
  EXPECT_EQ(name_beside(path), path + ".part");
  file("page.part", "mine");
  EXPECT_EQ(name_beside(path), path + ".part-1");
  NewFile made(path);
  made.append("new");
  made.finish();
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(text_of(path + ".part"), "mine");
  EXPECT_FALSE(std::filesystem::exists(path + ".part-1"));
}

}  // namespace
}  // namespace solfec
