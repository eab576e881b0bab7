#pragma once

#include <algorithm>
#include <cmath>

#include "local_dynamics/contact_block.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// How the spring force is evaluated: with the velocities of the end of the step, or at its start.
enum class PenaltyVariant { implicit_force, explicit_force };

struct SpringReaction {
  Vec3 R;              // N
  bool bond_breaks{};  // pulled beyond the cohesion or sliding
};

/// The implicit law along n as a line, R_N = force_at_rest - rate U_N, before pulling is cut.
struct SpringLine {
  double force_at_rest{};  // N
  double rate{};           // N s/m
};
inline SpringLine spring_line(const LocalDynamics& problem, int i) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double s = law.spring;
  const double d = law.dashpot;
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

inline double normal_reaction(const LocalDynamics& problem, int i, double W_nn,
                              PenaltyVariant variant, double free_normal) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double s = law.spring;
  const double d = law.dashpot;
  const double V = problem.V[static_cast<std::size_t>(i)].z;
  if (variant == PenaltyVariant::explicit_force) return -s * law.gap - d * V;
  const SpringLine line = spring_line(problem, i);
  return (line.force_at_rest - line.rate * free_normal) / (1.0 + line.rate * W_nn);
}

}  // namespace detail

/// Reaction of a contact with a spring s, a dashpot d and the gap g of mid-step (manual algorithm
/// 7.1, Hertz power one):
///   implicit  R_N = -s (g + h/4 (U_N - V_N)) - d/2 (U_N + V_N),  U_N = b_N + W_NT R_T + W_NN R_N
///   explicit  R_N = -s g - d V_N
/// In a quasi-static step, whose gap is that of its start and whose position takes U alone,
///   implicit  R_N = -s (g + h U_N) - d U_N.
/// Both with the previous R_T; a contact that would pull has R = 0. R_T = -W_TT⁻¹ (b_T + W_TN R_N),
/// cut to mu |R_N|. A bond holds R_N >= -cohesion.
///
/// @param w         Ŵ_ii; make_plain_block is enough.
/// @param b         Free velocity; B alone for uncoupled contacts, with the reactions of the other
///                  rows for coupled ones, m/s.
/// @param previous  Reaction of the last visit or step, N.
inline SpringReaction spring_dashpot_reaction(const LocalDynamics& problem, int i,
                                              const ContactBlock& w, PenaltyVariant variant, Vec3 b,
                                              Vec3 previous) {
  const RowLaw& law = problem.law[static_cast<std::size_t>(i)];
  const double free_normal = b.z + w.coupling[0] * previous.x + w.coupling[1] * previous.y;
  double normal = detail::normal_reaction(problem, i, w.normal, variant, free_normal);
  const bool open = law.open || (!problem.quasi_static && law.gap > 0.0);  // also when predicted
  if (!law.bonded && (open || normal < 0.0)) return {};

  SpringReaction result;
  Vec3 R = detail::tangential_stick(w, b.x + w.coupling[0] * normal, b.y + w.coupling[1] * normal);
  if (law.bonded && normal < -law.cohesion) {  // opening
    result.bond_breaks = true;
    normal = -law.cohesion;
  }
  R.z = normal;
  const double bound = law.friction * std::fabs(normal);
  const double friction = std::sqrt(R.x * R.x + R.y * R.y);
  if (friction > bound) {  // sliding
    R.x *= bound / friction;
    R.y *= bound / friction;
    result.bond_breaks = law.bonded;
  }
  result.R = R;
  return result;
}

}  // namespace solfec
