#include "base/whole_file.h"

#include <string>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace solfec {
namespace {

TEST(WholeFile, BytesOfARegularFileAreReadAsTheyAre) {
  const TemporaryFolder folder;
  const std::string bytes("a\0\r\nb\xff", 6);
  const std::string path = folder.file_with("file", bytes);
  EXPECT_EQ(read_whole_file(path).text, bytes);
  EXPECT_EQ(read_whole_file(path).problem, "");
  EXPECT_EQ(read_whole_file(path, 6).text, bytes);
  EXPECT_EQ(read_whole_file(path, 5).problem, "it has more than 5 bytes");
  EXPECT_EQ(read_whole_file(path, 5).text, "");
}

TEST(WholeFile, WhatCannotBeReadIsAProblemAndNoException) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_whole_file(folder.file("none")).problem, "No such file or directory");
  EXPECT_EQ(read_whole_file(folder.file("")).problem, "Is a directory");
  EXPECT_EQ(read_whole_file("/proc/self/mem").problem, "Input/output error");
}

TEST(WholeFile, NoFifoIsWaitedForAndNoDeviceIsReadWithoutEnd) {
  const TemporaryFolder folder;
  const std::string fifo = folder.file("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_TRUE(is_special_file(fifo));
  EXPECT_EQ(read_whole_file(fifo).problem, "it is no regular file");
  EXPECT_EQ(read_whole_file("/dev/zero").problem, "it is no regular file");
  EXPECT_EQ(read_script_file(fifo).problem, "it is no regular file");
  EXPECT_EQ(read_script_file("/dev/zero").problem, "it has more than 67108864 bytes");
  EXPECT_EQ(read_script_file("/dev/null").problem, "");
}

}  // namespace
}  // namespace solfec
