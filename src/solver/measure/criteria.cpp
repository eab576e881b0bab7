#include "solver/measure/criteria.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solfec {

double Criteria::excess(const NaturalViolation& map, double merit_value) const {
  return std::max({map.natural() / residual, std::sqrt(merit_value / merit), map.worst / row_error,
                   accuracy_excess(map.worst, map.mean, accuracy),
                   map.violation / map.velocity_scale / velocities});
}

bool set_speed_criteria(const VelocityAccuracy& accuracy, const LocalDynamics& problem,
                        Criteria& criteria) {
  if (problem.speed_error_bound > 0.0) criteria.row_error = problem.speed_error_bound;
  const double speed = accuracy.in_step(problem);
  if (!(speed > 0.0)) return false;
  criteria.accuracy = speed;
  return true;
}

Criteria residual_criteria(double tolerance) {
  Criteria criteria;
  criteria.residual = tolerance;
  criteria.velocities = std::sqrt(tolerance);
  return criteria;
}

Residual residual_for(const Criteria& criteria, const LocalDynamics& problem,
                      std::span<const Vec3> R, std::span<const Vec3> U) {
  if (std::isfinite(criteria.merit)) return residual_of(problem, R, U);
  return {natural_violation(problem, R, U), 0.0};
}

}  // namespace solfec
