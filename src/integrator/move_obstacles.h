#pragma once

#include "body/obstacle_set.h"

namespace solfec {

/// Moves obstacles for a time with their present velocities: the centres along straight lines, the
/// rotations about the spatial angular velocities, both exact while these are constant.
void move_obstacles(ObstacleSet& set, double duration);
/// Moves one obstacle so, a copy of that of another rank as well.
void move_obstacle(ObstacleSet& set, int slot, double duration);

/// The halves of a dynamic step: the first one with the velocities of its start, which are the
/// present ones of obstacles that are not driven, the second one with those of its end. Driven
/// obstacles end where they are told, which is half a step with either velocity but for terms of
/// third order.
void first_half_of_obstacles(ObstacleSet& set, double step);
void second_half_of_obstacles(ObstacleSet& set, double step);

}  // namespace solfec
