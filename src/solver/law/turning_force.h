#pragma once

#include "local_dynamics/contact_block.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/law/law.h"

namespace solfec {

/// Tangential reaction of a link or a spring whose force has the direction of the mean chord of the
/// step, not that of mid-step (RowLaw::turns).
///
///   R_T = -c (U - V)_T,   c = -R_N (h/4) / (L + h/4 (U - V)_N)
///
/// so that R is parallel to (x0 + x1) / 2, half of the sum of the links at both ends of the step.
/// Under a tension T this is the geometric stiffness T / L against transverse displacements,
/// integrated by the trapezium rule. A rigid link then does no work, and links between bodies keep
/// their angular momentum, for every step: the energy-momentum method of Gonzalez (1999), Comput.
/// Methods Appl. Mech. Engrg. 174, 165-174. Compression counts up to c = -kMostPush / w with the
/// mean inverse mass w of the row (s/kg), beyond which a row alone could not be solved.
struct TurningForce {
  double c{};            // kg/s
  double by_reaction{};  // dc/dR_N, s/m
  double by_velocity{};  // dc/dU_N, kg/m
};

inline constexpr double kMostPush = 0.25;

/// Coefficient c of row i and its derivatives; zero where the force does not turn.
TurningForce turning_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);

/// Error of the tangential reaction of row i, R_T + c (U - V)_T, N: zero where it obeys the law,
/// and R_T itself where the force of the row does not turn. The normal component is zero.
Vec3 turning_miss(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);
/// Error of the tangential reaction of row i as a velocity, m/s; zero where its force does not
/// turn.
/// @param scale  Velocity per force, s/kg.
Vec3 turning_velocity_miss(const LocalDynamics& problem, int i, double scale, Vec3 R, Vec3 U);

/// Fills the tangential rows of a linearised law, whose X, Y and C are zero there.
void add_turning_force(const LocalDynamics& problem, int i, Vec3 R, Vec3 U, LinearRow& row);

/// R with which U = b + Ŵ R obeys a law whose force turns, by Newton's method on its linear rows.
/// @param start  Reaction to start from, N.
Vec3 turned_reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b, Vec3 start,
                     LinearRow (*linear_row)(const LocalDynamics&, int, double, Vec3, Vec3));

}  // namespace solfec
