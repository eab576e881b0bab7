#include "solver/one_contact/variational_row.h"

#include <cmath>

#include "math/mat3.h"

namespace solfec {
namespace {

/// m(s) = g(f) ν with the ray ν of the cone's normal and f = s·ν, and its derivative.
struct OutwardPart {
  Vec3 m;
  Mat3 derivative;
};

struct SmoothLength {
  double value{};
  double slope{};
};

SmoothLength smooth_length(double f, double width) {
  if (!(f < width)) return {f, 1.0};
  return {(2.0 / width - f / (width * width)) * f * f,
          4.0 * f / width - 3.0 * f * f / (width * width)};
}

// g(f) ν + derivative g' ν νᵀ + g ∂ν for a ray whose derivative is ∂ν.
OutwardPart along_ray(double f, double width, Vec3 ray, const Mat3& ray_derivative) {
  const SmoothLength g = smooth_length(f, width);
  return {g.value * ray, g.slope * outer(ray, ray) + g.value * ray_derivative};
}

OutwardPart outward_part(Vec3 s, double mu, double width) {
  const double tangential = std::sqrt(s.x * s.x + s.y * s.y);
  if (tangential <= mu * s.z) return {};  // inside the cone
  if (mu * tangential <= -s.z) {          // polar cone: P = 0
    const double length = norm(s);
    if (!(length > 0.0)) return {{}, width > 0.0 ? Mat3{} : identity()};
    const Vec3 ray = s / length;
    return along_ray(length, width, ray, (1.0 / length) * (identity() - outer(ray, ray)));
  }
  const double scale = 1.0 / std::sqrt(1.0 + mu * mu);
  const Vec3 radial{s.x / tangential, s.y / tangential, 0.0};
  const Vec3 around{-radial.y, radial.x, 0.0};
  const Vec3 ray = scale * (radial - Vec3{0.0, 0.0, mu});
  return along_ray(dot(s, ray), width, ray, (scale / tangential) * outer(around, around));
}

struct VelocityPart {
  Vec3 F;
  Mat3 derivative;
};

VelocityPart velocity_part(Vec3 u, double mu, double smoothing) {
  const double slip = std::sqrt(u.x * u.x + u.y * u.y + smoothing * smoothing);
  VelocityPart part{{u.x, u.y, u.z + mu * (slip - smoothing)}, identity()};
  if (slip > 0.0) {
    part.derivative(2, 0) = mu * u.x / slip;
    part.derivative(2, 1) = mu * u.y / slip;
  }
  return part;
}

}  // namespace

Mat3 projection_slope(Vec3 s, double mu) {
  if (mu * std::sqrt(s.x * s.x + s.y * s.y) <= -s.z) return {};  // polar cone, without rounding
  return identity() - outward_part(s, mu, 0.0).derivative;
}

Vec3 variational_residual(const ShiftedContact& contact) {
  const Vec3 F = contact.rho * velocity_part(contact.u, contact.friction, contact.smoothing).F;
  return F + outward_part(contact.r - F, contact.friction, contact.rho * contact.smoothing).m;
}

LinearRow variational_row(const ShiftedContact& contact) {
  ShiftedContact exact = contact;
  exact.smoothing = 0.0;
  const VelocityPart velocity = velocity_part(contact.u, contact.friction, contact.smoothing);
  const OutwardPart outward = outward_part(contact.r - contact.rho * velocity.F, contact.friction,
                                           contact.rho * contact.smoothing);
  return {contact.rho * ((identity() - outward.derivative) * velocity.derivative),
          outward.derivative, variational_residual(exact)};
}

}  // namespace solfec
