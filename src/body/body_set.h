#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "body/common/body_kind.h"
#include "body/common/body_motion.h"
#include "body/common/body_point.h"
#include "body/common/characteristics.h"
#include "body/common/energies.h"
#include "body/common/new_body.h"
#include "body/common/pressed_surface.h"
#include "body/finite_element/part_materials.h"
#include "geometry/shape/shape.h"

namespace solfec {

struct FiniteElementBody;

/// All bodies of one kind: what everyone may ask of a body, whatever its kinematics. Bodies are
/// known by their slots, 0 <= slot < size(); those of this rank come first, see OwnedRange.
///
/// `Bodies::visit` goes from a body to its set and slot, `Bodies::for_each_set` through all sets;
/// nothing is virtual, and whoever works on many bodies works on whole sets. A further kind needs
/// its set, its row in the table of body_kind.h and its place in `Bodies::sets`; integrators and
/// the assembly of rows have parts for the kinds with inertia.
///
/// In this order: what the set is; the motion of points; numbers for users, frames and the copy
/// that a failed step goes back to; energies and characteristics; schemes; loads; the body as
/// something rigid, which projections shift; a point that joints push. HomogeneousSet tells units
/// and formulas.
template <typename Set>
concept BodySet = requires(Set& set, const Set& fixed, int slot, Vec3 X,
                           std::span<const Vec3> points, std::span<Vec3> placed,
                           std::vector<double>& numbers, std::span<const double> read,
                           std::span<double> written, typename Set::Placement& placement,
                           const NewBody& body, const BodyCharacteristics& characteristics,
                           const Shape& shape, const PartMaterials& parts, const Mat3& rotation,
                           const BodyPoint& point, const PressedSurface& pressed) {
  requires std::same_as<decltype(Set::kKind), const BodyKind>;
  { fixed.size() } -> std::same_as<int>;
  { fixed.id_of(slot) } -> std::same_as<BodyId>;
  { set.append(body, characteristics) } -> std::same_as<int>;
  set.swap_slots(slot, slot);
  set.drop_last();
  set.erase(slot);
  { fixed.owned() } -> std::same_as<int>;
  { set.set_ghost(slot, true) } -> std::same_as<int>;
  { fixed.mesh(slot) } -> std::same_as<const FiniteElementBody*>;

  { fixed.motion(slot) } -> std::same_as<BodyMotion>;
  { fixed.current_point(slot, X) } -> std::same_as<Vec3>;
  fixed.place(slot, points, placed);
  { fixed.reference_point(slot, X) } -> std::same_as<Vec3>;
  { fixed.velocity_at(slot, X) } -> std::same_as<Vec3>;
  { fixed.start_velocity_at(slot, X) } -> std::same_as<Vec3>;
  { fixed.convected(slot, X, X) } -> std::same_as<Vec3>;
  { fixed.stress_at(slot, X) } -> std::same_as<Mat3>;
  { fixed.largest_speed(read) } -> std::same_as<double>;
  set.set_rigid_velocity(slot, X, X);

  fixed.write_configuration(slot, numbers);
  fixed.write_velocity(slot, numbers);
  { fixed.state_size(slot) } -> std::same_as<int>;
  fixed.get_state(slot, written);
  set.set_state(slot, read);
  { fixed.has_finite_state(slot) } -> std::same_as<bool>;
  { fixed.holds_shape(slot) } -> std::same_as<bool>;
  fixed.get_placement(placement);
  set.set_placement(placement);

  { set.energy_of(slot) } -> std::same_as<Energies&>;
  { fixed.energy_of(slot) } -> std::same_as<const Energies&>;
  set.update_energies(slot);
  { fixed.stiffness_of(slot) } -> std::same_as<double>;
  { fixed.characteristics_of(slot) } -> std::same_as<BodyCharacteristics>;
  set.set_characteristics(slot, characteristics);
  set.set_material(slot, body.properties, body.material);
  set.set_part_materials(slot, shape, parts);

  { fixed.scheme_of(slot) } -> std::same_as<Scheme>;
  set.set_scheme(slot, Scheme{});
  { fixed.damping_of(slot) } -> std::same_as<double>;
  set.set_damping(slot, 0.0);
  { fixed.rotation_disabled_of(slot) } -> std::same_as<bool>;
  set.disable_rotation(slot, true);

  set.add_gravity(X);
  set.add_force(slot, X, X);
  { fixed.load_size(slot) } -> std::same_as<int>;
  set.add_load(slot, read);
  set.add_pressure(slot, pressed, 1.0);

  { fixed.rigid_inertia(slot) } -> std::same_as<RigidInertia>;
  set.shift(slot, X, X, rotation);
  { fixed.load_work(slot, X, X, X) } -> std::same_as<double>;
  { fixed.spin_momentum(slot) } -> std::same_as<Vec3>;
  set.add_rigid_velocity(slot, X, X);

  { fixed.point(slot, X) } -> std::same_as<BodyPoint>;
  { fixed.mobility(slot, point, point) } -> std::same_as<Mat3>;
  set.push(slot, point, X);
  set.kick(slot, point, X);
};

}  // namespace solfec
