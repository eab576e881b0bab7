#pragma once

#include <cmath>
#include <functional>

#include "body/bodies.h"
#include "integrator/integrator.h"
#include "math/rotation.h"

namespace solfec {

/// A domain of one rigid body with unit mass and volume at the origin.
inline Bodies one_rigid_body(Scheme scheme, const Mat3& inertia) {
  Bodies bodies;
  const BodyRef body = bodies.add(1, BodyKind::rigid, {1.0, {}, identity()}, BulkMaterial{});
  bodies.set_characteristics(body, {1.0, 1.0, {}, inertia});
  bodies.set_scheme(body, scheme);
  return bodies;
}

/// Advances by steps of h; `load` writes loads at mid-step. False when a step did not converge.
inline bool advance(Bodies& bodies, double h, int steps,
                    const std::function<void(Bodies&)>& load = nullptr) {
  bool converged = true;
  for (int n = 0; n < steps; ++n) {
    first_half_step(bodies, h);
    if (load) load(bodies);
    free_velocity(bodies, h);
    converged = finish_step(bodies, h).not_converged == 0 && converged;
  }
  return converged;
}

/// R J Ω of the only rigid body.
inline Vec3 spatial_momentum(const Bodies& bodies) {
  return bodies.rigid.rotation[0] * (bodies.rigid.inertia[0] * bodies.rigid.angular[0]);
}

}  // namespace solfec
