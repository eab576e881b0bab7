#pragma once

#include <cstdint>
#include <vector>

#include "body/finite_element/finite_element_mesh.h"
#include "math/block_csr.h"
#include "math/largest_eigenvalues.h"

namespace solfec {

/// Free vibrations of a mesh: K φ = ω² M φ.
struct Modes {
  std::vector<double> eigenvalue;  // ω², 1/s², ascending; 0 of rigid motions
  std::vector<double> vector;      // 3 node_count numbers each, φᵀ M φ = 1: 1/√kg

  [[nodiscard]] int count() const { return static_cast<int>(eigenvalue.size()); }
};

/// Lowest modes of a free mesh at rest in its reference: with the tangent K of the undeformed mesh
/// and lumped masses M. No constraint and no contact holds it.
///
/// The six rigid motions come first, exactly: translations along x, y, z, then rotations about axes
/// through the mass centre, orthonormal with M. The others are those of M^-½ K M^-½ in the
/// complement of these, by eigenvalues of (K + s M)⁻¹ (shift and invert: Ericsson and Ruhe (1980),
/// Math. Comp. 35, 1251-1268) with the small shift s; small meshes by all eigenvalues of the dense
/// matrix. Meshes of several parts that do not hang together have six more zeros each. Signs: the
/// largest component of each vector, the first of equal ones, is positive.
/// @param count       1 to 3 node_count.
/// @param largest     Largest eigenvalue of an element, FiniteElementModel::eigenvalue, 1/s².
/// @return Fewer than `count` modes when others did not converge.
Modes lowest_modes(const FiniteElementMesh& mesh, int count, double largest,
                   EigenAccuracy accuracy);

/// Tangent K of the undeformed mesh, N/m.
BlockCsr reference_stiffness(const FiniteElementMesh& mesh);

/// Hash of all that modes of a mesh depend on: places of nodes, masses, stiffness.
std::uint64_t mesh_hash(const FiniteElementMesh& mesh);

}  // namespace solfec
