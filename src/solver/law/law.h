#pragma once

#include "local_dynamics/contact_block.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"
#include "solver/one_contact/linear_row.h"

namespace solfec {

/// Functions that solvers ask of the law of a kind of row. Each kind is one file of this folder: a
/// struct of static functions with these names, whose comment is the law on paper, and one row of
/// the table in law_table.cpp. Rows are given by their number i in the problem; what is open or
/// cannot be solved (stays_at_rest) never comes here.
struct Law {
  ConstraintKind kind;

  /// R with which U = b + Ŵ R obeys the law, N; not finite where there is none.
  /// @param w         Prepared diagonal block, regular.
  /// @param b         Free velocity with the reactions of the other rows, m/s.
  /// @param previous  Reaction of the last visit, N, for laws that are solved by fixed points.
  Vec3 (*reaction)(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                   Vec3 previous);
  /// Natural map of the law, m/s: what R and U miss of it, zero where the law holds. Forces count
  /// times `scale`, s/kg.
  Vec3 (*residual)(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  /// Numerator of the merit, J: energy of what R and U miss (merit.h).
  double (*spurious_energy)(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  /// Energy that the law adds to the denominator of the merit, the energy of the free motion, J.
  double (*own_energy)(const LocalDynamics& problem, int i);
  /// X δU + Y δR = -C, the derivative of C(R, U) = 0, N. @param rho  kg/s, size of W_ii⁻¹.
  LinearRow (*linear_row)(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  /// Row of X δU + Y δR = -C solved for the reaction, δR = -(k + E δU), regularised by
  /// kNewtonRegularisation.
  RowLinearisation (*newton_row)(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  /// A reaction near R that the law allows whatever U is, N. Idempotent.
  Vec3 (*project)(const RowLaw& law, Vec3 R);
  /// Whether the solution R, U overloads the bond of the row. @pre law.bonded.
  bool (*breaks_bond)(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
};

/// Law of a kind.
const Law& law_of(ConstraintKind kind);
/// Law of row i.
inline const Law& law_of(const LocalDynamics& problem, int i) {
  return law_of(problem.law[static_cast<std::size_t>(i)].kind);
}

/// Defaults of the functions of a law that a kind may have but that do not define it.
struct LawDefaults {
  static double own_energy(const LocalDynamics& /*problem*/, int /*i*/) { return 0.0; }
  static bool breaks_bond(const LocalDynamics& /*problem*/, int /*i*/, Vec3 /*R*/, Vec3 /*U*/) {
    return false;
  }
};

/// δR = -(k + E δU) of a row X δU + Y δR = -C: E = D⁻¹ X, k = D⁻¹ C with D = Y + shift / ρ X.
inline RowLinearisation condensed(const LinearRow& row, double shift_over_rho) {
  const Mat3 D = inverse(shift_over_rho * row.X + row.Y);
  return {D * row.X, D * row.C};
}

}  // namespace solfec
