#include "archive/new_file.h"

#include <filesystem>
#include <utility>

#include "archive/archive_error.h"
#include "archive/foreign_file.h"
#include "base/cat.h"

namespace solfec {

NewFile::NewFile(std::string path, const FileFactory& files)
    : path_(std::move(path)), part_(name_beside(path_)), file_(files()) {
  const IoResult opened = file_->open(part_, OpenMode::create_new);
  if (opened.error != 0) {
    finished_ = true;  // nothing to remove
    throw OutputError(cat(path_, ": cannot be created: ", system_message(opened.error)), true);
  }
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!finished_) std::filesystem::remove(part_, ignored);
}

void NewFile::fail(int error) const {
  throw OutputError(cat(path_, ": cannot be written: ", system_message(error)), false);
}

void NewFile::append(std::span<const std::byte> data) {
  size_ += static_cast<long long>(data.size());
  while (!data.empty()) {
    const IoResult written = file_->append(data);
    if (written.error != 0) fail(written.error);
    data = data.subspan(static_cast<std::size_t>(written.bytes));
  }
}

void NewFile::append(const std::string& text) { append(std::as_bytes(std::span(text))); }

void NewFile::finish() {
  const IoResult closed = file_->close_check();
  if (closed.error != 0) fail(closed.error);
  file_.reset();
  std::error_code reason;
  std::filesystem::rename(part_, path_, reason);
  if (reason) fail(reason.value());
  finished_ = true;
}

}  // namespace solfec
