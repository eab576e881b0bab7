#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton.h"
#include "solver/sweep/accelerated_sweep.h"
#include "solver/sweep/gauss_seidel_params.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// A problem and what an accelerated solution of it works with.
struct AcceleratedProblem {
  const LocalDynamics& problem;
  AcceleratedSweep& sweep;      // at the warm start
  const NewtonProblem* newton;  // null: no Newton steps
  SweepWorkspace& work;
};

/// Solves by plain sweeps, then proximal sweeps with the momentum of a nonlinear conjugate
/// gradient, then Newton steps.
///
/// acceleration nncg: momentum from the first sweep; automatic: plain sweeps, and when the criteria
/// are unmet after 30, momentum and then also Newton steps.
///
/// A sweep is taken as a fixed-point map r1(x) and x - r1 as the gradient of a nonlinear conjugate
/// gradient in the metric w = tr(W_ii)/3 (Silcowitz, Niebe and Erleben (2010), Vis. Comput. 26,
/// 893-901; Fletcher and Reeves): beta = |g|²/|g_old|², restart when it grows. The proximal term
/// Ŵ + 0.1 w makes sweeps converge that would cycle (Rockafellar (1976), SIAM J. Control Optim. 14,
/// 877-898).
///
/// Newton steps are those of the variant BODY_SPACE (newton.h), with its search that need not be
/// monotone, in series that have reactions of their own: one that betters nothing leaves the sweeps
/// with their momentum where they were. Work is counted, never measured: a sweep is 1, a
/// factorisation as many as the size of its factors says. After each block of 50 sweeps the fall of
/// the residual in it predicts how many are left; a series begins when its steps, 8 unless an
/// earlier series of the solution has shown another number, should cost less than half of that. It
/// ends when it has cost 1.5 times as much as expected and a quarter of the predicted sweeps, or
/// when six steps have bettered nothing; after such a one twice its work is left to the sweeps. A
/// factorisation of more work than 5000 sweeps is not tried. A sweep that changes nothing ends the
/// solution. The best reactions in the sense of the natural residual are kept and returned when the
/// criteria are not met.
///
/// Reactions in the null space of W (locked-in stress) change nothing but the denominator of the
/// natural residual. So the criteria count as met with momentum and Newton steps only by reactions
/// that have no more than doubled since the plain sweeps, or have grown no more than the violation
/// |r - P_K(r - ũ)| has fallen; not so where e over velocities alone is a criterion. When the
/// criteria are not met a warm start is returned as it was when reactions are larger but do not
/// lower the violation to 0.9, or in less than this proportion (report.residual may then exceed
/// values of the history).
///
/// Parameters as in solve_gauss_seidel.
void solve_accelerated(const AcceleratedProblem& accelerated, const GaussSeidelParams& params,
                       std::span<Vec3> R, std::span<Vec3> U, SolveReport& report);

}  // namespace solfec
