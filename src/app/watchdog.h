#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/rank_output.h"
#include "run/run_context.h"

namespace solfec {

/// --watchdog: a thread that ends the program when no step or command has ended for some time, and
/// says where it is stuck. A rank that waits for others is not stuck, they are; if they say nothing
/// for as long again, because they have been halted, the one that waits ends the job.
class Watchdog {
 public:
  /// @param patience  s; 0: there is no watchdog.
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
