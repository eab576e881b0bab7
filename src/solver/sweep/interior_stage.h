#pragma once

#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/interior_point/interior_point.h"
#include "solver/measure/criteria.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// When and how far an interior point takes over from sweeps.
struct InteriorStageSettings {
  int first = 40;  // sweeps before the first try at least: 30 plain ones and 10 with momentum
  int first_of_few = 300;  // likewise where contacts are not redundant: sweeps mostly do
  double redundant = 2.0;  // components of reactions over those of velocities, from which on
                           // contacts are redundant (walls 5, piles of round grains 1)
  int between = 200;       // sweeps between two tries at least
  int most_tries = 3;
  int most_iterations = 60;   // of the first try, of the n-th n times as many; a factorisation each
  int least_iterations = 20;  // fewer would seldom meet the criteria: no try
  // δ over w of body space: of 82 steps of a rocking wall 1e-9 solves 62 to an error of 1e-5 m/s,
  // 1e-8 solves 38, 1e-10 and 1e-11 62 and 57
  double proximal = 1e-9;
  double work = 4.0;  // of a try over that of all sweeps that the user allows, at most
};

/// An interior point as a stage of an accelerated solution, where an error of velocity is asked
/// for. Redundant contacts that rock and slide have reactions far from those of the step before,
/// along the null space of W, where sweeps creep; an interior point goes there at once, and ends
/// inside of the cones, from where sweeps solve the next steps.
///
/// The first and each odd try begin with the reactions of the start, the others with the best ones.
class InteriorStage {
 public:
  /// @param most_sweeps  That the user allows.
  InteriorStage(const InteriorStageSettings& settings, int most_sweeps)
      : settings_(settings), most_sweeps_(most_sweeps) {}

  /// Whether to try now. Where bodies have many neighbours in space factors fill: there sweeps
  /// alone are faster, and no try is due.
  /// @param direction  Null: never.
  /// @param sweeps     That have been done.
  [[nodiscard]] bool is_due(const LocalDynamics& problem, const Criteria& criteria,
                            NewtonDirection* direction, int sweeps) const;

  /// Whether the next try begins with the reactions of the start.
  [[nodiscard]] bool begins_at_start() const { return tries_ % 2 == 0; }

  /// @param[in,out] R  Reactions to begin with; on return the best of what has been found.
  InteriorPointResult run(const LocalDynamics& problem, BlockCsrOperator* blocks,
                          NewtonDirection& direction, const Criteria& criteria, int sweeps,
                          std::span<Vec3> R);

 private:
  [[nodiscard]] int affordable_iterations(NewtonDirection& direction) const;

  InteriorStageSettings settings_;
  int most_sweeps_;
  int tries_ = 0;
  int last_ = 0;  // sweeps before the last try
};

}  // namespace solfec
