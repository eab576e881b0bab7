#pragma once

#include <cmath>
#include <limits>

#include "local_dynamics/contact_block.h"
#include "math/vec3.h"

namespace solfec {

inline constexpr double kSlipTolerance = 1e-13;  // relative, of |r_T| against mu r_n
inline constexpr int kSlipMaxIterations = 200;   // Newton needs a few; bisection at most this many

namespace detail {

/// Data of the slip equation in the rotated tangents: r_T = p(λ), r_n = r_n(λ).
struct SlipEquation {
  double beta[2];   // (b_T - w_T b_n / w_N), rotated
  double normal;    // b_n
  double friction;  // mu
};

/// Slip: u_n = 0 and u_T = -λ r_T give (W̄ + λ) p = -β and r_n(p); the root of |p| = mu r_n is
/// found by Newton on 1/|p| - 1/(mu r_n), which is nearly linear in λ, kept inside a bracket.
inline Vec3 solve_slip(const ContactBlock& w, const SlipEquation& slip, double tolerance,
                       double& lambda) {
  const double mu = slip.friction;
  const auto size = [](const double(&v)[2]) { return std::sqrt(v[0] * v[0] + v[1] * v[1]); };
  const double beta_norm = size(slip.beta);
  const double coupling_norm = size(w.rotated_coupling);
  // At `high` the bounds |p| <= |β|/λ and r_n >= (-b_n - |w_T| |p|)/w_N already give |p| <= mu r_n.
  double low = 0.0;
  double high = beta_norm * (w.normal + mu * coupling_norm) / (mu * -slip.normal);
  if (high > std::numeric_limits<double>::max()) {  // friction below the smallest number
    return {0.0 * slip.beta[0], 0.0 * slip.beta[1], -slip.normal * w.inverse_normal};
  }
  double value = (low < lambda && lambda < high) ? lambda : low;
  Vec3 r;
  for (int iteration = 0; iteration < kSlipMaxIterations; ++iteration) {
    const double d1 = 1.0 / (w.schur[0] + value);
    const double d2 = 1.0 / (w.schur[1] + value);
    const double p1 = -slip.beta[0] * d1;
    const double p2 = -slip.beta[1] * d2;
    const double length = std::sqrt(p1 * p1 + p2 * p2);
    const double along = w.rotated_coupling[0] * p1 + w.rotated_coupling[1] * p2;
    r = {p1, p2, -(slip.normal + along) * w.inverse_normal};
    const double bound = mu * r.z;
    lambda = value;
    if (std::fabs(length - bound) <= tolerance * bound) break;
    (length > bound ? low : high) = value;

    double next = -1.0;
    if (bound > 0.0) {
      const double growth = (p1 * p1 * d1 + p2 * p2 * d2) / (length * length * length);
      const double normal_rate =
          (w.rotated_coupling[0] * p1 * d1 + w.rotated_coupling[1] * p2 * d2) * w.inverse_normal;
      const double slope = growth + mu * normal_rate / (bound * bound);
      next = value - (1.0 / length - 1.0 / bound) / slope;
    }
    if (!(low < next && next < high)) next = 0.5 * (low + high);
    if (!(low < next && next < high)) break;  // the bracket is down to neighbouring numbers
    value = next;
  }
  const double scale = mu * r.z / std::sqrt(r.x * r.x + r.y * r.y);  // exactly onto the cone
  return {scale * r.x, scale * r.y, r.z};
}

}  // namespace detail

/// -Ŵ⁻¹ b: the reaction that stops all relative motion (stick, bilateral point).
inline Vec3 solve_stick(const ContactBlock& w, Vec3 b) {
  const double normal = b.z * w.inverse_normal;
  const double t1 = b.x - w.coupling[0] * normal;
  const double t2 = b.y - w.coupling[1] * normal;
  const double p1 = -(w.cosine * t1 + w.sine * t2) / w.schur[0];
  const double p2 = -(w.cosine * t2 - w.sine * t1) / w.schur[1];
  const double along = w.rotated_coupling[0] * p1 + w.rotated_coupling[1] * p2;
  return {w.cosine * p1 - w.sine * p2, w.sine * p1 + w.cosine * p2,
          -(b.z + along) * w.inverse_normal};
}

/// Solves the one-contact problem of one_contact.h exactly, up to rounding, by cases: open, stick,
/// slip with one scalar equation for λ.
///
/// A solution is found for every positive definite block, also where friction and coupling are so
/// large that it is not unique; there open wins over stick and stick over slip.
///
/// @param w        Prepared block, regular (asserted by the caller's preparation).
/// @param mu       Friction coefficient, >= 0.
/// @param b        Free velocity, shifted, m/s; not finite gives a result that is not finite.
/// @param[in,out] lambda  λ of the last visit on entry and of this one on exit, kg/s; unchanged
///                 unless the contact slips.
/// @param tolerance  Of |r_T| against mu r_n, relative, before r is put on the cone.
/// @return r = R + cohesion n, N, exactly inside the friction cone up to one rounding.
inline Vec3 solve_exact_contact(const ContactBlock& w, double mu, Vec3 b, double& lambda,
                                double tolerance = kSlipTolerance) {
  if (b.z >= 0.0) return {};  // open
  const double normal = b.z * w.inverse_normal;
  if (mu == 0.0) return {0.0, 0.0, -normal};  // frictionless

  const double t1 = b.x - w.coupling[0] * normal;
  const double t2 = b.y - w.coupling[1] * normal;
  const detail::SlipEquation slip{
      {w.cosine * t1 + w.sine * t2, w.cosine * t2 - w.sine * t1}, b.z, mu};
  const double p1 = -slip.beta[0] / w.schur[0];
  const double p2 = -slip.beta[1] / w.schur[1];
  const double along = w.rotated_coupling[0] * p1 + w.rotated_coupling[1] * p2;
  Vec3 r{p1, p2, -(b.z + along) * w.inverse_normal};
  const bool stick = r.z >= 0.0 && p1 * p1 + p2 * p2 <= mu * mu * r.z * r.z;
  if (!stick) r = detail::solve_slip(w, slip, tolerance, lambda);
  return {w.cosine * r.x - w.sine * r.y, w.sine * r.x + w.cosine * r.y, r.z};
}

}  // namespace solfec
