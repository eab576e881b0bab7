#pragma once

#include "local_dynamics/held_velocity.h"
#include "solver/law/row_along_direction.h"

namespace solfec {

/// Fixed direction: a point does not move along n (FIX_DIRECTION).
///
///   U_N = U_N*,   R_T = 0,   U_N* = -V_N (dynamic), 0 (quasi-static), m/s
///
/// as FixedPoint with one component. Reaction: R_N = -(b_N - U_N*) / Ŵ_NN.
struct FixedDirection : RowAlongDirection<FixedDirection> {
  static double miss(const LocalDynamics& problem, int i, Vec3 U) {
    return U.z - held_velocity(problem, i).z;
  }
  static Vec3 gradient(const LocalDynamics& /*problem*/, int /*i*/, Vec3 /*U*/) {
    return {0.0, 0.0, 1.0};
  }
  static Vec3 reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b,
                       Vec3 /*previous*/) {
    return {0.0, 0.0, -miss(problem, i, b) * w.inverse_normal};
  }
};

}  // namespace solfec
