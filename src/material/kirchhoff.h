#pragma once

#include "material/law_values.h"
#include "math/mat3.h"

namespace solfec {

/// St Venant-Kirchhoff law in terms of the deformation gradient F (row i of space, column J of the
/// reference): Green-Lagrange strain E = ½ (FᵀF - 1), second Piola stress S = λ tr(E) 1 + 2 μ E,
/// energy density Ψ = ½ λ (tr E)² + μ E : E. λ and μ are Lamé's constants, Pa. Every function is
/// defined for every F, also for det F <= 0.
/// Ogden (1984), Non-linear Elastic Deformations, Ellis Horwood, section 4.3.

/// Second Piola stress S, symmetric, Pa.
Mat3 second_piola_stress(const Mat3& F, double lambda, double mu);

/// First Piola stress P = F S = ∂Ψ/∂F, Pa; the tests compare with differences of Ψ.
Mat3 first_piola_stress(const Mat3& F, double lambda, double mu);

/// Energy per unit of reference volume, J/m^3.
double strain_energy_density(const Mat3& F, double lambda, double mu);

/// Derivative of P in the direction dF, (∂P/∂F) : dF = dF S + F dS; the units of λ times those of
/// dF.
Mat3 first_piola_change(const Mat3& F, const Mat3& dF, double lambda, double mu);

/// First Piola-Kirchhoff stress F (D : Ė) of the stress that goes with the strain rate
/// Ė = sym(Fᵀ Ḟ), the derivative above without dF S: none in a rigid motion. The units of λ times
/// those of Ḟ.
Mat3 strain_rate_stress(const Mat3& F, const Mat3& rate, double lambda, double mu);

/// Derivative of strain_rate_stress(F, Ḟ) in the direction dF of F.
Mat3 strain_rate_stress_change(const Mat3& F, const Mat3& rate, const Mat3& dF, double lambda,
                               double mu);

/// ∂P_iJ/∂F_kL = s δ_ik S_JL + λ F_iJ F_kL + μ ((F Fᵀ)_ik δ_JL + F_iL F_kJ), Pa.
/// @param share  s, of what comes from the stress that there is already; ∂P/∂F has 1, and
///               ∂strain_rate_stress/∂Ḟ 0.
void first_piola_tangent(const Mat3& F, double lambda, double mu, PiolaTangent& tangent,
                         double share = 1.0);

/// Cauchy stress σ = P Fᵀ / det F, symmetric, Pa. @pre det F != 0.
Mat3 cauchy_stress(const Mat3& F, double lambda, double mu);

/// Green-Lagrange strain E.
Mat3 green_lagrange(const Mat3& F);

/// Cauchy stress F S Fᵀ / det F with the stress S of a strain that need not be that of F, Pa.
/// @pre det F != 0.
Mat3 cauchy_stress_of_strain(const Mat3& F, const Mat3& strain, double lambda, double mu);

/// The law as an entry of BulkLaws (bulk_law.h), by the formulas above with the strain of H = F
/// - 1. Loops over elements have this law in wide versions of their own
/// (body/finite_element/element_kernels.h).
struct KirchhoffLaw {
  static constexpr int kStateSize = 0;

  static double energy(const Mat3& H, const BulkParameters& parameters, const double* state);
  static Mat3 stress(const Mat3& H, const BulkParameters& parameters, const double* state);
  static void tangent(const Mat3& H, const BulkParameters& parameters, const double* state,
                      bool elastic, LawTangent& to);
  static void advance(const Mat3& /*H*/, const BulkParameters& /*parameters*/, double* /*state*/) {}
};

}  // namespace solfec
