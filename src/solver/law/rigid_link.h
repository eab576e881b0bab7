#pragma once

#include "solver/law/row_along_direction.h"
#include "solver/law/turning_force.h"

namespace solfec {

/// Rigid link: two points keep their distance d (PUT_RIGID_LINK).
///
///   |z + h' U| = d,   R_T = 0, or that of the mean chord (turning_force.h) where it turns
///
/// with the link z (m) from slave to master point in the middle of the step, in the frame of the
/// row, whose n is along z, and what is left of the step, h' = h/2 (dynamic) or h (quasi-static),
/// in s. c(U) = (|z + h' U| - d) / h' is the error of length per time (m/s); its gradient is the
/// unit vector of the link at the end of the step.
///
/// Reaction: |f + g R_N|² = d² with f = z + h' b and g = h' Ŵ n, the root that keeps the
/// orientation of the link, (f + g R_N)·g > 0; U_N = 0 where there is no root. Where it turns
/// that is the start of Newton's method for all components.
struct RigidLink : RowAlongDirection<RigidLink> {
  static double miss(const LocalDynamics& problem, int i, Vec3 U);
  static Vec3 gradient(const LocalDynamics& problem, int i, Vec3 U);
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 previous);
  static Vec3 residual(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U);
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
  static Vec3 project(const RowLaw& law, Vec3 R);
};

}  // namespace solfec
