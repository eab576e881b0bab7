#include "output/state_files.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "archive/archive_error.h"
#include "archive/frame_reader.h"
#include "base/cat.h"
#include "output/result_files.h"

namespace solfec {

namespace {

/// Time of the state in a file, negative when it holds none.
double time_of_state(const std::string& path) {
  try {
    const FrameReader file(path);
    return file.frames() == 1 ? file.time(0) : -1.0;
  } catch (const ArchiveError&) {
    return -1.0;
  }
}

/// A new file in place of one that nobody needs.
FrameWriter replaced(const std::string& path, const FileFactory& files) {
  std::error_code ignored;  // the file system says below what is wrong
  std::filesystem::remove(path, ignored);
  return FrameWriter::create(path, files());
}

}  // namespace

StateFiles::StateFiles(std::string folder, int rank, double last, FileFactory files)
    : folder_(std::move(folder)), rank_(rank), files_(std::move(files)) {
  double latest = -1.0;
  for (int i = 0; i < kFiles && last >= 0.0; ++i) {
    const double time = time_of_state(state_file(folder_, i, rank_));
    if (time > last || time <= latest) continue;
    latest = time;
    newest_ = synced_ = i;
  }
}

int StateFiles::free_file() const {
  int i = 0;
  while (i == newest_ || i == synced_) ++i;
  return i;
}

void StateFiles::write(double time, std::span<const std::byte> payload) {
  const int i = free_file();
  std::optional<FrameWriter>& writer = writers_.at(static_cast<std::size_t>(i));
  if (!writer) {
    writer = replaced(state_file(folder_, i, rank_), files_);
    has_new_names_ = true;
  }
  if (writer->frames() > 0) writer->replace_last();
  writer->set_compression(compression_);
  writer->append(time, payload);
  newest_ = i;
}

void StateFiles::sync() {
  if (newest_ == synced_) return;
  writers_.at(static_cast<std::size_t>(newest_))->sync();
  if (has_new_names_) {
    const int error = sync_folder(folder_);
    if (error != 0 && error != ENOENT) {  // who deletes the folder wants nothing of it
      throw OutputError(cat(folder_, ": cannot be written: ", system_message(error)), false);
    }
    has_new_names_ = false;
  }
  synced_ = newest_;
}

}  // namespace solfec
