#pragma once

#include "local_dynamics/contact_block.h"
#include "local_dynamics/row_law.h"
#include "math/vec3.h"

namespace solfec {

/// An open contact without a bond: R = 0 whatever happens.
inline bool is_open(const RowLaw& law) {
  const bool contact = is_contact(law.kind);
  return contact && law.open && !law.bonded;
}

/// Velocity shifted by restitution and reaction shifted by cohesion; unchanged for other rows.
inline Vec3 shifted_velocity(const RowLaw& law, Vec3 U) {
  return is_signorini(law.kind) ? Vec3{U.x, U.y, U.z + law.velocity_shift} : U;
}
inline Vec3 shifted_reaction(const RowLaw& law, Vec3 R) {
  return is_signorini(law.kind) ? Vec3{R.x, R.y, R.z + law.cohesion} : R;
}

/// <W⁻¹ x, x> with the symmetric part of W, shifted by 1e-12 of its trace; 0 for a block that
/// nothing can be solved with. By the cofactors of the six entries.
inline double inverse_weighted_square(const Mat3& W, Vec3 x) {
  const double size = trace(W);
  double poison = 0.0;  // becomes NaN with the first entry that is not finite
  for (const double entry : W.m) poison += 0.0 * entry;
  if (!(poison == 0.0) || !(size > 0.0)) return 0.0;
  const double shift = kBlockRegularisation * size;
  const double a = W(0, 0) + shift;
  const double b = W(1, 1) + shift;
  const double c = W(2, 2) + shift;
  const double d = 0.5 * (W(0, 1) + W(1, 0));
  const double e = 0.5 * (W(0, 2) + W(2, 0));
  const double f = 0.5 * (W(1, 2) + W(2, 1));
  const double A = b * c - f * f;
  const double D = e * f - d * c;
  const double E = d * f - e * b;
  const double determinant = a * A + d * D + e * E;
  const double mixed = D * x.x * x.y + E * x.x * x.z + (d * e - a * f) * x.y * x.z;
  const double square =
      A * (x.x * x.x) + (a * c - e * e) * (x.y * x.y) + (a * b - d * d) * (x.z * x.z) + 2.0 * mixed;
  return square / determinant;
}

}  // namespace solfec
