#include "archive/file_backend.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace solfec {

namespace {

/// Repeats a call that a signal interrupted.
template <typename Call>
IoResult uninterrupted(const Call& call) {
  for (;;) {
    const std::int64_t result = call();
    if (result >= 0) return {result, 0};
    if (errno != EINTR) return {0, errno};
  }
}

/// O_NONBLOCK: to open a FIFO or a device must not wait; regular files do not know it.
int flags_of(OpenMode mode) {
  switch (mode) {
    case OpenMode::create_new:
      return O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC;
    case OpenMode::update:
      return O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK;
    case OpenMode::read:
      break;
  }
  return O_RDONLY | O_CLOEXEC | O_NONBLOCK;
}

class PosixFile final : public FileBackend {
 public:
  ~PosixFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  IoResult open(const std::string& path, OpenMode mode) override {
    constexpr int kPermissions = 0666;  // less the umask
    const IoResult result =
        uninterrupted([&] { return ::open(path.c_str(), flags_of(mode), kPermissions); });
    if (result.error != 0) return result;
    descriptor_ = static_cast<int>(result.bytes);
    struct ::stat status {};
    if (::fstat(descriptor_, &status) != 0) return {0, errno};
    if (S_ISDIR(status.st_mode)) return {0, EISDIR};
    if (!S_ISREG(status.st_mode)) return {0, kNoRegularFile};
    return {};
  }

  IoResult append(std::span<const std::byte> data) override {
    return uninterrupted([&] { return ::write(descriptor_, data.data(), data.size()); });
  }

  IoResult read(std::int64_t offset, std::span<std::byte> data) override {
    return uninterrupted([&] { return ::pread(descriptor_, data.data(), data.size(), offset); });
  }

  IoResult size() override {
    struct ::stat status {};
    if (::fstat(descriptor_, &status) != 0) return {0, errno};
    return {status.st_size, 0};
  }

  IoResult truncate(std::int64_t size) override {
    return uninterrupted([&] { return ::ftruncate(descriptor_, size); });
  }

  IoResult sync() override {
    return uninterrupted([&] { return ::fdatasync(descriptor_); });
  }

  IoResult close_check() override {
    const IoResult copy = uninterrupted([&] { return ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0); });
    if (copy.error != 0) return copy;
    // Not repeated after EINTR: Linux has closed the descriptor then.
    const bool closed = ::close(static_cast<int>(copy.bytes)) == 0 || errno == EINTR;
    return {0, closed ? 0 : errno};
  }

 private:
  int descriptor_ = -1;
};

}  // namespace

std::unique_ptr<FileBackend> make_posix_file() { return std::make_unique<PosixFile>(); }

int sync_folder(const std::string& folder) {
  const IoResult opened =
      uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (opened.error != 0) return opened.error;
  const int descriptor = static_cast<int>(opened.bytes);
  const int error = uninterrupted([&] { return ::fsync(descriptor); }).error;
  ::close(descriptor);
  return error == EINVAL || error == EBADF || error == ENOTSUP ? 0 : error;
}

std::string system_message(int error) {
  if (error == kNoRegularFile) return "it is no regular file";
  return std::generic_category().message(error);
}

}  // namespace solfec
