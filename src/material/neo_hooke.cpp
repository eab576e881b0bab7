#include "material/neo_hooke.h"

#include <cmath>

#include "base/count.h"

namespace solfec {
namespace {

/// Half of the sum of the principal minors twice: second invariant of H, ½ ((tr H)² - tr H²).
double second_invariant(const Mat3& H) {
  return H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0) + H(0, 0) * H(2, 2) - H(0, 2) * H(2, 0) +
         H(1, 1) * H(2, 2) - H(1, 2) * H(2, 1);
}

/// j - ln(1 + j), with its digits where j is small.
double logarithm_rest(double j) {
  constexpr double kSmall = 0.05;
  if (std::abs(j) > kSmall) return j - std::log1p(j);
  constexpr int kTerms = 14;  // kSmall^13 is rounding
  double sum = 0.0;
  for (int k = kTerms; k >= 2; --k) sum = (k % 2 == 0 ? 1.0 : -1.0) / k + j * sum;
  return j * j * sum;
}

/// h + μ j, its derivative and h' + μ, h'' at J = 1 + j.
struct VolumeTerms {
  double energy;  // J/m^3
  double first;   // Pa
  double second;  // Pa
};

VolumeTerms exact_terms(double j, const BulkParameters& of) {
  const double J = 1.0 + j;
  const double logarithm = std::log1p(j);
  return {of.mu * logarithm_rest(j) + 0.5 * of.lambda * logarithm * logarithm,
          (of.lambda * logarithm + of.mu * j) / J,
          (of.lambda * (1.0 - logarithm) + of.mu) / (J * J)};
}

VolumeTerms volume_terms(double j, const BulkParameters& of) {
  constexpr double kLeast = NeoHooke::kLeastVolume - 1.0;
  if (!(j < kLeast)) return exact_terms(j, of);
  const VolumeTerms at = exact_terms(kLeast, of);
  const double rest = j - kLeast;
  return {at.energy + rest * (at.first + 0.5 * rest * at.second), at.first + rest * at.second,
          at.second};
}

}  // namespace

double NeoHooke::energy(const Mat3& H, const BulkParameters& parameters, const double* /*state*/) {
  const double second = second_invariant(H);
  const double third = determinant(H);
  const VolumeTerms terms = volume_terms(trace(H) + second + third, parameters);
  return parameters.mu * (0.5 * double_dot(H, H) - second - third) + terms.energy;
}

/// P = μ (F - cof F) + (h' + μ) cof F, with cof F = (1 + tr H) 1 - Hᵀ + cof H.
Mat3 NeoHooke::stress(const Mat3& H, const BulkParameters& parameters, const double* /*state*/) {
  const Mat3 C = cofactor(H);
  const double dilation = trace(H);
  const double j = dilation + second_invariant(H) + determinant(H);
  const Mat3 turned = transpose(H);
  const double first = volume_terms(j, parameters).first;
  const Mat3 difference = H + turned - dilation * identity() - C;
  return parameters.mu * difference + first * ((1.0 + dilation) * identity() - turned + C);
}

void NeoHooke::tangent(const Mat3& H, const BulkParameters& parameters, const double* state,
                       bool /*elastic*/, LawTangent& to) {
  to.stress = stress(H, parameters, state);
  const Mat3 F = identity() + H;
  const Mat3 C = cofactor(F);
  const double j = trace(H) + second_invariant(H) + determinant(H);
  const VolumeTerms terms = volume_terms(j, parameters);
  const double slope = terms.first - parameters.mu;  // h'
  for (std::size_t b = 0; b < 9; ++b) {
    for (std::size_t a = 0; a < 9; ++a) to.change[a + 9 * b] = terms.second * C.m[a] * C.m[b];
    to.change[b + 9 * b] += parameters.mu;
  }
  // cof F has the columns F_1 x F_2, F_2 x F_0, F_0 x F_1
  for (int J = 0; J < 3; ++J) {
    const Mat3 before = slope * skew(F.column((J + 1) % 3));
    const Mat3 behind = -slope * skew(F.column((J + 2) % 3));
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        to.change[at(i + 3 * J + 9 * (k + 3 * ((J + 2) % 3)))] += before(i, k);
        to.change[at(i + 3 * J + 9 * (k + 3 * ((J + 1) % 3)))] += behind(i, k);
      }
    }
  }
}

}  // namespace solfec
