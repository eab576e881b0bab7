#pragma once

#include "body/bodies.h"

namespace solfec {

/// The scheme of a quasi-static analysis, the same for all bodies. One step h finds the change of
/// configuration Δq = h u that loads, constraints and stiffness ask for at t + h. In its plainest
/// form, with one pass (static_repeat.h has the others) and p = h,
///
///   A u = p²/h (f(t + h) - f_int(q_t) + Σ HᵀR),  q = q_t + h u,
///
/// with A = M for rigid bodies and for the centres of deformable ones, and A = M + p² K⁺ for the
/// deformation, K⁺ being K(q_t) without its negative eigenvalues (finite elements: a bound of that,
/// body/finite_element/total_lagrangian.h). M only keeps the step unique
/// where no stiffness and no constraint does; it fades from p² K when p grows, and out of
/// equilibrium the velocities u are those of a viscous approach to it. Nothing has inertia:
/// velocities are not carried from step to step, and there is neither damping nor a gyroscopic
/// torque. (Pseudo-transient continuation: Kelley and Keyes (1998), SIAM J. Numer. Anal. 35,
/// 508-523.)

/// Remembers the velocities and clears loads and changes; nothing moves.
void begin_static_step(Bodies& bodies);

/// Adds the changes by reactions to the velocities of a rigid body.
void add_static_change(RigidSet& set, int slot);
/// Moves a rigid body by its velocities for the whole step (s): the rotation by exp(hΩ), the centre
/// straight.
void move_static_rigid(RigidSet& set, int slot, double step);

/// Velocities with reactions (changes in the sets), the whole step of the configuration, and
/// energies: the work h u·(f + Σ HᵀR) is added to the external energy.
/// @param push  Changes of deformable bodies are `push` A⁻¹ Σ HᵀR, s (static_repeat.h); rigid ones
///              have their own (RigidSet::static_push).
void finish_static_step(Bodies& bodies, double step, double push);

/// Velocities of the bodies of this rank as they were when the step began.
/// @pre begin_static_step, and not yet finish_static_step.
void undo_static_step(Bodies& bodies);

}  // namespace solfec
