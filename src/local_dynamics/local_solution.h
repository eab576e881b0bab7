#pragma once

#include <vector>

#include "local_dynamics/body_velocities.h"
#include "math/vec3.h"

namespace solfec {

/// Solution of the rows of LocalDynamics that a solver finds.
struct LocalSolution {
  std::vector<Vec3> R;        // n, N; on entry of a solver the warm start
  std::vector<Vec3> U;        // n, m/s, U = B + W R
  BodyVelocities velocities;  // v(R, couples), reads the body space of the problem
  // of LocalDynamics::rolling, N m, numbers (t1, t2, 0)
  std::vector<Vec3> couples{};
  // angular velocities of LocalDynamics::rolling at the end of the step, rad/s
  std::vector<Vec3> spins{};
};

}  // namespace solfec
