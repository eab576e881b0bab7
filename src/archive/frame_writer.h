#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "archive/archive_error.h"
#include "archive/compression.h"
#include "archive/file_backend.h"
#include "archive/frame_header.h"

namespace solfec {

/// Appends frames to a result file: a small frame by one write, a large one by three, without a
/// copy.
///
/// The file always consists of whole frames: when a write stops half way (disk full, I/O error),
/// the part is cut off again before OutputError is thrown, and the frame may be written once more.
/// If the process is killed inside a write, readers ignore the incomplete last frame, and `resume`
/// removes it. Equal calls give equal bytes. No allocation once a frame of equal size was written.
class FrameWriter {
 public:
  /// Starts a new file. @throws OutputError when it exists or cannot be created.
  static FrameWriter create(const std::string& path,
                            std::unique_ptr<FileBackend> file = make_posix_file());

  /// Continues a file after its first `frames` frames, by default after all frames that follow each
  /// other without a gap from its start. Later bytes, such as a damaged end, are cut off, and
  /// `removed_bytes` tells how many. Damage inside an earlier frame costs that frame only.
  /// @throws OutputError when the file cannot be opened or cut,
  /// @throws ArchiveError when it has fewer readable frames or none at all, or when the system
  ///         cannot read it; the file is left as it is.
  static FrameWriter resume(const std::string& path, std::int64_t frames = kAllFrames,
                            std::unique_ptr<FileBackend> file = make_posix_file());
  static constexpr std::int64_t kAllFrames = -1;  // argument of resume: all readable frames

  /// Compresses the payload of the frames to come with zstd.
  void set_compression(bool on) { compression_ = on; }

  /// Writes one frame.
  /// @param time  Simulation time, s, finite (asserted).
  /// @throws OutputError when the operating system refuses; the file then ends with the frame
  ///         before. @throws OutputError when another process has changed the length of the file,
  ///         which then stays as it is.
  void append(double time, std::span<const std::byte> payload);

  /// Makes the last frame provisional: the next frame replaces it. @pre frames() > 0
  void replace_last();
  /// Makes a provisional last frame permanent.
  void keep_last() { provisional_ = false; }

  /// Returns when all frames are on the disk. @throws OutputError when writing has failed, or when
  /// closing the file would fail.
  void sync();

  /// Frames in the file; the sequence number of the next one.
  [[nodiscard]] std::int64_t frames() const { return frames_; }
  /// Bytes of these frames.
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Bytes that `resume` cut off.
  [[nodiscard]] std::int64_t removed_bytes() const { return removed_bytes_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  FrameWriter(std::string path, std::unique_ptr<FileBackend> file);

  void gather(double time, std::span<const std::byte> payload);
  int write_bytes(std::span<const std::byte> rest);
  int write_gathered();
  int cut_end();
  void check_size();
  [[nodiscard]] OutputError failure(const char* what, int error, bool creating = false) const;

  std::string path_;
  std::unique_ptr<FileBackend> file_;
  std::unique_ptr<Compressor> compressor_;               // made when first needed
  static constexpr std::size_t kLargePayload = 1 << 16;  // bytes; larger ones are not copied
  std::vector<std::byte> buffer_;     // the frame being written, without a large payload
  std::span<const std::byte> apart_;  // a large payload, during one call
  std::array<std::byte, kFrameTrailerSize> trailer_{};  // of that frame
  std::int64_t written_ = 0;                            // bytes of the frame
  std::int64_t frames_ = 0;                             // in the file
  std::int64_t size_ = 0;                               // bytes of these
  std::int64_t last_start_ = 0;                         // where the last frame begins
  std::int64_t removed_bytes_ = 0;
  bool provisional_ = false;  // the last frame is to be replaced
  bool incomplete_ = false;   // bytes after size_ wait to be cut off
  bool compression_ = false;
};

}  // namespace solfec
