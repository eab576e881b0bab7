#pragma once

#include "body/finite_element/finite_element_set.h"

namespace solfec {

/// Implicit schemes of finite-element bodies; def_lim.cpp and def_imp.cpp have their
/// equations, here with A by factors (body/finite_element/finite_element_inverse.h). A body
/// whose matrix is singular in a step takes the explicit step and is reported.
///
/// The first function of a scheme finds the velocity without reactions and leaves A in the body,
/// for the rows; the last one takes the change Δu = h A⁻¹ Σ HᵀR and ends the step. All work on the
/// bodies of this rank with their scheme, side by side or with the nodes of one in parallel.

/// DEF_LIM: f_int and K at q½.

void nodal_free_velocity_lim(FiniteElementSet& set, double step);
void nodal_finish_lim(FiniteElementSet& set, double step);

/// DEF_LIM2: f_int and K at q_t.
void nodal_free_velocity_lim2(FiniteElementSet& set, double step);
void nodal_finish_lim2(FiniteElementSet& set, double step);

/// DEF_IMP: the mid-point rule without reactions, by Newton's method from the velocity of DEF_LIM.
void nodal_free_velocity_imp(FiniteElementSet& set, double step);
/// Solves the mid-point rule of DEF_IMP with the reactions, as solve_with_reactions of integrator.h
/// does.
/// @return Largest relative distance of a body's velocity from the one that meets the rows.
double nodal_miss_imp(FiniteElementSet& set, double step);
/// Free velocities of the equation linearised about that motion, for new rows and reactions, of the
/// bodies that have been solved with reactions.
void nodal_relinearise_imp(FiniteElementSet& set, double step);
void nodal_finish_imp(FiniteElementSet& set, double step);

/// Lowest id of a body with a scheme whose equation was not solved in this step, 0 if none.
BodyId failed_mesh(const FiniteElementSet& set, Scheme scheme);

}  // namespace solfec
