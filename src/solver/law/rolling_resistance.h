#pragma once

#include "local_dynamics/rolling_row.h"
#include "math/vec3.h"

namespace solfec {

/// Resistance to rolling of a contact with the normal reaction R_N (SURFACE_MATERIAL, model
/// ROLLING_RESISTANCE).
///
///   |M| <= c,   c = arm max(R_N, 0),   M = -c w / |w| where w is not zero
///
/// with the couple M (N m) and the spin w (rad/s) of RollingRow at the end of the step, both in the
/// tangent plane: Coulomb's law of couples, set-valued at w = 0, so what rests below the bound
/// stands still. The arm is the rolling coefficient as a length: Iwashita and Oda (1998), J. Eng.
/// Mech. 124, 285-292; Estrada, Azéma, Radjai and Taboada (2011), Phys. Rev. E 84, 011306. The
/// set-valued law in time steps is that of Tasora and Anitescu (2013), Meccanica 48, 1643-1659, and
/// Acary and Bourrier (2021), Eur. J. Mech. A/Solids 85, 104046, state friction and rolling as one
/// cone; here the bound follows R_N of the solution directly, without a shift of U_N.

/// Bound c of the couple, N m. @param normal  R_N, N.
double rolling_bound(const RollingRow& row, double normal);

/// Couple with which w = b + W M obeys the law, N m: unique, since W is positive definite. Beyond
/// the bound it is -(W + λ)⁻¹ b with the λ > 0 for which its length is c (Moré and Sorensen (1983),
/// SIAM J. Sci. Stat. Comput. 4, 553-572: Newton steps on 1/c - 1/|M(λ)| rise to λ from 0).
/// @param b      Spin without the couple, rad/s.
/// @param bound  c, N m, >= 0.
Vec3 rolling_couple(const RollingRow& row, Vec3 b, double bound);

/// Natural map of the law times the length of the row, m/s, zero where the law holds:
/// length (s M - P(s M - w)) with the projection P on the disc of radius s c.
/// @param scale  w̄ of the natural map (measure/natural_residual.h), s/kg; s = w̄ / length².
Vec3 rolling_residual(const RollingRow& row, double scale, double bound, Vec3 M, Vec3 w);

/// Numerator of the merit, J: <W⁻¹ C, C> with the natural map C for s = tr(W) / 2, rad/s.
double rolling_spurious_energy(const RollingRow& row, double bound, Vec3 M, Vec3 w);

}  // namespace solfec
