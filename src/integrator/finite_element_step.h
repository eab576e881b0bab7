#pragma once

#include <vector>

#include "base/count.h"
#include "base/parallel_for.h"
#include "body/finite_element/finite_element_set.h"
#include "body/finite_element/for_each_mesh.h"

namespace solfec {

/// Parts of a step of finite-element bodies; deformable_step.h tells the schemes, with q the
/// displacements of the nodes (m), u their velocities (m/s) and the lumped masses (kg) as M.

/// Calls f(a) for the nodes of a body.
template <typename Function>
void for_each_node(const FiniteElementBody& body, const Function& f) {
  constexpr int kNodesAtOnce = 4096;  // fewer are not worth waking threads
  parallel_for(body.node_count(), kNodesAtOnce, [&](int a) { f(at(a)); });
}

/// Σ a_i · b_i in the order of the nodes.
double nodal_product(const std::vector<Vec3>& a, const std::vector<Vec3>& b);

/// q + duration u, and the frame of form 'BC' there.
void advance_nodes(FiniteElementBody& body, double duration);

/// Start velocities, cleared loads and changes.
void clear_nodal_step(FiniteElementBody& body);
/// Sets start velocities, clears loads and changes, and moves the nodes to q½, for the bodies with
/// a scheme; reduced ones have a first half of their own.
void nodal_first_half(FiniteElementSet& set, Scheme scheme, double step);

/// h u · Σ HᵀR for a velocity u, J.
double reaction_work(const FiniteElementBody& body, const std::vector<Vec3>& velocity, double step);

/// Second half step and energies of a body whose velocity is final and whose `internal` and
/// `damped` are the forces that the scheme has taken over the step as a whole.
void nodal_second_half(FiniteElementBody& body, FiniteElementScratch& scratch, double step);

/// DEF_EXP: u + h M⁻¹ (f - f_int(q½) - η K_m u).
void nodal_free_velocity_explicit(FiniteElementSet& set, double step);
/// u = u_free + Δu, second half step, energies.
void nodal_finish_explicit(FiniteElementSet& set, double step);

}  // namespace solfec
