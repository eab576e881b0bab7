#pragma once

#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/solve_report.h"

namespace solfec {

/// Solver of the one-contact problem inside a sweep.
enum class DiagonalSolver { exact, semismooth_newton, projected_gradient, de_saxce_feng };

struct GaussSeidelParams {
  double relative_tolerance = 1e-6;   // epsilon: change of R between two sweeps over R
  int max_sweeps = 1000;              // maxiter
  double merit_tolerance = 1e-3;      // meritval; both criteria must hold to stop
  double diagonal_tolerance = 1e-8;   // diagepsilon, iterative one-contact solvers only
  int diagonal_max_iterations = 100;  // diagmaxiter
  DiagonalSolver diagonal_solver = DiagonalSolver::exact;
  bool alternate_direction = false;   // reverse: forward and backward sweeps in turn
};

/// Solves U = B + W R with the law of every row by block Gauss-Seidel.
///
/// One sweep visits every row in storage order (or backwards in turn) and solves the one-row problem
/// with the latest reactions of its neighbours (Jean (1999), CMAME 177, 235-257). A contact whose
/// one-contact solver fails is tried with the others, then keeps its last reaction.
///
/// @param problem    Local dynamics; body_space is used as work space and ends at v(R). Bonds that
///                   break are cleared in `law`.
/// @param[in,out] R  Average reactions over the step, N; on entry the warm start.
/// @param[out] U     Relative velocities at the end of the step, U = B + W R.
/// @param report     Status, sweeps and histories; its memory is reused from step to step.
/// @pre R.size() == U.size() == problem.size(), asserted. No allocation after warm-up.
void solve_gauss_seidel(LocalDynamics& problem, const GaussSeidelParams& params, std::span<Vec3> R,
                        std::span<Vec3> U, SolveReport& report);

}  // namespace solfec
