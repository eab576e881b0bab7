#pragma once

#include "solver/law/law.h"

namespace solfec {

/// Contact of Signorini and Coulomb, with restitution or a gap in the velocity shift s (m/s) and a
/// bond of the strength c (N).
///
///   0 <= u_N ⊥ r_N >= 0,   |r_T| <= mu r_N,   u_T = -λ r_T with λ >= 0, λ > 0 only on the cone,
///
/// in the shifted variables u = U + s n and r = R + c n. All forms that solvers use are one and the
/// same law, because r - P_K(r - F) vanishes with F = (u_T, u_N + mu |u_T|) and the cone
/// K = {|r_T| <= mu r_N} (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245).
///
/// Reaction: the one-contact problem in closed form (exact_contact.h; sweeps call it and the
/// iterative ones directly, with the packed kernels for many contacts at once). Residual: the
/// natural map C = w r - P_K(w r - F), m/s, with a scale w in s/kg. Merit: the same C with w =
/// tr(W_ii) / 3 of the row, so that it does not depend on the units of the model; the manual of
/// 2010 has w = 1 there (eq. 8.9). linear_row: variational_row.h; newton_row:
/// Alart and Curnier (1991), CMAME 92, 353-375. A bond breaks by opening, r_N < ε c with u_N > δ,
/// or sliding, |r_T| + ε c >= mu r_N with |u_T| > δ (bonds.h).
struct SignoriniContact : LawDefaults {
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& law, Vec3 R);
  static bool breaks_bond(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
};

/// C = w r - P_K(w r - F) of a contact, m/s; where mu > kLargeFriction the map of Alart and
/// Curnier, normal part w r_N - p with p = max(0, w r_N - u_N), tangential part w r_T less the
/// nearest point to w r_T - u_T of a disc of radius mu p.
/// @param scale  w, s/kg.
Vec3 contact_residual(const RowLaw& law, double scale, Vec3 R, Vec3 U);

/// A contact in its shifted variables, as the rows of Newton solvers take it; without smoothing.
ShiftedContact shifted_contact(const RowLaw& law, double rho, Vec3 R, Vec3 U);

}  // namespace solfec
