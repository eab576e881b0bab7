#include "app/watchdog.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/cat.h"
#include "language/python/errors.h"
#include "language/python/running_line.h"

namespace solfec {

Watchdog::Watchdog(double patience, const RunContext& context, const RankOutput& output)
    : patience_(patience), context_(context), output_(output) {
  if (patience > 0.0) thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  end_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::watch() {
  using Clock = std::chrono::steady_clock;
  constexpr double kLongestNap = 1.0;  // s
  const std::chrono::duration<double> nap(std::min(0.1 * patience_, kLongestNap));
  std::int64_t beats = -1;
  bool waited = false;
  auto since = Clock::now();
  std::unique_lock lock(guard_);
  while (!end_.wait_for(lock, nap, [this] { return ends_; })) {
    const std::int64_t now = context_.heartbeat.beats();
    const bool waits = context_.comm->is_waiting();
    if (now != beats || waits != waited) since = Clock::now();
    beats = now;
    waited = waits;
    const double idle = std::chrono::duration<double>(Clock::now() - since).count();
    if (idle > (waits ? 2.0 * patience_ + 2.0 : patience_)) bite(idle, waits);
  }
}

void Watchdog::bite(double idle, bool waits) const {
  constexpr double kForTheLine = 1.0;  // s
  const double time = context_.heartbeat.time();
  std::string place = time < 0.0 ? "" : cat(" after the step at t=", short_number(time), " s");
  const std::string line = running_line(kForTheLine);
  if (!line.empty()) place += cat(", at ", line);
  output_.say(cat("solfec: watchdog: rank ", context_.comm->rank(),
                  waits ? " has waited for others for " : " has been stuck for ",
                  short_number(idle), " s", place, "\n"));
  std::_Exit(kExitInternal);
}

}  // namespace solfec
