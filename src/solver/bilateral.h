#pragma once

#include "local_dynamics/contact_block.h"
#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// Reaction of a bilateral row (fixed_point, fixed_direction, velocity_direction, rigid_link).
///
/// A fixed point moves with U = -V, because the position takes the mean of both velocities, and
/// with U = 0 in a quasi-static step. A rigid link keeps the length of the link vector at the end
/// of the step, |z + h' (b + W_N R_N)| = d: of the two roots the one that keeps the orientation of
/// the link, or U_N = 0 where no root exists. Rows along a direction have R_T = 0.
///
/// @param w  Prepared diagonal block, regular.
/// @param b  Free velocity with the reactions of the other rows, m/s.
/// @return   R, N.
/// @pre The kind of row i is bilateral, asserted.
Vec3 bilateral_reaction(const LocalDynamics& problem, int i, const ContactBlock& w, Vec3 b);

/// How far U violates the law of a bilateral row, m/s: U - U* for a fixed point, (0, 0, U_N - U_N*)
/// for a direction, (0, 0, (|z + h' U| - d) / h') for a link. @pre as above.
Vec3 bilateral_residual(const LocalDynamics& problem, int i, Vec3 U);

/// Unit vector of a rigid link at the end of the step, (z + h' U) / |z + h' U|: the derivative of
/// its residual; n for a link of no length. @pre the kind of row i is rigid_link, asserted.
Vec3 link_direction(const LocalDynamics& problem, int i, Vec3 U);

}  // namespace solfec
