#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace solfec {

/// Result of one call to the operating system: number of bytes read or written, and errno (0 when
/// it succeeded). A short transfer is no error.
struct IoResult {
  std::int64_t bytes = 0;
  int error = 0;
};

/// Purpose for which a file is opened.
enum class OpenMode {
  read,        // existing file, reading only
  create_new,  // writing; error EEXIST when the path exists
  update       // existing file, reading and writing
};

/// One file with the plain calls of the operating system and errors as errno. Tests put a failing
/// file, or one in memory, below the readers and writers of result files.
class FileBackend {
 public:
  FileBackend() = default;
  virtual ~FileBackend() = default;
  FileBackend(const FileBackend&) = delete;
  FileBackend& operator=(const FileBackend&) = delete;

  virtual IoResult open(const std::string& path, OpenMode mode) = 0;
  /// Writes at the end of the file; may write less than asked for.
  virtual IoResult append(std::span<const std::byte> data) = 0;
  /// Reads from `offset`; fewer bytes than asked for at the end of the file, 0 beyond it.
  virtual IoResult read(std::int64_t offset, std::span<std::byte> data) = 0;
  /// Length of the file in IoResult::bytes.
  virtual IoResult size() = 0;
  virtual IoResult truncate(std::int64_t size) = 0;
  /// Returns when the data are on the disk.
  virtual IoResult sync() = 0;
  /// Returns the error that closing a second descriptor of the file gives: some file systems (NFS,
  /// FUSE) report failed writes, or a quota that is used up, only then. The file stays open.
  virtual IoResult close_check() = 0;
};

/// Makes a file that is not open yet.
using FileFactory = std::function<std::unique_ptr<FileBackend>()>;

/// A file of the operating system, closed by the destructor.
std::unique_ptr<FileBackend> make_posix_file();

/// IoResult::error of a path that is no regular file: a FIFO, a device, a socket.
inline constexpr int kNoRegularFile = 1 << 20;

/// Returns when the names of the files in a folder are on the disk. @return errno, 0 when done or
/// when the file system cannot do that.
int sync_folder(const std::string& folder);

/// Text of an errno value or of kNoRegularFile, e.g. "No space left on device".
std::string system_message(int error);

}  // namespace solfec
