#pragma once

#include <array>
#include <span>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Shape functions of an element at one point; the first `node_count` entries count.
struct ShapeFunctions {
  int node_count{};
  std::array<double, 8> value{};   // N_a
  std::array<Vec3, 8> gradient{};  // ∂N_a/∂ξ with respect to the local coordinates
};

/// Linear shape functions in local coordinates ξ = (ξ, η, ζ), nodes in the order of MeshElement.
///
/// Tetrahedron: ξ, η, ζ >= 0, ξ + η + ζ <= 1, barycentric coordinates. Hexahedron: [-1, 1]³,
/// trilinear. Wedge: triangle ξ, η >= 0, ξ + η <= 1 times ζ in [-1, 1]. Pyramid: base [-1, 1]² at
/// ζ = 0, apex at ζ = 1, with the rational functions N_a = (s + ξ_a ξ)(s + η_a η)/(4 s), s = 1 - ζ
/// (Bedrosian (1992), Int. J. Numer. Meth. Eng. 35, 95-108). They are those of a hexahedron whose
/// top is collapsed into the apex: ξ = s a, η = s b. At the apex, where the gradients depend on the
/// direction, those along the axis a = b = 0 are returned.
///
/// Σ N_a = 1, Σ ∂N_a = 0 and a linear field is reproduced; the tests check these.
/// @param node_count  4, 5, 6 or 8 (asserted).
ShapeFunctions shape_functions(int node_count, Vec3 local);

/// Local coordinates of the nodes; `node_count` as above.
std::span<const Vec3> reference_nodes(int node_count);

/// Local coordinates of the centre: the mean of the nodes, for the pyramid its centroid.
Vec3 reference_center(int node_count);

/// J = ∂X/∂ξ = Σ X_a ⊗ ∂N_a. @pre vertices.size() == shape.node_count.
Mat3 element_jacobian(std::span<const Vec3> vertices, const ShapeFunctions& shape);

/// Gradients ∂N_a/∂X = J⁻ᵀ ∂N_a/∂ξ, in the place of `shape.gradient`, 1/m.
/// @return det J, m³ per unit of reference volume. @pre det J != 0.
double to_space_gradients(std::span<const Vec3> vertices, ShapeFunctions& shape);

}  // namespace solfec
