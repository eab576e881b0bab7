#include "material/kirchhoff.h"

namespace solfec {

Mat3 green_lagrange(const Mat3& F) { return 0.5 * (transpose(F) * F - identity()); }

namespace {

Mat3 hooke(const Mat3& strain, double lambda, double mu) {
  const double spherical = lambda * trace(strain);
  return diagonal(spherical, spherical, spherical) + 2.0 * mu * strain;
}

/// Stress of the strain sym(Aᵀ B).
Mat3 stress_of(const Mat3& A, const Mat3& B, double lambda, double mu) {
  const Mat3 product = transpose(A) * B;
  return hooke(0.5 * (product + transpose(product)), lambda, mu);
}

}  // namespace

Mat3 strain_rate_stress(const Mat3& F, const Mat3& rate, double lambda, double mu) {
  return F * stress_of(F, rate, lambda, mu);
}

Mat3 strain_rate_stress_change(const Mat3& F, const Mat3& rate, const Mat3& dF, double lambda,
                               double mu) {
  return dF * stress_of(F, rate, lambda, mu) + F * stress_of(dF, rate, lambda, mu);
}

Mat3 second_piola_stress(const Mat3& F, double lambda, double mu) {
  return hooke(green_lagrange(F), lambda, mu);
}

Mat3 first_piola_stress(const Mat3& F, double lambda, double mu) {
  return F * second_piola_stress(F, lambda, mu);
}

double strain_energy_density(const Mat3& F, double lambda, double mu) {
  const Mat3 strain = green_lagrange(F);
  const double dilation = trace(strain);
  return 0.5 * lambda * dilation * dilation + mu * double_dot(strain, strain);
}

Mat3 first_piola_change(const Mat3& F, const Mat3& dF, double lambda, double mu) {
  return dF * second_piola_stress(F, lambda, mu) + strain_rate_stress(F, dF, lambda, mu);
}

void first_piola_tangent(const Mat3& F, double lambda, double mu, PiolaTangent& tangent,
                         double share) {
  const Mat3 S = share * second_piola_stress(F, lambda, mu);
  const Mat3 left = mu * (F * transpose(F));
  const Mat3 lambda_F = lambda * F;
  const Mat3 mu_F = mu * F;

  for (int b = 0; b < 9; ++b) {
    const int k = b % 3;
    const int L = b / 3;
    for (int a = 0; a < 9; ++a) {
      const int i = a % 3;
      const int J = a / 3;
      double sum = lambda_F(i, J) * F(k, L) + mu_F(i, L) * F(k, J);
      if (i == k) sum += S(J, L);
      if (J == L) sum += left(i, k);
      tangent[a + 9 * b] = sum;
    }
  }
}

Mat3 cauchy_stress(const Mat3& F, double lambda, double mu) {
  return (1.0 / determinant(F)) * (first_piola_stress(F, lambda, mu) * transpose(F));
}

Mat3 cauchy_stress_of_strain(const Mat3& F, const Mat3& strain, double lambda, double mu) {
  return (1.0 / determinant(F)) * (F * hooke(strain, lambda, mu) * transpose(F));
}

namespace {

/// E of H = F - 1, with the digits of small strains.
Mat3 strain_of(const Mat3& H) { return 0.5 * (H + transpose(H) + transpose(H) * H); }

}  // namespace

double KirchhoffLaw::energy(const Mat3& H, const BulkParameters& parameters,
                            const double* /*state*/) {
  const Mat3 strain = strain_of(H);
  return 0.5 * double_dot(strain, hooke(strain, parameters.lambda, parameters.mu));
}

Mat3 KirchhoffLaw::stress(const Mat3& H, const BulkParameters& parameters,
                          const double* /*state*/) {
  const Mat3 S = hooke(strain_of(H), parameters.lambda, parameters.mu);
  return S + H * S;
}

void KirchhoffLaw::tangent(const Mat3& H, const BulkParameters& parameters, const double* state,
                           bool /*elastic*/, LawTangent& to) {
  to.stress = stress(H, parameters, state);
  first_piola_tangent(identity() + H, parameters.lambda, parameters.mu, to.change);
}

}  // namespace solfec
