#pragma once

#include "solver/law/law.h"

namespace solfec {

/// Fixed point: two points stay together, or one where it is (FIX_POINT, PUT_RIGID_LINK of no
/// length).
///
///   U = U*,   U* = -V (dynamic), 0 (quasi-static)
///
/// with U and V (m/s) the relative velocities at the end and at the start of the step: the position
/// takes their mean (Koziara and Bićanić (2008), CMAME 197, 2763-2777, have the same for joints).
/// R (N) is free, so nothing is projected. Reaction: R = -Ŵ⁻¹ (b - U*). Residual: U - U*, of
/// which linear_row is ρ times and newton_row d²/ε times, d² = 3 / tr(W_ii).
struct FixedPoint : LawDefaults {
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& /*law*/, Vec3 R) { return R; }
};

}  // namespace solfec
