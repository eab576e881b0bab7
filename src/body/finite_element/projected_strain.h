#pragma once

#include <span>

#include "body/finite_element/finite_element_mesh.h"
#include "math/mat3.h"

namespace solfec {

/// Strains of elements that are not linear. The Green-Lagrange strain E of the shape functions is
/// replaced by Ẽ = P E with a linear map P of the strains of all points of an element, which
/// depends on its reference placement only. P is the orthogonal projection with the inner product
/// ∫ A : D : B dV of Hooke's law D, so that the energy is ½ ∫ Ẽ : D : Ẽ dV = ½ ∫ E : D : Ẽ dV, the
/// forces are ∫ F (D : Ẽ) ∇N dV, and neither is ever larger than that of E. E is unchanged by a
/// superposed rotation, hence Ẽ is; a constant strain stays as it is (patch test).
///
/// 'BENDING', hexahedra: Ẽ = E + Σ_k j₀/j (ξ_k sym(g_k ⊗ b_k) + ξ_l ξ_m c_k 1) with k, l, m in
/// turn, where g_k is the gradient of the local coordinate ξ_k at the centre of the element,
/// j = det ∂X/∂ξ, j₀ its value at the centre, and the three vectors b_k and numbers c_k minimise
/// the energy. The first are the strains of the incompatible modes ½
/// ξ_k² b_k of Wilson, Taylor, Doherty and Ghaboussi (1973) with the mean gradient zero that
/// Taylor, Beresford and Wilson (1976), Int. J. Numer. Meth. Engng 10, 1211-1219, ask for, added to
/// E as enhanced strains (Simo and Rifai (1990), Int. J. Numer. Meth. Engng 29, 1595-1638). The
/// second free the bilinear part of the dilatation, without which plates of nearly incompressible
/// material lock (Simo, Armero and Taylor (1993), Comput. Methods Appl. Mech. Eng. 110, 359-386).
/// Energy is quadratic in b_k and c_k with a constant matrix, so both are linear functions of E and
/// no state.
///
/// 'MIXED', all kinds but tetrahedra: Ẽ has the deviator of E and, in place of its trace, the mean
/// of the trace over the element (mean dilatation: Nagtegaal, Parks and Rice (1974), Comput.
/// Methods Appl. Mech. Eng. 4, 153-177; Hughes (1980), Int. J. Numer. Meth. Engng 15, 1413-1418).

/// Numbers of ElementGroup::projection for each element. 'BENDING': g_1, g_2, g_3, 1/m, then L⁻¹ by
/// rows, row i with the columns 0 to i, of the Cholesky factor L of the 12 x 12 matrix of the
/// energy in b_k and c_k; zero in copies. 'MIXED': 1/V, 1/m^3.
inline constexpr int kVectorModes = 9;  // components of b_k, then c_k
inline constexpr int kBendingModes = kVectorModes + 3;
inline constexpr int kBendingNumbers = 9 + kBendingModes * (kBendingModes + 1) / 2;
inline constexpr int kMixedNumbers = 1;

/// Gives all elements the formulation `wanted` where it changes their strains (formulation_of), and
/// linear elements elsewhere.
/// @param body  Made of `mesh`.
void set_formulation(const Mesh& mesh, ElementFormulation wanted, FiniteElementMesh& body);

/// Replaces the strains of the points of one element by the projected ones.
/// @param strain  E of each point of the element's pack, in order.
void project_strains(const ElementGroup& group, int slot, std::span<Mat3> strain);

}  // namespace solfec
