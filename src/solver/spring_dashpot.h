#pragma once

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

/// Reaction of a contact with a spring s, a dashpot d and the gap g of mid-step (manual algorithm
/// 7.1, Hertz power one):
///   implicit  R_N = -s (g + h/4 (U_N - V_N)) - d/2 (U_N + V_N),  U_N = b_N + W_NT R_T + W_NN R_N
///   explicit  R_N = -s g - d V_N
/// In a quasi-static step, whose gap is that of its start and whose position takes U alone,
///   implicit  R_N = -s (g + h U_N) - d U_N.
/// Both with the previous R_T; a contact that would pull has R = 0. R_T = -W_TT⁻¹ (b_T + W_TN R_N),
/// cut to mu |R_N|. A bond holds R_N >= -cohesion.
///
/// @param b         Free velocity; B alone for uncoupled contacts, with the reactions of the other
///                  rows for coupled ones, m/s.
/// @param previous  Reaction of the last visit or step, N.
SpringReaction spring_dashpot_reaction(const LocalDynamics& problem, int i, const ContactBlock& w,
                                       PenaltyVariant variant, Vec3 b, Vec3 previous);

/// The implicit law along n as a line, R_N = force_at_rest - rate U_N, before pulling is cut.
struct SpringLine {
  double force_at_rest{};  // N
  double rate{};           // N s/m
};
SpringLine spring_line(const LocalDynamics& problem, int i);

}  // namespace solfec
