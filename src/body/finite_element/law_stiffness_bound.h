#pragma once

#include <span>

#include "body/finite_element/finite_element_mesh.h"

namespace solfec {

/// Bound of the largest eigenvalue of M⁻¹ K for laws of large strains, from sums over the points of
/// each element instead of its matrix.
///
/// The gradient bound Q of an element is a symmetric matrix of its reference with
///
///     Σ w ∇v · Q⁻¹ ∇v <= Σ m_a v_a²    for each scalar field v on its nodes,
///
/// its lumped masses being m_a, so H Q^-½ of any velocity u has Σ w |H Q^-½|² <= uᵀ M u. With
/// l = H F⁻¹ and B = F⁻ᵀ Q F⁻¹ no point has (tr l)² > tr B |H Q^-½|², nor |l|² > |B| |H Q^-½|²,
/// hence
///
///     λ_e <= dilation max tr B + gradient max |B| + reference |Q|
///
/// with the ModulusBound of the law (material/modulus_bound.h). A homogeneous deformation of a box
/// or a tetrahedron makes of it nearly an equation. That a bound of the strain operator and one of
/// the moduli bound the frequency of an element: Flanagan and Belytschko (1984), J. Appl. Mech. 51,
/// 35-40; the bound here holds for all points, strains and shapes.

/// Sets `gradient_bound` of the groups whose law has a ModulusBound: Q = s V Σ_a ḡ_a ḡ_aᵀ / m_a
/// with the mean gradients ḡ_a of the shape functions and the least s >= 1 for which it is one. A
/// slot has the numbers xx, yy, zz, xy, xz, yz of Q and its largest eigenvalue, m/kg; slots without
/// an element have zeros.
void set_gradient_bounds(FiniteElementMesh& mesh);

/// Returns a bound of the largest eigenvalue of M⁻¹ K at the displacements q, 1/s²: the largest λ_e
/// where that is at most 1.2 times the largest eigenvalue of the elements of its pack. Else
/// elements with larger bounds than that, and those for which the law has none because they are
/// turned inside out or nearly so, count with their eigenvalues, so the result is never above 1.2
/// times the largest_element_eigenvalue. A function of mesh, states and displacements, with the
/// same bits for any number of threads.
/// @param q  Displacements, m.  @pre no group is of 'KIRCHHOFF' with elements.
double law_eigenvalue_bound(const FiniteElementMesh& mesh, std::span<const Vec3> q);

}  // namespace solfec
