#pragma once

#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "solver/interior_point/interior_params.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/body_factor.h"
#include "solver/settings/gauss_seidel_params.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Memory of INTERIOR_POINT_SOLVER, kept from step to step.
struct InteriorWorkspace {
  SweepWorkspace sweep;
  BodyFactor factor;
};

/// Sweeps with the criteria of an interior point, for steps that it does not solve.
GaussSeidelParams sweeps_of(const InteriorParams& params);

/// Solves the rows of a step by an interior point with factorisations over the bodies.
///
/// Exact friction takes the rounds of solve_by_rounds, whose sweeps are accelerated ones. Sweeps
/// alone (`sweeps_of`) solve rows without contacts, of several ranks or of bodies with meshes, and
/// those whose factors cost more than SolverSettings affords. Convex friction takes solve_convex,
/// which has the accuracy of the step as its error of velocity, or without one the root of the
/// merit times the largest free velocity of a row.
///
/// @param[in,out] solution  R is the warm start on entry.
/// @param[out] report       Iterations are factorisations, of the kind of Newton's; those of sweeps
///                          alone are sweeps. Convex friction reports its own error, and as its
///                          merit the square of that error over the largest free velocity.
/// @throws InputError when contacts with convex friction stand on several ranks or meshes.
void solve_by_interior_point(const LocalDynamics& problem, const InteriorParams& params,
                             InteriorWorkspace& work, LocalSolution& solution, SolveReport& report);

}  // namespace solfec
