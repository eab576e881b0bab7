#pragma once

#include <cstdint>
#include <memory>

#include "base/phase_timers.h"
#include "output/rank_parts.h"
#include "output/result_reader.h"
#include "output/result_writer.h"
#include "run/run_data.h"

namespace solfec {

/// Frames that the RUNs of one SOLFEC object write, and the reader of them. Without a writer (the
/// results hold the frames already) a frame is noted only. Of several ranks each writes what it has
/// (output/rank_parts.h).
class FrameOutput {
 public:
  explicit FrameOutput(RunData& data) : data_(data) {}

  /// Whether frames go to the disk, from this rank or from that which writes for all.
  [[nodiscard]] bool writes() const { return begun_; }
  /// Writes from the first frame on.
  void begin();
  /// Writes after the first `frames` of those that can be read; what follows them is cut off.
  void go_on(int frames, int readable);
  /// A provisional last frame stays (see is_provisional).
  void keep_last() {
    if (writer_) writer_->keep_last();
  }

  [[nodiscard]] bool due() const;
  /// Writes the frame of the time of the domain, unless there is one.
  /// @param ends_run  The frame is the last one of its RUN: it holds contacts in any case.
  /// @throws OutputError, NumericalError
  void write(FrameKind kind, const ConstraintSolver& solver, bool ends_run = false);

  /// Frames go to the disk when the last time was that long ago (s of wall time). @throws
  /// OutputError
  void sync(double least_interval);
  /// For a RUN that ends with an error, which is not to be hidden by another one.
  void sync_quietly();
  /// Forces to the disk what is not there yet. @throws OutputError
  void sync_news();

  /// Returns the reader of the frames written so far, null when there are none; it is made anew
  /// when there are newer ones.
  ResultReader* reader();
  /// The folder has moved.
  void forget_reader() { reader_.reset(); }
  /// Returns the timers of the steps since the last frame, or of those before it when there are
  /// none since.
  [[nodiscard]] const PhaseTimers& step_timers() const;

 private:
  void bring_callback_constraints();
  [[nodiscard]] int next_frame() const;
  void write_part(int frame, std::uint64_t states, StateDetail detail);
  void say_frame(const ModelCounts& counts) const;

  RunData& data_;
  bool begun_ = false;
  std::unique_ptr<ResultWriter> writer_;  // of rank 0
  std::unique_ptr<RankPartWriter> part_;  // of the others, from their first part on
  StatesDigest digest_;
  std::unique_ptr<ResultReader> reader_;
  long long writes_ = 0;         // frames that were written, by this rank or another
  long long reader_writes_ = 0;  // likewise, when the reader was opened
  long long synced_writes_ = 0;  // of the writer when the last sync began
  double last_sync_ = -1.0;      // s of wall time
  PhaseTimers frame_timers_;     // of the steps before the last frame that had some
};

}  // namespace solfec
