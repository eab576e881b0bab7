#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Velocity of a point that is to end a step where it began: U = -V, because the position takes the
/// mean of both velocities, and U = 0 in a quasi-static step, whose position takes U alone.
inline Vec3 held_velocity(const LocalDynamics& problem, int i) {
  return problem.quasi_static ? Vec3{} : -problem.V[static_cast<std::size_t>(i)];
}

}  // namespace solfec
