#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton_series/newton_workspace.h"
#include "solver/settings/newton_params.h"

namespace solfec {

struct FirstSweepSettings;

/// Sweeps before the first iteration of Newton's method where rows see implicit meshes, by counted
/// work: a row pushes all points of its bodies, whether a sweep or a product of GMRES visits it.
///
/// In dynamic steps an iteration takes up to a hundred products, and so many sweeps are worth one.
/// In quasi-static steps an iteration takes the factors of `direction` and sweeps after them, ten
/// and up to 640 where the search fails, and the first sweeps may take the work of thirty of these;
/// they go over to such factors themselves where they foretell more work than that.
int count_first_sweeps(const LocalDynamics& problem, NewtonDirection& direction,
                       const FirstSweepSettings& settings);

/// Whether sweeps come first: not in dynamic steps whose blocks of W are deferred.
bool takes_first_sweeps(const LocalDynamics& problem, const NewtonParams& params);

/// Solves as solve_newton does, after first sweeps with its criteria. Where these meet them, the
/// report is that of the sweeps; else the iteration starts from the best reactions that they found.
/// Without first sweeps it starts from those that the first stages have found
/// (stages/first_stages.h).
void solve_newton_after_sweeps(const LocalDynamics& problem, const NewtonParams& params,
                               NewtonWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                               SolveReport& report);

}  // namespace solfec
