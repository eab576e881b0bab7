#pragma once

#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "body/common/new_body.h"
#include "body/common/scheme.h"
#include "body/homogeneous_set.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Where the equation of DEF_IMP with the reactions of a step stands.
enum class EquationState : char { open, solved, failed };

/// Pseudo-rigid bodies (homogeneous deformation): x(X) = x̄ + F (X - X̄), velocity (Ḟ, v). Kinetic
/// energy ½ tr(Ḟ E Ḟᵀ) + ½ m |v|² with the mass-weighted Euler tensor E; internal force V P(F) of
/// the St Venant-Kirchhoff law. One array per quantity, one entry per body. A BodySet.
struct PseudoRigidSet : HomogeneousSet<PseudoRigidSet> {
  static constexpr BodyKind kKind = BodyKind::pseudo_rigid;

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
  std::vector<Mat3> damping_couple;  // η K_m Ḟ there, N m
  std::vector<Mat3> rate_change;     // ΔḞ due to the reactions
  std::vector<Vec3> linear_change;   // Δv due to the reactions
  std::vector<EquationState> equation;  // DEF_IMP
  std::vector<Mat3> constrained_rate;   // DEF_IMP: Ḟ that meets the rows, 1/s

  /// Appends a body at rest, undeformed, with its default scheme.
  int append(const NewBody& body, const BodyCharacteristics& reference);
  void swap_slots(int a, int b);
  void drop_last();
  /// Gives back the memory of bodies that have gone.
  void shrink();

  [[nodiscard]] const Mat3& gradient_of(int slot) const { return gradient[at(slot)]; }
  [[nodiscard]] BodyMotion motion(int slot) const {
    const auto i = at(slot);
    return {reference_center[i], center[i], gradient[i], linear[i], rate[i]};
  }
  /// P Fᵀ / J, the same everywhere.
  [[nodiscard]] Mat3 stress_at(int slot, Vec3 reference) const;
  /// |v| + r |Ḟ| of the points of all bodies, at distances of at most `reach` from their centres.
  [[nodiscard]] double largest_speed(std::span<const double> reach) const;
  /// Sets the velocities of a rigid motion about the centre: `linear_velocity` (m/s) and
  /// `angular_velocity` (spatial, rad/s).
  void set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity);

  void update_energies(int slot);
  /// V (λ + 2 μ), J.
  [[nodiscard]] double stiffness_of(int slot) const;
  void set_material(int slot, const MassProperties& properties, const BulkMaterial& material);
  /// With one deformation the strain energies of the parts add up: λ and μ are their means weighted
  /// by volume, exactly.
  void set_part_materials(int slot, const Shape& shape, const PartMaterials& parts);
  [[nodiscard]] Scheme scheme_of(int slot) const { return scheme[at(slot)]; }
  void set_scheme(int slot, Scheme other) { scheme[at(slot)] = other; }
  [[nodiscard]] double damping_of(int slot) const { return damping[at(slot)]; }
  void set_damping(int slot, double other) { damping[at(slot)] = other; }

  void add_gravity(Vec3 acceleration);
  void add_force(int slot, Vec3 reference, Vec3 applied);
  /// Conjugate to the velocity: the couple by columns, the force.
  [[nodiscard]] int load_size(int /*slot*/) const { return 12; }
  void add_load(int slot, std::span<const double> load);
  void add_pressure(int slot, const PressedSurface& surface, double pressure);

  [[nodiscard]] RigidInertia rigid_inertia(int slot) const;
  void shift(int slot, Vec3 pivot, Vec3 by, const Mat3& turned);
  [[nodiscard]] double load_work(int slot, Vec3 pivot, Vec3 by, Vec3 turn) const;
  [[nodiscard]] Vec3 spin_momentum(int slot) const;
  void add_rigid_velocity(int slot, Vec3 change, Vec3 turn);
  [[nodiscard]] Mat3 mobility(int slot, const BodyPoint& a, const BodyPoint& b) const;
  void push(int slot, const BodyPoint& point, Vec3 p);
  void kick(int slot, const BodyPoint& point, Vec3 p);

  /// Velocity of the point with an arm at the start of the step, and after the loads, m/s.
  [[nodiscard]] Vec3 start_velocity_of(int slot, Vec3 arm) const {
    return start_linear[at(slot)] + start_rate[at(slot)] * arm;
  }
  [[nodiscard]] Vec3 free_velocity_of(int slot, Vec3 arm) const {
    return linear[at(slot)] + rate[at(slot)] * arm;
  }

  // for HomogeneousSet
  template <typename Set>
  static auto state_of(Set& set) {
    return std::tie(set.gradient, set.center, set.rate, set.linear);
  }
  template <typename Set>
  static auto placement_of(Set& set) {
    return std::tie(set.gradient, set.center);
  }
  using Placement = std::tuple<std::vector<Mat3>, std::vector<Vec3>>;
  [[nodiscard]] std::vector<Mat3>& tensor() { return euler; }
  [[nodiscard]] const std::vector<Mat3>& tensor() const { return euler; }
  void update_inverse(int slot) { inverse_euler[at(slot)] = inverse(euler[at(slot)]); }
};

/// ½ tr(Ḟ E Ḟᵀ) + ½ m |v|² of the current velocities, J.
double kinetic_energy(const PseudoRigidSet& set, int slot);

/// Strain energy V Ψ(F) of the current deformation, J.
double internal_energy(const PseudoRigidSet& set, int slot);

/// Internal force V P(F), conjugate to Ḟ, N m: the derivative of the strain energy.
Mat3 internal_couple(const PseudoRigidSet& set, int slot, const Mat3& F);

/// K(F) : dF, the change of the internal force with the deformation gradient, N m.
Mat3 internal_couple_change(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& dF);

/// V F (D : Ė) with the strain rate Ė = sym(Fᵀ Ḟ), N m s: times η the force of
/// stiffness-proportional damping, which leaves rigid rotations alone.
Mat3 strain_rate_couple(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& rate);

/// Derivative of strain_rate_couple(F, Ḟ) in the direction dF of F, N m s.
Mat3 strain_rate_couple_change(const PseudoRigidSet& set, int slot, const Mat3& F, const Mat3& rate,
                               const Mat3& dF);

/// K = V ∂P/∂F at F as a symmetric 9 x 9 matrix by columns, J; F by columns.
/// @param geometric  Share of the part that comes from the present stress.
void tangent_stiffness(const PseudoRigidSet& set, int slot, const Mat3& F,
                       std::array<double, 81>& stiffness, double geometric = 1.0);

}  // namespace solfec
