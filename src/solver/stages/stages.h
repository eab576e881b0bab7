#pragma once

#include <span>

#include "math/vec3.h"
#include "solver/measure/solve_report.h"
#include "solver/settings/gauss_seidel_params.h"
#include "solver/stages/accelerated_problem.h"

namespace solfec {

/// Solves by stages: plain sweeps, proximal sweeps with the momentum of a nonlinear conjugate
/// gradient, and in turn with these an interior point and Newton steps. The list of the stages,
/// with the conditions on which sweeps hand over to them, is in stages.cpp; all numbers are in
/// SolverSettings; the report has a record of each stage.
///
/// acceleration nncg: momentum alone, from the first sweep; automatic: all stages.
///
/// A sweep is taken as a fixed-point map r1(x) and x - r1 as the gradient of a nonlinear conjugate
/// gradient in the metric w = tr(W_ii)/3 (Silcowitz, Niebe and Erleben (2010), Vis. Comput. 26,
/// 893-901; sweep_momentum.h). The proximal term Ŵ + θ w makes sweeps converge that would cycle
/// (Rockafellar (1976), SIAM J. Control Optim. 14, 877-898). Directions of slip are found to a
/// tenth of the last change of the reactions, not exactly: the next sweep changes them again.
///
/// Newton steps begin when sweeps have done as much work as a step needs and foretell more than a
/// series of steps costs. Each step is smoothed by proximal sweeps with momentum of their own and
/// kept when the natural residual falls enough. Where refines_by_mesh_newton() says so, Newton
/// steps also polish a solution that already meets the criteria.
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
