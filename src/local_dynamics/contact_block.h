#pragma once

#include <cmath>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Diagonal block of one row, prepared once per step for solvers of the one-contact problem.
///
/// Ŵ = ½ (W_ii + W_iiᵀ) + 1e-12 tr(W_ii) 1. Using Ŵ in place of W_ii in a sweep does not change the
/// fixed point, because the free velocity of a visit is taken as b = u - Ŵ R with the same Ŵ. The
/// tangential Schur complement W̄ = Ŵ_T - w_T w_Tᵀ / w_N is diagonal in rotated tangents (c, s).
struct ContactBlock {
  double tangent[3]{};      // Ŵ_11, Ŵ_12, Ŵ_22
  double coupling[2]{};     // Ŵ_1n, Ŵ_2n
  double normal{};          // Ŵ_nn
  double inverse_normal{};  // 1 / Ŵ_nn
  double cosine = 1.0;      // first rotated tangent = cosine t1 + sine t2
  double sine{};
  double schur[2]{};             // eigenvalues of W̄, positive
  double rotated_coupling[2]{};  // w_T in the rotated tangents
  bool regular{};                // false: zero or non-finite block, nothing can be solved with it

  /// Ŵ R.
  [[nodiscard]] Vec3 times(Vec3 R) const {
    return {tangent[0] * R.x + tangent[1] * R.y + coupling[0] * R.z,
            tangent[1] * R.x + tangent[2] * R.y + coupling[1] * R.z,
            coupling[0] * R.x + coupling[1] * R.y + normal * R.z};
  }
  /// Ŵ in full.
  [[nodiscard]] Mat3 matrix() const {
    return {{tangent[0], tangent[1], coupling[0], tangent[1], tangent[2], coupling[1], coupling[0],
             coupling[1], normal}};
  }
};

ContactBlock make_contact_block(const Mat3& W);

inline constexpr double kBlockRegularisation =
    1e-12;  // of the trace, keeps singular blocks solvable

/// Ŵ + P with the positive P that adds θ w, w = tr(Ŵ)/3, to the normal entry and to both
/// eigenvalues of the tangential Schur complement; the rotation and w_T / w_N stay.
ContactBlock with_proximal_part(const ContactBlock& block, double theta);

/// Whether something can be solved with a diagonal block: finite, with a positive trace and a
/// normal entry that is not negative.
inline bool is_regular_block(const Mat3& W) {
  return is_finite(W) && trace(W) > 0.0 && W(2, 2) >= 0.0;
}

/// Ŵ alone, as make_contact_block gives it, without the rotated tangents (c, s) and what depends on
/// them: all that laws need which do not solve the slip equation.
inline ContactBlock make_plain_block(const Mat3& W) {
  ContactBlock block;
  if (!is_regular_block(W)) return block;
  const double shift = kBlockRegularisation * trace(W);
  block.tangent[0] = W(0, 0) + shift;
  block.tangent[1] = 0.5 * (W(0, 1) + W(1, 0));
  block.tangent[2] = W(1, 1) + shift;
  block.coupling[0] = 0.5 * (W(0, 2) + W(2, 0));
  block.coupling[1] = 0.5 * (W(1, 2) + W(2, 1));
  block.normal = W(2, 2) + shift;
  block.inverse_normal = 1.0 / block.normal;
  block.regular = std::isfinite(block.inverse_normal);
  return block;
}

/// Largest eigenvalue of a symmetric matrix in closed form (Smith (1961), Commun. ACM 4, 168).
double largest_eigenvalue(const Mat3& symmetric);

}  // namespace solfec
