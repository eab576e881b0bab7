#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "archive/compression.h"
#include "archive/file_backend.h"
#include "archive/frame_index.h"

namespace solfec {

/// Reads the frames of a result file in any order; the file may still grow.
///
/// The reader gives the frames before the first damaged one and nothing else, whatever the file
/// contains: it checks every payload against its checksum. It uses plain reads, because a mapped
/// file that another process shortens would end this process.
class FrameReader {
 public:
  /// Opens and scans. @throws ArchiveError when the file cannot be opened.
  explicit FrameReader(const std::string& path, ScanDepth depth = ScanDepth::everything,
                       std::unique_ptr<FileBackend> file = make_posix_file());

  /// Looks for frames appended since the last scan. @return How many were found.
  int refresh();

  [[nodiscard]] int frames() const { return static_cast<int>(index_.frames.size()); }
  /// Simulation time of frame i, s. @pre 0 <= i < frames()
  [[nodiscard]] double time(int i) const;
  /// Last frame with time <= t, or 0 when all are later. Frames are in order of time.
  /// @pre frames() > 0
  [[nodiscard]] int frame_at(double t) const;

  /// Payload of frame i, decompressed; valid until the next call.
  /// @throws ArchiveError when the bytes changed since the scan or cannot be read.
  std::span<const std::byte> payload(int i);

  /// Bytes after the last readable frame, and why they cannot be read (empty when there are none).
  [[nodiscard]] std::int64_t unreadable_bytes() const { return index_.unreadable_bytes(); }
  [[nodiscard]] const std::string& damage() const { return index_.damage; }
  [[nodiscard]] const FrameIndex& index() const { return index_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::unique_ptr<FileBackend> file_;
  ScanDepth depth_;  // of every scan
  FrameIndex index_;
  FileWindow window_;
  std::unique_ptr<Compressor> compressor_;  // made when first needed
  std::vector<std::byte> decompressed_;     // the last payload that was compressed
};

}  // namespace solfec
