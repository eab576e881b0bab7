#pragma once

#include <array>

#include "math/mat3.h"

namespace solfec {

/// (sx, sy, sz, sxy, sxz, syz) of a symmetric stress, in its unit.
inline std::array<double, 6> stress_components(const Mat3& stress) {
  return {stress(0, 0), stress(1, 1), stress(2, 2), stress(0, 1), stress(0, 2), stress(1, 2)};
}

/// The symmetric stress of its components.
inline Mat3 stress_of_components(const std::array<double, 6>& s) {
  return from_columns({s[0], s[3], s[4]}, {s[3], s[1], s[5]}, {s[4], s[5], s[2]});
}

}  // namespace solfec
