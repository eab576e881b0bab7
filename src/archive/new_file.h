#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "archive/file_backend.h"

namespace solfec {

/// A file that is there as a whole or not at all: it is written under a name of its own
/// (name_beside) and gets its name when it is complete. A process that is killed may leave the
/// former behind.
class NewFile {
 public:
  /// @throws OutputError (creating) with path and reason.
  explicit NewFile(std::string path, const FileFactory& files = make_posix_file);
  /// Removes what has not been finished.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// @throws OutputError when the system refuses.
  void append(std::span<const std::byte> data);
  void append(const std::string& text);
  /// Gives the file its name, in place of another one that has it. @throws OutputError likewise.
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
