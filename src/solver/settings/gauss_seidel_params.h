#pragma once

#include <span>
#include <vector>

#include "solver/measure/criteria.h"
#include "solver/measure/velocity_accuracy.h"
#include "solver/one_contact/one_contact.h"
#include "solver/settings/default_settings.h"

namespace solfec {

/// How Gauss-Seidel is helped where plain sweeps are slow.
enum class Acceleration {
  off,       // plain sweeps, the iteration of the manual
  nncg,      // nonlinear conjugate gradients over sweeps
  automatic  // plain sweeps first; more where they do not suffice
};

struct GaussSeidelParams {
  // epsilon: change by a sweep of what reactions do to bodies (MotionChange), and the natural
  // residual; without acceleration change of R over R
  double relative_tolerance = 1e-6;
  int max_sweeps = 1000;              // maxiter
  double merit_tolerance = 1e-3;      // meritval; both criteria must hold to stop
  double diagonal_tolerance = 1e-8;   // diagepsilon, iterative one-contact solvers only
  int diagonal_max_iterations = 100;  // diagmaxiter
  DiagonalSolver diagonal_solver = DiagonalSolver::exact;
  bool alternate_direction = false;  // reverse: forward and backward sweeps in turn
  Acceleration acceleration = Acceleration::automatic;
  // > 0: the natural residual of a stored problem, in place of all other criteria; not in the
  // language
  double residual_tolerance = 0.0;
  // in place of epsilon and meritval: the largest error of velocity that a row may keep
  VelocityAccuracy accuracy{};
  const SolverSettings* settings = &kDefaultSettings;  // not in the language
};

/// Default sweeps with the criteria of another solver.
GaussSeidelParams sweeps_with(double merit_tolerance, const VelocityAccuracy& accuracy);

/// When sweeps may end.
Criteria criteria_of(const GaussSeidelParams& params, const LocalDynamics& problem);

/// Throws InputError naming parameter, rule and value.
void validate(const GaussSeidelParams& params);

/// The parameters in the order of the struct.
std::vector<double> to_numbers(const GaussSeidelParams& params);
/// The inverse. @throws InputError when there are not 10 or one is impossible.
GaussSeidelParams from_numbers(std::span<const double> values);

}  // namespace solfec
