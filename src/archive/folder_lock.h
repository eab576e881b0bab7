#pragma once

#include <functional>
#include <string>

namespace solfec {

/// The right to write into a results folder; at most one process has it at a time.
///
/// An exclusive open-file-description lock (fcntl F_OFD_SETLK) on the file LOCK of the folder,
/// whose text names the holder. The kernel drops it when the holder ends, however that happens.
/// Closing another descriptor of the file does not drop it, a program that the holder starts does
/// not inherit it (close-on-exec), and a child that it forks gives its copy back at once, so that
/// such a child neither keeps the folder from others nor writes into it itself. The file is removed
/// with the lock. A file without a lock, which a killed process leaves behind, means nothing.
///
/// On a file system that cannot lock, the folder is used without a lock, and `warning` says so.
class FolderLock {
 public:
  /// Asks the system for the lock of an open file. @return errno, 0 when the lock is ours.
  using LockCall = std::function<int(int descriptor)>;

  /// Takes the lock of an existing folder. @throws OutputError (creating) naming the holder when
  /// another one has it, or the system's reason when the file LOCK cannot be made.
  explicit FolderLock(const std::string& folder, const LockCall& lock_call = {});
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// False in a child that the holder has forked.
  [[nodiscard]] bool is_ours() const;
  /// Returns the text to tell the user when the file system cannot lock, else ''.
  [[nodiscard]] const std::string& warning() const { return warning_; }
  /// Tells the lock that its folder, with the file LOCK in it, has been renamed.
  void moved_to(const std::string& folder);

  /// Describes another process that has the lock, e.g. "host a1, process 4711, started 2026-11-22
  /// 07:55:00"; '' when no other process has it.
  [[nodiscard]] static std::string holder(const std::string& folder);
  /// @throws OutputError when another process has the lock, with the text of the constructor.
  static void check_free(const std::string& folder);

 private:
  void release();

  std::string path_;
  std::string warning_;
  int descriptor_ = -1;  // of the file LOCK while it is locked
  int process_ = 0;      // id of the process that took the lock
};

}  // namespace solfec
