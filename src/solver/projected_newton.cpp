#include "solver/projected_newton.h"

#include <algorithm>
#include <cmath>

#include "solver/friction_cone.h"

namespace solfec {
namespace {

// Derivative of the projection on the friction cone at s.
Mat3 projection_derivative(Vec3 s, double mu) {
  const double length = std::hypot(s.x, s.y);
  if (mu * length <= -s.z) return {};         // polar cone
  if (length <= mu * s.z) return identity();  // inside
  // sliding: P = (mu |s_T| + s_n) / (1 + mu²) (mu t, 1) varies along its ray and around the axis
  const Vec3 radial{s.x / length, s.y / length, 0.0};
  const Vec3 ray = mu * radial + Vec3{0.0, 0.0, 1.0};
  const Vec3 around{-radial.y, radial.x, 0.0};
  const double turn = mu * (mu + s.z / length);
  return (1.0 / (1.0 + mu * mu)) * (outer(ray, ray) + turn * outer(around, around));
}

// ∂F/∂u without ρ: the identity with mu u_T / |u_T| in the normal row.
Mat3 velocity_derivative(Vec3 u, double mu) {
  Mat3 derivative = identity();
  const double slip = std::hypot(u.x, u.y);
  if (slip > 0.0) {
    derivative(2, 0) = mu * u.x / slip;
    derivative(2, 1) = mu * u.y / slip;
  }
  return derivative;
}

}  // namespace

OneContactStatus solve_projected_newton(const OneContact& contact, const OneContactParams& params,
                                        Vec3& r) {
  const double mu = contact.friction;
  const double rho = 3.0 / trace(contact.W);
  for (int iteration = 0; iteration < params.max_iterations; ++iteration) {
    const Vec3 u = contact.b + contact.W * r;
    const Vec3 F = rho * Vec3{u.x, u.y, u.z + mu * std::hypot(u.x, u.y)};
    const Vec3 C = r - project_on_friction_cone(r - F, mu);
    if (!is_finite(C)) return OneContactStatus::failed;
    if (norm(C) <= params.tolerance * std::max(norm(r), 1.0)) return OneContactStatus::solved;
    const Mat3 DP = projection_derivative(r - F, mu);
    const Mat3 T = DP * (rho * velocity_derivative(u, mu) * contact.W) + identity() - DP;
    const Vec3 next = project_on_friction_cone(r - inverse(T) * C, mu);
    if (!is_finite(next)) return OneContactStatus::failed;
    r = next;
  }
  return OneContactStatus::not_converged;
}

}  // namespace solfec
