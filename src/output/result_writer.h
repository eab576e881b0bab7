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

/// Writes the results of one domain into a folder, of rank 0 where there are several (the others:
/// output/rank_parts.h): frames.0.xdr (append-only frames, the first with
/// geometry, materials and labels) and timing.0.xdr. Layout: docs/output-format.md.
///
/// A frame is a function of the domain, the summary and the frames before it, so equal runs give
/// equal bytes. Bodies are stored when they are first seen; geometry and characteristics are those
/// of that moment.
class ResultWriter {
 public:
  /// Creates the folder and empty files. Files without a readable frame that stand there (a run
  /// that was killed at its start) are renamed to NAME.bak-N. @throws OutputError with path and
  /// reason. @pre the folder holds no results.
  /// @param files  Makes the files below; tests put failing ones there.
  explicit ResultWriter(const std::string& folder, const FileFactory& files = make_posix_file);
  /// Goes on with existing results after their last readable frame, or after the first `frames` of
  /// them; what follows is cut off, with a copy beside the file when whole frames are among it:
  /// behind the damage, or without the parts of other ranks (output/repair.h). A timing file that
  /// does not fit is set aside.
  /// @throws OutputError; ArchiveError when the frames cannot be read.
  static ResultWriter resume(const std::string& folder, const FileFactory& files = make_posix_file,
                             int frames = kAllFrames);
  static constexpr int kAllFrames = 1 << 30;
  ~ResultWriter();
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  /// Compresses the payload of all later frames.
  void set_compression(bool on);
  /// Appends one frame by one write per file; no allocation after warm-up.
  /// A provisional frame gives way to the next one.
  /// @param states  Digest of the states of all ranks (StatesDigest), 0 where one rank writes.
  /// @param detail  Detail of the frame. The whole state of a frame that only shows it goes to a
  ///                file of states (output/state_files.h) first.
  /// @throws OutputError; the frames then end with the one before, and the call may be repeated.
  void write(const Domain& domain, const StepSummary& summary, const PhaseTimers& timers,
             const RunState& run = {}, std::uint64_t states = 0,
             StateDetail detail = StateDetail::whole);
  /// A provisional last frame stays.
  void keep_last();
  /// Returns when all frames are on the disk. @throws OutputError
  void sync();
  [[nodiscard]] int frame_count() const;
  /// Number of the frame that comes next: after the last one, or in its place.
  [[nodiscard]] int next_frame() const;
  /// Where `resume` has kept what it cut off, '' where it has not.
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
