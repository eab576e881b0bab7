#include "run/wall_time.h"

#include <chrono>

#include "run/run_settings.h"

namespace solfec {

namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point kProcessStart = Clock::now();

}  // namespace

double wall_time() { return std::chrono::duration<double>(Clock::now() - kProcessStart).count(); }

bool wall_time_is_over() {
  const double limit = run_settings().max_walltime;
  return limit > 0.0 && wall_time() >= limit;
}

}  // namespace solfec
