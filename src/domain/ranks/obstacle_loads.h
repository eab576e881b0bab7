#pragma once

#include <vector>

#include "base/ids.h"
#include "domain/ranks/ranked_model.h"
#include "math/vec3.h"
#include "parallel/comm.h"

namespace solfec {

/// Resultant of the contacts of one rank on an obstacle of another one.
struct ObstacleLoad {
  BodyId obstacle{};
  Vec3 about;   // a point, m
  Vec3 force;   // N
  Vec3 torque;  // about that point, N m
};

/// Brings the sums of the reactions of the last step that contacts of others exert on obstacles to
/// the ranks that own these: contacts are never of the rank of an obstacle
/// (contact/piece/pair_holder.h), and prescribed motions must balance them
/// (domain/obstacle_motion.h). Nothing is sent when no motion of an obstacle is prescribed.
/// Collective.
/// @return Those on obstacles of this rank, by rank and id.
std::vector<ObstacleLoad> bring_obstacle_loads(Comm& comm, const RankedModel& model);

}  // namespace solfec
