#pragma once

#include <array>

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

/// ∂P/∂F as a 9 x 9 symmetric matrix by columns: entry (a, b) is [a + 9 b], where entry (i, J) of P
/// or F has the number i + 3 J.
using PiolaTangent = std::array<double, 81>;

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

}  // namespace solfec
