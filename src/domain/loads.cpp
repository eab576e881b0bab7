#include "domain/loads.h"

#include <algorithm>
#include <iterator>

#include "body/point_load.h"

namespace solfec {

void Loads::apply(Bodies& bodies, double time, double step) {
  const Vec3 g = {gravity[0].at(time), gravity[1].at(time), gravity[2].at(time)};
  if (g != Vec3{}) add_gravity(bodies, g);
  for (const PointForce& force : forces) {
    const BodyRef body = bodies.ref(force.body);
    const Vec3 direction = force.frame == LoadFrame::convected
                               ? convected_direction(bodies, body, force.point, force.direction)
                               : force.direction;
    add_point_force(bodies, body, force.point, force.value.at(time) * direction);
  }
  for (const BodyTorque& torque : torques) {
    const BodyRef body = bodies.ref(torque.body);
    const Vec3 value = torque.value.at(time) * torque.direction;
    if (torque.frame == LoadFrame::convected) {
      add_referential_torque(bodies, body, value);
    } else {
      add_spatial_torque(bodies, body, value);
    }
  }
  for (const CallbackForce& callback : callbacks) {
    const BodyRef body = bodies.ref(callback.body);
    bodies.configuration(body, q_);
    bodies.velocity(body, u_);
    load_.assign(static_cast<std::size_t>(generalized_load_size(bodies, body)), 0.0);
    callback.function({q_, u_, time, step}, load_);
    add_generalized_load(bodies, body, load_);
  }
}

std::vector<CallbackForce> Loads::remove(std::span<const BodyId> sorted) {
  const auto leaves = [&](const auto& load) {
    return std::binary_search(sorted.begin(), sorted.end(), load.body);
  };
  std::erase_if(forces, leaves);
  std::erase_if(torques, leaves);
  const auto gone = std::stable_partition(callbacks.begin(), callbacks.end(),
                                          [&](const auto& force) { return !leaves(force); });
  std::vector<CallbackForce> removed(std::make_move_iterator(gone),
                                     std::make_move_iterator(callbacks.end()));
  callbacks.erase(gone, callbacks.end());
  return removed;
}

}  // namespace solfec
