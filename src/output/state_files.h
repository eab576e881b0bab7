#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "archive/file_backend.h"
#include "archive/frame_writer.h"

namespace solfec {

/// Files of one rank that hold the whole state of its latest frames, so that a run can go on from
/// frames that only show it (kShownVersion). docs/output-format.md has their layout.
///
/// A state is written before its frame, never over the state of the frame before, which holds until
/// the new frame is complete, and never over the last state that was forced to the disk. So there
/// are three files, whose contents alternate: a process that is killed loses nothing, a loss of
/// power what came after the last `sync`.
class StateFiles {
 public:
  static constexpr int kFiles = 3;

  /// @param last  Time of the last frame that results which go on have already, s; the latest state
  ///              up to there stays until a later one is complete. Negative for new results.
  StateFiles(std::string folder, int rank, double last, FileFactory files = make_posix_file);

  void set_compression(bool on) { compression_ = on; }
  /// Writes the state of the frame that comes next in place of one that is out of date.
  /// @throws OutputError; the other files are as they were.
  void write(double time, std::span<const std::byte> payload);
  /// Returns when the latest state is on the disk. @throws OutputError
  void sync();

 private:
  [[nodiscard]] int free_file() const;

  std::string folder_;
  int rank_;
  FileFactory files_;
  std::array<std::optional<FrameWriter>, kFiles> writers_;  // of the files that were written
  int newest_ = -1;                                         // file with the latest state, -1: none
  int synced_ = -1;                                         // likewise, on the disk
  bool has_new_names_ = false;                              // since the last sync
  bool compression_ = false;
};

}  // namespace solfec
