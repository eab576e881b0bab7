#pragma once

#include <algorithm>
#include <cmath>

#include "local_dynamics/contact_block.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/law/law.h"
#include "solver/law/spring_law.h"

namespace solfec {

/// How the spring force is evaluated: with the velocities of the end of the step; at its start; or
/// with one linearisation of the first, which differs from it only when hpow is not 1.
enum class PenaltyVariant { implicit_force, explicit_force, semi_explicit_force };

/// The implicit law along n as its tangent at U_N, R_N = force_at_rest - rate U_N, before pulling
/// is cut; for hpow = 1 the law itself.
struct SpringLine {
  double force_at_rest{};  // N
  double rate{};           // N s/m
};
inline SpringLine spring_line(const LocalDynamics& problem, int i, double U_N) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  if (law.power != 1.0) {
    const SpringLaw curve = spring_law(problem, i);
    const double x = curve.depth - curve.reach * U_N;
    const double stiffness = tangent_stiffness(curve.spring, curve.power, x);
    const double rate = stiffness * curve.reach + curve.damping;
    const double force = spring_force(curve.spring, curve.power, x) + curve.force;
    return {force + stiffness * curve.reach * U_N, rate};
  }
  const double s = law.spring;
  const double d = dashpot_of(problem, i, -law.gap);
  if (problem.quasi_static) return {-s * law.gap, problem.step * s + d};  // of the end of the step
  const double V = problem.V[static_cast<std::size_t>(i)].z;
  const double rate = 0.25 * problem.step * s + 0.5 * d;
  return {-s * law.gap + (0.25 * problem.step * s - 0.5 * d) * V, rate};
}

namespace detail {

/// -W_TT⁻¹ v; the regularised block is positive definite, so the determinant is positive.
inline Vec3 tangential_stick(const ContactBlock& w, double vx, double vy) {
  const double a = w.tangent[0];
  const double c = w.tangent[1];
  const double d = w.tangent[2];
  const double scale = 1.0 / std::max(a * d - c * c, 1e-24 * (a * d));
  return {-scale * (d * vx - c * vy), -scale * (a * vy - c * vx), 0.0};
}

/// R_T with |R_T| = bound > 0 that opposes slip, v + W_TT R_T = -λ R_T with λ > 0, by Newton's
/// method for 1 / |R_T| - 1 / bound from λ = 0 on, which does not overshoot (Moré and Sorensen
/// (1983), SIAM J. Sci. Stat. Comput. 4, 553-572).
///
/// @param stick  -W_TT⁻¹ v, longer than the bound.
inline Vec3 tangential_slip(const ContactBlock& w, Vec3 v, Vec3 stick, double bound) {
  constexpr int kIterations = 50;  // a few, as convergence is quadratic
  constexpr double kAccuracy = 4e-16;
  ContactBlock shifted = w;
  Vec3 R = stick;
  double lambda = 0.0;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const double size = std::sqrt(R.x * R.x + R.y * R.y);
    if (!(size > bound * (1.0 + kAccuracy))) break;
    const Vec3 rate = tangential_stick(shifted, R.x, R.y);  // dR_T / dλ
    const double slope = -(R.x * rate.x + R.y * rate.y);    // of -|R_T|² / 2
    lambda += size * size / slope * (size / bound - 1.0);
    shifted.tangent[0] = w.tangent[0] + lambda;
    shifted.tangent[2] = w.tangent[2] + lambda;
    R = tangential_stick(shifted, v.x, v.y);
  }
  const double cut = bound / std::sqrt(R.x * R.x + R.y * R.y);
  return {cut * R.x, cut * R.y, 0.0};
}

inline double normal_reaction(const LocalDynamics& problem, int i, double W_nn,
                              PenaltyVariant variant, double free_normal) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  if (variant == PenaltyVariant::explicit_force) {
    const double d = dashpot_of(problem, i, -law.gap);
    return -spring_force(law.spring, law.power, law.gap) -
           d * problem.V[static_cast<std::size_t>(i)].z;
  }
  if (law.power != 1.0) {
    const SpringLaw curve = spring_law(problem, i);
    return variant == PenaltyVariant::implicit_force
               ? implicit_force(curve, W_nn, free_normal)
               : semi_explicit_force(curve, W_nn, free_normal);
  }
  const SpringLine line = spring_line(problem, i, free_normal);
  return (line.force_at_rest - line.rate * free_normal) / (1.0 + line.rate * W_nn);
}

}  // namespace detail

