#pragma once

#include "body/obstacle_set.h"

namespace solfec {

/// Moves obstacles for a time with their present velocities: the centres along straight lines, the
/// rotations about the spatial angular velocities, both exact while these are constant.
void move_obstacles(ObstacleSet& set, double duration);

}  // namespace solfec
