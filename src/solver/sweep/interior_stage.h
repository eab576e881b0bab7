#pragma once

#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/interior_point/interior_point.h"
#include "solver/measure/criteria.h"
#include "solver/measure/staged_problem.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// When sweeps that end an interior point stop before their number is done: where they no longer
/// lead to the criteria, or go on below them in vain. In steps of rocking walls they gain a factor
/// of ten within 25 sweeps and little in the next 400; with these numbers they are half as many.
struct FinishingSettings {
  int interval = 20;   // sweeps between two looks at the errors
  int bad_looks = 2;   // as many in a row stop them
  double share = 0.7;  // of the sweeps left that may do what is left, if errors go on to fall alike
  double little = 0.8;  // errors over those of the look before, once the criteria are met
};

/// When and how far an interior point takes over from sweeps.
struct InteriorStageSettings {
  int first = 40;  // sweeps before the first try at least: 30 plain ones and 10 with momentum
  int first_of_few = 300;  // likewise where contacts are not redundant: sweeps mostly do
  double redundant = 2.0;  // components of reactions over those of velocities, from which on
                           // contacts are redundant (walls 5, piles of round grains 1)
  // Likewise, from which on rounds are plain ones (dominoes 2.5, rockfill 2): of 752 steps of
  // twenty rocking walls, 4.5 to 5.5, these miss 17, rounds with the derivative of s 35.
  double many = 3.5;
  // Errors over an accuracy from which sweeps may end iterations where rounds are plain ones; those
  // from twice the errors are mostly in vain: 476 steps of six walls took 7 % more work.
  double plain_near = 15.0;
  int between = 200;  // sweeps between two tries at least
  int most_tries = 3;
  int least_iterations = 20;                     // fewer would seldom meet the criteria: no try
  int most_iterations = 240;                     // of a try; a factorisation each
  InteriorRounds rounds;                         // of the first try
  InteriorRounds later_rounds = kPatientRounds;  // of the others, whose linear solutions are exact
  FinishingSettings finishing;
  // The proximal term δ over w of body space: of 82 steps of a rocking wall 1e-9 solved 62 to an
  // error of 1e-5 m/s without sweeps, 1e-8 solved 38, 1e-10 and 1e-11 solved 62 and 57. Linear
  // solutions need no more digits than the steps they make.
  ConeSystems systems{.proximal = 1e-9, .refined = 1e-6, .refines_predictor = false};
  double work = 20.0;  // work of all tries over that of all sweeps that the user allows, at most
};

/// Number of closed contacts of Signorini and Coulomb.
int count_contacts(const LocalDynamics& problem);

/// Whether components of the reactions of contacts are at least so many times those of velocities,
/// as in walls. Blocks of W do not tell how many bodies there are: never with them.
/// @param blocks  As in StagedProblem.
bool has_many_contacts(const LocalDynamics& problem, const BlockCsrOperator* blocks, double times);

/// Settings for the criteria of a solution: those given for an accuracy, where each try gives up
/// alike; for the residual of a stored problem later tries that go on to the last digits; for the
/// other criteria of a script no tries, since tight ones are seldom met by them (a vault to a merit
/// of 1e-10 took nine times as long).
InteriorStageSettings interior_stage_settings(const Criteria& criteria,
                                              InteriorStageSettings settings = {});

/// An interior point as a stage of an accelerated solution. Redundant contacts that rock and slide
/// have reactions far from those of the step before, along the null space of W, where sweeps creep;
/// an interior point goes there at once, and ends inside of the cones, from where sweeps solve the
/// next steps.
///
/// The first and each odd try begin with the reactions of the start, the others with the best ones.
/// Most end after ten iterations; `work` bounds those that do not.
class InteriorStage {
 public:
  /// @param most_sweeps  Sweeps that the user allows.
  InteriorStage(const InteriorStageSettings& settings, int most_sweeps)
      : settings_(settings), most_sweeps_(most_sweeps) {}

  /// Whether to try now; never without contacts. Where bodies have many neighbours in space factors
  /// fill: there sweeps alone are faster, and no try is due.
  /// @param direction  Null: never.
  /// @param sweeps     Sweeps that have been done.
  [[nodiscard]] bool is_due(const LocalDynamics& problem, NewtonDirection* direction,
                            int sweeps) const;

  /// Sweeps until the next try, where the number between two tries is all that delays it; else 0.
  [[nodiscard]] int sweeps_before_next(int sweeps) const;

  /// Whether the next try begins with the reactions of the start.
  [[nodiscard]] bool begins_at_start() const { return tries_ % 2 == 0; }

  /// Whether the last try has ended before it had spent its iterations.
  [[nodiscard]] bool has_iterations_left() const { return has_left_; }

  /// @param direction  As asked by `is_due`.
  /// @param finish     Sweeps that end the solution.
  /// @param sweeps     Sweeps that have been done before.
  /// @param[in,out] R  Reactions to begin with; on return the best ones of the try.
  InteriorPointResult run(const StagedProblem& staged, NewtonDirection& direction,
                          const FinishingSweeps& finish, int sweeps, std::span<Vec3> R);

 private:
  [[nodiscard]] int affordable_iterations(NewtonDirection& direction) const;

  InteriorStageSettings settings_;
  int most_sweeps_;
  int tries_ = 0;
  int last_ = 0;           // sweeps before the last try
  bool has_left_ = false;  // iterations, at its end
  double spent_ = 0.0;     // work of the tries, in sweeps
};

}  // namespace solfec
