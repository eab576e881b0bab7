#pragma once

#include <string_view>
#include <vector>

#include "base/phase_timers.h"
#include "solver/measure/criteria.h"
#include "solver/measure/rank_sets.h"
#include "solver/measure/stage_log.h"

namespace solfec {

/// How a solution ended; the names are those of GAUSS_SEIDEL_SOLVER.error.
enum class SolveStatus { ok, diverged, diagonal_diverged, diagonal_failed };

/// As GAUSS_SEIDEL_SOLVER.error spells it.
constexpr std::string_view name_of(SolveStatus item) {
  switch (item) {
    case SolveStatus::ok:
      return "OK";
    case SolveStatus::diverged:
      return "DIVERGED";
    case SolveStatus::diagonal_diverged:
      return "DIAGONAL_DIVERGED";
    case SolveStatus::diagonal_failed:
      return "DIAGONAL_FAILED";
  }
  return {};
}

/// Kind of the iterations of a solver; HISTORY counts them apart.
enum class IterationKind { sweep, newton, body_space };

/// As results show it.
constexpr std::string_view name_of(IterationKind item) {
  switch (item) {
    case IterationKind::sweep:
      return "sweep";
    case IterationKind::newton:
      return "newton";
    case IterationKind::body_space:
      return "body space";
  }
  return {};
}

/// A natural residual and the iterations done when it was evaluated.
struct ResidualPoint {
  int iterations = 0;
  double residual = 0.0;
};

/// Report of a solver about one step. Not converging is a result, not an exception.
struct SolveReport {
  SolveStatus status = SolveStatus::ok;
  // diagonal_diverged or diagonal_failed when the chosen one-contact solver ended so at some visit
  // and another one was tried in its place
  SolveStatus fallback = SolveStatus::ok;
  int replaced_visits =
      0;  // of single contacts where the exact solver took the place of the chosen
  IterationKind iteration_kind = IterationKind::sweep;
  int iterations = 0;
  int newton_steps = 0;               // factorisations of an accelerated solution
  double relative_error = 0.0;        // change by the last sweep (relative_change)
  double merit = 0.0;                 // manual eq. 8.1
  double residual = 0.0;              // natural_residual of the result
  double worst_error = 0.0;           // largest part of it, an error of velocity, m/s
  double mean_error = 0.0;            // NaturalViolation::mean, m/s
  int worst_row = -1;                 // the row that has it; -1: residual is 0
  Miss missed = Miss::nothing;        // the criterion that a diverged solution does not meet
  bool no_solution = false;           // R grew without end and nothing got better (squeezed bodies)
  std::vector<int> broken_bonds;      // rows whose cohesive bond the solution breaks, increasing
  std::vector<double> error_history;  // one value per sweep
  std::vector<double> merit_history;  // one value per sweep, the last one computed
  std::vector<ResidualPoint> residual_history;  // of accelerated sweeps, where they look at it
  std::vector<StageRecord> stages;              // in the order in which they ran
  Criteria criteria;                            // that the solution had to meet
  RankSets sets;                                // of this rank
  PhaseTimers timers;  // seconds of the parts of the solution, GSINIT to LINCOM

  /// Back to the defaults; keeps the memory.
  void clear();
};

/// Residual and worst row of a result.
void set_residual(const NaturalViolation& map, SolveReport& report);

/// Returns the status that a failure policy looks at: that of the report, or else why another
/// one-contact solver was needed.
SolveStatus outcome(const SolveReport& report);

}  // namespace solfec
