#pragma once

#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// Whether components of the reactions of contacts are at least so many times those of the
/// velocities of bodies. @pre The problem has body space: blocks of W know of no bodies.
inline bool is_redundant(int contacts, const LocalDynamics& problem, double times) {
  constexpr double kReactions = 3.0;   // components of a row
  constexpr double kVelocities = 6.0;  // of a rigid body
  const double bodies = problem.body_space.slot_count();
  return kReactions * contacts >= times * kVelocities * bodies;
}

}  // namespace solfec
