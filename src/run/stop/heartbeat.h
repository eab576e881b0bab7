#pragma once

#include <atomic>
#include <cstdint>

namespace solfec {

/// Signs of life of a program: steps and commands, as a watchdog in another thread sees them.
class Heartbeat {
 public:
  void beat() { beats_.fetch_add(1, std::memory_order_relaxed); }
  /// A step begins. @param time  s.
  void beat_at(double time) {
    time_.store(time, std::memory_order_relaxed);
    beat();
  }
  [[nodiscard]] std::int64_t beats() const { return beats_.load(std::memory_order_relaxed); }
  /// Returns the time of the last step, s; negative: there has been none.
  [[nodiscard]] double time() const { return time_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> beats_ = 0;
  std::atomic<double> time_ = -1.0;
};

}  // namespace solfec
