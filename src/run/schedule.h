#pragma once

#include <algorithm>
#include <cmath>

namespace solfec {

/// Times base + interval, base + 2 interval, ... counted by whole numbers, so that nothing drifts.
class Schedule {
 public:
  Schedule() = default;
  /// @param interval  s; 0: due at every step.
  Schedule(double base, double interval) : base_(base), interval_(interval) {}

  /// True when t has reached the next time, up to 1e-6 of a step.
  [[nodiscard]] bool due(double time, double step) const {
    return interval_ == 0.0 || time >= base_ + interval_ * (count_ + 1.0) - 1e-6 * step;
  }
  /// Moves on past t.
  void advance(double time, double step) {
    if (interval_ == 0.0) return;
    // most missed times at once; the loop settles the rounding of the division
    count_ = std::max(count_, std::floor((time - base_) / interval_) - 1.0);
    while (due(time, step)) count_ += 1.0;
  }

 private:
  double base_ = 0.0;
  double interval_ = 0.0;
  double count_ = 0.0;  // whole number of times already served
};

}  // namespace solfec
