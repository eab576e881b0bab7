#pragma once

#include <memory>
#include <string>

#include "output/result_reader.h"

namespace solfec {

/// Results that a run goes on from (-c). The script runs again; at each RUN the state of the last
/// frame of that RUN is put in, the steps to its end are computed again when the RUN ended between
/// two frames, and after the last frame of all the writing goes on.
class Continuation {
 public:
  explicit Continuation(const std::string& folder)
      : reader_(folder), frames_(reader_.continuable_frames()) {}

  /// Last frame of the RUN with this number or an earlier one; -1 when the state of the domain is
  /// that of this frame or a later one already.
  [[nodiscard]] int frame_to_restore(int run) const;
  /// Puts a frame in, see restore_domain.
  RestoreReport restore(int frame, const SettingHashes& script, Domain& domain, Frame& content);
  /// True when the frame put in is the last one: from there on frames are written.
  [[nodiscard]] bool at_end() const { return restored_ + 1 == frames_; }
  /// Frames that stay: up to the last one from which a run can go on.
  [[nodiscard]] int frames() const { return frames_; }
  [[nodiscard]] int restored() const { return restored_; }
  ResultReader& reader() { return reader_; }

 private:
  ResultReader reader_;
  int frames_;
  int restored_ = -1;
};

}  // namespace solfec
