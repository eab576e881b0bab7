#pragma once

#include <span>
#include <vector>

#include "body/finite_element/finite_element_mesh.h"
#include "body/finite_element/geometric_stiffness.h"
#include "math/block_csr.h"
#include "math/mat3.h"

namespace solfec {

/// Total Lagrangian formulation ('TL'): displacements q of the nodes against the reference, f_int =
/// ∫ P ∇N dV over the reference volume with the law of each group (material/bulk_law.h); strains
/// are those of its formulation (projected_strain.h, law_loops.h). Sums have a fixed order:
/// results have the same bits for any number of threads. docs/developer/finite-elements.md has the
/// time that each function takes.

/// Forces and energies of elements between the passes of the functions below; grows once.
struct ElementWorkspace {
  std::vector<double> force;   // of elements, see FiniteElementMesh
  std::vector<double> energy;  // [pack][lane] of the largest group
};

/// Internal force of every node, N: the derivative of the strain energy.
/// @param q  Displacements, m.
/// @pre force.size() == q.size() == mesh.node_count(), they do not overlap.
void internal_force(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                    ElementWorkspace& workspace, std::span<Vec3> force);

/// K(q) v without K: the change of the internal force in the direction v, N for v in m.
void internal_force_change(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                           std::span<const Vec3> v, ElementWorkspace& workspace,
                           std::span<Vec3> force);

/// Computes K(q) v as internal_force_change does, with linear elements whatever the formulation is.
/// Where the mesh is undeformed, vᵀ K v is then at least as large as with its own formulation.
void linear_force_change(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                         std::span<const Vec3> v, ElementWorkspace& workspace,
                         std::span<Vec3> force);

/// Force of the stress D : Ė that goes with the strain rate, ∫ F (D : sym(Fᵀ ∇v)) ∇N dV, N for v in
/// m: the change above without that of directions of the present stress. With velocities times η
/// the force of stiffness-proportional damping, which leaves rigid motions alone: they have no
/// strain rate, and a symmetric stress has no moment.
void strain_rate_force(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                       std::span<const Vec3> v, ElementWorkspace& workspace, std::span<Vec3> force);

/// Strain energy ∫ Ψ dV, J; of laws with plastic strain that of the elastic one.
double internal_energy(const FiniteElementMesh& mesh, std::span<const Vec3> q,
                       ElementWorkspace& workspace);

/// Takes the states of all points to those of the displacements q, as a step ends; nothing with
/// laws that have none.
void advance_states(FiniteElementMesh& mesh, std::span<const Vec3> q);

/// Work that plastic strain has taken, ∫∫ σ_y dα dV, J.
double plastic_work(const FiniteElementMesh& mesh, ElementWorkspace& workspace);

/// Where the blocks of element matrices go in the stiffness matrix; made once per mesh.
struct StiffnessPlan {
  std::array<std::vector<std::int32_t>, 4> place;  // [pack][lane][a][b], -1 for copies
  // Packs of a colour share no node; colour c of a group has pack[start[c]] to pack[start[c + 1]].
  std::array<std::vector<int>, 4> colour_start;
  std::array<std::vector<int>, 4> pack;
};

/// Gives K its pattern, zero blocks, and the plan that belongs to it.
StiffnessPlan plan_stiffness(const FiniteElementMesh& mesh, BlockCsr& K);

/// K(q) = ∂f_int/∂q, consistent tangent with material and geometric part, N/m; symmetric, all
/// blocks stored.
/// @param geometric  Positive: with stresses shifted by a multiple of 1 until none is compression,
///                   so that K is positive semi-definite.
void assemble_stiffness(const FiniteElementMesh& mesh, const StiffnessPlan& plan,
                        std::span<const Vec3> q, BlockCsr& K, GeometricStiffness geometric = {});

/// F at a referential point of an element.
/// @param element  Number in the mesh.  @param local  Coordinates of `shape_functions`.
Mat3 deformation_gradient(const FiniteElementMesh& mesh, std::span<const Vec3> q, int element,
                          Vec3 local);

/// Cauchy stress P Fᵀ / det F at a referential point of a linear element with the St
/// Venant-Kirchhoff law, Pa.
/// @param element  Number in the mesh.  @param local  Coordinates of `shape_functions`.
Mat3 cauchy_stress(const FiniteElementMesh& mesh, std::span<const Vec3> q, int element, Vec3 local);

}  // namespace solfec
