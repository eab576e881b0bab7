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

/// Motion of the rigid body in slot i. Since the step a body may have been deleted, whose slot
/// another one has then: it started with another velocity.
RowMotion rigid_motion(const Domain& domain, BodyId body, std::size_t i) {
  const auto seen = domain.seen_motions();
  const RigidSet& set = domain.bodies.rigid;
  if (i >= seen.size() || seen[i].start_linear != set.start_linear[i]) {
    return steady(body, set.center[i], set.linear[i], set.rotation[i] * set.angular[i],
                  domain.local_dynamics().step);
  }
  return {.body = body,
          .has_inertia = true,
          .center = seen[i].center,
          .linear = seen[i].linear,
          .angular = seen[i].angular,
          .start_linear = seen[i].start_linear,
          .start_angular = seen[i].start_angular};
}

RowMotion obstacle_motion(const Domain& domain, BodyId body, std::size_t i) {
  const ObstacleSet& set = domain.bodies.obstacles;
  RowMotion motion =
      steady(body, set.center[i], set.linear[i], set.angular[i], domain.local_dynamics().step);
  motion.has_inertia = false;
  motion.start_linear = set.start_linear[i];
  motion.start_angular = set.start_angular[i];
  return motion;
}

}  // namespace

std::vector<RowMotion> seen_motions(const Domain& domain, std::span<const BodyId> bodies) {
  std::vector<RowMotion> motions;
  motions.reserve(bodies.size());
  for (const BodyId id : bodies) {
    const int index = domain.bodies.find(id);
    if (index < 0) continue;
    const BodyRef body = domain.bodies.refs()[static_cast<std::size_t>(index)];
    const auto slot = static_cast<std::size_t>(body.slot);
    if (body.kind == BodyKind::rigid) motions.push_back(rigid_motion(domain, id, slot));
    if (body.kind == BodyKind::obstacle) motions.push_back(obstacle_motion(domain, id, slot));
  }
  return motions;
}

}  // namespace solfec
