#include "solver/one_contact/projected_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/one_contact/friction_cone.h"

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

struct ContactResidual {
  Vec3 u;
  Vec3 F;
  Vec3 C;
  double size{};
};

ContactResidual residual_at(const OneContact& contact, double rho, Vec3 r) {
  const double mu = contact.friction;
  ContactResidual at;
  at.u = contact.b + contact.W * r;
  at.F = rho * Vec3{at.u.x, at.u.y, at.u.z + mu * std::hypot(at.u.x, at.u.y)};
  at.C = r - project_on_friction_cone(r - at.F, mu);  // = F + m(r - F)
  at.size = norm(at.C);
  return at;
}

// Newton direction of C at r.
Vec3 newton_step(const OneContact& contact, double rho, const ContactResidual& at, Vec3 r) {
  const double mu = contact.friction;
  const Mat3 DP = projection_derivative(r - at.F, mu);
  const Mat3 T = DP * (rho * velocity_derivative(at.u, mu) * contact.W) + identity() - DP;
  return -(inverse(T) * at.C);
}

/// Parameters in which the two forms of the equation differ.
struct NewtonForm {
  double rho{};                // of F
  double relative{};           // accuracy of C, of the size of r
  double absolute{};           // in the unit of C
  bool steps_by_projection{};  // r <- P_K(r - F) where no step along the direction is better
};

OneContactStatus iterate(const OneContact& contact, const NewtonForm& form, int max_iterations,
                         Vec3& r) {
  constexpr int kHalvings = 6;  // of the Newton step
  const double mu = contact.friction;
  ContactResidual at = residual_at(contact, form.rho, r);
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    if (!std::isfinite(at.size)) return OneContactStatus::failed;
    if (at.size <= std::max(form.relative * norm(r), form.absolute)) {
      return OneContactStatus::solved;
    }
    const Vec3 step = newton_step(contact, form.rho, at, r);
    Vec3 next = project_on_friction_cone(form.steps_by_projection ? r - at.F : r + step, mu);
    ContactResidual there = residual_at(contact, form.rho, next);
    double length = 1.0;
    for (int halvings = 0; halvings <= kHalvings; ++halvings, length *= 0.5) {
      const Vec3 trial = project_on_friction_cone(r + length * step, mu);
      const ContactResidual found = residual_at(contact, form.rho, trial);
      if (!(found.size < (1.0 - 0.1 * length) * at.size)) continue;
      next = trial;
      there = found;
      break;
    }
    r = next;
    at = there;
  }
  return OneContactStatus::not_converged;
}

}  // namespace

OneContactStatus solve_projected_newton(const OneContact& contact, const OneContactParams& params,
                                        Vec3& r) {
  const double rho = 3.0 / trace(contact.W);
  const NewtonForm scaled{rho, params.tolerance, params.tolerance * rho * norm(contact.b), true};
  return iterate(contact, scaled, params.max_iterations, r);
}

OneContactStatus solve_velocity_newton(const OneContact& contact, const OneContactParams& params,
                                       Vec3& r) {
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  const NewtonForm literal{1.0, kRounding, params.tolerance * norm(contact.b), false};
  return iterate(contact, literal, params.max_iterations, r);
}

}  // namespace solfec
