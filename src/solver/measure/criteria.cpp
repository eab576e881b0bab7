#include "solver/measure/criteria.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solfec {

double Criteria::excess(const NaturalViolation& map, double merit_value) const {
  return std::max({map.natural() / residual, std::sqrt(merit_value / merit), map.worst / accuracy,
                   map.violation / map.velocity_scale / velocities});
}

double least_accuracy(double first, double second) {
  if (!(first > 0.0)) return second > 0.0 ? second : std::numeric_limits<double>::infinity();
  return second > 0.0 ? std::fmin(first, second) : first;
}

Criteria residual_criteria(double tolerance) {
  Criteria criteria;
  criteria.residual = tolerance;
  criteria.velocities = std::sqrt(tolerance);
  return criteria;
}

}  // namespace solfec
