#pragma once

#include "body/bodies.h"
#include "integrator/slots.h"
#include "math/mat3.h"

namespace solfec {

/// Parts of a step that the schemes of pseudo-rigid bodies share. With q = (F, x̄), u = (Ḟ, v), the
/// loads f at t + ½h and the stiffness K = ∂f_int/∂q every scheme is
///
///   q½ = q + ½h u_t,  u_free = u_t + h A⁻¹ (f - f* - η K_m u_t),  u = u_free + h A⁻¹ Σ HᵀR,
///   q = q½ + ½h u
///
/// and differs in the matrix A and in where it takes the internal force f* and the damping. A is M
/// for DEF_EXP and M + ¼h² K + ½ηh K_m for the implicit ones; K = 0 for v, whose mass is always m.
/// K_m is K without the part that comes from the present stress: η K_m u is the force of a stress
/// that goes with the strain rate, so that rigid motions are not damped.

/// q½, start velocities, cleared loads and changes.
void deformable_first_half(Bodies& bodies, Scheme scheme, double step);

/// Adds the changes due to the reactions to the free velocities of a slot.
inline void add_reactions(PseudoRigidSet& set, int slot) {
  set.rate[slot] += set.rate_change[slot];
  set.linear[slot] += set.linear_change[slot];
}

/// h Σ HᵀR of the reactions on Ḟ, A ΔḞ, N m s.
Mat3 reaction_impulse(const PseudoRigidSet& set, int slot);

/// ½ (Ḟ_t + Ḟ).
inline Mat3 mean_rate(const PseudoRigidSet& set, int slot) {
  return 0.5 * (set.start_rate[slot] + set.rate[slot]);
}

/// Second half step and energies of a slot whose velocities are final and whose `stress_couple` and
/// `damping_couple` are the forces that the scheme has taken over the step as a whole.
void deformable_second_half(PseudoRigidSet& set, int slot, double step);

}  // namespace solfec
