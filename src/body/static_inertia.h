#pragma once

#include "base/count.h"
#include "body/rigid_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

// The fictitious inertia of a rigid body in a pass of a quasi-static step h: M for its centre and
// J + p² K for its turning, where K is RigidSet::static_stiffness and p² = h push
// (static_repeat.h). Velocity changes are push A⁻¹ Σ HᵀR.

/// (J + p² K)⁻¹, referential. @param step  h, s.
inline Mat3 static_inverse_inertia(const RigidSet& set, int slot, double step) {
  const auto i = at(slot);
  if (set.static_stiffness[i] == Mat3{}) return set.inverse_inertia[i];
  return inverse(set.inertia[i] + (step * set.static_push[i]) * set.static_stiffness[i]);
}

/// Moment of the reactions about the centre, referential, N m, of velocity changes by them.
inline Vec3 static_reaction_torque(const RigidSet& set, int slot, double step) {
  const auto i = at(slot);
  const Vec3 change = set.angular_change[i];
  return (1.0 / set.static_push[i]) * (set.inertia[i] * change) +
         step * (set.static_stiffness[i] * change);
}

}  // namespace solfec
