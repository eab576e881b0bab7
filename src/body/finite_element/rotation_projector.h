#pragma once

#include <span>

#include "body/finite_element/corotation.h"
#include "body/finite_element/finite_element_mesh.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Derivative of the frame of form 'BC' by the nodes, and the projector that it makes.
///
/// The rotation R of corotation.h follows the nodes: R turns by ω = Ω v when they move by v. The
/// energy ½ dᵀ K d then has the gradient Pᵀ R K d with the projector
///
///   P v = v − ω × (x − c̄),    ω = C Σ A_i × v_i,    C = (tr(G Rᵀ) 1 − G Rᵀ)⁻¹,
///
/// A_i = R a_i and G = Σ x_i a_iᵀ of corotation.h. Pᵀ takes the moment m = Σ (x_i − c̄) × f_i away:
///
///   (Pᵀ f)_i = f_i − (Cᵀ m) × A_i,
///
/// which has no resultant moment whatever R is, and the resultant of f, since Σ a_i = 0. So forces
/// of the form have no moment and do the work that the energy tells. Projectors of co-rotational
/// elements: Nour-Omid and Rankin (1991), Comput. Methods Appl. Mech. Eng. 93, 353-384; here with
/// one frame for the body.
class RotationProjector {
 public:
  /// @param rotation  R at the displacements q (m), which should be that of corotation().
  RotationProjector(const FiniteElementMesh& mesh, const SurfaceIntegrals& surface,
                    const Mat3& rotation, std::span<const Vec3> q);

  /// ω of nodes that move by v, 1/s for v in m/s. Zero where the frame has no derivative (a body
  /// turned inside out).
  [[nodiscard]] Vec3 spin(std::span<const Vec3> v) const;
  /// Rᵀ P v of all nodes.
  void turn_back(std::span<const Vec3> v, std::span<Vec3> turned) const;
  /// f ← Pᵀ f. @pre The forces have no resultant, as R K d has none.
  void project(std::span<Vec3> force) const;

 private:
  [[nodiscard]] Vec3 arm(std::size_t i) const { return mesh_.node[i] + q_[i] - center_; }

  const FiniteElementMesh& mesh_;
  const SurfaceIntegrals& surface_;
  const Mat3& rotation_;
  std::span<const Vec3> q_;
  Vec3 center_;    // c̄, m
  Mat3 response_;  // C, 1/m^3; zero where the frame has no derivative
};

}  // namespace solfec
