#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Prescribed accelerations whose series ends within (begin, end) of a RUN, s, with another value
/// than zero. The acceleration jumps to zero there and the velocity is kept, which a script may not
/// have meant.
/// @return One line that names the body of the first such constraint, '' when there is none.
/// @note Collective on ranks, for all of them.
std::string ended_accelerations(const Domain& domain, double begin, double end);

}  // namespace solfec
