#include "body/point_load.h"

#include "base/check.h"

namespace solfec {

void add_gravity(Bodies& bodies, Vec3 acceleration) {
  bodies.for_each_set([&](auto& set) { set.add_gravity(acceleration); });
}

void add_point_force(Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 force) {
  bodies.visit(body, [&](auto& set, int slot) { set.add_force(slot, reference_point, force); });
}

Vec3 convected_direction(const Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 direction) {
  return bodies.visit(body, [&](const auto& set, int slot) {
    return set.convected(slot, reference_point, direction);
  });
}

void add_spatial_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(takes_torques(body.kind));
  bodies.rigid.add_spatial_torque(body.slot, torque);
}

void add_referential_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(takes_torques(body.kind));
  bodies.rigid.add_referential_torque(body.slot, torque);
}

void add_pressure(Bodies& bodies, BodyRef body, const PressedSurface& surface, double pressure) {
  bodies.visit(body, [&](auto& set, int slot) { set.add_pressure(slot, surface, pressure); });
}

int generalized_load_size(const Bodies& bodies, BodyRef body) {
  return bodies.visit(body, [](const auto& set, int slot) { return set.load_size(slot); });
}

void add_generalized_load(Bodies& bodies, BodyRef body, std::span<const double> load) {
  SOLFEC_ASSERT(static_cast<int>(load.size()) == generalized_load_size(bodies, body));
  bodies.visit(body, [&](auto& set, int slot) { set.add_load(slot, load); });
}

}  // namespace solfec
