#pragma once

#include "language/arguments/arguments.h"
#include "solver/measure/velocity_accuracy.h"

namespace solfec {

/// `accuracy` where it is given or another criterion is; else VelocityAccuracy::kDefaultShare.
VelocityAccuracy velocity_accuracy(const Value& value, bool other_criterion);
/// `accuracy` of a solver: a speed in m/s, (x, 'GH') for x |g| h, or 'AUTO' for none of its own.
/// @throws InputError when it is something else.
VelocityAccuracy velocity_accuracy(const Value& value);

/// As a script reads it.
py::object to_python(const VelocityAccuracy& accuracy);

}  // namespace solfec
