#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton/newton_params.h"
#include "solver/newton/newton_workspace.h"

namespace solfec {

/// Sweeps before the first iteration of Newton's method where rows see implicit meshes, by counted
/// work: a row pushes all points of its bodies, whether a sweep or a product of GMRES visits it.
///
/// In dynamic steps an iteration takes up to a hundred products, and kFirstSweeps sweeps are worth
/// one. In quasi-static steps an iteration takes the factors of `direction` and sweeps after them,
/// ten and up to 640 where the search fails, and the first sweeps may take the work of
/// kFirstIterations of these; they go over to such factors themselves where they foretell more work
/// than that.
int count_first_sweeps(const LocalDynamics& problem, NewtonDirection& direction);

/// Whether sweeps come first.
bool takes_first_sweeps(const LocalDynamics& problem);

/// Takes `sweeps` accelerated sweeps with the criteria of Newton's method.
/// @return Whether the criteria are met; else R are the best reactions that were found.
bool solve_by_first_sweeps(const LocalDynamics& problem, const NewtonParams& params, int sweeps,
                           NewtonWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                           SolveReport& report);

}  // namespace solfec
