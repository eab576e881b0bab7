#include "archive/frame_reader.h"

#include <algorithm>
#include <utility>

#include "archive/archive_error.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

FrameReader::FrameReader(const std::string& path, ScanDepth depth,
                         std::unique_ptr<FileBackend> file)
    : path_(path), file_(std::move(file)), depth_(depth), window_(*file_, 0) {
  const int error = file_->open(path, OpenMode::read).error;
  if (error != 0) throw ArchiveError(cat(path, ": cannot be opened: ", system_message(error)));
  refresh();
}

int FrameReader::refresh() {
  const int before = frames();
  scan_frames(*file_, depth_, index_);
  return frames() - before;
}

double FrameReader::time(int i) const {
  SOLFEC_ASSERT(0 <= i && i < frames());
  return index_.frames[static_cast<std::size_t>(i)].header.time;
}

int FrameReader::frame_at(double t) const {
  SOLFEC_ASSERT(frames() > 0);
  const auto later = std::upper_bound(
      index_.frames.begin(), index_.frames.end(), t,
      [](double value, const FrameEntry& entry) { return value < entry.header.time; });
  return std::max(0, static_cast<int>(later - index_.frames.begin()) - 1);
}

std::span<const std::byte> FrameReader::payload(int i) {
  SOLFEC_ASSERT(0 <= i && i < frames());
  const FrameEntry& entry = index_.frames[static_cast<std::size_t>(i)];
  const auto fail = [&](const std::string& problem) {
    throw ArchiveError(cat(path_, ": frame ", i, " at byte ", entry.offset, ": ", problem));
  };
  window_.forget();  // the bytes are to come from the file as it is now
  const std::int64_t size = frame_size(entry.header);
  const auto frame = window_.fetch(entry.offset, size);
  if (window_.error() != 0) fail(system_message(window_.error()));
  if (std::cmp_less(frame.size(), size)) fail("the file was shortened");
  if (!checksum_agrees(frame)) fail("the checksum is wrong");

  const auto stored =
      frame.subspan(kFrameHeaderSize, frame.size() - kFrameHeaderSize - kFrameTrailerSize);
  if (!entry.header.compressed) return stored;
  if (!compressor_) compressor_ = std::make_unique<Compressor>();
  decompressed_.resize(static_cast<std::size_t>(entry.header.original_length));
  const std::string problem = compressor_->decompress(stored, decompressed_);
  if (!problem.empty()) fail(problem);
  return decompressed_;
}

}  // namespace solfec
