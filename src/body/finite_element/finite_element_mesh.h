#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "body/common/body_kind.h"
#include "geometry/element/mesh.h"
#include "geometry/shape/element_parts.h"
#include "material/bulk_material.h"
#include "math/vec3.h"

namespace solfec {

inline constexpr int kElementLanes = 4;  // elements that a kernel treats at once

/// All elements of one kind in packs of four, for loops over the whole group. Arrays are given with
/// their indices from slow to fast; the lanes of a pack are its elements. The last pack is filled
/// with copies of its first element that have weight and mass zero.
///
/// Points are those of `body_quadrature`; the tetrahedron, whose gradients are constant, has one
/// point with the weight of all four, which gives the same integrals. Parts of elements of a
/// background mesh have points of their own; all lanes of a pack have as many as the one with most,
/// the others by points without weight.
struct ElementGroup {
  int node_count{};  // 4, 5, 6 or 8
  ElementFormulation formulation{};
  BulkModel model{};  // of the materials of all elements

  std::vector<std::int32_t> element;      // element of the mesh; n, an element may come repeatedly
  std::vector<std::int32_t> point_start;  // packs + 1, into the points
  std::vector<std::int32_t> node;         // [pack][node][lane]
  std::vector<double> gradient;  // ∂N_a/∂X of a = 1, 2, ...: [point][a - 1][xyz][lane], 1/m;
                                 // that of node 0 is minus the sum of the others
  std::vector<double> weight;    // [point][lane], m^3
  std::vector<double> lambda;    // [pack][lane], Pa
  std::vector<double> mu;        // [pack][lane], Pa
  std::vector<double> yield;     // of VON_MISES, else empty: [pack][yield_stress, hardening][lane]
  std::vector<double> mass;      // lumped, [pack][node][lane], kg
  std::vector<double> projection;  // of its formulation, [pack][number][lane]: projected_strain.h
  std::vector<double> gradient_bound;  // of laws but 'KIRCHHOFF', law_stiffness_bound.h
  std::vector<double> state;           // of the law (bulk_law.h), [point][number][lane]

  [[nodiscard]] int element_count() const { return static_cast<int>(element.size()); }
  [[nodiscard]] int pack_count() const {
    return (element_count() + kElementLanes - 1) / kElementLanes;
  }
  /// Place of a node of a pack's lane in `node`, and in other arrays of that shape.
  [[nodiscard]] int node_place(int pack, int a, int lane) const {
    return (pack * node_count + a) * kElementLanes + lane;
  }
};

/// Mesh of one finite-element body with everything that depends on its reference placement only.
/// Forces of elements are stored as [group][pack][node][xyz][lane] and summed per node in that
/// order, so that sums do not depend on the number of threads.
struct FiniteElementMesh {
  std::vector<Vec3> node;             // Z, reference coordinates, m
  std::vector<double> mass;           // lumped, per node, kg
  std::array<ElementGroup, 4> group;  // tetrahedra, pyramids, wedges, hexahedra
  std::vector<int> group_of;          // of each element of the mesh
  std::vector<int> slot_of;           // its first place in ElementGroup::element

  std::array<int, 5> force_start{};        // of each group in the forces of elements, and their end
  std::vector<std::int32_t> gather_start;  // node i sums gather[gather_start[i]] to [i + 1]
  std::vector<std::int32_t> gather;        // places of x components; y, z follow kElementLanes on

  [[nodiscard]] int node_count() const { return static_cast<int>(node.size()); }
  [[nodiscard]] int element_count() const { return static_cast<int>(group_of.size()); }
};

/// Prepares the mesh of a body, of linear elements (set_formulation gives them others).
///
/// Mass is the consistent one of each element, lumped by row sums, with `mass_quadrature`.
///
/// @param materials  At least one, valid.
/// @param material   Index in `materials` of each element.
/// @throws InputError when det ∂X/∂ξ is not positive at a point of a quadrature rule, naming the
///         element (from 0), or when the elements of a node give it no mass, naming it (from 0).
FiniteElementMesh make_finite_element_mesh(const Mesh& mesh,
                                           std::span<const BulkMaterial> materials,
                                           std::span<const int> material);

/// Makes the mesh of a body on a background mesh, whose elements count as far as the parts fill
/// them; errors are those of the overload for a Mesh.
/// @param material  Index in `materials` of each part.
FiniteElementMesh make_finite_element_mesh(const BackgroundMesh& background,
                                           std::span<const BulkMaterial> materials,
                                           std::span<const int> material);

/// Consistent mass matrix of an element for one component of the displacement, ρ ∫ N_a N_b dV, kg;
/// n x n, n = node count.
std::vector<double> consistent_mass(std::span<const Vec3> vertices, double density);

/// Total mass and mass centre of the lumped masses.
double total_mass(const FiniteElementMesh& mesh);
Vec3 mass_center(const FiniteElementMesh& mesh, std::span<const Vec3> position);

/// ½ Σ m |u|², J. @param velocity  Of the nodes, m/s.
double kinetic_energy(const FiniteElementMesh& mesh, std::span<const Vec3> velocity);

}  // namespace solfec
