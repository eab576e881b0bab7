#pragma once

#include "body/common/body_motion.h"

namespace solfec {

/// ω with Ḟ = ω̂ F of a body that turns only; else the axial vector of the skew part of Ḟ F⁻¹,
/// rad/s.
inline Vec3 spin_of(const BodyMotion& motion) {
  const Mat3 l = motion.rate * inverse(motion.gradient);
  return 0.5 * Vec3{l(2, 1) - l(1, 2), l(0, 2) - l(2, 0), l(1, 0) - l(0, 1)};
}

}  // namespace solfec
