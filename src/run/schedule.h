#pragma once

#include <algorithm>
#include <cmath>

#include "output/run_state.h"

namespace solfec {

/// Times base + interval, base + 2 interval, ... counted by whole numbers, so that nothing drifts.
class Schedule {
 public:
  Schedule() = default;
  /// @param interval  s; 0: due at every step.
  Schedule(double base, double interval) : state_{base, interval, 0.0} {}
  explicit Schedule(const ScheduleState& state) : state_(state) {}

  [[nodiscard]] const ScheduleState& state() const { return state_; }

  /// True when t has reached the next time, up to 1e-6 of a step.
  [[nodiscard]] bool due(double time, double step) const {
    return state_.interval == 0.0 ||
           time >= state_.base + state_.interval * (state_.served + 1.0) - 1e-6 * step;
  }
  /// Moves on past t.
  void advance(double time, double step) {
    if (state_.interval == 0.0) return;
    // most missed times at once; the loop settles the rounding of the division
    const double passed = std::floor((time + 1e-6 * step - state_.base) / state_.interval);
    // beyond 2^53 times there is no next one: every step is due
    state_.served = std::max(state_.served, std::min(passed - 1.0, kMostTimes));
    while (due(time, step) && state_.served + 1.0 > state_.served) state_.served += 1.0;
  }

 private:
  static constexpr double kMostTimes = 9007199254740992.0;  // 2^53, the end of whole numbers

  ScheduleState state_;
};

}  // namespace solfec
