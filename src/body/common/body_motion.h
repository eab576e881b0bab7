#pragma once

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Homogeneous motion of a body, the common form of all kinds: x(X) = x̄ + F (X - X̄) and
/// ẋ(X) = v + Ḟ (X - X̄). F is the rotation R of rigid bodies and obstacles, where Ḟ = R Ω̂.
struct BodyMotion {
  Vec3 reference_center;  // X̄, m
  Vec3 center;            // x̄, m
  Mat3 gradient;          // F
  Vec3 linear;            // v, m/s
  Mat3 rate;              // Ḟ, 1/s
};

/// Inertia and motion of a body of any kind for a rigid motion in its current placement.
struct RigidInertia {
  double mass{};         // kg, infinite for obstacles
  Vec3 center;           // m
  Vec3 linear;           // velocity of the centre, m/s
  Mat3 inverse_inertia;  // about the centre, world axes, 1/(kg m²)
  bool turns = true;     // false: all arms of points of the body count as zero
};

/// (Σ m (|r|² 1 - r rᵀ))⁻¹ from the spatial second moment Σ m r rᵀ, 1/(kg m²).
inline Mat3 inverse_inertia_of(const Mat3& moment) {
  return inverse(trace(moment) * identity() - moment);
}

}  // namespace solfec
