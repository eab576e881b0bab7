#pragma once

#include "body/finite_element/finite_element_body.h"

namespace solfec {

/// Bounds of the largest eigenvalue of M⁻¹ K, which gives the critical step
/// (docs/finite-elements.md has the derivation).

/// Returns a bound of the largest eigenvalue of M⁻¹ K of the undeformed body, 1/s²: at most 2 %
/// above that of the assembled matrices, and never above the largest of its elements
/// (element_frequency.h). Depends on mesh and materials only.
double undeformed_bound(const FiniteElementMesh& mesh, double element_eigenvalue);

/// How much the strain of a body of form 'TL' can raise λ: at most by these factors.
struct StiffnessGrowth {
  double of_body = 1.0;      // of that of the assembled matrices
  double of_elements = 1.0;  // of that of the stiffest element
};

/// With F = R + D, R one rotation of the whole body (of_body) or one for each element
/// (of_elements), tensile stress σ ≥ 0 of largest principal value S and κ = (λ' + 4 μ') / 3 of
/// Lamé's constants λ', μ':
///
///     (1 + max |D| √((2 μ' + max(0, 3 λ')) / κ))² + max σ / κ
///
/// since K = ∫ Bᵀ C B + ∫ (∇N S ∇N) 1 with B of sym(Fᵀ ∇u), |C| = 2 μ' + max(0, 3 λ'), and
/// ∫ κ |∇u|² is at most the undeformed λ: its trace over three directions is κ ∇N·∇N.
StiffnessGrowth stiffness_growth(const FiniteElementBody& body);

/// Bound of the largest eigenvalue of M⁻¹ K at the present displacements, 1/s²: of the undeformed
/// body, found when first asked for, and, for form 'TL', of what strain adds to it. A function of
/// mesh, materials and displacements, so a restarted run has the same bits.
double eigenvalue_bound(const FiniteElementBody& body);

}  // namespace solfec
