#include "solver/measure/velocity_accuracy.h"

#include <cmath>

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

void validate(const VelocityAccuracy& accuracy, std::string_view solver) {
  for (const double value : {accuracy.speed, accuracy.share_of_weight}) {
    if (value >= 0.0 && std::isfinite(value)) continue;
    throw InputError(cat(solver, ": accuracy must be positive and finite, got ", value));
  }
}

}  // namespace solfec
