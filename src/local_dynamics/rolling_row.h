#pragma once

#include "math/vec3.h"

namespace solfec {

/// Resistance to rolling beside the row of a contact (solver/law/rolling_resistance.h). The couple
/// M (N m) acts on the master, -M on the slave; the spin w (rad/s) is the angular velocity of the
/// master less that of the slave. Both are vectors of the tangent plane, numbers (t1, t2, 0) of the
/// frame of the contact: M adds W M to w
/// and C M to U of the contact, whose reaction R adds Cᵀ R to w.
struct RollingRow {
  int row = -1;     // of the contact
  int master = -1;  // rigid slots; -1: a side without inertia
  int slave = -1;
  double arm{};       // m, > 0: |M| <= arm R_N
  Vec3 tangent[2];    // t1, t2 in world axes
  double W[3]{};      // W_11, W_12, W_22 of w = W M, rad/s per N m, contains the step
  Vec3 coupling[2];   // columns of C, m/s per N m: U of the contact by M_1 and M_2
  Vec3 V;             // w at the start of the step, rad/s
  Vec3 B;             // w without reactions, rad/s
  double length{};    // m, radius of gyration of what the row sees: errors of w count times length
  double rounding{};  // m/s: less than that in length w is rounding of B

  /// W M, rad/s.
  [[nodiscard]] Vec3 times(Vec3 M) const {
    return {W[0] * M.x + W[1] * M.y, W[1] * M.x + W[2] * M.y, 0.0};
  }
  /// W⁻¹ w, N m. @pre W is regular, which it is where a side turns.
  [[nodiscard]] Vec3 divide(Vec3 w) const {
    const double determinant = W[0] * W[2] - W[1] * W[1];
    return {(W[2] * w.x - W[1] * w.y) / determinant, (W[0] * w.y - W[1] * w.x) / determinant, 0.0};
  }
  /// C M, change of U of the contact, m/s.
  [[nodiscard]] Vec3 slip_of(Vec3 M) const { return M.x * coupling[0] + M.y * coupling[1]; }
  /// Cᵀ R, change of w by a reaction of the contact, rad/s.
  [[nodiscard]] Vec3 spin_of(Vec3 R) const {
    return {dot(coupling[0], R), dot(coupling[1], R), 0.0};
  }
};

}  // namespace solfec
