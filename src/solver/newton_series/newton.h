#pragma once

#include <limits>
#include <span>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/criteria.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton_series/newton_workspace.h"
#include "solver/settings/newton_params.h"

namespace solfec {

/// The rows and, where W is given by blocks instead of body space, what multiplies by them.
struct NewtonProblem {
  const LocalDynamics& rows;
  BlockCsrOperator* blocks = nullptr;
};

/// Solves U = B + W R with the law of every row by an inexact projected Newton method.
///
/// Each iteration linearises the laws row by row, X δU + Y δR = -C with δU = W δR (linear_row.h),
/// and reduces the residual of (X W + Y) δR = -C by GMRES with products of W; preconditioner are
/// the inverses of the 3 x 3 diagonal blocks, unknowns are scaled by √(tr(W_ii) / 3). The variants
/// differ in X, Y, C of a contact: NONSMOOTH_HSW, NONSMOOTH_HYBRID and FIXED_POINT are the active
/// set forms of semismooth_row.h (Hüeber, Stadler and Wohlmuth (2007), SIAM J. Sci. Comput. 30,
/// 572-596; Koziara and Bićanić (2008), CMAME 197, 2763-2777), the VARIATIONAL ones the projection
/// equation of variational_row.h (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245). The
/// new reactions are projected on the friction cone; step lengths 1, 0.4, 0.16, 0.064 are tried
/// until the residual Σ |C|² tr(W_ii) / 3 of the projection equation falls below the largest of
/// the last iterates (Grippo, Lampariello and Lucidi (1986), SIAM J. Numer. Anal. 23, 707-716).
///
/// BODY_SPACE has the rows of SMOOTHED_VARIATIONAL, but its linear systems are solved by one sparse
/// factorisation over the bodies (body_space_newton.h; with the nodes of meshes tangent_newton.h;
/// over the rows where W is given by blocks) and proximal Gauss-Seidel sweeps follow each step.
/// Where the factorisation would cost more than 5000 sweeps it is SMOOTHED_VARIATIONAL. Where rows
/// see implicit finite elements both solve their linear systems by factors of the tangents or of
/// the full matrix, which takes less work (mesh_newton.h), SMOOTHED_VARIATIONAL in dynamic steps
/// after 0.3 of the iterations that are allowed.
///
/// Deviations from these sources and from the manual: equations are scaled to the unit of R; a
/// sticking contact has U_T = 0, only bilateral points have U = -V; smoothing acts on the
/// derivative alone and fades with the residual, so that the limit is the exact law; every variant
/// projects and searches; where no step length is accepted the shortest one is kept and
/// proximal Gauss-Seidel sweeps follow, 10 and twice as many each time that this repeats; the bound
/// of FIXED_POINT moves when its own residual has fallen to 0.3, or after 3 iterations; iteration k
/// spends at most linear_min_iterations + 5 k and never more than 100 linear iterations.
///
/// @param work       Kept from step to step: it only saves work. Without blocks its velocities end
///                   at v(R).
/// @param[in,out] R  Average reactions over the step, N; on entry the warm start. On return the
///                   iterate of least merit, finite even when input is not.
/// @param[out] U     U = B + W R, m/s.
/// @param report     One merit and one change of R per iteration. Status ok when the merit is
///                   reached, diverged when not, diagonal_failed when input is not finite.
/// @pre R.size() == U.size() == problem.rows.size(), asserted. No allocation after warm-up
///      except for the factorisation.
void solve_newton(const NewtonProblem& problem, const NewtonParams& params, NewtonWorkspace& work,
                  std::span<Vec3> R, std::span<Vec3> U, SolveReport& report);

/// Goal and bounds of a series of BODY_SPACE steps within another solution.
struct NewtonSeries {
  Criteria criteria;  // without the change; a series that meets them goes on while steps gain much
  bool by_residual = false;  // reactions are compared by e, else by the excess of the criteria
  double most_work = 0.0;    // of factorisations and sweeps, in sweeps
  int most_sweeps = 0;       // between the steps
  int most_steps = std::numeric_limits<int>::max();
  bool refines = false;  // steps that halve e go on until it is 1e-10
  const SolverSettings* settings = &kDefaultSettings;
};

/// Rows and what solve_deferred works with.
struct DeferredProblem {
  const LocalDynamics& rows;
  BodyVelocities& velocities;  // end at v(R)
  NewtonDirection& direct;     // by the tangents
};

/// Solves rows of meshes whose inverses are deferred (deferred_inverse.h) by Newton steps through
/// the tangents alone: a factorisation each, and one more solution for each step length that is
/// tried. Nothing is smoothed by sweeps, so it ends where no step length is accepted.
///
/// @param[in,out] R  On return the best reactions.
/// @param report     As of solve_newton.
/// @return Whether the criteria are met.
bool solve_deferred(const DeferredProblem& problem, const NewtonSeries& series, std::span<Vec3> R,
                    std::span<Vec3> U, SolveReport& report);

struct NewtonSeriesResult {
  bool met = false;
  int steps = 0;
  int sweeps = 0;         // between the steps
  double residual = 0.0;  // e of the reactions
  StageEnd end{};         // why it has ended
};

/// Steps of the variant BODY_SPACE of solve_newton, by its search and with its sweeps, until the
/// criteria are met and a step gains less than a digit, or the work is spent.
/// @param direct     Of the problem.
/// @param[in,out] R  Where the series starts; on return its best reactions.
/// @param[out] U     U = B + W R.
NewtonSeriesResult run_newton_series(const NewtonProblem& problem, NewtonDirection& direct,
                                     const NewtonSeries& series, std::span<Vec3> R,
                                     std::span<Vec3> U);

}  // namespace solfec
