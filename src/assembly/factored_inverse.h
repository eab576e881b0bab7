#pragma once

#include <span>

#include "assembly/mesh_workspace.h"
#include "body/finite_element/finite_element_set.h"
#include "local_dynamics/body_operator.h"
#include "local_dynamics/local_solution.h"
#include "local_dynamics/row_law.h"
#include "math/vec3.h"

namespace solfec {

/// Inverse mass by factors: the part of the assembly for the bodies whose inverse mass is known by
/// the factors of A, and for the rows that see them.

/// Conditions that decide which inverse a step wants.
struct InverseWanted {
  double step{};  // h, s
  bool quasi_static = false;
  bool on_ranks = false;        // nothing is deferred
  std::span<const RowLaw> law;  // of all rows
};

/// Sets A as the tangent of a slot, and decides whether its inverse is deferred: where its blocks
/// between the points that rows see, and sweeps through them, cost more than Newton steps without
/// them, which is so for a few hundred points on a thin body. Joints and prescribed velocities are
/// solved at once with the blocks, so most of the rows must be contacts. @pre its sides are
/// counted.
void set_tangent(const InverseWanted& wanted, int slot, FiniteElementSet& meshes, int mesh,
                 BodyOperator& body_space);

/// Sets the inverse of a slot: G_ts = h R (N_t A⁻¹ N_sᵀ) Rᵀ between its places, the points that
/// rows see, with their weights N and the rotation R of the frame of A⁻¹; of a deferred one G_ss.
/// Blocks in that frame stay from step to step while A and the points do.
void set_factored_inverse(double step, int slot, FiniteElementBody& body, MeshWorkspace& workspace,
                          BodyOperator& body_space);

/// Σ HᵀR of the rows of all ranks that see the body into its `reaction`, and h A⁻¹ Σ HᵀR into its
/// `change`.
void find_factored_change(const BodyOperator& body_space, const LocalSolution& solution,
                          double step, int slot, FiniteElementBody& body);

}  // namespace solfec
