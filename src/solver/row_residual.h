#pragma once

#include "local_dynamics/local_dynamics.h"
#include "math/vec3.h"

namespace solfec {

/// C(R) = F + m(R - F) of a contact, m/s (manual eq. 8.9): F = (U_T, Ū_N + mu |U_T|) with
/// Ū_N = U_N + velocity_shift, R_N replaced by R_N + cohesion, m(S) = S - P_K(S) with the friction
/// cone K. C = 0 is the law of Signorini and Coulomb, because S - m(S) = P_K(S).
Vec3 contact_residual(const RowLaw& law, Vec3 R, Vec3 U);

/// R minus the reaction that the law of a spring-dashpot row gives for the velocity U, N.
Vec3 spring_residual(const LocalDynamics& problem, int i, Vec3 R, Vec3 U);

/// <W⁻¹ x, x> with the symmetric part of W, shifted by 1e-12 of its trace; 0 for a block that
/// nothing can be solved with.
double inverse_weighted_square(const Mat3& W, Vec3 x);

}  // namespace solfec
