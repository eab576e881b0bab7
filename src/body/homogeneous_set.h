#pragma once

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "base/count.h"
#include "body/common/body_kind.h"
#include "body/common/body_motion.h"
#include "body/common/body_point.h"
#include "body/common/characteristics.h"
#include "body/common/energies.h"
#include "body/common/number_list.h"
#include "body/common/owned_range.h"
#include "body/common/pressed_surface.h"
#include "body/finite_element/part_materials.h"
#include "geometry/shape/shape.h"

namespace solfec {

struct FiniteElementBody;

/// Common base of the sets of bodies with one gradient F for all points, see BodySet:
/// x(X) = x̄ + F (X - X̄), ẋ(X) = v + Ḟ (X - X̄).
///
/// `Set` has one array per quantity, among them id, mass, volume, reference_center, center, linear
/// and energy, and says by
///   gradient_of(slot), motion(slot)    F; both it and the velocities
///   state_of(set)                      the arrays of the state, F, x̄, then the velocities
///   placement_of(set)                  those that a step changes before its loads are known
///   tensor(), update_inverse(slot)     the tensors of the characteristics, and their inverses what
///   differs. Functions of a set hide those below where it has more to say.
template <typename Set>
class HomogeneousSet : public OwnedRange<Set> {
 public:
  [[nodiscard]] int size() const { return count(self().id); }
  [[nodiscard]] BodyId id_of(int slot) const { return self().id[at(slot)]; }
  /// No elements.
  [[nodiscard]] const FiniteElementBody* mesh(int /*slot*/) const { return nullptr; }

  // ---- points, in m and m/s --------------------------------------------------------------------

  [[nodiscard]] Vec3 current_point(int slot, Vec3 reference) const {
    const auto i = at(slot);
    return self().center[i] + self().gradient_of(slot) * (reference - self().reference_center[i]);
  }
  /// x(X) of many points.
  void place(int slot, std::span<const Vec3> reference, std::span<Vec3> current) const {
    const BodyMotion now = self().motion(slot);
    for (std::size_t i = 0; i < reference.size(); ++i) {
      current[i] = now.center + now.gradient * (reference[i] - now.reference_center);
    }
  }
  /// X with x(X) = x.
  [[nodiscard]] Vec3 reference_point(int slot, Vec3 current) const {
    const BodyMotion now = self().motion(slot);
    const Vec3 arm = current - now.center;
    if constexpr (turns_only(Set::kKind)) {
      return now.reference_center + transposed_times(now.gradient, arm);
    } else {
      return now.reference_center + inverse(now.gradient) * arm;
    }
  }
  [[nodiscard]] Vec3 velocity_at(int slot, Vec3 reference) const {
    const BodyMotion now = self().motion(slot);
    return now.linear + now.rate * (reference - now.reference_center);
  }
  /// Velocity with those of the start of a step that is under way.
  [[nodiscard]] Vec3 start_velocity_at(int slot, Vec3 reference) const {
    return self().start_velocity_of(slot, point(slot, reference).arm);
  }
  /// F d: a direction that follows the material at a point.
  [[nodiscard]] Vec3 convected(int slot, Vec3 /*reference*/, Vec3 direction) const {
    return self().gradient_of(slot) * direction;
  }
  /// Cauchy stress, Pa.
  [[nodiscard]] Mat3 stress_at(int /*slot*/, Vec3 /*reference*/) const { return {}; }

  // ---- numbers ---------------------------------------------------------------------------------

  /// F by columns and x̄; nothing where reactions move nothing.
  void write_configuration(int slot, std::vector<double>& q) const {
    q.clear();
    if constexpr (has_inertia(Set::kKind)) {
      q.resize(kConfigurationSize);
      NumberWriter writer(q);
      writer.put(self().gradient_of(slot));
      writer.put(self().center[at(slot)]);
    }
  }
  /// The velocities of the state; nothing where reactions move nothing.
  void write_velocity(int slot, std::vector<double>& u) const {
    u.clear();
    if constexpr (has_inertia(Set::kKind)) {
      u.resize(at(fixed_state_size(Set::kKind)) - kConfigurationSize);
      NumberWriter writer(u);
      const auto arrays = Set::state_of(self());
      writer.put(std::get<2>(arrays)[at(slot)]);
      writer.put(std::get<3>(arrays)[at(slot)]);
    }
  }
  [[nodiscard]] int state_size(int /*slot*/) const { return fixed_state_size(Set::kKind); }
  void get_state(int slot, std::span<double> state) const {
    NumberWriter writer(state);
    std::apply([&](const auto&... array) { (writer.put(array[at(slot)]), ...); },
               Set::state_of(self()));
  }
  /// Sets the state of a body from its numbers, and finds the kinetic and the internal energy,
  /// which belong to the state.
  void set_state(int slot, std::span<const double> state) {
    NumberReader reader(state);
    std::apply([&](auto&... array) { (reader.get(array[at(slot)]), ...); }, Set::state_of(self()));
    self().update_energies(slot);
  }
  [[nodiscard]] bool has_finite_state(int slot) const {
    return std::apply([&](const auto&... array) { return (is_finite(array[at(slot)]) && ...); },
                      Set::state_of(self()));
  }
  [[nodiscard]] bool holds_shape(int slot) const {
    return solfec::holds_shape(self().center[at(slot)], self().volume[at(slot)]);
  }
  template <typename Placement>
  void get_placement(Placement& placement) const {
    placement = Set::placement_of(self());
  }
  template <typename Placement>
  void set_placement(const Placement& placement) {
    auto arrays = Set::placement_of(self());
    SOLFEC_ASSERT(std::get<0>(arrays).size() == std::get<0>(placement).size());
    arrays = placement;
  }

