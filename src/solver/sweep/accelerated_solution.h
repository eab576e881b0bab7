#pragma once

#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"
#include "solver/sweep/accelerated_sweep.h"
#include "solver/sweep/gauss_seidel_params.h"
#include "solver/sweep/sweep_workspace.h"

namespace solfec {

/// A problem and what an accelerated solution of it works with.
struct AcceleratedProblem {
  const LocalDynamics& problem;
  AcceleratedSweep& sweep;  // at the warm start
  NewtonDirection* newton;  // null: no Newton steps
  SweepWorkspace& work;
  BlockCsrOperator* blocks = nullptr;  // that multiply by W, null: body space does
  NewtonDirection* late = nullptr;  // after half of the sweeps where the one above costs too much
};

/// Solves by plain sweeps, then proximal sweeps with the momentum of a nonlinear conjugate
/// gradient, then Newton steps.
///
/// acceleration nncg: momentum from the first sweep; automatic: plain sweeps, and when the criteria
/// are unmet after 30, momentum and then also Newton steps.
///
/// A sweep is taken as a fixed-point map r1(x) and x - r1 as the gradient of a nonlinear conjugate
/// gradient in the metric w = tr(W_ii)/3 (Silcowitz, Niebe and Erleben (2010), Vis. Comput. 26,
/// 893-901; sweep_momentum.h). The proximal term Ŵ + θ w makes sweeps converge that would cycle
/// (Rockafellar (1976), SIAM J. Control Optim. 14, 877-898). Directions of slip are found to a
/// tenth of the last change of the reactions, not exactly: the next sweep changes them again.
///
/// Newton steps follow after 30 sweeps with momentum at the earliest, when sweeps have done as much
/// work as a step needs and their residual falls too slowly: where it foretells an end within 100
/// sweeps, or the work of four steps, sweeps go on and look again. Each step is smoothed by ten
/// proximal sweeps with momentum of their own and kept when the natural residual falls to 0.9. The
/// next series comes after 50 sweeps or as many as a step costs, twice as many after a rejected
/// one. A step whose factors cost more work than 5000 sweeps is not tried, unless half of the
/// sweeps have not been enough and there is another direction for that case (mesh_newton.h).
///
/// Where refines_by_mesh_newton() says so, what meets the criteria, or what the sweeps have ended
/// with, is taken on by Newton steps while each halves the residual, and by a series of BODY_SPACE
/// steps.
///
/// A solution on one rank that started from nothing (R = 0) tries once, at the second time that it
/// comes to Newton steps, a series of BODY_SPACE steps from there (newton.h). It moves
/// reactions of its own, goes on to rounding, and counts only if it meets the criteria: else the
/// sweeps go on as if it had not been. In warm solutions such series end just inside the criteria,
/// and so does each step of a run after them.
///
/// A sweep that changes nothing ends the solution. The best reactions in the sense of the natural
/// residual are kept and returned when the criteria are not met.
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
