#pragma once

#include <cmath>
#include <span>

namespace solfec {

/// Von Mises stress √(3/2 s : s), s the deviator, of (sx, sy, sz, sxy, sxz, syz); the same unit.
inline double von_mises(std::span<const double, 6> s) {
  return std::sqrt(0.5 * ((s[0] - s[1]) * (s[0] - s[1]) + (s[0] - s[2]) * (s[0] - s[2]) +
                          (s[1] - s[2]) * (s[1] - s[2])) +
                   3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

}  // namespace solfec
