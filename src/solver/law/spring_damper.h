#pragma once

#include "solver/law/law.h"

namespace solfec {

/// Spring and damper between two points along n, with rigid stops (PUT_SPRING).
///
///   R_N = -F(U_N) + λ,   R_T = 0,   a <= U_N <= b,   λ >= 0 (> 0 at a only), λ <= 0 (< 0 at b
///   only)
///
/// The stroke s (m) is the change of the distance along n; a positive force F (N) pulls the points
/// together. With s of the placement, h (s) and V_N (m/s) the step starts and ends at
///
///   s0 = s - h/2 V_N,   s1 = s + h/2 U_N      (dynamic: s is that of mid-step)
///   s0 = s1 = s + h U_N                       (quasi-static: s is that of the start)
///
/// exactly where points move along n, to O(h²) where they turn. Reactions are means over the step:
///
///   table  f(s)      F = 1/(s1 - s0) ∫ f ds from s0 to s1
///   line   f(s, v)   F = f(½ (s0 + s1), ½ (V_N + U_N)), v = U_N in a quasi-static step
///
/// F (s1 - s0), the work of the step, is then what the stored energy ∫ f ds has gained: the
/// discrete gradient of Gonzalez (1996), J. Nonlinear Sci. 6, 449-467, for one stroke. So a table
/// or a constant stiffness keeps the energy for every h and stiffness, with order 2; what stays is
/// that a stroke shorter than a step rings, since nothing damps it. A function of the user is a
/// line, its tangent (domain/loads/spring_functions.h).
///
/// Where the force turns within the step (RowLaw::turns) s0 and s1 are those of the true lengths
/// |x0| and |x1| at both ends of the step (turned_link.h), v = (s1 - s0) / h, R is parallel to
/// x0 + x1 with the size F |x0 + x1| / (|x0| + |x1|), and so its work is F (s1 - s0). A share of F
/// (SpringRow::end_share) may be f(s1) instead of the mean, which takes energy only.
///
/// Stops are unilateral. The next step is placed at s + h U_N (dynamic) or U_N leads to its end:
///
///   a = (lower - s) / h,   b = (upper - s) / h
///
/// What the way to the stop leaves is taken up exactly, so nothing rebounds. Beyond a stop, where
/// turning has led, U_N leads back at most as fast as V_N came; a step that begins within the stops
/// and is placed beyond them only ends there. So stops never add energy.
///
/// A drive of a joint has three forces more, within F: a push p, dry friction of the bound f, and a
/// motor that wants U_N = c and has the bound m, all in N,
///
///   F -> F - p + f sgn(U_N) + m sgn(U_N - c),   sgn(0) any number in [-1, 1]
///
/// so a motor holds its velocity exactly unless it would need more than m, and what friction holds
/// stays at rest. They ask for the velocity at the end of the step, so each of them damps.
///
/// Where n turns with a body, U_N and V_N, which are those of the directions of mid-step, differ by
/// O(h) from the rates of the stroke at the ends of the step: U_N + d and V_N - d with
/// d = SpringRow::turning take their places in all of this.
///
/// Reaction: with w = Ŵ_NN and the free velocity z the root u of u + w F(u) = z is J(z), cut to
/// [a, b]; R_N = (J(z) - z) / w. A line has it in closed form; a table by Newton steps safeguarded
/// by bisection in [z - w max f, z - w min f]. The root is unique where F does not fall. Residual:
/// R_N - (J(z) - z) / w with z = U_N - w R_N, zero where the law holds, times the scale; merit: w
/// times its square. linear_row: the same map with w = 1/ρ and its exact derivative (1 - J') / w by
/// U_N and J' = 1 / (1 + w F') by R_N, J' = 0 at a stop; falling F counts as flat. Projection: R_T
/// = 0. Energies: the rows' work is in EXTERNAL of both bodies, as for joints; what a damper takes
/// is moved on to DAMPING (domain/loads/spring_functions.h).
struct SpringDamper : LawDefaults {
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  /// Energy speed² / w of the velocity that a motor or a push gives the row, J: the scale of the
  /// merit where nothing else moves.
  static double own_energy(const LocalDynamics& problem, int i);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& law, Vec3 R);
};

}  // namespace solfec
