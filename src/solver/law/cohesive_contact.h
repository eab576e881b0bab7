#pragma once

#include "solver/law/law.h"

namespace solfec {

/// Contact of Signorini and Coulomb beside a bond that softens while it breaks (SURFACE_MATERIAL,
/// COHESIVE_ZONE), as in Jean, Acary and Monerie (2001), Phil. Trans. R. Soc. A 359, 2497-2518.
///
///   R = C + F(U),   F = -A t̄(U),   C the reaction of SignoriniContact for U
///
/// with the area A (m²) and the mean traction t̄ (Pa) over the step (traction_separation.h) between
/// the separation at its start and the one at its end, placement + reach U. Pressure and friction
/// act beside the bond, so a shear without slip of the bond is held up to cohesion + mu pressure.
/// Quasi-static steps take the traction of their end; rows that lag (softening_in_step) take the
/// damage of the expected end. Damage grows with the solution
/// (damage_after); a bond that is gone leaves a row of kind `contact`.
///
/// Reaction: Newton's method with F linearised as F(U*) - S (U - U*), which makes a contact problem
/// with (W⁻¹ + S)⁻¹; S is the symmetric part of the derivative where that is positive, else the
/// stiffness of the damaged zone, and steps are halved until the equation improves.
/// Residual and derivative: those of SignoriniContact for C = R - F(U).
struct CohesiveContact : LawDefaults {
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& law, Vec3 R);
};

/// Force of the bond of a row, N.
Vec3 bond_force(const CohesiveRow& row, Vec3 U);

/// Derivative -dF/dU of the force of the bond, kg/s, for methods that need a positive matrix: the
/// symmetric part of the derivative where that is positive, else the stiffness of the zone with the
/// damage of the end of the step.
Mat3 convex_bond_rate(const CohesiveRow& row, Vec3 U);

/// Damage of the bond of a row at the end of a step with the velocity U; 1 once it is gone.
double damage_after(const CohesiveRow& row, Vec3 U);

}  // namespace solfec
