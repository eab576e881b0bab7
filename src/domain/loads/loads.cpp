#include "domain/loads/loads.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "body/point_load.h"

namespace solfec {

bool takes_pressure(const BodyRecord& record) {
  return has_inertia(record.kind) && record.shape->background.empty();
}

Vec3 Loads::gravity_at(double time) const {
  return {gravity[0].at(time), gravity[1].at(time), gravity[2].at(time)};
}

/// @param takes  takes(body id) of the bodies that get their forces and torques.
template <typename Takes>
void Loads::add_forces(Bodies& bodies, double time, const Takes& takes) const {
  for (const PointForce& force : forces) {
    if (!takes(force.body)) continue;
    const BodyRef body = bodies.ref(force.body);
    const Vec3 direction = force.frame == LoadFrame::convected
                               ? convected_direction(bodies, body, force.point, force.direction)
                               : force.direction;
    add_point_force(bodies, body, force.point, force.value.at(time) * direction);
  }
  for (const BodyTorque& torque : torques) {
    if (!takes(torque.body)) continue;
    const BodyRef body = bodies.ref(torque.body);
    const Vec3 value = torque.value.at(time) * torque.direction;
    if (torque.frame == LoadFrame::convected) {
      add_referential_torque(bodies, body, value);
    } else {
      add_spatial_torque(bodies, body, value);
    }
  }
}

template <typename Takes>
void Loads::add_pressures(Bodies& bodies, double time, const Takes& takes) const {
  for (const SurfacePressure& pressure : pressures) {
    if (!takes(pressure.body)) continue;
    add_pressure(bodies, bodies.ref(pressure.body), pressure.surface, pressure.value.at(time));
  }
}

namespace {

/// Whether this rank has a body itself.
bool is_own(const Bodies& bodies, BodyId id) {
  const BodyRow* const row = bodies.table().find(id);
  return row != nullptr && row->owner == bodies.rank();
}

}  // namespace

void Loads::apply(Bodies& bodies, double time, double step) {
  const Vec3 g = gravity_at(time);
  if (g != Vec3{}) add_gravity(bodies, g);
  const auto own = [&](BodyId id) { return is_own(bodies, id); };
  add_forces(bodies, time, own);
  for (const CallbackForce& callback : callbacks) {
    if (callback.constraint != 0 || !own(callback.body)) continue;
    const BodyRef body = bodies.ref(callback.body);
    bodies.configuration(body, q_);
    bodies.velocity(body, u_);
    load_.assign(static_cast<std::size_t>(generalized_load_size(bodies, body)), 0.0);
    callback.function({q_, u_, time, step}, load_);
    add_generalized_load(bodies, body, load_);
  }
  add_pressures(bodies, time, own);  // after all other loads
}

void Loads::apply_to_rigid(Bodies& bodies, double time) const {
  const auto rigid = [&](BodyId id) {
    return is_own(bodies, id) && bodies.ref(id).kind == BodyKind::rigid;
  };
  add_forces(bodies, time, rigid);
  add_pressures(bodies, time, rigid);
}

namespace {

/// Takes the items that `is_gone` out of a list.
template <typename IsGone>
std::vector<CallbackForce> take_out(std::vector<CallbackForce>& all, const IsGone& is_gone) {
  const auto gone = std::stable_partition(all.begin(), all.end(),
                                          [&](const auto& force) { return !is_gone(force); });
  std::vector<CallbackForce> taken(std::make_move_iterator(gone),
                                   std::make_move_iterator(all.end()));
  all.erase(gone, all.end());
  return taken;
}

}  // namespace

std::vector<CallbackForce> Loads::remove(std::span<const BodyId> sorted) {
  const auto leaves = [&](const auto& load) {
    return std::binary_search(sorted.begin(), sorted.end(), load.body);
  };
  std::erase_if(forces, leaves);
  std::erase_if(torques, leaves);
  std::erase_if(pressures, leaves);
  std::erase_if(cracks, leaves);
  return take_out(callbacks, leaves);
}

std::vector<CallbackForce> Loads::remove_orphans(std::span<const UserConstraint> own,
                                                 std::span<const UserConstraint> others) {
  if (callbacks.empty()) return {};
  std::set<ConstraintId> there = {0};
  for (const UserConstraint& constraint : own) there.insert(constraint.id);
  for (const UserConstraint& constraint : others) there.insert(constraint.id);
  return take_out(callbacks,
                  [&](const CallbackForce& force) { return there.count(force.constraint) == 0; });
}

std::vector<CallbackForce> Loads::replace_group(int number) {
  const auto is_new = [&](const auto& load) { return load.group == -number; };
  const auto is_old = [&](const auto& load) { return load.group == number; };
  const auto has_new = [&](const auto& all) { return std::any_of(all.begin(), all.end(), is_new); };
  const auto settle = [&](auto& all) {
    for (auto& load : all) load.group = is_new(load) ? number : load.group;
  };
  std::vector<CallbackForce> gone;
  if (has_new(forces) || has_new(callbacks)) {
    std::erase_if(forces, is_old);
    gone = take_out(callbacks, is_old);
  }
  if (has_new(torques)) std::erase_if(torques, is_old);
  if (has_new(pressures)) std::erase_if(pressures, is_old);
  settle(forces);
  settle(callbacks);
  settle(torques);
  settle(pressures);
  group = 0;
  return gone;
}

}  // namespace solfec
