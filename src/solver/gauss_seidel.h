#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/one_contact.h"
#include "solver/solve_report.h"

namespace solfec {

/// How Gauss-Seidel is helped where plain sweeps are slow.
enum class Acceleration {
  off,       // plain sweeps, the iteration of the manual
  nncg,      // nonlinear conjugate gradients over sweeps
  automatic  // plain sweeps first; more where they do not suffice
};

struct GaussSeidelParams {
  double relative_tolerance = 1e-6;   // epsilon: change of R between two sweeps over R
  int max_sweeps = 1000;              // maxiter
  double merit_tolerance = 1e-3;      // meritval; both criteria must hold to stop
  double diagonal_tolerance = 1e-8;   // diagepsilon, iterative one-contact solvers only
  int diagonal_max_iterations = 100;  // diagmaxiter
  DiagonalSolver diagonal_solver = DiagonalSolver::exact;
  bool alternate_direction = false;  // reverse: forward and backward sweeps in turn
  Acceleration acceleration = Acceleration::automatic;
  // > 0: accelerated sweeps stop as soon as the natural residual is this small, whatever the other
  // criteria say; for stored problems, not in the language
  double residual_tolerance = 0.0;
};

/// Throws InputError naming parameter, rule and value.
void validate(const GaussSeidelParams& params);

/// The parameters in the order of the struct.
std::vector<double> to_numbers(const GaussSeidelParams& params);
/// The inverse. @throws InputError when there are not 8 or one is impossible.
GaussSeidelParams from_numbers(std::span<const double> values);

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
/// @param problem    Local dynamics; body_space is used as work space and ends at v(R). Bonds that
///                   break are cleared in `law`.
/// @param[in,out] R  Average reactions over the step, N; on entry the warm start. Finite on return
///                   even when input is not; the status is then diagonal_failed.
/// @param[out] U     Relative velocities at the end of the step, U = B + W R.
/// @param report     Status, sweeps and histories; its memory is reused from step to step.
///                   The status speaks of the last sweep: diverged when a criterion is unmet,
///                   diagonal_failed or diagonal_diverged when a row kept its last reaction because
///                   no solver took it.
/// @pre R.size() == U.size() == problem.size(), asserted. No allocation after warm-up but in
/// Newton steps.
void solve_gauss_seidel(LocalDynamics& problem, const GaussSeidelParams& params, std::span<Vec3> R,
                        std::span<Vec3> U, SolveReport& report);

/// The same with W given by blocks; problem.body_space is not touched.
void solve_gauss_seidel(LocalDynamics& problem, BlockCsrOperator& W,
                        const GaussSeidelParams& params, std::span<Vec3> R, std::span<Vec3> U,
                        SolveReport& report);

}  // namespace solfec
