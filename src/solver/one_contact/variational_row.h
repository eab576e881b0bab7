#pragma once

#include "solver/one_contact/linear_row.h"

namespace solfec {

/// C(r, u) = r - P_K(r - ρ F(u)) of a contact with F = (u_T, u_n + mu |u_T|), N (manual eq. 8.6
/// with a weight ρ that gives F the unit of r; De Saxcé and Feng (1998), Math. Comput. Model. 28,
/// 225-245). C = 0 is the law. With ε = contact.smoothing > 0 |u_T| becomes √(|u_T|² + ε²) - ε and
/// the length f of m = s - P_K(s) becomes (2/ρε - f/(ρε)²) f² for f < ρε, which is differentiable.
Vec3 variational_residual(const ShiftedContact& contact);

/// C without smoothing and the derivative of the map smoothed by contact.smoothing. Without
/// smoothing the derivative is one of the generalised ones where the map has a kink.
LinearRow variational_row(const ShiftedContact& contact);

/// Derivative of project_on_friction_cone (friction_cone.h), a generalised one at its kinks:
/// symmetric, with eigenvalues between 0 and 1.
Mat3 projection_slope(Vec3 s, double mu);

}  // namespace solfec
