#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Velocity that a fixed point, a fixed direction or a prescribed velocity asks for; of a direction
/// only the normal component counts. A fixed point moves with U = -V, because the position takes
/// the mean of both velocities, and with U = 0 in a quasi-static step.
inline Vec3 prescribed_velocity(const LocalDynamics& problem, int i) {
  const auto row = static_cast<std::size_t>(i);
  if (problem.law[row].kind == RowKind::velocity_direction) return {0, 0, problem.law[row].target};
  return problem.quasi_static ? Vec3{} : -problem.V[row];
}

}  // namespace solfec
