// The lock of a results folder: one holder, named to the others, gone with the process.

#include "archive/folder_lock.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "support/temporary_folder.h"

namespace solfec {
namespace {

/// Exit status of `work` in a forked child.
template <typename Work>
int in_child(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class FolderLockTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return temporary_.file("."); }
  [[nodiscard]] std::string lock_file() const { return temporary_.file("LOCK"); }

  /// Returns what another process learns when it asks for the lock: "" when it gets the lock, else
  /// the message.
  [[nodiscard]] std::string refusal() const {
    try {
      const FolderLock lock(folder());
      return "";
    } catch (const OutputError& error) {
      EXPECT_TRUE(error.creating());
      return error.what();
    }
  }

  TemporaryFolder temporary_;
};

TEST_F(FolderLockTest, AnotherProcessIsRefusedAndLearnsTheHolder) {
  const FolderLock lock(folder());
  EXPECT_TRUE(lock.is_ours());
  EXPECT_EQ(lock.warning(), "");
  const std::string holder = cat("process ", ::getpid(), ", started ");
  EXPECT_EQ(in_child([&] {
              const std::string text = refusal();
              const bool told = text.find(holder) != std::string::npos &&
                                FolderLock::holder(folder()).find(holder) != std::string::npos;
              return told ? 0 : 1;
            }),
            0);
  EXPECT_EQ(FolderLock::holder(folder()), "");  // itself
}

TEST_F(FolderLockTest, TheFolderIsFreeAndCleanWhenTheLockHasGone) {
  { const FolderLock lock(folder()); }
  EXPECT_FALSE(std::filesystem::exists(lock_file()));
  EXPECT_EQ(in_child([&] { return refusal().empty() ? 0 : 1; }), 0);
}

TEST_F(FolderLockTest, WhatAKilledProcessLeavesBehindMeansNothing) {
  EXPECT_EQ(in_child([&] {
              new FolderLock(folder());  // lost with the process
              return 7;
            }),
            7);
  EXPECT_TRUE(std::filesystem::exists(lock_file()));
  EXPECT_EQ(FolderLock::holder(folder()), "");
  EXPECT_EQ(refusal(), "");
}

TEST_F(FolderLockTest, ClosingAnotherDescriptorOfTheFileDoesNotDropIt) {
  const FolderLock lock(folder());
  ::close(::open(lock_file().c_str(), O_RDWR));
  EXPECT_EQ(in_child([&] { return refusal().empty() ? 1 : 0; }), 0);
}

TEST_F(FolderLockTest, AForkedChildNeitherWritesNorDropsTheLockOfItsParent) {
  FolderLock lock(folder());
  EXPECT_EQ(in_child([&] {
              const bool lost = !lock.is_ours();
              { const FolderLock copy = std::move(lock); }  // its end is none of the parent's lock
              return lost ? 0 : 1;
            }),
            0);
  EXPECT_TRUE(lock.is_ours());
  EXPECT_EQ(in_child([&] { return refusal().empty() ? 1 : 0; }), 0);
}

TEST_F(FolderLockTest, AForkedChildThatOutlivesTheHolderDoesNotKeepTheLock) {
  int done[2];
  ASSERT_EQ(::pipe(done), 0);
  char byte = 0;
  EXPECT_EQ(in_child([&] {
              new FolderLock(folder());
              if (::fork() == 0) ::_exit(::read(done[0], &byte, 1) == 1 ? 0 : 1);
              return 7;
            }),
            7);
  EXPECT_TRUE(std::filesystem::exists(lock_file()));  // the grandchild still waits
  // it gives the lock back when it first runs, which on a busy machine may be later than this
  std::string refused = refusal();
  for (int k = 0; k < 500 && !refused.empty(); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    refused = refusal();
  }
  EXPECT_EQ(refused, "");
  EXPECT_EQ(::write(done[1], &byte, 1), 1);
  ::close(done[0]);
  ::close(done[1]);
}

TEST_F(FolderLockTest, AFolderThatMovesTakesItsLockWithIt) {
  const std::string before = temporary_.file("before");
  const std::string after = temporary_.file("after");
  std::filesystem::create_directory(before);
  {
    FolderLock lock(before);
    std::filesystem::rename(before, after);
    lock.moved_to(after);
    EXPECT_EQ(in_child([&] { return FolderLock::holder(after).empty() ? 1 : 0; }), 0);
  }
  EXPECT_TRUE(std::filesystem::is_empty(after));
}

TEST_F(FolderLockTest, AFileSystemThatCannotLockIsSaidAndNoHindrance) {
  const FolderLock lock(folder(), [](int /*descriptor*/) { return ENOLCK; });
  EXPECT_NE(lock.warning().find("cannot lock files (No locks available)"), std::string::npos);
  EXPECT_TRUE(lock.is_ours());
}

TEST_F(FolderLockTest, AFifoInPlaceOfTheFileIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(lock_file().c_str(), 0600), 0);
  EXPECT_NE(refusal().find("LOCK'"), std::string::npos);
  EXPECT_EQ(FolderLock::holder(folder()), "");
}

}  // namespace
}  // namespace solfec
