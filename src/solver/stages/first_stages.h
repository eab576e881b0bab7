#pragma once

#include <span>
#include <vector>

#include "solver/measure/stage_log.h"
#include "solver/measure/staged_problem.h"
#include "solver/newton/newton_direction.h"
#include "solver/settings/solver_settings.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// A step, and what may be tried before the iterations of a solver. Such iterations end at the
/// accuracy, and errors of the accuracy move bodies that stand: those of a wall of 44 bricks
/// wandered by 0.2 mm in 8 s of rest. A wall that rocked ended off by a fifth of its motion.
struct FirstStages {
  StagedProblem staged;
  const SolverSettings& settings;
  int most_sweeps;             // that the factorisations of a stage together may cost
  bool standing_only = false;  // the augmented Lagrangian is left out
};

struct FirstStagesResult {
  bool found = false;  // reactions that meet the criteria
  int factorisations = 0;
};

/// Looks for the reactions of bodies that stand (standing_bodies.h), then for those of walls that
/// rock (augmented_lagrangian.h) where bodies do not stand exactly. Where a reaction of the step
/// before is at a border of its cone bodies seldom stand, and walls that rock come first.
/// @param[in,out] R  Reactions of the step before, N; on return those that were found.
/// @param records    Gets the records of the stages that made a factorisation.
FirstStagesResult solve_first_stages(const FirstStages& what, NewtonDirection& direction,
                                     SweepWorkspace& work, std::span<Vec3> R,
                                     std::vector<StageRecord>& records);

/// Whether the step is one for the augmented Lagrangian: bodies without meshes that touch as
/// redundantly as those of a wall, in a dynamic step of one rank, whose factors cost little enough.
bool takes_augmented(const FirstStages& what, NewtonDirection& direction);

/// Whether a closed contact has a bond beside it that softens while it breaks. Such bonds are stiff
/// beside the inertia of bodies in a step, so sweeps hardly converge.
bool has_closed_zones(const LocalDynamics& problem);

/// Whether a closed contact carries nothing while others do, or is at the bound of its friction.
bool is_at_border(const LocalDynamics& problem, std::span<const Vec3> R, double border);

}  // namespace solfec
