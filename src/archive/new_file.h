#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "archive/file_backend.h"

namespace solfec {

/// A file that appears as a whole or not at all: it is written under a temporary name (name_beside)
/// and renamed when it is complete. A process that is killed may leave the temporary file behind.
class NewFile {
 public:
  /// @throws OutputError (creating) with path and reason.
  explicit NewFile(std::string path, const FileFactory& files = make_posix_file);
  /// Removes the temporary file unless the file was finished.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// @throws OutputError when the system refuses.
  void append(std::span<const std::byte> data);
  void append(const std::string& text);
  /// Renames the file, in place of an earlier file of that name. @throws OutputError when the
  /// system refuses.
  void finish();
  [[nodiscard]] long long size() const { return size_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string part_;
  std::unique_ptr<FileBackend> file_;
  long long size_ = 0;
  bool finished_ = false;
};

}  // namespace solfec
