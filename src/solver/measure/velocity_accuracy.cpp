#include "solver/measure/velocity_accuracy.h"

#include <cmath>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

double VelocityAccuracy::in_step(const LocalDynamics& problem) const {
  const double known = in_step(problem.weight_speed);
  if (known > 0.0 || problem.quasi_static || !(share_of_weight > 0.0)) return known;
  double largest = 0.0;
  for (std::size_t i = 0; i < problem.B.size(); ++i) {
    largest = std::fmax(largest, norm(problem.B[i] - problem.V[i]));
  }
  return share_of_weight * problem.shared.largest(largest);
}

void validate(const VelocityAccuracy& accuracy, std::string_view solver) {
  for (const double value : {accuracy.speed, accuracy.share_of_weight}) {
    if (value >= 0.0 && std::isfinite(value)) continue;
    throw InputError(cat(solver, ": accuracy must be positive and finite, got ", value));
  }
}

}  // namespace solfec
