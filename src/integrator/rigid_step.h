#pragma once

#include "body/bodies.h"
#include "integrator/slots.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"

namespace solfec {

/// Parts of a step that RIG_POS, RIG_NEG and RIG_IMP share. With the rotation R, the referential
/// inertia J and angular velocity Ω, the explicit mid-point rule of one step h is
///
///   R½ = R exp(½hΩ_t),  Ω½ = J⁻¹ (ΔR₁ᵀ J Ω_t + ½h T),  ΔR₁ = exp(½hΩ_t),
///   Ω_free = Ω_t + h J⁻¹ (T - Ω½ x J Ω½),  Ω = Ω_free + ΔΩ,  R = R½ exp(½hΩ)
///
/// with the torque T at t + ½h and the change ΔΩ = h J⁻¹ r due to the reactions. The schemes differ
/// in the final Ω: RIG_POS keeps it, RIG_NEG and RIG_IMP make the spatial angular momentum exact.
/// Krysl and Endres (2005), Int. J. Numer. Methods Eng. 62, 2154-2177; Koziara (2008), PhD thesis,
/// University of Glasgow, section 4.2.
///
/// Where reactions hold a body against a torque, the ½h T alone is no part of its mid-step
/// velocity. The gyroscopic torque of it would be taken up by reactions and left over in the final
/// momentum of RIG_NEG and RIG_IMP, where the error of a placement then grows by T² h³ / (4 J²) in
/// each step. So rows of these two see Ω_free with the gyroscopic torque of Ω_t, and
/// explicit_angular has that of the mid-step velocity with loads and reactions.

/// q½, start velocities, cleared loads and changes.
void rigid_first_half(Bodies& bodies, Scheme scheme, double step);

/// Ω_free, v_free, the gyroscopic torque and the momentum A = ΔR₁ᵀ J Ω_t + h T. Arms do not turn.
/// The gyroscopic torque of a body that turns far in the step (turns_far) is that of RIG_IMP, but
/// for RIG_POS.
void rigid_free_velocity(Bodies& bodies, Scheme scheme, double step);

/// Ω_free and A of a body whose arms turn within the step: with the stiffness K of turning arms
/// (RigidSet::turning_stiffness) the moments of forces are taken where the body is in the mean of
/// the step, h/4 (Ω - Ω_t) away from R½,
///
///   (J + ¼h² K) (Ω - Ω_t) = h (T - Ω½ x J Ω½ + r),   A = ΔR₁ᵀ J Ω_t + h T - ¼h² K (Ω_free - Ω_t),
///
/// which is stable for any h where K is exact. J ΔΩ is then what reactions add to the momentum,
/// with the moment of their arms that turn.
/// @pre rigid_free_velocity has run.
void turning_free_velocity(RigidSet& set, int slot, double step);

/// Ω_t + h J⁻¹ (T + r - Ω½ x J Ω½) with the mid-step velocity of loads and reactions, Ω½ = J⁻¹
/// (ΔR₁ᵀ J Ω_t + ½h (T + r)), rad/s; Ω_free + ΔΩ of a body whose arms turn, which is stable for any
/// h.
/// @pre The changes due to the reactions are there.
Vec3 explicit_angular(const RigidSet& set, int slot, double step);

/// Whether a body turns too far in a step for the explicit velocity of RIG_NEG, h |Ω| (tr J tr
/// J⁻¹)^½ > 2.
///
/// A small rotation about another axis beside one about the axis of the largest moment of inertia
/// grows from h |Ω| (tr J tr J⁻¹)^½ = 3.3 (thin rods) to 4.4 (discs) on, a thousandfold in a step
/// at the length of a second step: eigenvalues of the derivative of a step, docs/time-step.md.
/// @return false where the body cannot rotate, J⁻¹ = 0.
bool turns_far(const Mat3& inertia, const Mat3& inverse_inertia, Vec3 angular, double step);

/// One step of the polar decomposition, R (3 · 1 - RᵀR) / 2: squares the distance from the nearest
/// rotation, so rounding does not accumulate. Higham (1986), SIAM J. Sci. Stat. Comput. 7,
/// 1160-1174.
Mat3 orthonormalized(const Mat3& rotation);

/// Second half step of a slot whose velocities are final; what the scheme has changed in the
/// kinetic energy since `add_reactions` counts as numerical.
/// @param half_rotation  ΔR₂.
void rigid_second_half(RigidSet& set, int slot, const Mat3& half_rotation, double step);

/// Adds the changes due to the reactions to the free velocities of a slot and books the work of
/// loads and reactions, ½ h (u_t + u)·(f + M Δu / h), with the velocity that meets the constraints;
/// that of the gyroscopic torque, which does none in continuous time, counts as numerical.
void add_reactions(RigidSet& set, int slot, double step);

/// A + h r, the angular momentum at t + h in the axes of t + ½h, N m s.
inline Vec3 final_momentum(const RigidSet& set, int slot) {
  return set.momentum[slot] + set.inertia[slot] * set.angular_change[slot];
}

}  // namespace solfec
