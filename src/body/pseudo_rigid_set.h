#pragma once

#include <array>
#include <vector>

#include "base/ids.h"
#include "body/characteristics.h"
#include "body/energies.h"
#include "body/scheme.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Where the equation of DEF_IMP with the reactions of a step stands.
enum class EquationState : char { open, solved, failed };

/// Pseudo-rigid bodies (homogeneous deformation): x(X) = x̄ + F (X - X̄), velocity (Ḟ, v). Kinetic
/// energy ½ tr(Ḟ E Ḟᵀ) + ½ m |v|² with the mass-weighted Euler tensor E; internal force V P(F) of
/// the St Venant-Kirchhoff law. One array per quantity, one entry per body.
struct PseudoRigidSet {
  std::vector<BodyId> id;
  std::vector<Scheme> scheme;
  std::vector<double> damping;  // η, s, stiffness-proportional

  // reference
  std::vector<double> mass;            // kg
  std::vector<double> volume;          // m^3
  std::vector<Vec3> reference_center;  // X̄, m
  std::vector<Mat3> euler;             // E = ρ ∫ (X - X̄)(X - X̄)ᵀ dV, kg m^2
  std::vector<Mat3> inverse_euler;     // E⁻¹
  std::vector<double> lame_lambda;     // Pa
  std::vector<double> lame_mu;         // Pa

  // state
  std::vector<Mat3> gradient;  // F
  std::vector<Vec3> center;    // x̄, m
  std::vector<Mat3> rate;      // Ḟ, 1/s
  std::vector<Vec3> linear;    // v, m/s
  std::vector<Energies> energy;

  // one step: written by the loads, the schemes and the solution, in this order
  std::vector<Mat3> start_rate;
  std::vector<Vec3> start_linear;
  std::vector<Mat3> couple;    // loads conjugate to Ḟ, N m: Σ f ⊗ (X - X̄)
  std::vector<Vec3> force;     // loads conjugate to v, N
  std::vector<char> implicit;  // 1: A below replaces the mass in this step
  std::vector<std::array<double, 81>> effective_mass;     // A = M + c K by columns, kg m^2
  std::vector<std::array<double, 81>> effective_inverse;  // A⁻¹, 1 / (kg m^2)
  std::vector<Mat3> stress_couple;   // internal force at the point where the scheme takes it, N m
  std::vector<Mat3> damping_couple;  // η K Ḟ there, N m
  std::vector<Mat3> rate_change;     // ΔḞ due to the reactions
  std::vector<Vec3> linear_change;   // Δv due to the reactions
  std::vector<EquationState> equation;  // DEF_IMP
  std::vector<Mat3> constrained_rate;   // DEF_IMP: Ḟ that meets the rows, 1/s

  [[nodiscard]] int size() const { return static_cast<int>(id.size()); }
  /// Appends a body at rest, undeformed.
  int append(BodyId body, const BodyCharacteristics& reference, double lambda, double mu);
  /// Removes a slot; later slots move down by one.
  void erase(int slot);
};

/// ½ tr(Ḟ E Ḟᵀ) + ½ m |v|² of the current velocities, J.
double kinetic_energy(const PseudoRigidSet& set, int slot);

/// Strain energy V Ψ(F) of the current deformation, J.
double internal_energy(const PseudoRigidSet& set, int slot);

/// Internal force V P(F), conjugate to Ḟ, N m: the derivative of the strain energy.
Mat3 internal_couple(const PseudoRigidSet& set, int slot, const Mat3& F);

/// K(F) : dF, the change of the internal force with the deformation gradient, N m.
Mat3 internal_couple_change(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& dF);

/// (∂K/∂F : dG) : dF, the change of K : dF with the deformation gradient, N m.
Mat3 internal_couple_second_change(const PseudoRigidSet& set, int slot, const Mat3& F,
                                   const Mat3& dF, const Mat3& dG);

/// K = V ∂P/∂F at F as a symmetric 9 x 9 matrix by columns, J; F by columns.
void tangent_stiffness(const PseudoRigidSet& set, int slot, const Mat3& F,
                       std::array<double, 81>& stiffness);

}  // namespace solfec
