#include "domain/seen_motion.h"

#include <cstddef>

#include "body/obstacle_set.h"
#include "body/rigid_set.h"

namespace solfec {

namespace {

/// Motion of a body whose velocities of the end of the step hold all along.
RowMotion steady(BodyId body, Vec3 center, Vec3 linear, Vec3 angular, double step) {
  return {.body = body,
          .has_inertia = true,
          .center = center - 0.5 * step * linear,
          .linear = linear,
          .angular = angular,
          .start_linear = linear,
          .start_angular = angular};
}

RowMotion rigid_motion(const Domain& domain, BodyId body, int slot) {
  const RigidMotion* const seen = domain.seen_motion(slot);
  if (seen == nullptr) {
    const RigidSet& set = domain.bodies.rigid;
    const auto i = static_cast<std::size_t>(slot);
    return steady(body, set.center[i], set.linear[i], set.rotation[i] * set.angular[i],
                  domain.local_dynamics().step);
  }
  return {.body = body,
          .has_inertia = true,
          .center = seen->center,
          .linear = seen->linear,
          .angular = seen->angular,
          .start_linear = seen->start_linear,
          .start_angular = seen->start_angular};
}

RowMotion obstacle_motion(const Domain& domain, BodyId body, int slot) {
  const auto i = static_cast<std::size_t>(slot);
  const ObstacleSet& set = domain.bodies.obstacles;
  RowMotion motion =
      steady(body, set.center[i], set.linear[i], set.angular[i], domain.local_dynamics().step);
  motion.has_inertia = false;
  motion.start_linear = set.start_linear[i];
  motion.start_angular = set.start_angular[i];
  return motion;
}

}  // namespace

const RigidMotion* Domain::seen_motion(int slot) const {
  const std::vector<int>& slots = assembly_.slots[BodyKind::rigid];
  const auto i = static_cast<std::size_t>(slot);
  if (i >= slots.size() || slots[i] < 0) return nullptr;
  // When a body has gone since the step, its slot has another one, which started otherwise.
  const RigidMotion& motion = assembly_.rigid[i];
  return motion.start_linear == bodies.rigid.start_linear[i] ? &motion : nullptr;
}

std::vector<RowMotion> seen_motions(const Domain& domain, std::span<const BodyId> bodies) {
  std::vector<RowMotion> motions;
  motions.reserve(bodies.size());
  for (const BodyId id : bodies) {
    const int index = domain.bodies.find(id);
    if (index < 0) continue;
    const BodyRef body = domain.bodies.refs()[static_cast<std::size_t>(index)];
    if (body.kind == BodyKind::rigid) motions.push_back(rigid_motion(domain, id, body.slot));
    if (body.kind == BodyKind::obstacle) motions.push_back(obstacle_motion(domain, id, body.slot));
  }
  return motions;
}

}  // namespace solfec
