#pragma once

#include <array>
#include <chrono>
#include <string_view>

#include "base/enum_names.h"

namespace solfec {

/// Phases of one time step; the names are those of TIMING and HISTORY: TIMINT integration of
/// bodies, CONUPD placing of user constraints, CONDET detection of contacts, LOCDYN rows of the
/// local dynamics, CONSOL their solution, PARBAL balance of ranks. Those from GSINIT on are parts
/// of CONSOL.
enum class Phase {
  TIMINT,
  CONUPD,
  CONDET,
  LOCDYN,
  CONSOL,
  PARBAL,
  GSINIT,
  GSRUN,
  GSCOM,
  GSMCOM,
  LININIT,
  LINUPD,
  LINMV,
  LINPRE,
  LINRUN,
  LINCOM
};

/// Name of a phase as TIMING and HISTORY spell it.
constexpr std::string_view name_of(Phase item) {
  switch (item) {
    case Phase::TIMINT:
      return "TIMINT";
    case Phase::CONUPD:
      return "CONUPD";
    case Phase::CONDET:
      return "CONDET";
    case Phase::LOCDYN:
      return "LOCDYN";
    case Phase::CONSOL:
      return "CONSOL";
    case Phase::PARBAL:
      return "PARBAL";
    case Phase::GSINIT:
      return "GSINIT";
    case Phase::GSRUN:
      return "GSRUN";
    case Phase::GSCOM:
      return "GSCOM";
    case Phase::GSMCOM:
      return "GSMCOM";
    case Phase::LININIT:
      return "LININIT";
    case Phase::LINUPD:
      return "LINUPD";
    case Phase::LINMV:
      return "LINMV";
    case Phase::LINPRE:
      return "LINPRE";
    case Phase::LINRUN:
      return "LINRUN";
    case Phase::LINCOM:
      return "LINCOM";
  }
  return {};
}

/// Number of phases, for arrays that have an entry for each.
inline constexpr int kPhaseCount = static_cast<int>(item_count<Phase>());

/// Seconds of wall-clock time spent per phase and the number of steps they cover.
class PhaseTimers {
 public:
  [[nodiscard]] double seconds(Phase phase) const { return seconds_[index(phase)]; }
  void add(Phase phase, double seconds) { seconds_[index(phase)] += seconds; }
  /// Adds the seconds of all phases; the steps stay.
  void add(const PhaseTimers& other) {
    for (std::size_t i = 0; i < seconds_.size(); ++i) seconds_[i] += other.seconds_[i];
  }
  [[nodiscard]] int steps() const { return steps_; }
  void count_step() { ++steps_; }
  void reset() { *this = {}; }

 private:
  static std::size_t index(Phase phase) { return static_cast<std::size_t>(phase); }

  std::array<double, kPhaseCount> seconds_{};
  int steps_ = 0;
};

/// Adds the time from construction to destruction to one phase; nothing when SOLFEC_TIMERS is off.
class PhaseScope {
 public:
  PhaseScope(PhaseTimers& timers, Phase phase);
  ~PhaseScope();
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  PhaseTimers& timers_;
  Phase phase_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace solfec
