#include "archive/folder_lock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "archive/archive_error.h"
#include "archive/file_backend.h"
#include "base/cat.h"

namespace solfec {

namespace {

// The lock is that of an open file, not of the process: it is taken on a descriptor that stays
// open. After it is taken the path is looked at again (is_at), since the last holder may have
// removed the file in between; then the next file is tried.

constexpr std::size_t kMostText = 512;  // bytes of the file LOCK that are looked at

std::string lock_path(const std::string& folder) { return folder + "/LOCK"; }

/// Descriptors of the locks of this process.
std::vector<int>& held() {
  static std::vector<int> descriptors;
  return descriptors;
}

/// A forked child shares the locks of its parent until it closes the descriptors.
void give_back_in_child() {
  for (const int descriptor : held()) ::close(descriptor);
  held().clear();
}

void remember(int descriptor) {
  static const int registered = pthread_atfork(nullptr, nullptr, give_back_in_child);
  (void)registered;
  held().push_back(descriptor);
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether the descriptor is that of the file which stands at the path now.
bool is_at(const std::string& path, int descriptor) {
  struct stat here {};
  struct stat there {};
  return ::fstat(descriptor, &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
         same_file(here, there);
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

int lock_open_file(int descriptor) {
  struct flock lock = whole_file();
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

std::string date_text(std::time_t when) {
  struct tm parts {};
  gmtime_r(&when, &parts);
  std::array<char, 64> buffer{};
  std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return buffer.data();
}

/// When this process started, by the kernel's clock ticks since boot (proc(5)).
std::time_t process_start() {
  std::ifstream stat_file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(stat_file), {}};
  std::size_t at = text.rfind(')');  // of the name, which may hold blanks
  constexpr int kFieldsBetween = 20;
  for (int i = 0; i < kFieldsBetween && at != std::string::npos; ++i) at = text.find(' ', at + 1);
  struct timespec boot {};
  const std::time_t now = std::time(nullptr);
  if (at == std::string::npos || ::clock_gettime(CLOCK_BOOTTIME, &boot) != 0) return now;
  const long long ticks = std::strtoll(text.c_str() + at, nullptr, 10);
  return now - (boot.tv_sec - static_cast<std::time_t>(ticks / ::sysconf(_SC_CLK_TCK)));
}

std::string holder_text() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return cat("host ", host.data(), ", process ", ::getpid(), ", started ",
             date_text(process_start()), "\n");
}

/// First line of the file, without what no terminal should see. The holder writes it a moment after
/// it has locked the file.
std::string text_of(int descriptor) {
  std::array<char, kMostText> buffer{};
  constexpr int kMostWaits = 100;
  struct stat status {};
  for (int i = 0; i < kMostWaits && ::fstat(descriptor, &status) == 0 && status.st_size == 0; ++i) {
    ::usleep(1000);
  }
  const auto length = ::pread(descriptor, buffer.data(), buffer.size(), 0);
  std::string text(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, length)));
  text = text.substr(0, text.find('\n'));
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  return text.empty() ? "which has not given its name yet" : text;
}

[[noreturn]] void refuse(const std::string& folder, const std::string& holder) {
  throw OutputError(cat("'", folder, "' is being written by another run (", holder,
                        "); wait for its end, stop it, or write elsewhere with -o"),
                    true);
}

[[noreturn]] void fail(const std::string& path, int error) {
  throw OutputError(cat("cannot create '", path, "': ", system_message(error)), true);
}

bool is_taken(int error) { return error == EAGAIN || error == EACCES; }

int open_lock(const std::string& path) {
  constexpr int kPermissions = 0666;  // less the umask
  const int descriptor =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kPermissions);
  if (descriptor < 0) fail(path, errno);
  struct stat status {};
  const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (regular) return descriptor;
  ::close(descriptor);
  fail(path, EEXIST);
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, const LockCall& lock_call)
    : path_(lock_path(folder)), process_(::getpid()) {
  for (;;) {
    const int descriptor = open_lock(path_);
    const int error = lock_call ? lock_call(descriptor) : lock_open_file(descriptor);
    if (is_taken(error)) {
      const std::string other = text_of(descriptor);
      ::close(descriptor);
      refuse(folder, other);
    }
    if (error == 0 && !is_at(path_, descriptor)) {  // its holder has just removed the file
      ::close(descriptor);
      continue;
    }
    if (error != 0) {
      warning_ = cat("'", folder, "': the file system cannot lock files (", system_message(error),
                     "); nothing keeps a second run from writing into the folder");
    }
    descriptor_ = descriptor;
    break;
  }
  remember(descriptor_);
  const std::string text = holder_text();
  // The name is for people; on a full disk the lock holds without it.
  if (::ftruncate(descriptor_, 0) == 0) {
    (void)!::pwrite(descriptor_, text.data(), text.size(), 0);
  }
}

void FolderLock::release() {
  if (descriptor_ < 0) return;
  if (is_ours()) {
    if (is_at(path_, descriptor_)) ::unlink(path_.c_str());
    std::erase(held(), descriptor_);
    ::close(descriptor_);
  }
  descriptor_ = -1;
}

FolderLock::~FolderLock() { release(); }

FolderLock::FolderLock(FolderLock&& other) noexcept
    : path_(std::move(other.path_)),
      warning_(std::move(other.warning_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      process_(other.process_) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  if (this == &other) return *this;
  release();
  path_ = std::move(other.path_);
  warning_ = std::move(other.warning_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  process_ = other.process_;
  return *this;
}

bool FolderLock::is_ours() const { return descriptor_ >= 0 && process_ == ::getpid(); }

void FolderLock::moved_to(const std::string& folder) { path_ = lock_path(folder); }

std::string FolderLock::holder(const std::string& folder) {
  const std::string path = lock_path(folder);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return "";
  struct flock lock = whole_file();
  std::string text;
  const bool taken = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  const bool ours =
      std::any_of(held().begin(), held().end(), [&](int mine) { return is_at(path, mine); });
  if (taken && !ours) text = text_of(descriptor);
  ::close(descriptor);
  return text;
}

void FolderLock::check_free(const std::string& folder) {
  const std::string other = holder(folder);
  if (!other.empty()) refuse(folder, other);
}

}  // namespace solfec
