#pragma once

#include <array>

#include "body/finite_element/geometric_stiffness.h"
#include "body/pseudo_rigid_set.h"
#include "math/mat3.h"

namespace solfec {

/// Symmetric 9 x 9 matrix by columns that acts on 3 x 3 matrices by columns.
using Matrix9x9 = std::array<double, 81>;

/// A : X, the product with a 3 x 3 matrix taken as nine numbers by columns.
Mat3 product(const Matrix9x9& A, const Mat3& X);

/// X with A : X = B for a symmetric A; not finite where A is singular, as the stiffness is in
/// rounding where damping or Young's modulus is beyond all measure.
Mat3 solution(const Matrix9x9& A, const Mat3& B);

/// Sets A = M + factor K(F) of a slot, kg m², and A⁻¹, where M couples each row of Ḟ with the Euler
/// tensor, M_(iJ)(kL) = δ_ik E_JL, and marks the slot as implicit.
/// @param geometric  What K has of its geometric part; positive: all of K without its negative
///                   eigenvalues.
/// @param factor  s².
/// @pre A is regular: always when K is positive semi-definite or its positive part is taken, and
///      for small factors otherwise.
void set_effective_mass(PseudoRigidSet& set, int slot, const Mat3& F, double factor,
                        GeometricStiffness geometric = {});

/// Sets A = M + ¼h² K(F) + ½ηh K_m(F) of the mid-point rule with the damping η of the slot, K_m
/// being K without its geometric part.
void set_mid_point_mass(PseudoRigidSet& set, int slot, const Mat3& F, double step);

}  // namespace solfec
