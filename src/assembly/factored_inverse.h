#pragma once

#include <span>

#include "assembly/mesh_workspace.h"
#include "body/finite_element/finite_element_set.h"
#include "local_dynamics/body_operator.h"
#include "math/vec3.h"

namespace solfec {

/// What the rows of a step need of bodies whose inverse mass is known by factors.

/// Sets the inverse of a slot: G_ts = h R (N_t A⁻¹ N_sᵀ) Rᵀ between its places, the points that
/// rows see, with their weights N and the rotation R of the frame of A⁻¹; and A as its tangent.
/// Blocks in that frame stay from step to step while A and the points do.
void set_factored_inverse(double step, int slot, FiniteElementBody& body, MeshWorkspace& workspace,
                          BodyOperator& body_space);

/// Σ HᵀR of the rows that see the body into its `reaction`, and h A⁻¹ Σ HᵀR into its `change`.
void find_factored_change(const BodyOperator& body_space, std::span<const Vec3> R, double step,
                          int slot, FiniteElementBody& body);

}  // namespace solfec
