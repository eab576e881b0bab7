#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "archive/file_backend.h"
#include "archive/frame_header.h"

namespace solfec {

/// Where one frame stands in its file.
struct FrameEntry {
  FrameHeader header;
  std::int64_t offset = 0;  // of the header, bytes
};

/// The readable frames of a result file: all frames from its start to the first unreadable one;
/// entry i has the sequence number i.
struct FrameIndex {
  std::vector<FrameEntry> frames;
  std::int64_t end = 0;        // bytes that the frames take
  std::int64_t file_size = 0;  // at the time of the scan
  std::string damage;          // empty, or why the frame at `end` cannot be read
  int io_error = 0;            // errno when the system could not read on, else 0

  [[nodiscard]] std::int64_t unreadable_bytes() const { return file_size - end; }
};

/// How much of a file a scan reads.
enum class ScanDepth {
  headers,    // every header and the payload of the last frame; quick for large files
  everything  // every byte against its checksum
};

/// Adds the frames that follow `index.end`, up to the first damaged one or the end of the file, and
/// sets the other members. A further call finds frames that were appended since.
void scan_frames(FileBackend& file, ScanDepth depth, FrameIndex& index);

/// Cache of one range of a file; it moves and grows as the caller asks for bytes.
class FileWindow {
 public:
  /// @param least  Least number of bytes of one read; 0: reads are no longer than what is asked.
  FileWindow(FileBackend& file, std::size_t least) : file_(file), least_(least) {}

  /// Bytes [offset, offset + length) of the file, fewer at its end or after an error. Valid until
  /// the next call.
  std::span<const std::byte> fetch(std::int64_t offset, std::int64_t length);
  /// Makes the next fetch read from the file, which may have changed.
  void forget() { filled_ = 0; }
  /// errno of the last failed read, 0 when none failed.
  [[nodiscard]] int error() const { return error_; }

 private:
  FileBackend& file_;
  std::size_t least_;  // bytes to read at a time
  std::vector<std::byte> buffer_;
  std::int64_t offset_ = 0;  // of buffer_[0] in the file
  std::size_t filled_ = 0;   // valid bytes of buffer_
  int error_ = 0;
};

/// Checks a whole frame (header, payload, trailer) against its checksum.
bool checksum_agrees(std::span<const std::byte> frame);

}  // namespace solfec
