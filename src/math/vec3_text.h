#pragma once

#include <string>

#include "base/cat.h"
#include "math/vec3.h"

namespace solfec {

/// "(1, 2, 3)".
inline std::string vec3_text(Vec3 v) { return cat("(", v.x, ", ", v.y, ", ", v.z, ")"); }

}  // namespace solfec
