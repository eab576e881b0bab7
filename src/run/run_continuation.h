#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "output/frame.h"
#include "run/folder/continuation.h"
#include "run/frame_output.h"
#include "run/run_data.h"

namespace solfec {

/// Continuation (-c) of the RUNs of a SOLFEC object: each RUN begins with the last frame that the
/// results have of it, until the last frame of all is put in.
class RunContinuation {
 public:
  /// The object continues the results in its folder.
  void open(const std::string& folder) { past_ = std::make_unique<Continuation>(folder); }
  /// Whether the results have frames that are still to be put in.
  [[nodiscard]] bool has_frames() const { return past_ != nullptr; }
  ResultReader& reader() { return past_->reader(); }

  /// Compares the script with the record of this RUN. Refuses results that began with other
  /// velocities, schemes or damping of bodies, or whose record sets bodies otherwise: frames keep
  /// what they hold. Other settings are told when the frame is put in.
  /// @pre has_frames(); the settings of the RUN are told.
  void compare_settings(const RunData& data);
  /// A new RUN, into which nothing has been put yet.
  void begin_run() {
    restored_ = Restored::nothing;
    goes_on_at_ = kRunBegin;
  }
  /// Time from which this RUN is computed with the settings of the script, s; kRunBegin: all of it.
  [[nodiscard]] double goes_on_at() const { return goes_on_at_; }
  /// Puts in the last frame of the RUN or of an earlier one; after the last of all frames are
  /// written again.
  void restore(RunData& data, ConstraintSolver& solver, FrameOutput& output);
  /// Whether the results hold the RUN to its end already; says what a continued run finds.
  bool is_complete(const RunData& data, double end);
  /// Call it before a step. @throws InputError when what was put in last only shows its state.
  void check_can_step(const RunData& data) const;
  /// Whether the RUN goes on from a frame that its failure policy and its callback come after.
  [[nodiscard]] bool is_before_callback() const { return restored_ == Restored::before_callback; }

 private:
  /// Place from which the current RUN goes on.
  enum class Restored : std::uint8_t {
    nothing,          // no frame of this RUN
    after_callback,   // a frame after which the next step comes
    before_callback,  // a frame that failure policy and callback of its time come after
    end               // a callback had ended the RUN with this frame
  };
  void take_over(const Frame& frame, const RestoreReport& report, RunData& data,
                 ConstraintSolver& solver) const;
  void tell_differences(const RestoreReport& report, const RunData& data) const;

  std::unique_ptr<Continuation> past_;  // until its last frame is put in
  Restored restored_ = Restored::nothing;
  double goes_on_at_ = kRunBegin;         // see goes_on_at
  bool is_compared_ = false;              // the record has the settings of this RUN
  std::vector<std::string> differences_;  // of this RUN, in words
  bool is_whole_ = true;                  // what was put in last has all that a step takes
  bool caught_up_ = false;                // the last frame was put in and no step made since
};

}  // namespace solfec