  // ---- energies and characteristics ------------------------------------------------------------

  [[nodiscard]] Energies& energy_of(int slot) { return self().energy[at(slot)]; }
  [[nodiscard]] const Energies& energy_of(int slot) const { return self().energy[at(slot)]; }
  /// Energy of a strain of order one, J; zero without stiffness.
  [[nodiscard]] double stiffness_of(int /*slot*/) const { return 0.0; }
  [[nodiscard]] BodyCharacteristics characteristics_of(int slot) const {
    const auto i = at(slot);
    return {self().mass[i], self().volume[i], self().reference_center[i], self().tensor()[i]};
  }
  /// Placement and velocity of the material points stay, also when the centre moves.
  /// @pre they come from checked_characteristics.
  void set_characteristics(int slot, const BodyCharacteristics& checked) {
    const auto i = at(slot);
    const BodyMotion old = self().motion(slot);
    const Vec3 shift = checked.center - old.reference_center;
    self().mass[i] = checked.mass;
    self().volume[i] = checked.volume;
    self().reference_center[i] = checked.center;
    self().center[i] += old.gradient * shift;
    self().linear[i] += old.rate * shift;
    self().tensor()[i] = checked.tensor;
    self().update_inverse(slot);
    self().update_energies(slot);
  }
  /// Those of uniform density, and the elastic constants where there are some.
  /// @throws InputError as checked_characteristics does.
  void set_material(int slot, const MassProperties& properties, const BulkMaterial& material) {
    set_characteristics(
        slot, checked_characteristics(
                  Set::kKind, uniform_characteristics(Set::kKind, properties, material.density)));
  }
  /// The stiffness of parts with materials of their own; rigid parts have none.
  void set_part_materials(int /*slot*/, const Shape& /*shape*/, const PartMaterials& /*parts*/) {}

  // ---- schemes ---------------------------------------------------------------------------------

  /// Stiffness-proportional damping η, s.
  [[nodiscard]] double damping_of(int /*slot*/) const { return 0.0; }
  void set_damping(int /*slot*/, double /*damping*/) {}
  /// Whether the angular velocity is kept zero.
  [[nodiscard]] bool rotation_disabled_of(int /*slot*/) const { return false; }
  void disable_rotation(int /*slot*/, bool /*disabled*/) {}

  // ---- points of rows and joints ---------------------------------------------------------------

  /// Arm of a spatial point in the sense of local_dynamics/body_operator.h: of rotations x - x̄
  /// (world), else F⁻¹ (x - x̄) (reference).
  [[nodiscard]] Vec3 arm(int slot, Vec3 point) const {
    const Vec3 difference = point - self().center[at(slot)];
    if constexpr (turns_only(Set::kKind)) {
      return difference;
    } else {
      return inverse(self().gradient_of(slot)) * difference;
    }
  }
  [[nodiscard]] BodyPoint point(int slot, Vec3 reference) const {
    BodyPoint point;
    point.current = current_point(slot, reference);
    point.arm = turns_only(Set::kKind) ? point.current - self().center[at(slot)]
                                       : reference - self().reference_center[at(slot)];
    return point;
  }

 private:
  friend Set;
  HomogeneousSet() = default;

  static constexpr std::size_t kConfigurationSize = 12;  // 3 x 3 matrix and centre

  [[nodiscard]] Set& self() { return static_cast<Set&>(*this); }
  [[nodiscard]] const Set& self() const { return static_cast<const Set&>(*this); }
};

}  // namespace solfec
