#pragma once

#include "material/law_values.h"
#include "math/mat3.h"

namespace solfec {

/// Compressible neo-Hookean law: energy density Ψ = ½ μ (tr FᵀF - 3) + h(J) with
/// h(J) = -μ ln J + ½ λ (ln J)² and J = det F, so P = μ F + h'(J) cof F. Small strains see Hooke's
/// law with Lamé's constants λ and μ. Bonet and Wood (2008), Nonlinear Continuum Mechanics for
/// Finite Element Analysis, 2nd edition, Cambridge University Press, section 6.4.3.
///
/// Deviation: below J = kLeastVolume h goes on as its Taylor polynomial of second order about
/// there, so that an inverted element has a finite stress that opens it again.
struct NeoHooke {
  static constexpr int kStateSize = 0;
  static constexpr double kLeastVolume = 0.05;  // of the reference volume

  static double energy(const Mat3& H, const BulkParameters& parameters, const double* state);
  static Mat3 stress(const Mat3& H, const BulkParameters& parameters, const double* state);
  /// ∂P_iJ/∂F_kL = μ δ_ik δ_JL + h'' cof F_iJ cof F_kL + h' ∂cof F_iJ/∂F_kL.
  static void tangent(const Mat3& H, const BulkParameters& parameters, const double* state,
                      bool elastic, LawTangent& to);
  static void advance(const Mat3& /*H*/, const BulkParameters& /*parameters*/, double* /*state*/) {}
};

}  // namespace solfec
