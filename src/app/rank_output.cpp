#include "app/rank_output.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cat.h"

namespace solfec {

RankOutput::RankOutput(bool heard) {
  if (heard) return;
  const int nowhere = open("/dev/null", O_WRONLY);
  held_ = memfd_create("solfec-stderr", MFD_CLOEXEC);
  if (nowhere < 0 || held_ < 0) return;
  std::fflush(stdout);
  error_ = dup(STDERR_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(held_, STDERR_FILENO);
  close(nowhere);
}

RankOutput::~RankOutput() {
  if (error_ >= 0) {
    dup2(error_, STDERR_FILENO);
    close(error_);
  }
  if (held_ >= 0) close(held_);
}

void RankOutput::tell(int rank) const {
  if (error_ < 0) return;
  constexpr off_t kMost = 8192;
  const off_t end = lseek(held_, 0, SEEK_END);
  const off_t start = end > kMost ? end - kMost : 0;
  std::string text(static_cast<std::size_t>(end - start), '\0');
  const ssize_t length = pread(held_, text.data(), text.size(), start);
  text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find('\n', at), text.size());
    lines += cat("rank ", rank, ": ", text.substr(at, next - at), "\n");
    at = next + 1;
  }
  say(lines);
}

void RankOutput::say(const std::string& text) const {
  const int file = error_ < 0 ? STDERR_FILENO : error_;
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t more = write(file, text.data() + done, text.size() - done);
    if (more <= 0) return;
    done += static_cast<std::size_t>(more);
  }
}

}  // namespace solfec
