#pragma once

#include <cmath>

#include "base/check.h"
#include "math/vec3.h"

namespace solfec {

/// Above it errors of contacts are measured by the map of Alart and Curnier: beside a slip that of
/// De Saxcé and Feng sees a velocity of approach as this velocity over mu (signorini_contact.h).
inline constexpr double kLargeFriction = 10.0;

/// Projects a reaction onto the Coulomb cone K(mu) = {r : r_z >= 0, |r_xy| <= mu r_z}.
///
/// Three cases: inside the polar cone (zero), inside the cone (returned unchanged), otherwise the
/// closest point of the lateral surface. The result is the Euclidean projection, hence idempotent
/// and non-expansive.
///
/// @param r   Trial reaction in the local frame (tangent, tangent, normal), N.
/// @param mu  Friction coefficient, mu >= 0 and finite.
/// @note De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245, projection step.
inline Vec3 project_on_friction_cone(Vec3 r, double mu) {
  SOLFEC_ASSERT(mu >= 0.0);
  const double tangential = std::sqrt(r.x * r.x + r.y * r.y);
  if (mu * tangential <= -r.z) return {};  // separating: inside the polar cone; must come first
  if (tangential <= mu * r.z) return r;    // sticking: inside the cone

  // sliding: closest point on the ray (mu t, 1), t = tangential direction
  const double normal = (r.z + mu * tangential) / (1.0 + mu * mu);
  const double scale = mu * normal / tangential;
  return {scale * r.x, scale * r.y, normal};
}

}  // namespace solfec
