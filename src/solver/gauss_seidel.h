#pragma once

#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/settings/gauss_seidel_params.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// Solves U = B + W R with the law of every row by block Gauss-Seidel.
///
/// With acceleration off one sweep visits every row in storage order (or backwards in turn), else
/// colours of independent rows (ManifoldColours), and then solve_accelerated goes on where plain
/// sweeps are slow. A visit solves the one-row
/// problem with the latest reactions of its neighbours (Jean (1999), CMAME 177, 235-257). A contact
/// whose one-contact solver fails is tried with the others (exact, semismooth Newton, projected
/// gradient, De Saxcé and Feng, projected Newton), then keeps its last reaction; `report.fallback`
/// tells that this happened. Sweeps end when the change of R and the merit are both small enough.
/// The merit costs part of a sweep, so it is not evaluated after every one when there are many
/// rows; merit_history repeats the last value in between.
///
/// @param work       Kept from step to step: it only saves work. Its velocities end at v(R).
/// @param[in,out] R  Average reactions over the step, N; on entry the warm start. Finite on return
///                   even when input is not; the status is then diagonal_failed.
/// @param[out] U     Relative velocities at the end of the step, U = B + W R.
/// @param report     Status, broken bonds, sweeps and histories; its memory is reused from step to
/// step.
///                   The status speaks of the last sweep: diverged when a criterion is unmet,
///                   diagonal_failed or diagonal_diverged when a row kept its last reaction because
///                   no solver took it.
/// @pre R.size() == U.size() == problem.size(), asserted. No allocation after warm-up but in
/// Newton steps.
void solve_gauss_seidel(const LocalDynamics& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                        SolveReport& report);

/// Rows whose W is given by blocks, not by body space.
struct BlockProblem {
  const LocalDynamics& rows;
  BlockCsrOperator& W;
};

/// Solves a problem whose W is given by blocks by Gauss-Seidel sweeps; the parameters are those of
/// the overload for LocalDynamics.
void solve_gauss_seidel(const BlockProblem& problem, const GaussSeidelParams& params,
                        SweepWorkspace& work, std::span<Vec3> R, std::span<Vec3> U,
                        SolveReport& report);

}  // namespace solfec
