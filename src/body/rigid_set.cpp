#include "body/rigid_set.h"

#include <algorithm>
#include <utility>

#include "math/rotation.h"

namespace solfec {

namespace {

/// Calls f(array) for every array of the set, so that they grow and shrink together.
template <typename Function>
void for_each_array(RigidSet& set, const Function& f) {
  f(set.id);
  f(set.scheme);
  f(set.mass);
  f(set.volume);
  f(set.reference_center);
  f(set.inertia);
  f(set.inverse_inertia);
  f(set.rotation_disabled);
  f(set.rotation);
  f(set.center);
  f(set.angular);
  f(set.linear);
  f(set.energy);
  f(set.start_angular);
  f(set.start_linear);
  f(set.half_rotation);
  f(set.force);
  f(set.torque);
  f(set.gyroscopic);
  f(set.momentum);
  f(set.angular_change);
  f(set.linear_change);
  f(set.static_push);
  f(set.turning_stiffness);
}

}  // namespace

int RigidSet::append(const NewBody& body, const BodyCharacteristics& reference) {
  for_each_array(*this, [](auto& array) { array.emplace_back(); });
  id.back() = body.id;
  scheme.back() = default_scheme(kKind);
  mass.back() = reference.mass;
  volume.back() = reference.volume;
  reference_center.back() = reference.center;
  inertia.back() = reference.tensor;
  inverse_inertia.back() = inverse(reference.tensor);
  rotation.back() = identity();
  center.back() = reference.center;
  half_rotation.back() = identity();
  return settle_last();
}

void RigidSet::swap_slots(int a, int b) {
  if (a == b) return;
  for_each_array(*this, [a, b](auto& array) { std::swap(array[at(a)], array[at(b)]); });
}

void RigidSet::drop_last() {
  for_each_array(*this, [](auto& array) { array.pop_back(); });
}

void RigidSet::shrink() {
  for_each_array(*this, [](auto& array) { array.shrink_to_fit(); });
}

double RigidSet::largest_speed(std::span<const double> reach) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < reach.size(); ++i) {
    largest = std::max(largest, norm(linear[i]) + reach[i] * norm(angular[i]));
  }
  return largest;
}

void RigidSet::disable_rotation(int slot, bool disabled) {
  rotation_disabled[at(slot)] = disabled ? 1 : 0;
  if (!disabled) return;
  angular[at(slot)] = {};
  update_energies(slot);
}

Vec3 RigidSet::arm(int slot, Vec3 point) const {
  return rotation_disabled_of(slot) ? Vec3{} : HomogeneousSet::arm(slot, point);
}

BodyPoint RigidSet::point(int slot, Vec3 reference) const {
  BodyPoint point = HomogeneousSet::point(slot, reference);
  if (rotation_disabled_of(slot)) point.arm = {};
  return point;
}

void RigidSet::set_rigid_velocity(int slot, Vec3 linear_velocity, Vec3 angular_velocity) {
  const auto i = at(slot);
  if (!rotation_disabled_of(slot)) angular[i] = transposed_times(rotation[i], angular_velocity);
  linear[i] = linear_velocity;
  update_energies(slot);
}

void RigidSet::update_energies(int slot) { energy[at(slot)].kinetic = kinetic_energy(*this, slot); }

void RigidSet::add_gravity(Vec3 acceleration) {
  for (std::size_t i = 0; i < at(owned()); ++i) force[i] += mass[i] * acceleration;
}

void RigidSet::add_force(int slot, Vec3 reference, Vec3 applied) {
  const auto i = at(slot);
  const Vec3 arm = reference - reference_center[i];
  force[i] += applied;
  add_referential_torque(slot, cross(arm, transposed_times(rotation[i], applied)));
}

void RigidSet::add_spatial_torque(int slot, Vec3 applied) {
  add_referential_torque(slot, transposed_times(rotation[at(slot)], applied));
}

void RigidSet::add_referential_torque(int slot, Vec3 applied) {
  if (!rotation_disabled_of(slot)) torque[at(slot)] += applied;
}

void RigidSet::add_load(int slot, std::span<const double> load) {
  const auto triple = [&](std::size_t k) { return Vec3{load[k], load[k + 1], load[k + 2]}; };
  force[at(slot)] += triple(0);
  add_spatial_torque(slot, triple(3));
  add_referential_torque(slot, triple(6));
}

void RigidSet::add_pressure(int slot, const PressedSurface& surface, double pressure) {
  add_force(slot, surface.center, pressure * (rotation[at(slot)] * surface.area));
  add_referential_torque(slot, pressure * moment_of(surface));
}

RigidInertia RigidSet::rigid_inertia(int slot) const {
  const auto i = at(slot);
  return {mass[i], center[i], linear[i], rotation[i] * inverse_inertia[i] * transpose(rotation[i]),
          !rotation_disabled_of(slot)};
}

void RigidSet::shift(int slot, Vec3 /*pivot*/, Vec3 by, const Mat3& turned) {
  rotation[at(slot)] = turned * rotation[at(slot)];
  center[at(slot)] += by;
}

double RigidSet::load_work(int slot, Vec3 /*pivot*/, Vec3 by, Vec3 turn) const {
  const auto i = at(slot);
  return dot(force[i], by) + dot(rotation[i] * torque[i], turn);
}

Vec3 RigidSet::spin_momentum(int slot) const {
  const auto i = at(slot);
  return rotation[i] * (inertia[i] * angular[i]);
}

void RigidSet::add_rigid_velocity(int slot, Vec3 change, Vec3 turn) {
  const auto i = at(slot);
  linear[i] += change;
  angular[i] += transposed_times(rotation[i], turn);
  update_energies(slot);
}

Mat3 RigidSet::mobility(int slot, const BodyPoint& a, const BodyPoint& b) const {
  return (1.0 / mass[at(slot)]) * identity() -
         skew(a.arm) * rigid_inertia(slot).inverse_inertia * skew(b.arm);
}

void RigidSet::push(int slot, const BodyPoint& point, Vec3 p) {
  const RigidInertia inertial = rigid_inertia(slot);
  const Vec3 turn = inertial.inverse_inertia * cross(point.arm, p);
  shift(slot, inertial.center, p / inertial.mass, exponential_map(turn));
}

void RigidSet::kick(int slot, const BodyPoint& point, Vec3 p) {
  const auto i = at(slot);
  angular[i] += inverse_inertia[i] * transposed_times(rotation[i], cross(point.arm, p));
  linear[i] += p / mass[i];
}

double kinetic_energy(const RigidSet& set, int slot) {
  const Vec3 angular = set.angular[slot];
  const Vec3 linear = set.linear[slot];
  return 0.5 * dot(angular, set.inertia[slot] * angular) +
         0.5 * set.mass[slot] * dot(linear, linear);
}

}  // namespace solfec
