#include "base/phase_timers.h"

namespace solfec {

std::string_view phase_name(Phase phase) {
  static constexpr std::array<std::string_view, kPhaseCount> kNames = {
      "TIMINT", "CONUPD", "CONDET",  "LOCDYN", "CONSOL", "PARBAL", "GSINIT", "GSRUN",
      "GSCOM",  "GSMCOM", "LININIT", "LINUPD", "LINMV",  "LINPRE", "LINRUN", "LINCOM"};
  return kNames[static_cast<std::size_t>(phase)];
}

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
