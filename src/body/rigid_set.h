#pragma once

#include <cstdint>
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

/// Rigid bodies: x(X) = x̄ + R (X - X̄), with the referential angular velocity Ω and the spatial
/// velocity v of the centre: ẋ = R (Ω × (X - X̄)) + v. One array per quantity, one entry per body.
/// A BodySet.
struct RigidSet : HomogeneousSet<RigidSet> {
  static constexpr BodyKind kKind = BodyKind::rigid;

  std::vector<BodyId> id;
  std::vector<Scheme> scheme;

  // reference
  std::vector<double> mass;            // kg
  std::vector<double> volume;          // m^3
  std::vector<Vec3> reference_center;  // X̄, m
  std::vector<Mat3> inertia;           // J in reference axes, kg m^2
  std::vector<Mat3> inverse_inertia;   // J⁻¹
  // 1: Ω stays zero. Arms and torques of the body are then zero, so loads and reactions have no
  // moment, and neither schemes nor solvers need to know.
  std::vector<std::uint8_t> rotation_disabled;

  // state
  std::vector<Mat3> rotation;  // R
  std::vector<Vec3> center;    // x̄, m
  std::vector<Vec3> angular;   // Ω, rad/s, referential
  std::vector<Vec3> linear;    // v, m/s
  std::vector<Energies> energy;

  // one step: written by the loads, the schemes and the solution, in this order
  std::vector<Vec3> start_angular;  // Ω at the start of the step
  std::vector<Vec3> start_linear;
  std::vector<Mat3> half_rotation;   // exp(h/2 Ω_t), the first half of the rotation
  std::vector<Vec3> force;           // spatial resultant of the loads, N
  std::vector<Vec3> torque;          // referential resultant about the centre, N m
  std::vector<Vec3> gyroscopic;      // -Ω½ x J Ω½, referential, N m
  std::vector<Vec3> momentum;        // ΔR₁ᵀ J Ω_t + h T, referential, N m s
  std::vector<Vec3> angular_change;  // ΔΩ due to the reactions, referential
  std::vector<Vec3> linear_change;   // Δv due to the reactions
  // quasi-static: changes are static_push times A⁻¹ Σ HᵀR, s (integrator/pseudo_inertia.h)
  std::vector<double> static_push;
  std::vector<Mat3> turning_stiffness;  // of arms that turn, referential, N m (turning_inertia.h)

  /// Appends a body at rest in its reference placement, with its default scheme.
  int append(const NewBody& body, const BodyCharacteristics& reference);
  void swap_slots(int a, int b);
  void drop_last();
  /// Gives back the memory of bodies that have gone.
  void shrink();

  [[nodiscard]] const Mat3& gradient_of(int slot) const { return rotation[at(slot)]; }
  [[nodiscard]] BodyMotion motion(int slot) const {
    const auto i = at(slot);
    return {reference_center[i], center[i], rotation[i], linear[i], rotation[i] * skew(angular[i])};
  }
  /// |v| + r |Ω| of the points of all bodies, at distances of at most `reach` from their centres.
  [[nodiscard]] double largest_speed(std::span<const double> reach) const;
  [[nodiscard]] bool rotation_disabled_of(int slot) const {
    return rotation_disabled[at(slot)] != 0;
  }
  /// Disabling makes Ω zero.
  void disable_rotation(int slot, bool disabled);
  /// Arm of a spatial point, and a material point with its arm: zero while the rotation is
  /// disabled.
  [[nodiscard]] Vec3 arm(int slot, Vec3 point) const;
  [[nodiscard]] BodyPoint point(int slot, Vec3 reference) const;
  /// Spatial, of the centre and about it; the latter is ignored while the rotation is disabled.
  void set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity);

  void update_energies(int slot);
  [[nodiscard]] Scheme scheme_of(int slot) const { return scheme[at(slot)]; }
  void set_scheme(int slot, Scheme other) { scheme[at(slot)] = other; }

  void add_gravity(Vec3 acceleration);
  void add_force(int slot, Vec3 reference, Vec3 applied);
  void add_spatial_torque(int slot, Vec3 applied);
  void add_referential_torque(int slot, Vec3 applied);
  /// Spatial force, spatial torque, referential torque.
  [[nodiscard]] int load_size(int /*slot*/) const { return 9; }
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
    const auto i = at(slot);
    return start_linear[i] + cross(rotation[i] * start_angular[i], arm);
  }
  [[nodiscard]] Vec3 free_velocity_of(int slot, Vec3 arm) const {
    const auto i = at(slot);
    return linear[i] + cross(rotation[i] * angular[i], arm);
  }

  // for HomogeneousSet
  template <typename Set>
  static auto state_of(Set& set) {
    return std::tie(set.rotation, set.center, set.angular, set.linear);
  }
  template <typename Set>
  static auto placement_of(Set& set) {
    return std::tie(set.rotation, set.center);
  }
  using Placement = std::tuple<std::vector<Mat3>, std::vector<Vec3>>;
  [[nodiscard]] std::vector<Mat3>& tensor() { return inertia; }
  [[nodiscard]] const std::vector<Mat3>& tensor() const { return inertia; }
  void update_inverse(int slot) { inverse_inertia[at(slot)] = inverse(inertia[at(slot)]); }
};

/// ½ Ω·J Ω + ½ m |v|² of the current velocities, J.
double kinetic_energy(const RigidSet& set, int slot);

}  // namespace solfec
