#pragma once

#include <span>

#include "base/ids.h"
#include "geometry/element/mesh.h"
#include "math/block_csr.h"
#include "math/vec3.h"

namespace solfec {

/// Pressure on the faces of a mesh with a surface id: the load p n per current area along the
/// current outward normal n, so a positive p pulls.
///
/// A face is the bilinear patch x(ξ, η) = Σ N_a x_a of its three or four nodes, and
///
///   f_a = p ∫ N_a x_ξ × x_η dξ dη,
///
/// for which one point (triangle) and 2 x 2 Gauss points (quadrilateral) are exact. A closed
/// surface has the resultant and the moment zero. The derivative of f_a by x_b,
///
///   L_ab = p ∫ N_a (N_b,η [x_ξ]ˣ - N_b,ξ [x_η]ˣ) dξ dη,
///
/// is symmetric up to a part of the edge of the loaded faces (Schweizerhof and Ramm (1984), Comput.
/// Struct. 18, 1099-1114), so the assembled L of a closed surface is symmetric. Implicit schemes
/// take the symmetric part, S_ab = ½ (L_ab + L_baᵀ), as their matrix is.
struct MeshPressure {
  SurfaceId surface{};
  double value{};  // p, Pa
};

/// Adds f_a of all loaded faces, N.
/// @param q  Displacements of all nodes, m.
void add_pressure_force(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                        std::span<Vec3> force);

/// Adds scale S v, N for v in m.
void add_pressure_change(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                         double scale, std::span<const Vec3> v, std::span<Vec3> force);

/// Adds scale S to the blocks of K, N/m. @pre K has the blocks of all elements of the mesh.
void add_pressure_tangent(const Mesh& mesh, std::span<const Vec3> q, const MeshPressure& pressure,
                          double scale, BlockCsr& K);

}  // namespace solfec