/// Largest |R_T| of a contact with a spring, N; c of a bond counts as pressure.
inline double spring_friction_bound(const RowLaw& law, double normal) {
  return law.friction * std::max(0.0, law.bonded ? normal + law.cohesion : normal);
}

/// Reaction of a contact with a spring s, a dashpot d and the gap g of mid-step (manual algorithm
/// 7.1, with a Hertz power p as in spring_law.h):
///   implicit  R_N = s x^p - d/2 (U_N + V_N),  x = -(g + h/4 (U_N - V_N)),
///             U_N = b_N + W_NT R_T + W_NN R_N
///   explicit  R_N = s (-g)^p - d V_N
/// In a quasi-static step, whose gap is that of its start and whose position takes U alone,
///   implicit  R_N = s x^p - d U_N,  x = -(g + h U_N).
/// The semi-explicit one linearises the implicit one at b_N + W_NT R_T instead of solving it. All
/// with the previous R_T; a contact that would pull has R = 0. R_T = -W_TT⁻¹ (b_T + W_TN R_N)
/// stops slip; where it is larger than mu R_N, or mu (R_N + c) with a bond of the strength c (N),
/// R_T has that size and opposes the slip that remains. The manual shortens the vector that stops
/// slip, whose direction is that of W_TT⁻¹ U_T: corners of a sliding block then push each other
/// sideways and lose 6 % of their friction. A bond pulls without a limit of its own: it belongs to
/// a patch, whose resultant decides (bonds.h).
///
/// @param w         Ŵ_ii; make_plain_block is enough.
/// @param b         Free velocity; B alone for uncoupled contacts, with the reactions of the other
///                  rows for coupled ones, m/s.
/// @param previous  Reaction of the last visit or step, N.
inline Vec3 spring_dashpot_reaction(const LocalDynamics& problem, int i, const ContactBlock& w,
                                    PenaltyVariant variant, Vec3 b, Vec3 previous) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double free_normal = b.z + w.coupling[0] * previous.x + w.coupling[1] * previous.y;
  const double normal = detail::normal_reaction(problem, i, w.normal, variant, free_normal);
  const bool open = law.open || (!problem.quasi_static && law.gap > 0.0);  // also when predicted
  if (!law.bonded && (open || normal < 0.0)) return {};

  const Vec3 v{b.x + w.coupling[0] * normal, b.y + w.coupling[1] * normal, 0.0};
  Vec3 R = detail::tangential_stick(w, v.x, v.y);
  const double bound = spring_friction_bound(law, normal);
  if (R.x * R.x + R.y * R.y > bound * bound) {  // sliding
    R = bound > 0.0 ? detail::tangential_slip(w, v, R, bound) : Vec3{};
  }
  R.z = normal;
  return R;
}

/// Contact with a spring and a dashpot along n (SURFACE_MATERIAL, SPRING_DASHPOT), implicit and
/// coupled with all other rows.
///
///   R_N = f(U_N), 0 where it would pull;   |R_T| <= mu R_N, R_T = cut to it (R_T - ρ U_T), ρ > 0
///
/// with the force f (N) of a spring s (N/m^p), its power p, a dashpot d (N s/m) and the gap g (m)
/// as above; a bond of the strength c (N) pulls, and |R_T| <= mu (R_N + c), until its patch breaks.
/// Reaction: spring_dashpot_reaction. Residual: R - reaction(U - Ŵ R) times the scale. Merit: W_NN
/// times its square. linear_row: the tangent of f along n, stick and slip along t, exact on both
/// sides of every kink; newton_row is that, condensed.
struct SpringContact : LawDefaults {
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& law, Vec3 R);
};

}  // namespace solfec
