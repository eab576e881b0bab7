#pragma once

#include "material/law_values.h"
#include "material/modulus_bound.h"
#include "math/mat3.h"

namespace solfec {

/// Plasticity of von Mises with linear isotropic hardening at finite strain: F = Fᵉ Fᵖ, Hencky's
/// elastic energy Ψ = ½ κ (tr ε)² + μ |dev ε|² of the logarithmic strain ε = ½ ln (Fᵉ Fᵉᵀ), and the
/// yield condition √(3/2) |dev τ| <= σ_y + H α of the Kirchhoff stress τ = ∂Ψ/∂ε, where α is the
/// equivalent plastic strain. The exponential map of the flow rule makes the step a radial return
/// in principal axes of the trial state: Simo (1992), Comput. Methods Appl. Mech. Eng. 99, 61-112,
/// with the consistent tangent of its section 4; volume does not change by plastic strain.
///
/// State: the six components xx, yy, zz, xy, xz, yz of (Fᵖᵀ Fᵖ)⁻¹ - 1, then α.
/// A motion with det F <= 0 has no logarithmic strain: energy, stress and tangent are then NaN.
struct VonMisesPlasticity {
  static constexpr int kStateSize = 7;
  static constexpr int kPlasticStrain = 6;  // number of α in the state

  static double energy(const Mat3& H, const BulkParameters& parameters, const double* state);
  static Mat3 stress(const Mat3& H, const BulkParameters& parameters, const double* state);
  static void tangent(const Mat3& H, const BulkParameters& parameters, const double* state,
                      bool elastic, LawTangent& to);
  static void advance(const Mat3& H, const BulkParameters& parameters, double* state);
  /// In principal axes of bᵉ, with the pressure p = tr τ / 3, s = dev τ and d_ab = s_a - s_b over
  /// the difference of the eigenvalues b_a - b_b, the second derivative of elastic deformation is
  ///
  ///     λ (tr l)² - p tr l² + Σ_a (2 μ - s_a) l_aa² + Σ_{a<b} d_ab (b_b l_ab² + b_a l_ba²)
  ///       + 2 Σ_{a<b} (b_b d_ab - s_b) l_ab l_ba
  ///
  /// In 'MIXED' elements, with θ and π as in neo_hooke.h and s and sums for l' = dev l, it is
  /// (κ - p) θ² + π ((tr l)² - tr l²) + the sums - ⅔ tr l s : l'. Since no b_b d_ab is larger than
  /// μ (1 + x/2 + x²/12), x = |s_a - s_b| / μ, and |s| follows from (tr bᵉ)³ / J², no eigenvalues
  /// are needed. @return kNoModulusBound where some J is not positive.
  static ModulusBound modulus_bound(const StretchRange& range, const BulkParameters& parameters);
  /// Plastic work ∫ (σ_y + H α) dα per reference volume, J/m^3. Of it ½ H α² is stored in the
  /// hardened material, the rest is heat.
  static double plastic_work(const BulkParameters& parameters, const double* state);
};

}  // namespace solfec
