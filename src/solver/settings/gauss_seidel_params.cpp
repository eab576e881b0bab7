#include "solver/settings/gauss_seidel_params.h"

#include <cmath>
#include <limits>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

void validate(const GaussSeidelParams& params) {
  const auto check = [](bool good, const char* rule, double value) {
    if (!good) throw InputError(cat("GAUSS_SEIDEL_SOLVER: ", rule, ", got ", value));
  };
  // Written as x > 0 so that NaN fails too.
  check(params.relative_tolerance > 0.0, "epsilon must be positive", params.relative_tolerance);
  check(params.max_sweeps > 0, "maxiter must be positive", params.max_sweeps);
  check(params.merit_tolerance > 0.0, "meritval must be positive", params.merit_tolerance);
  check(params.diagonal_tolerance > 0.0, "diagepsilon must be positive", params.diagonal_tolerance);
  check(params.diagonal_max_iterations > 0, "diagmaxiter must be positive",
        params.diagonal_max_iterations);
  validate(params.accuracy, "GAUSS_SEIDEL_SOLVER");
}

GaussSeidelParams sweeps_with(double merit_tolerance, const VelocityAccuracy& accuracy) {
  GaussSeidelParams sweeps;
  sweeps.merit_tolerance = merit_tolerance;
  sweeps.accuracy = accuracy;
  return sweeps;
}

Criteria criteria_of(const GaussSeidelParams& params, const LocalDynamics& problem) {
  if (params.residual_tolerance > 0.0) return residual_criteria(params.residual_tolerance);
  Criteria criteria;
  if (set_speed_criteria(params.accuracy, problem, criteria)) return criteria;
  criteria.change = params.relative_tolerance;
  if (params.acceleration != Acceleration::off) criteria.residual = params.relative_tolerance;
  criteria.merit = params.merit_tolerance;
  return criteria;
}

std::vector<double> to_numbers(const GaussSeidelParams& params) {
  return {params.relative_tolerance,
          static_cast<double>(params.max_sweeps),
          params.merit_tolerance,
          params.diagonal_tolerance,
          static_cast<double>(params.diagonal_max_iterations),
          static_cast<double>(params.diagonal_solver),
          params.alternate_direction ? 1.0 : 0.0,
          static_cast<double>(params.acceleration),
          params.accuracy.speed,
          params.accuracy.share_of_weight};
}

GaussSeidelParams from_numbers(std::span<const double> values) {
  constexpr std::size_t kNumbers = 10;
  constexpr std::size_t kOldNumbers = 8;  // results without an accuracy
  if (values.size() != kNumbers && values.size() != kOldNumbers) {
    throw InputError(cat("a Gauss-Seidel solver has 10 parameters, got ", values.size()));
  }
  const auto whole = [](double value, int most) {
    const bool good = value >= 0.0 && value <= most && std::floor(value) == value;
    if (!good) throw InputError(cat("a parameter of the solver is impossible: ", value));
    return static_cast<int>(value);
  };
  constexpr int kMost = std::numeric_limits<int>::max();
  GaussSeidelParams params;
  params.relative_tolerance = values[0];
  params.max_sweeps = whole(values[1], kMost);
  params.merit_tolerance = values[2];
  params.diagonal_tolerance = values[3];
  params.diagonal_max_iterations = whole(values[4], kMost);
  params.diagonal_solver = static_cast<DiagonalSolver>(
      whole(values[5], static_cast<int>(DiagonalSolver::velocity_newton)));
  params.alternate_direction = whole(values[6], 1) != 0;
  params.acceleration =
      static_cast<Acceleration>(whole(values[7], static_cast<int>(Acceleration::automatic)));
  if (values.size() == kNumbers) params.accuracy = {values[8], values[9]};
  validate(params);
  return params;
}

}  // namespace solfec
