#include "archive/frame_writer.h"

#include <cerrno>
#include <cmath>
#include <utility>

#include "archive/byte_order.h"
#include "archive/crc32c.h"
#include "archive/frame_header.h"
#include "archive/frame_index.h"
#include "base/cat.h"
#include "base/check.h"

namespace solfec {

// `append` leaves the file as a row of whole frames whatever happens: a provisional frame or what
// an earlier failure has left is cut off first (cut_end), the new frame is gathered in memory and
// written in one go, and a frame that could not be written as a whole is cut off again. A file that
// is not as long as this writer has left it belongs to someone else, and nothing is written.

FrameWriter::FrameWriter(std::string path, std::unique_ptr<FileBackend> file)
    : path_(std::move(path)), file_(std::move(file)) {}

OutputError FrameWriter::failure(const char* what, int error, bool creating) const {
  return {cat(path_, ": ", what, ": ", system_message(error)), creating};
}

FrameWriter FrameWriter::create(const std::string& path, std::unique_ptr<FileBackend> file) {
  FrameWriter writer(path, std::move(file));
  const int error = writer.file_->open(path, OpenMode::create_new).error;
  if (error != 0) throw writer.failure("cannot be created", error, true);
  return writer;
}

FrameWriter FrameWriter::resume(const std::string& path, std::int64_t frames,
                                std::unique_ptr<FileBackend> file) {
  FrameWriter writer(path, std::move(file));
  const int error = writer.file_->open(path, OpenMode::update).error;
  if (error != 0) throw writer.failure("cannot be opened for writing", error, true);

  FrameIndex index;
  scan_frames(*writer.file_, ScanDepth::headers, index);
  const auto readable = static_cast<std::int64_t>(index.frames.size());
  const std::int64_t kept = frames == kAllFrames ? readable : frames;
  if (index.io_error != 0) throw ArchiveError(cat(path, ": ", index.damage));
  if (readable == 0 || kept > readable) {
    throw ArchiveError(cat(path, ": cannot be continued after ", kept, " frames, ", readable,
                           " can be read", index.damage.empty() ? "" : "; ", index.damage));
  }
  SOLFEC_ASSERT(kept >= 0);
  writer.frames_ = kept;
  writer.size_ = kept == readable ? index.end : index.frames[static_cast<std::size_t>(kept)].offset;
  if (kept > 0) writer.last_start_ = index.frames[static_cast<std::size_t>(kept - 1)].offset;
  writer.removed_bytes_ = index.file_size - writer.size_;
  writer.incomplete_ = writer.removed_bytes_ > 0;
  const int cut_error = writer.cut_end();
  if (cut_error != 0) throw writer.failure("cannot be shortened", cut_error);
  return writer;
}

void FrameWriter::gather(double time, std::span<const std::byte> payload) {
  buffer_.resize(kFrameHeaderSize);
  bool compressed = compression_;
  if (compressed) {
    if (!compressor_) compressor_ = std::make_unique<Compressor>();
    compressor_->append_compressed(payload, buffer_);
    compressed =
        compression_is_allowed(static_cast<std::int64_t>(payload.size()),
                               static_cast<std::int64_t>(buffer_.size() - kFrameHeaderSize));
  }
  apart_ = {};
  if (!compressed) {
    buffer_.resize(kFrameHeaderSize);
    if (payload.size() > kLargePayload) {
      apart_ = payload;
    } else {
      buffer_.insert(buffer_.end(), payload.begin(), payload.end());
    }
  }
  FrameHeader header;
  header.compressed = compressed;
  header.sequence = frames_;
  header.time = time;
  header.stored_length =
      static_cast<std::int64_t>(buffer_.size() - kFrameHeaderSize + apart_.size());
  header.original_length = static_cast<std::int64_t>(payload.size());
  encode_frame_header(header, buffer_);
  store_big_endian(trailer_.data(), crc32c(apart_, crc32c(buffer_)));
  if (!apart_.empty()) return;
  buffer_.insert(buffer_.end(), trailer_.begin(), trailer_.end());
}

int FrameWriter::write_bytes(std::span<const std::byte> rest) {
  while (!rest.empty()) {
    const IoResult result = file_->append(rest);
    if (result.error != 0) return result.error;
    if (result.bytes <= 0) return EIO;  // no progress and no reason given
    rest = rest.subspan(static_cast<std::size_t>(result.bytes));
    written_ += result.bytes;
  }
  return 0;
}

/// Writes what was gathered: as a rule by one call, a large payload by one of its own; a short
/// write is continued. Returns errno.
int FrameWriter::write_gathered() {
  written_ = 0;
  int error = write_bytes(buffer_);
  if (error != 0 || apart_.empty()) return error;
  error = write_bytes(apart_);
  return error != 0 ? error : write_bytes(trailer_);
}

/// Cuts off what follows the last whole frame. Returns errno.
int FrameWriter::cut_end() {
  if (!incomplete_) return 0;
  const int error = file_->truncate(size_).error;
  incomplete_ = error != 0;
  return error;
}

/// Another program that writes into the file, or cuts it, would spoil what comes next.
void FrameWriter::check_size() {
  const IoResult found = file_->size();
  if (found.error != 0) throw failure("cannot be written", found.error);
  if (found.bytes == size_) return;
  throw OutputError(cat(path_, ": another program has changed it: it has ", found.bytes,
                        " bytes, this run has written ", size_, "; the run stops"),
                    false);
}

void FrameWriter::replace_last() {
  SOLFEC_ASSERT(frames_ > 0);
  provisional_ = true;
}

void FrameWriter::append(double time, std::span<const std::byte> payload) {
  SOLFEC_ASSERT(std::isfinite(time));
  if (!incomplete_) check_size();
  if (provisional_) {  // the cut below removes the last frame
    --frames_;
    size_ = last_start_;
    incomplete_ = true;
    provisional_ = false;
  }
  int error = cut_end();
  if (error == 0) {
    gather(time, payload);
    error = write_gathered();
  }
  if (error != 0) {
    // Should the cut fail as well, readers ignore the incomplete frame and the next call tries
    // again.
    incomplete_ = true;
    cut_end();
    throw failure("cannot be written", error);
  }
  ++frames_;
  last_start_ = size_;
  size_ += written_;
}

void FrameWriter::sync() {
  const int error = file_->sync().error;
  if (error != 0) throw failure("cannot be written", error);
  const int close_error = file_->close_check().error;
  if (close_error != 0) throw failure("cannot be written", close_error);
}

}  // namespace solfec
