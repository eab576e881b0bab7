#include "integrator/move_obstacles.h"

#include "integrator/rigid_step.h"
#include "math/rotation.h"

namespace solfec {

namespace {

void move(ObstacleSet& set, int slot, double duration, Vec3 linear, Vec3 angular) {
  set.center[slot] += duration * linear;
  if (angular == Vec3{}) return;
  set.rotation[slot] = orthonormalized(exponential_map(duration * angular) * set.rotation[slot]);
}

}  // namespace

void move_obstacles(ObstacleSet& set, double duration) {
  for (int i = 0; i < set.owned(); ++i) move_obstacle(set, i, duration);
}

void move_obstacle(ObstacleSet& set, int slot, double duration) {
  move(set, slot, duration, set.linear[slot], set.angular[slot]);
}

void first_half_of_obstacles(ObstacleSet& set, double step) {
  for (int i = 0; i < set.owned(); ++i) {
    if (set.driven[i] == 0) {
      set.start_linear[i] = set.linear[i];
      set.start_angular[i] = set.angular[i];
    }
    move(set, i, 0.5 * step, set.start_linear[i], set.start_angular[i]);
  }
}

void second_half_of_obstacles(ObstacleSet& set, double step) {
  for (int i = 0; i < set.owned(); ++i) {
    if (set.driven[i] == 0) {
      move(set, i, 0.5 * step, set.linear[i], set.angular[i]);
      continue;
    }
    set.center[i] = set.end_center[i];
    set.rotation[i] = set.end_rotation[i];
  }
}

}  // namespace solfec
