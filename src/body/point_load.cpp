#include "body/point_load.h"

#include "base/check.h"

namespace solfec {

void add_gravity(Bodies& bodies, Vec3 acceleration) {
  RigidSet& rigid = bodies.rigid;
  for (std::size_t i = 0; i < rigid.id.size(); ++i) rigid.force[i] += rigid.mass[i] * acceleration;
  PseudoRigidSet& soft = bodies.pseudo_rigid;
  for (std::size_t i = 0; i < soft.id.size(); ++i) soft.force[i] += soft.mass[i] * acceleration;
}

void add_point_force(Bodies& bodies, BodyRef body, Vec3 reference_point, Vec3 force) {
  const auto slot = static_cast<std::size_t>(body.slot);
  if (body.kind == BodyKind::rigid) {
    RigidSet& rigid = bodies.rigid;
    const Vec3 arm = reference_point - rigid.reference_center[slot];
    rigid.force[slot] += force;
    rigid.torque[slot] += cross(arm, transposed_times(rigid.rotation[slot], force));
  } else if (body.kind == BodyKind::pseudo_rigid) {
    PseudoRigidSet& soft = bodies.pseudo_rigid;
    soft.force[slot] += force;
    soft.couple[slot] += outer(force, reference_point - soft.reference_center[slot]);
  }
}

Vec3 convected_direction(const Bodies& bodies, BodyRef body, Vec3 direction) {
  const auto slot = static_cast<std::size_t>(body.slot);
  if (body.kind == BodyKind::rigid) return bodies.rigid.rotation[slot] * direction;
  if (body.kind == BodyKind::pseudo_rigid) return bodies.pseudo_rigid.gradient[slot] * direction;
  return bodies.obstacles.rotation[slot] * direction;
}

void add_spatial_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(body.kind == BodyKind::rigid);
  const auto slot = static_cast<std::size_t>(body.slot);
  bodies.rigid.torque[slot] += transposed_times(bodies.rigid.rotation[slot], torque);
}

void add_referential_torque(Bodies& bodies, BodyRef body, Vec3 torque) {
  SOLFEC_ASSERT(body.kind == BodyKind::rigid);
  bodies.rigid.torque[static_cast<std::size_t>(body.slot)] += torque;
}

int generalized_load_size(BodyKind kind) {
  if (kind == BodyKind::rigid) return 9;
  return kind == BodyKind::pseudo_rigid ? 12 : 0;
}

void add_generalized_load(Bodies& bodies, BodyRef body, std::span<const double> load) {
  SOLFEC_ASSERT(static_cast<int>(load.size()) == generalized_load_size(body.kind));
  const auto slot = static_cast<std::size_t>(body.slot);
  const auto triple = [&](std::size_t k) { return Vec3{load[k], load[k + 1], load[k + 2]}; };
  if (body.kind == BodyKind::rigid) {
    bodies.rigid.force[slot] += triple(0);
    add_spatial_torque(bodies, body, triple(3));
    add_referential_torque(bodies, body, triple(6));
  } else if (body.kind == BodyKind::pseudo_rigid) {
    bodies.pseudo_rigid.couple[slot] += from_columns(triple(0), triple(3), triple(6));
    bodies.pseudo_rigid.force[slot] += triple(9);
  }
}

}  // namespace solfec
