#include "output/kept_tail.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "archive/archive_error.h"
#include "archive/file_backend.h"
#include "archive/frame_index.h"
#include "base/cat.h"

namespace solfec {

namespace {

// The tail is copied, forced to the disk and its folder too, before anything is cut. frames_behind
// looks for headers of frames at every byte behind the damage, as lengths there mean nothing.

constexpr std::size_t kBlock = std::size_t{1} << 20;

struct File {
  explicit File(const std::string& name) : path(name), backend(make_posix_file()) {}

  void check(int error, const char* what) const {
    if (error == 0) return;
    throw OutputError(cat(path, ": ", what, ": ", system_message(error)), false);
  }

  std::string path;
  std::unique_ptr<FileBackend> backend;
};

void append_all(File& file, std::span<const std::byte> rest) {
  while (!rest.empty()) {
    const IoResult result = file.backend->append(rest);
    file.check(result.bytes <= 0 && result.error == 0 ? EIO : result.error, "cannot be written");
    rest = rest.subspan(static_cast<std::size_t>(result.bytes));
  }
}

}  // namespace

std::string keep_tail(const std::string& path, long long from) {
  File source(path);
  source.check(source.backend->open(path, OpenMode::read).error, "cannot be opened");
  int n = 1;
  std::error_code ignored;
  while (std::filesystem::exists(cat(path, ".removed-", n), ignored)) ++n;
  File copy(cat(path, ".removed-", n));
  copy.check(copy.backend->open(copy.path, OpenMode::create_new).error, "cannot be created");
  std::vector<std::byte> block(kBlock);
  for (long long at = from;;) {
    const IoResult read = source.backend->read(at, block);
    source.check(read.error, "cannot be read");
    if (read.bytes == 0) break;
    append_all(copy, std::span(block).first(static_cast<std::size_t>(read.bytes)));
    at += read.bytes;
  }
  copy.check(copy.backend->sync().error, "cannot be written");
  copy.check(copy.backend->close_check().error, "cannot be written");
  copy.check(sync_folder(std::filesystem::path(path).parent_path().string()), "cannot be written");
  return copy.path;
}

int frames_behind(const std::string& path, long long from) {
  static constexpr std::string_view kMagic = "SOLFECFR";
  File file(path);
  if (file.backend->open(path, OpenMode::read).error != 0) return 0;
  FileWindow window(*file.backend, kBlock);
  const std::int64_t size = file.backend->size().bytes;
  int found = 0;
  for (std::int64_t at = from; at + static_cast<std::int64_t>(kFrameHeaderSize) <= size;) {
    const auto bytes = window.fetch(at, static_cast<std::int64_t>(kFrameHeaderSize));
    if (bytes.size() < kFrameHeaderSize) break;
    FrameHeader header;
    const bool magic = std::equal(kMagic.begin(), kMagic.end(), bytes.begin(),
                                  [](char c, auto b) { return static_cast<std::byte>(c) == b; });
    if (magic && decode_frame_header(bytes, header).empty() && header.stored_length <= size - at &&
        frame_size(header) <= size - at) {
      ++found;
      at += frame_size(header);
    } else {
      ++at;
    }
  }
  return found;
}

}  // namespace solfec
