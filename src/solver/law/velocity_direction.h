#pragma once

#include "solver/law/row_along_direction.h"

namespace solfec {

/// Prescribed velocity of a point along n (SET_DISPLACEMENT, SET_VELOCITY, SET_ACCELERATION).
///
///   U_N = target,   R_T = 0
///
/// with the velocity `target` (m/s) that the motion asks for at the end of the step
/// (constraint/prescribed_motion.h). Reaction: R_N = -(b_N - target) / Ŵ_NN. A motion brings energy
/// of its own: <W_NN⁻¹ target, target> counts in the denominator of the merit.
struct VelocityDirection : RowAlongDirection<VelocityDirection> {
  static double miss(const LocalDynamics& problem, int i, Vec3 U) {
    return U.z - problem.law[static_cast<std::size_t>(i)].target;
  }
  static Vec3 gradient(const LocalDynamics& /*problem*/, int /*i*/, Vec3 /*U*/) {
    return {0.0, 0.0, 1.0};
  }
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 /*previous*/) {
    return {0.0, 0.0, -miss(problem, i, b) * w.inverse_normal};
  }
  static double own_energy(const LocalDynamics& problem, int i) {
    const auto at = static_cast<std::size_t>(i);
    return inverse_weighted_square(problem.W_diagonal[at], {0.0, 0.0, problem.law[at].target});
  }
};

}  // namespace solfec
