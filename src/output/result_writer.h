#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "archive/archive_error.h"
#include "archive/file_backend.h"
#include "base/phase_timers.h"
#include "domain/domain.h"
#include "output/frame.h"

namespace solfec {

/// Writes the results of one domain into a folder: frames.0.xdr (append-only frames, the first with
/// geometry, materials and labels) and timing.0.xdr. On several ranks it serves rank 0; the other
/// ranks use output/rank_parts.h. Layout: docs/output-format.md.
///
/// A frame is a function of the domain, the summary and the frames before it, so equal runs give
/// equal bytes. A body is stored in the first frame in which it exists, with its geometry and
/// characteristics at that time.
class ResultWriter {
 public:
  /// Creates the folder and empty files. Existing files without a readable frame, left by a run
  /// that was killed at its start, are renamed to NAME.bak-N. @throws OutputError with path and
  /// reason.
  /// @pre the folder holds no results.
  /// @param files  Makes the files; tests give files that fail.
  explicit ResultWriter(const std::string& folder, const FileFactory& files = make_posix_file);
  /// Continues existing results after their last readable frame, or after the first `frames` of
  /// them. Later bytes are cut off. They are kept in a copy when they contain whole frames, behind
  /// a damaged one or without the parts of other ranks (output/repair.h). A timing file that does
  /// not fit is renamed.
  /// @throws OutputError when a file cannot be written; ArchiveError when frames cannot be read.
  static ResultWriter resume(const std::string& folder, const FileFactory& files = make_posix_file,
                             int frames = kAllFrames);
  static constexpr int kAllFrames = 1 << 30;
  ~ResultWriter();
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  /// Compresses the payload of all later frames.
  void set_compression(bool on);
  /// Appends one frame by one write per file; no allocation after warm-up.
  /// The next frame replaces a provisional one.
  /// @param states  Digest of the states of all ranks (StatesDigest), 0 where one rank writes.
  /// @param detail  Detail of the frame. When the frame does not hold the complete state, the state
  /// is
  ///                first written to a file of states (output/state_files.h).
  /// @throws OutputError; the frames then end with the one before, and the call may be repeated.
  void write(const Domain& domain, const StepSummary& summary, const PhaseTimers& timers,
             const RunState& run = {}, std::uint64_t states = 0,
             StateDetail detail = StateDetail::whole);
  /// Makes a provisional last frame permanent.
  void keep_last();
  /// Returns when all frames are on the disk. @throws OutputError
  void sync();
  [[nodiscard]] int frame_count() const;
  /// Number of the next frame: one more than the last one, or that of a provisional last frame.
  [[nodiscard]] int next_frame() const;
  /// Path of the copy of the bytes that `resume` cut off, '' when there is none.
  [[nodiscard]] const std::string& kept_in() const;
  /// Bytes that `resume` cut off.
  [[nodiscard]] long long removed_bytes() const;
  /// Number of calls of `write` so far; a reader opened at another number is out of date.
  [[nodiscard]] long long writes() const;

 private:
  ResultWriter();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace solfec
