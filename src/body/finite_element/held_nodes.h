#pragma once

#include <cstdint>
#include <span>

#include "body/finite_element/finite_element_body.h"

namespace solfec {

/// Nodes of an implicit body that constraints hold or move with a known velocity. They are not rows
/// of the contact problem: A = M + c K has them with the mass kHeldRow, so that A⁻¹ is that of the
/// free nodes F with the held nodes C at rest,
///
///   A⁻¹ b = (A_FF⁻¹ b_F, 0).
///
/// The forces R_C on them are what is missing in the equations of their nodes with their true mass,
///
///   h R_C = (A Δu)_C - h b_C,   A Δu = M Δu + c K Δu,
///
/// which is a sum over the parts of Δu - the free velocity, the motion of the held nodes, the
/// changes by reactions of rows - that `holding` (N s) adds up in a step. h is the step, in
/// quasi-static steps the push of A.

/// Holds these nodes, ascending, in the following matrices, and lets all others go.
void set_held_nodes(FiniteElementBody& body, std::span<const std::int32_t> nodes);

/// x = A⁻¹ b for h times the forces without reactions, b in N s; `holding` begins anew.
/// @pre factored; b and x may be the same.
void apply_inverse_and_hold(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x);

/// Gives the held nodes these velocities (m/s), and the free nodes those that follow,
/// Δu_F = -A_FF⁻¹ A_FC Δu_C. @pre factored. Overwrites `change` with zeros.
void move_held_nodes(FiniteElementBody& body, std::span<const Vec3> velocity);

/// Turns `holding` into R_C and adds it to `reaction`, where Σ HᵀR of the rows is; `change` is what
/// A⁻¹ has made of that. @pre factored
void finish_holding(FiniteElementBody& body, double step);

}  // namespace solfec
