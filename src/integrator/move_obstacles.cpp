#include "integrator/move_obstacles.h"

#include "integrator/rigid_step.h"
#include "math/rotation.h"

namespace solfec {

void move_obstacles(ObstacleSet& set, double duration) {
  for (int i = 0; i < set.owned(); ++i) {
    set.center[i] += duration * set.linear[i];
    if (set.angular[i] == Vec3{}) continue;
    set.rotation[i] = orthonormalized(exponential_map(duration * set.angular[i]) * set.rotation[i]);
  }
}

}  // namespace solfec
