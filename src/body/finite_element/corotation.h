#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/finite_element/finite_element_mesh.h"
#include "math/block_csr.h"
#include "math/mat3.h"

namespace solfec {

/// Body co-rotational formulation ('BC'): one rotation R for the whole body; the linear stiffness K
/// of the reference acts on the displacement seen in the rotated frame,
///
///   d = Rᵀ (Z + q - c̄) - (Z - Z̄),  f_int = R K d,  energy ½ dᵀ K d,
///
/// which is R K Rᵀ [(1 - R) Z + q], since K annihilates translations; c̄ and Z̄ are the means of
/// current and reference positions, so that far-away bodies lose no digits.

/// Integrals of a mesh over its surface, from which the rotation is found: a_i = ∮ N_i N dA over
/// the outer faces, m^2, for the nodes on them. Then Σ x_i a_iᵀ = ∮ x Nᵀ dA = ∫ F dV.
struct SurfaceIntegrals {
  std::vector<std::int32_t> node;  // ascending
  std::vector<Vec3> area;
};
/// Computes the surface integrals by `face_quadrature` of each outer face, which is exact for them.
SurfaceIntegrals surface_integrals(const Mesh& mesh);
/// Computes the surface integrals of all nodes as integrals over the volume, a_i = ∫ ∇N_i dV: for a
/// body that fills its background mesh in part.
SurfaceIntegrals volume_integrals(const FiniteElementMesh& mesh);

/// Result of `corotation`.
struct Corotation {
  Mat3 rotation;
  int iterations{};  // also those after a polar decomposition
  bool converged{};  // false: the rotation is that of the last iteration
};

/// Rotation R ← exp(ô) R for which h = ∮ N × (Rᵀ x) dA, twice the axial vector of the skew part of
/// Rᵀ ∫ F dV, vanishes: that of the polar decomposition of ∫ F dV.
///
/// Gauss-Newton iterations on |h|² from the rotation `start`, each with the 3 x 3 normal equations
/// of the linearisation at o = 0, until an increment is below 1e-9 of the turn so far (of 1e-3 rad
/// when that is smaller), 64 at most. h vanishes for wrong rotations too: where tr(U) 1 - U of
/// U = Rᵀ ∫ F dV is not positive definite (a turn of more than a quarter since `start`, or a step
/// too long), the iterations go on from the rotation of a singular value decomposition.
/// Mean rotations by polar decomposition: Felippa and Haugen (2005), Comput. Methods Appl. Mech.
/// Eng. 194, 2285-2335.
///
/// @param q  Displacements of all nodes of the mesh, m.
Corotation corotation(const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
                      std::span<const Vec3> q, const Mat3& start);

/// d of all nodes, m.
void corotated_displacements(const FiniteElementMesh& mesh, const Mat3& rotation,
                             std::span<const Vec3> q, std::span<Vec3> d);

/// y = R K x, rows in parallel.
void rotated_product(const BlockCsr& K, const Mat3& rotation, std::span<const Vec3> x,
                     std::span<Vec3> y);
/// Computes y = R K x of two vectors x, for which K is read once, rows in parallel.
void rotated_products(const BlockCsr& K, const Mat3& rotation,
                      const std::array<std::span<const Vec3>, 2>& x,
                      const std::array<std::span<Vec3>, 2>& y);

/// f_int = R K d, N, and d. @param K  `assemble_stiffness` for q = 0.
void corotated_force(const FiniteElementMesh& mesh, const BlockCsr& K, const Mat3& rotation,
                     std::span<const Vec3> q, std::span<Vec3> d, std::span<Vec3> force);

/// ½ dᵀ K d, J, from the blocks of K on and above the diagonal.
/// @param sums  Room for no more numbers than d has vectors.
double corotated_energy(const BlockCsr& K, std::span<const Vec3> d, std::span<Vec3> sums);

/// Rᵀ v.
void turn_back(const Mat3& rotation, std::span<const Vec3> v, std::span<Vec3> turned);
/// R K Rᵀ v, N for v in m: with velocities times η the force of stiffness-proportional damping.
/// @param turned  Rᵀ v; of the size of v.
void corotated_stiffness_product(const BlockCsr& K, const Mat3& rotation, std::span<const Vec3> v,
                                 std::span<Vec3> turned, std::span<Vec3> force);

}  // namespace solfec
