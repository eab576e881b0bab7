#pragma once

#include "base/count.h"
#include "body/rigid_set.h"
#include "math/lapack.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

// Inertia against which loads and reactions turn a rigid body: J + s K, where K is
// RigidSet::turning_stiffness, the stiffness of arms that turn. In a dynamic step h, s = h²/4
// (integrator/rigid_step.h); in a pass of a quasi-static step, s = p² = h push (static_repeat.h),
// and velocity changes are push A⁻¹ Σ HᵀR.

/// (J + s K)⁻¹, referential. @param square  s, s².
inline Mat3 turning_inverse_inertia(const RigidSet& set, int slot, double square) {
  const auto i = at(slot);
  if (set.turning_stiffness[i] == Mat3{}) return set.inverse_inertia[i];
  return inverse(set.inertia[i] + square * set.turning_stiffness[i]);
}

/// Stiffness of the arm of a force against turning, N m: with a turn θ of the arm the moment of the
/// force changes by (θ x r) x F = -((r·F) 1 - r Fᵀ) θ. Spatial, not symmetric alone.
inline Mat3 stiffness_of_arm(Vec3 arm, Vec3 force) {
  return dot(arm, force) * identity() - outer(arm, force);
}

/// RigidSet::turning_stiffness from the sum of `stiffness_of_arm`: the symmetric part of the sum
/// without its negative eigenvalues, in the axes of the reference. A sum that overflows gives none:
/// the check of velocities after the step (Domain::find_not_finite) names the body.
/// @param rotation  Of the body.
inline Mat3 arm_stiffness(const Mat3& sum, const Mat3& rotation) {
  Mat3 part = 0.5 * sum + 0.5 * transpose(sum);
  if (!is_finite(part)) return {};
  take_positive_part(3, part.m);
  return transpose(rotation) * part * rotation;
}

/// Moment of the reactions about the centre, referential, N m, of velocity changes by them in a
/// quasi-static pass.
inline Vec3 static_reaction_torque(const RigidSet& set, int slot, double step) {
  const auto i = at(slot);
  const Vec3 change = set.angular_change[i];
  return (1.0 / set.static_push[i]) * (set.inertia[i] * change) +
         step * (set.turning_stiffness[i] * change);
}

}  // namespace solfec
