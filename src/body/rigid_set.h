#pragma once

#include <vector>

#include "base/ids.h"
#include "body/characteristics.h"
#include "body/energies.h"
#include "body/scheme.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Rigid bodies: x(X) = x̄ + R (X - X̄), with the referential angular velocity Ω and the spatial
/// velocity v of the centre: ẋ = R (Ω × (X - X̄)) + v. One array per quantity, one entry per body.
struct RigidSet {
  std::vector<BodyId> id;
  std::vector<Scheme> scheme;

  // reference
  std::vector<double> mass;            // kg
  std::vector<double> volume;          // m^3
  std::vector<Vec3> reference_center;  // X̄, m
  std::vector<Mat3> inertia;           // J in reference axes, kg m^2
  std::vector<Mat3> inverse_inertia;   // J⁻¹

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

  [[nodiscard]] int size() const { return static_cast<int>(id.size()); }
  /// Appends a body at rest in its reference placement.
  int append(BodyId body, const BodyCharacteristics& reference);
  /// Removes a slot; later slots move down by one.
  void erase(int slot);
};

/// ½ Ω·J Ω + ½ m |v|² of the current velocities, J.
double kinetic_energy(const RigidSet& set, int slot);

}  // namespace solfec
