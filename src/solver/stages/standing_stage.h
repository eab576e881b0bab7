#pragma once

#include "solver/stages/solution_state.h"

namespace solfec {

/// Begins the solution with the reactions of standing bodies (standing_bodies.h) where these are
/// found; the first plain sweep after them meets the criteria.
void standing_stage(SolutionState& state);

/// A step whose bodies may stand.
struct StandingTry {
  const LocalDynamics& problem;
  const Criteria& criteria;
  const SolverSettings& settings;
  int most_sweeps;  // that all factorisations together may cost
};

/// Reactions of bodies that stand, before the iterations of a solver that has no other stages. Such
/// iterations end at the accuracy, and errors of the accuracy move bodies that stand: those of a
/// wall of 44 bricks wandered by 0.2 mm in 8 s of rest.
/// @param[in,out] R  As in solve_standing.
/// @param stages     Gets the record, where a factorisation was made.
/// @return Whether bodies stand.
bool stand_first(const StandingTry& what, SweepWorkspace& work, std::span<Vec3> R,
                 std::vector<StageRecord>& stages);

}  // namespace solfec
