#include "material/neo_hooke.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/count.h"

namespace solfec {
namespace {

/// Half of the sum of the principal minors twice: second invariant of H, ½ ((tr H)² - tr H²).
double second_invariant(const Mat3& H) {
  return H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0) + H(0, 0) * H(2, 2) - H(0, 2) * H(2, 0) +
         H(1, 1) * H(2, 2) - H(1, 2) * H(2, 1);
}

/// Coefficients of j², j³, ... of j - ln(1 + j) for |j| <= kSmall; the next is rounding.
constexpr double kSmall = 0.05;
constexpr std::array<double, 13> kSeries{1.0 / 2,  -1.0 / 3,  1.0 / 4,  -1.0 / 5, 1.0 / 6,
                                         -1.0 / 7, 1.0 / 8,   -1.0 / 9, 1.0 / 10, -1.0 / 11,
                                         1.0 / 12, -1.0 / 13, 1.0 / 14};

/// j - ln(1 + j), with its digits where j is small.
double logarithm_rest(double j) {
  if (std::abs(j) > kSmall) return j - std::log1p(j);
  double sum = 0.0;
  for (std::size_t k = kSeries.size(); k-- > 0;) sum = kSeries[k] + j * sum;
  return j * j * sum;
}

/// h + μ j, its derivative and h' + μ, h'' at J = 1 + j.
struct VolumeTerms {
  double energy;  // J/m^3
  double first;   // Pa
  double second;  // Pa
};

/// h' + μ at J = 1 + j.
double exact_slope(double j, const BulkParameters& of) {
  return (of.lambda * std::log1p(j) + of.mu * j) / (1.0 + j);
}

VolumeTerms exact_terms(double j, const BulkParameters& of) {
  const double J = 1.0 + j;
  const double logarithm = std::log1p(j);
  return {of.mu * logarithm_rest(j) + 0.5 * of.lambda * logarithm * logarithm, exact_slope(j, of),
          (of.lambda * (1.0 - logarithm) + of.mu) / (J * J)};
}

constexpr double kLeast = NeoHooke::kLeastVolume - 1.0;

VolumeTerms volume_terms(double j, const BulkParameters& of) {
  if (!(j < kLeast)) return exact_terms(j, of);
  const VolumeTerms at = exact_terms(kLeast, of);
  const double rest = j - kLeast;
  return {at.energy + rest * (at.first + 0.5 * rest * at.second), at.first + rest * at.second,
          at.second};
}

/// h' + μ alone, which is all that a stress needs.
double volume_slope(double j, const BulkParameters& of) {
  return j < kLeast ? volume_terms(j, of).first : exact_slope(j, of);
}

/// Bound of a 'MIXED' element (neo_hooke.h). The product of θ - tr l and l' is at most
/// √3/2 (2 |l|² + θ²/3), and the sum of θ² over the points at most that of J (tr l)² / J̃.
ModulusBound mixed_bound(const StretchRange& of, const BulkParameters& parameters) {
  const double mu = parameters.mu;
  const double mean = of.mean_volume;
  const double m = mu - parameters.lambda * std::log(mean);
  const double least_share = of.least_volume / mean;  // of J / J̃
  const double most_share = of.most_volume / mean;
  const double scale = std::pow(least_share, -2.0 / 3.0);  // largest a²
  const double n_least = mu * std::pow(most_share, -2.0 / 3.0) * of.least_square;
  const double n_most = mu * scale * of.most_square;
  const double deviator = mu * scale * of.deviator;
  const double p_least = n_least / 3.0 - m;
  const double p_most = n_most / 3.0 - m;
  const double pi_least = p_least * (p_least < 0.0 ? most_share : least_share);
  const double pi_most = p_most * (p_most < 0.0 ? least_share : most_share);
  const double of_mean = std::max(0.0, parameters.lambda + m - n_least / 9.0) +
                         2.0 / 3.0 * std::numbers::inv_sqrt3 * deviator;
  return {.dilation = std::max(0.0, pi_most - 2.0 / 9.0 * n_least + most_share * of_mean),
          .gradient = std::max(n_most / 3.0 - pi_least, pi_most - n_least / 3.0) +
                      4.0 * std::numbers::inv_sqrt3 * deviator,
          .reference = mu * scale};
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
  const double first = volume_slope(j, parameters);
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

ModulusBound NeoHooke::modulus_bound(const StretchRange& range, const BulkParameters& parameters) {
  if (range.mixed) {
    const bool has_bound = range.least_volume > 0.0 && range.mean_volume >= kLeastVolume;
    return has_bound ? mixed_bound(range, parameters) : kNoModulusBound;
  }
  if (!(range.least_volume >= kLeastVolume)) return kNoModulusBound;
  const double mu = parameters.mu;
  const double at_least = mu - parameters.lambda * std::log(range.least_volume);
  const double at_most = mu - parameters.lambda * std::log(range.most_volume);
  return {.dilation = std::max(0.0, parameters.lambda),
          .gradient = std::max(std::abs(at_least), std::abs(at_most)),
          .reference = mu};
}

}  // namespace solfec
