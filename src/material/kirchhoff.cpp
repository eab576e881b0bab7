#include "material/kirchhoff.h"

namespace solfec {

namespace {

Mat3 green_lagrange(const Mat3& F) { return 0.5 * (transpose(F) * F - identity()); }

Mat3 hooke(const Mat3& strain, double lambda, double mu) {
  const double spherical = lambda * trace(strain);
  return diagonal(spherical, spherical, spherical) + 2.0 * mu * strain;
}

}  // namespace

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
  const Mat3 half = transpose(F) * dF;
  const Mat3 strain_change = 0.5 * (half + transpose(half));
  return dF * second_piola_stress(F, lambda, mu) + F * hooke(strain_change, lambda, mu);
}

Mat3 second_change_of_first_piola(const Mat3& F, const Mat3& dF, const Mat3& dG, double lambda,
                                  double mu) {
  const auto stress_change = [&](const Mat3& A, const Mat3& B) {  // of the strain sym(Aᵀ B)
    const Mat3 product = transpose(A) * B;
    return hooke(0.5 * (product + transpose(product)), lambda, mu);
  };
  return dF * stress_change(F, dG) + dG * stress_change(F, dF) + F * stress_change(dF, dG);
}

void first_piola_tangent(const Mat3& F, double lambda, double mu, PiolaTangent& tangent) {
  const Mat3 S = second_piola_stress(F, lambda, mu);
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

}  // namespace solfec
