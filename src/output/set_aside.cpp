#include "output/set_aside.h"

#include <filesystem>
#include <system_error>

#include "archive/archive_error.h"
#include "archive/file_backend.h"
#include "base/cat.h"

namespace solfec {

namespace fs = std::filesystem;

void set_aside(const std::string& path) {
  std::error_code reason;
  const fs::file_status status = fs::status(path, reason);
  if (!fs::exists(status)) return;
  if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
    throw OutputError(cat(path, ": cannot be written: ", system_message(kNoRegularFile)), true);
  }
  int n = 1;
  while (fs::exists(cat(path, ".bak-", n), reason)) ++n;
  fs::rename(path, cat(path, ".bak-", n), reason);
  if (reason) throw OutputError(cat("cannot rename '", path, "': ", reason.message()), true);
}

}  // namespace solfec
