#include "body/point_velocity.h"

namespace solfec {

Vec3 point_arm(const Bodies& bodies, BodyRef body, Vec3 point) {
  const int i = body.slot;
  if (body.kind == BodyKind::obstacle) return point - bodies.obstacles.center[i];
  if (body.kind == BodyKind::rigid) return point - bodies.rigid.center[i];
  const PseudoRigidSet& soft = bodies.pseudo_rigid;
  return inverse(soft.gradient[i]) * (point - soft.center[i]);
}

Vec3 start_velocity(const Bodies& bodies, BodyRef body, Vec3 arm) {
  const int i = body.slot;
  if (body.kind == BodyKind::rigid) {
    const RigidSet& rigid = bodies.rigid;
    return rigid.start_linear[i] + cross(rigid.rotation[i] * rigid.start_angular[i], arm);
  }
  if (body.kind == BodyKind::pseudo_rigid) {
    const PseudoRigidSet& soft = bodies.pseudo_rigid;
    return soft.start_linear[i] + soft.start_rate[i] * arm;
  }
  return bodies.obstacles.linear[i] + cross(bodies.obstacles.angular[i], arm);
}

Vec3 free_velocity(const Bodies& bodies, BodyRef body, Vec3 arm) {
  const int i = body.slot;
  if (body.kind == BodyKind::rigid) {
    const RigidSet& rigid = bodies.rigid;
    return rigid.linear[i] + cross(rigid.rotation[i] * rigid.angular[i], arm);
  }
  if (body.kind == BodyKind::pseudo_rigid) {
    const PseudoRigidSet& soft = bodies.pseudo_rigid;
    return soft.linear[i] + soft.rate[i] * arm;
  }
  return bodies.obstacles.linear[i] + cross(bodies.obstacles.angular[i], arm);
}

}  // namespace solfec
