#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/rank_output.h"
#include "run/run_context.h"

namespace solfec {

/// --watchdog: a thread that ends the program when no step and no command has ended for some time,
/// and prints where the program is stuck. A rank that waits for others leaves the report to them.
/// If they do not report within the same time again (they may have been halted), it ends the job.
class Watchdog {
 public:
  /// @param patience  Time without progress after which the program ends, s; 0: no watchdog.
  Watchdog(double patience, const RunContext& context, const RankOutput& output);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  Watchdog(Watchdog&&) = delete;
  Watchdog& operator=(Watchdog&&) = delete;

 private:
  void watch();
  [[noreturn]] void bite(double idle, bool waits) const;

  double patience_;
  const RunContext& context_;
  const RankOutput& output_;
  std::mutex guard_;
  std::condition_variable end_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace solfec
