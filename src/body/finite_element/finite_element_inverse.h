#pragma once

#include <span>

#include "body/finite_element/finite_element_set.h"
#include "body/finite_element/geometric_stiffness.h"

namespace solfec {

/// A = M + c K of a body for implicit schemes: with K = ∂f_int/∂q at its present displacements, or
/// with a share of its geometric part, for form 'TL', with R K Rᵀ of the reference stiffness K and
/// its present rotation R for form 'BC', whose factors serve until c changes. A⁻¹ = R (M + c K)⁻¹
/// Rᵀ, since M has one mass per node.

/// M of A, kg per node: the lumped masses, kHeldRow of held nodes.
std::span<const double> masses_of(const FiniteElementBody& body);

/// Makes A at the present displacements and rotation. Form 'TL' takes the pressures of the step
/// into it: A = M + c (K - share S) with the S of follower_pressure.h, and without S where that A
/// is singular. Form 'BC' keeps the factors of its reference and has no S.
/// @param c  s².
/// @param geometric  Positive: as if compression had no geometric stiffness, so that A is positive
///                   definite (form 'TL'; that of 'BC' always is). Its share is also that of the
///                   pressures: of c, the displacement that stresses and pressures see per change
///                   of velocity, less than 1 where damping is part of c.
/// @return False when A is singular; the inverse mass is then the lumped one, A = M.
bool make_inverse(FiniteElementBody& body, double c, GeometricStiffness geometric = {});

/// x = A⁻¹ b of the last make_inverse. @pre it returned true; b and x may be the same.
void apply_inverse(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x);
/// Computes x = A⁻¹ b of the last make_inverse for b that is zero but at a few nodes.
/// @pre make_inverse returned true; b and x may be the same.
void apply_inverse_to_few(FiniteElementBody& body, std::span<const Vec3> b, std::span<Vec3> x);
/// x = K v with the K of the last make_inverse, N for v in m. @pre its share was 1.
/// @param turned  Overwritten; of the size of v.  @pre x, v and it do not overlap.
void tangent_product(const FiniteElementBody& body, std::span<const Vec3> v, std::span<Vec3> turned,
                     std::span<Vec3> x);

}  // namespace solfec
