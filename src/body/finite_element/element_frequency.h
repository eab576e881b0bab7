#pragma once

#include <span>

#include "body/finite_element/finite_element_mesh.h"

namespace solfec {

/// Largest eigenvalue over all elements and the element that has it, -1 when none is positive.
struct ElementFrequency {
  double eigenvalue{};  // 1/s²
  int element = -1;
};

/// Largest eigenvalue of M_e⁻¹ K_e(q) over all elements, with lumped masses of the elements.
///
/// It is at least the largest eigenvalue of the assembled M⁻¹ K, so 2/√λ is a lower bound of the
/// critical step of the central difference method (Irons and Treharne (1971), Proc. 3rd Conf.
/// Matrix Methods in Struct. Mech.). Most elements are dismissed by a Cholesky factorisation of
/// λ 1 - M_e^-½ K_e M_e^-½ with the largest λ so far, which leaves it correct to 1e-9. The parts of
/// the mesh that threads visit are fixed, so the result does not depend on their number.
///
/// @param q  Displacements, m; zero for the reference.
ElementFrequency largest_element_eigenvalue(const FiniteElementMesh& mesh, std::span<const Vec3> q);

/// Largest eigenvalue of M_e⁻¹ K_e(q) of the elements of one pack, 1/s².
double largest_pack_eigenvalue(const ElementGroup& group, int pack, std::span<const Vec3> q);

/// 2/√λ of the largest element eigenvalue, s; infinite when no eigenvalue is positive. No
/// correction for damping.
double critical_step(const FiniteElementMesh& mesh, std::span<const Vec3> q);

}  // namespace solfec
