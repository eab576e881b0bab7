#include "solver/measure/criteria.h"

#include <algorithm>
#include <cmath>

namespace solfec {

double Criteria::excess(const NaturalViolation& map, double merit_value) const {
  return std::max({map.natural() / residual, std::sqrt(merit_value / merit), map.worst / accuracy,
                   map.violation / map.velocity_scale / velocities});
}

double least_accuracy(double first, double second) {
  const auto bound = [](double one) { return one > 0.0 ? one : Criteria::kNone; };
  return std::fmin(bound(first), bound(second));
}

Criteria residual_criteria(double tolerance) {
  Criteria criteria;
  criteria.residual = tolerance;
  criteria.velocities = std::sqrt(tolerance);
  return criteria;
}

}  // namespace solfec
