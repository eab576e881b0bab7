#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "archive/file_backend.h"
#include "archive/frame_writer.h"

namespace solfec {

/// Files of one rank with the complete state of its latest frames. They allow to continue a run
/// whose frames do not hold this state (kShownVersion). docs/output-format.md has their layout.
///
/// A state is written before its frame. It never overwrites the state of the frame before, which is
/// needed until the new frame is complete, nor the last state that was forced to the disk. So there
/// are three files, used in turn: a killed process loses nothing, and a loss of power loses only
/// what came after the last `sync`.
class StateFiles {
 public:
  static constexpr int kFiles = 3;

  /// @param last  Time of the last frame of results that are continued, s; the latest state up to
  /// this
  ///              time is kept until a later one is complete. Negative for new results.
  StateFiles(std::string folder, int rank, double last, FileFactory files = make_posix_file);

  void set_compression(bool on) { compression_ = on; }
  /// Writes the state of the next frame, over one that is out of date.
  /// @throws OutputError; the other files are unchanged.
  void write(double time, std::span<const std::byte> payload);
  /// Returns when the latest state is on the disk. @throws OutputError
  void sync();

 private:
  [[nodiscard]] int free_file() const;

  std::string folder_;
  int rank_;
  FileFactory files_;
  std::array<std::optional<FrameWriter>, kFiles> writers_;  // for each file that was written
  int newest_ = -1;                                         // file with the latest state, -1: none
  int synced_ = -1;                                         // latest file on the disk, -1: none
  bool has_new_names_ = false;                              // files were made since the last sync
  bool compression_ = false;
};

}  // namespace solfec
