#pragma once

#include "body/finite_element/finite_element_set.h"

namespace solfec {

/// Step of reduced bodies (reduced_model.h) by DEF_LIM, which is that of form 'BC' projected to the
/// motions that the base allows:
///
///   q½ = Π(q_t + ½h u_t),   u = P½ u_t + h A⁻¹ (f + Σ HᵀR - f_int(q½) - D ż),
///   q_{t+h} = Π(q½ + ½h u_{t+h}),   P½ u_{t+h} = u.
///
/// Π takes the nodes to the closest combination of the base in their own frame. P takes the
/// velocities to those that the base allows there: it keeps momentum, the angular momentum about
/// the mass centre, and Φᵀ M Rᵀ u, so gyroscopic and centrifugal forces come with it. The second
/// half of a step is the first one in reversed time, which makes the scheme of order 2 and keeps
/// the energy of free rotation without a drift; it is solved by iterations, of which each gains a
/// factor ½h Ω. With a complete base Π and P are identities and this is form 'BC'.

/// Moves the reduced bodies with a scheme to q½, takes u_t there as the velocity of the start of
/// the step, and clears loads and changes.
void reduced_first_half(FiniteElementSet& set, Scheme scheme, double step);
/// Adds h A⁻¹ (f - f_int - D ż) to the velocity.
void reduced_free_velocity(FiniteElementBody& body, double step);
/// Adds Δu, moves the body to q_{t+h} and sums energies up. What the step has changed of kinetic
/// and strain energy beyond the work of its forces is `numerical`.
void reduced_finish(FiniteElementBody& body, FiniteElementScratch& scratch, double step);

}  // namespace solfec
