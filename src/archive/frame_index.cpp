#include "archive/frame_index.h"

#include <algorithm>
#include <limits>

#include "archive/byte_order.h"
#include "archive/crc32c.h"
#include "base/cat.h"

namespace solfec {

namespace {

// A frame counts when its header is sound, has the next number and no earlier time, and ends within
// the file. With headers alone the last frames are checked by their payloads too, from the end
// backwards until one is sound: a writer that dies spoils the end.

constexpr std::size_t kWindowSize = 65536;

/// Reads the header at `entry.offset` and compares it with its place in the file.
/// @return Empty, or what is wrong.
std::string read_header(FileWindow& window, const FrameIndex& index, FrameEntry& entry) {
  const std::int64_t file_size = index.file_size;
  const auto sequence = static_cast<std::int64_t>(index.frames.size());
  const double latest = index.frames.empty() ? std::numeric_limits<double>::lowest()
                                             : index.frames.back().header.time;
  const auto bytes = window.fetch(entry.offset, kFrameHeaderSize);
  if (bytes.size() < kFrameHeaderSize) return "the file ends inside the frame's header";
  std::string problem = decode_frame_header(bytes, entry.header);
  if (!problem.empty()) return problem;
  if (entry.header.sequence != sequence) {
    return cat("the frame has number ", entry.header.sequence);
  }
  if (entry.header.time < latest) {
    return cat("the time goes back from ", latest, " s to ", entry.header.time, " s");
  }
  // Compared this way round, since a forged length may be near the largest integer.
  const auto frame_overhead = static_cast<std::int64_t>(kFrameHeaderSize + kFrameTrailerSize);
  if (entry.header.stored_length > file_size - entry.offset - frame_overhead) {
    return "the file ends inside the frame";
  }
  return {};
}

/// @return Empty, or what is wrong with the bytes of a frame whose header is sound.
std::string check_payload(FileWindow& window, const FrameEntry& entry) {
  const std::int64_t size = frame_size(entry.header);
  const auto frame = window.fetch(entry.offset, size);
  if (static_cast<std::int64_t>(frame.size()) < size) return "the file ends inside the frame";
  if (!checksum_agrees(frame)) return "the checksum of the frame is wrong";
  return {};
}

void drop_last_frame(FrameIndex& index) {
  index.end = index.frames.back().offset;
  index.frames.pop_back();
}

}  // namespace

bool checksum_agrees(std::span<const std::byte> frame) {
  const std::size_t checked = frame.size() - kFrameTrailerSize;
  return load_big_endian<std::uint32_t>(frame.data() + checked) == crc32c(frame.first(checked));
}

std::span<const std::byte> FileWindow::fetch(std::int64_t offset, std::int64_t length) {
  const auto wanted = static_cast<std::size_t>(length);
  if (offset < offset_ || offset + length > offset_ + static_cast<std::int64_t>(filled_)) {
    offset_ = offset;
    filled_ = 0;
    error_ = 0;
  }
  const std::size_t capacity = std::max(wanted, least_);
  if (buffer_.size() < capacity) buffer_.resize(capacity);
  while (filled_ < wanted) {  // as a rule one read; short reads are continued
    const IoResult result = file_.read(offset_ + static_cast<std::int64_t>(filled_),
                                       std::span(buffer_).subspan(filled_, capacity - filled_));
    error_ = result.error;
    if (result.bytes <= 0) break;
    filled_ += static_cast<std::size_t>(result.bytes);
  }
  const auto skipped = static_cast<std::size_t>(offset - offset_);
  return std::span<const std::byte>(buffer_).subspan(skipped, std::min(wanted, filled_ - skipped));
}

void scan_frames(FileBackend& file, ScanDepth depth, FrameIndex& index) {
  const IoResult size = file.size();
  index.file_size = std::max(size.bytes, index.end);
  index.io_error = size.error;
  index.damage.clear();

  FileWindow window(file, kWindowSize);
  std::string problem;
  const std::int64_t known_end = index.end;
  while (problem.empty() && index.end < index.file_size) {
    FrameEntry entry;
    entry.offset = index.end;
    problem = read_header(window, index, entry);
    if (problem.empty() && depth == ScanDepth::everything) problem = check_payload(window, entry);
    if (!problem.empty()) break;
    index.frames.push_back(entry);
    index.end += frame_size(entry.header);
  }
  // Only the end of a file suffers when its writer dies: there the payload is read in any case.
  while (depth == ScanDepth::headers && index.end > known_end) {
    const std::string end_problem = check_payload(window, index.frames.back());
    if (end_problem.empty()) break;
    problem = end_problem;
    drop_last_frame(index);
  }
  if (window.error() != 0) index.io_error = window.error();
  if (index.io_error != 0) problem = system_message(index.io_error);
  if (!problem.empty()) {
    index.damage = cat("frame ", index.frames.size(), " at byte ", index.end, ": ", problem);
  }
}

}  // namespace solfec
