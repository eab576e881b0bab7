#include "run/stop/wall_time.h"

#include <chrono>

namespace solfec {

namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point kProcessStart = Clock::now();

}  // namespace

double wall_time() { return std::chrono::duration<double>(Clock::now() - kProcessStart).count(); }

bool wall_time_is_over(double limit) { return limit > 0.0 && wall_time() >= limit; }

}  // namespace solfec
