#pragma once

#include <cmath>

#include "local_dynamics/local_dynamics.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Law of one row linearised at (R, U): X δU + Y δR = -C. X is kg/s, Y has no unit, C is N, so that
/// rows of heavy and light bodies can be compared.
struct LinearRow {
  Mat3 X;
  Mat3 Y;
  Vec3 C;
};

/// Law of one row linearised at (R, U) and solved for the reaction, δR = -(k + E δU).
struct RowLinearisation {
  Mat3 E;  // kg/s
  Vec3 k;  // N
};

inline constexpr double kNewtonRegularisation = 1e-6;  // ε

/// d = w^(-1/2) with w = tr(W_ii) / 3, √(kg/s).
inline double newton_scale(const Mat3& W) { return 1.0 / std::sqrt(trace(W) / 3.0); }
/// d² / ε, kg/s: the spring that stands for an equality.
inline double stiff_spring(const Mat3& W) {
  const double scale = newton_scale(W);
  return scale * scale / kNewtonRegularisation;
}

/// A Signorini contact in the shifted variables r = R + cohesion n, u = U + velocity_shift n, for
/// which the law is 0 <= u_n ⊥ r_n >= 0, |r_T| <= mu r_n, u_T = -λ r_T.
struct ShiftedContact {
  Vec3 r;               // N
  Vec3 u;               // m/s
  double friction{};    // mu
  double rho{};         // kg/s, size of the inverse of W_ii
  double smoothing{};   // m/s, of the derivative; 0: none
  double frozen_r_n{};  // N, normal reaction that bounds friction in the fixed-point variant
};

/// Velocity per force of a row, s/kg: tr(W_ii) / 3.
inline double mean_inverse_mass(const Mat3& W) { return trace(W) / 3.0; }

/// The row keeps R = 0.
LinearRow resting_row(Vec3 R);

/// Fills the tangential part with friction of a given bound (N): stick while |r_T - ρ u_T| < bound,
/// else slip at the bound. The slip block carries the damping factor β of Hüeber, Stadler and
/// Wohlmuth (2007), SIAM J. Sci. Comput. 30, 572-596.
void add_friction(double bound, double rho, Vec3 r, Vec3 u, LinearRow& row);

}  // namespace solfec
