#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "local_dynamics/local_solution.h"
#include "solver/measure/merit.h"
#include "solver/measure/solve_report.h"
#include "solver/row/sweep_row.h"
#include "solver/settings/gauss_seidel_params.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Memory of sweeps over contacts with rolling resistance, kept from step to step.
struct RollingWorkspace {
  std::vector<int> of_row;          // of SweepWorkspace::rows: number of the rolling row; -1: none
  std::vector<SweepRow> condensed;  // of the rolling rows: the contact with w held at zero
  std::vector<Vec3> gradient;       // of the reactions, then of the couples, N and N m
  std::vector<Vec3> direction;      // likewise, of the momentum
  std::vector<Vec3> best_R;         // least excess so far
  std::vector<Vec3> best_couples;
};

/// Solves U = B + W R + C M and w = B + W M + Cᵀ R with the laws of all rows and of the rolling
/// rows (solver/law/rolling_resistance.h) by block Gauss-Seidel: plain sweeps, then sweeps with the
/// momentum of solve_accelerated, in which couples move as reactions do. With acceleration off the
/// sweeps are plain and in storage order.
///
/// A visit solves a contact together with its couple: first as if the couple held w at zero, by the
/// contact block from which the couple is eliminated; where that couple is above its bound, contact
/// and couple in turn until the couple stays. Couples start from zero in each call, so no step
/// depends on those of the last one. All other stages of the solver know no couples and are left
/// out: where sweeps do not meet the criteria, the best solution is returned. Parameters and report
/// are those of solve_gauss_seidel, and the measures (natural residual, merit) hold the couples
/// against the normal reactions of the same solution.
///
/// @param[in,out] solution  R on entry is the warm start; couples and spins are set.
/// @pre problem.rolling is not empty.
void solve_with_rolling(const LocalDynamics& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, RollingWorkspace& rolling, LocalSolution& solution,
                        SolveReport& report);

/// Residual of rows and rolling rows. Each rolling row counts as one more part of the violation,
/// its length times rad/s, and of the merit; the scales of the natural residual are those of the
/// contacts alone.
Residual residual_with_rolling(const LocalDynamics& problem, const LocalSolution& solution);

}  // namespace solfec
