#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "body/common/reduced_base.h"
#include "body/finite_element/corotation.h"
#include "body/finite_element/finite_element_mesh.h"
#include "math/block_csr.h"
#include "math/vec3.h"

namespace solfec {

/// Reduced body co-rotational formulation ('BC-MODAL', 'BC-RO'): form 'BC' (corotation.h) whose
/// displacements in the rotated frame are combinations of a base Φ of m vectors,
///
///   x = c + R y,   y = A + Φ z,   energy ½ zᵀ Φᵀ K Φ z,
///
/// with the mass centre c, the rotation R of form 'BC', the reference positions A about the mass
/// centre of the lumped masses and m coordinates z. Velocities are ċ + R (Ω × y + Φ ż): 6 + m
/// unknowns. Floating frames with a base: Shabana (2005), Dynamics of Multibody Systems, ch. 5;
/// here the nodes move and are projected, so that a complete base gives the motion of form 'BC'.
///
/// Each vector φ of a script is scaled to φᵀ M φ = 1 and loses its rigid motion: the translation
/// Σ m φ, and the turn Σ a × φ of the frame (SurfaceIntegrals). What has nothing left is a rigid
/// motion and is left out, so Φ has the frame of form 'BC' whatever z is.

/// Symmetric positive definite matrix by its Cholesky factor.
class DenseFactor {
 public:
  /// @return False when the matrix (n x n, by columns) is not positive definite.
  bool factor(std::vector<double> matrix, int size);
  [[nodiscard]] int size() const { return size_; }
  /// x = L⁻¹ x, x = L⁻ᵀ x.
  void forward(std::span<double> x) const;
  void backward(std::span<double> x) const;
  /// x = A⁻¹ x.
  void solve(std::span<double> x) const {
    forward(x);
    backward(x);
  }

 private:
  int size_ = 0;
  std::vector<double> L_;
};

/// Matrices of a base on a mesh; square ones are m x m by columns.
struct ReducedModel {
  int modes{};                        // m
  double mass{};                      // kg, sum of the lumped masses
  std::vector<Vec3> arm;              // A of all nodes, m
  std::vector<double> shape;          // Φ, three numbers for each node, vector by vector, 1/√kg
  std::vector<double> mass_matrix;    // Φᵀ M Φ
  DenseFactor mass_factor;            // of it
  std::vector<Vec3> arm_coupling;     // Σ m A × φ of each vector
  std::vector<Vec3> vector_coupling;  // Σ m φ_i × φ_j at m j + i
  std::vector<double> stiffness;      // Φᵀ K Φ, 1/s²
  std::vector<double> ratio_damping;  // diagonal 2 ξ ω of the damping ratios ξ, 1/s; empty: none
  // of the axes e_k: φ_iᵀ K (e_k × φ_j) and (e_k × φ_i)ᵀ K (e_l × φ_j), the latter at 3 k + l
  std::array<std::vector<double>, 3> turned;
  std::array<std::vector<double>, 9> turned_twice;
};

/// Makes the matrices of a base. A vector without a rigid motion keeps its place among those that
/// are left; frequencies of damping ratios are ω² = φᵀ K φ / φᵀ M φ of the vectors as given.
/// @param K  Stiffness of the reference, N/m.
/// @throws InputError when the base does not fit the mesh, a vector is zero, or one depends on the
///         others.
std::shared_ptr<const ReducedModel> make_reduced_model(const ReducedBase& base,
                                                       const FiniteElementMesh& mesh,
                                                       const SurfaceIntegrals& surface,
                                                       const BlockCsr& K);

/// Computes v = Φ z of all nodes.
void combine(const ReducedModel& model, std::span<const double> z, std::span<Vec3> v);
/// Computes g = Φᵀ f.
void project(const ReducedModel& model, std::span<const Vec3> f, std::span<double> g);
/// Computes y = S x of a square matrix of the model.
void multiply_square(const std::vector<double>& S, std::span<const double> x, std::span<double> y);

}  // namespace solfec
