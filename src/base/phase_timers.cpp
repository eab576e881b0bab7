#include "base/phase_timers.h"

namespace solfec {

#if defined(SOLFEC_TIMERS)

PhaseScope::PhaseScope(PhaseTimers& timers, Phase phase)
    : timers_(timers), phase_(phase), start_(std::chrono::steady_clock::now()) {}

PhaseScope::~PhaseScope() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  timers_.add(phase_, elapsed.count());
}

#else

PhaseScope::PhaseScope(PhaseTimers& timers, Phase phase) : timers_(timers), phase_(phase) {}

PhaseScope::~PhaseScope() = default;

#endif

}  // namespace solfec
