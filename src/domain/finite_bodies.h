#pragma once

#include "body/bodies.h"

namespace solfec {

/// First body whose velocity or placement is not finite, 0 when all are.
BodyId find_not_finite(const Bodies& bodies);

}  // namespace solfec
