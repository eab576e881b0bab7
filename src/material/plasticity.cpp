#include "material/plasticity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/count.h"
#include "math/small_logarithm.h"
#include "math/spectral3.h"
#include "math/vec3.h"

namespace solfec {
namespace {

// Everything happens in the principal axes n_a of the trial state bᵉ = F Cᵖ⁻¹ Fᵀ, which the return
// keeps (Trial, Return). In the tangent V_ab = n_a ⊗ F⁻¹ n_b, and
//
//   ∂P/∂F = Σ_ab (a_ab - 2 τ_a δ_ab) V_aa ⊗ V_bb + Σ_{a≠b} c_ab V_ab ⊗ (V_ab + V_ba)
//           + Σ_ab τ_b V_ab ⊗ V_ab,   a_ab = ∂τ_a/∂ε_b,   c_ab = (τ_a b_b - τ_b b_a) / (b_a - b_b)
//
// with the eigenvalues b_a of bᵉ (Simo (1992), eq. 4.20). Since τ_a - τ_b = 2 μ' (ε_a - ε_b) with
// one μ' for all pairs, c_ab = μ' ln(1 + x) / x - τ_b, x = b_a / b_b - 1, without a difference of
// nearly equal numbers.

double kappa_of(const BulkParameters& of) { return of.lambda + 2.0 / 3.0 * of.mu; }

/// Symmetric Cᵖ⁻¹ - 1 of a state.
Mat3 plastic_of(const double* state) {
  return {
      {state[0], state[3], state[4], state[3], state[1], state[5], state[4], state[5], state[2]}};
}

/// bᵉ - 1 of a motion without plastic flow since the last one.
Mat3 trial_excess(const Mat3& H, const double* state) {
  const Mat3 F = identity() + H;
  return H + transpose(H) + H * transpose(H) + F * plastic_of(state) * transpose(F);
}

/// Elastic state without plastic flow since the last one, in principal axes.
struct Trial {
  Mat3 axis;      // n_a as columns
  Vec3 excess;    // eigenvalues of bᵉ less 1
  Vec3 deviator;  // of ε in these axes
  double volume;  // tr ε
  bool valid;     // det F > 0

  Trial(const Mat3& H, const double* state) : Trial(H, trial_excess(H, state)) {}
  Trial(const Mat3& H, const Mat3& excess_of) {
    const Spectrum3 spectrum = spectrum_of(excess_of);
    axis = spectrum.vector;
    excess = spectrum.value;
    const Vec3 strain{0.5 * std::log1p(excess.x), 0.5 * std::log1p(excess.y),
                      0.5 * std::log1p(excess.z)};
    volume = strain.x + strain.y + strain.z;
    deviator = strain - (volume / 3.0) * Vec3{1.0, 1.0, 1.0};
    valid = determinant(identity() + H) > 0.0;
  }
};

/// Elastic strain of the trial state as a tensor, which needs no axes where it is small, as that of
/// metals is.
struct TrialStrain {
  Mat3 excess;    // bᵉ - 1
  Mat3 deviator;  // of ε = ½ ln bᵉ
  double volume;  // tr ε
  double square;  // of the norm of the deviator
  bool valid;     // det F > 0

  TrialStrain(const Mat3& H, const double* state) : excess(trial_excess(H, state)) {
    if (double_dot(excess, excess) <= kSmallLogarithm * kSmallLogarithm) {
      deviator = 0.5 * logarithm_of_unit_plus(excess);
      volume = trace(deviator);
      valid = determinant(identity() + H) > 0.0;
    } else {
      const Trial trial(H, excess);
      volume = trial.volume;
      valid = trial.valid;
      for (int a = 0; a < 3; ++a) {
        const double strain = trial.deviator[a] + volume / 3.0;
        deviator += outer(strain * trial.axis.column(a), trial.axis.column(a));
      }
    }
    deviator -= volume / 3.0 * identity();
    square = double_dot(deviator, deviator);
  }
};

/// The return to the yield surface along the deviator.
struct Return {
  double flow = 0.0;   // Δα
  double kept = 1.0;   // share that the deviator of stress keeps
  double mises = 0.0;  // von Mises stress of the trial state, Pa

  /// @param square  Of the norm of the deviator of the trial strain.
  Return(double square, const BulkParameters& of, double alpha) {
    mises = of.mu * std::sqrt(6.0 * square);
    const double beyond = mises - (of.yield_stress + of.hardening * alpha);
    if (!(beyond > 0.0)) return;
    flow = beyond / (3.0 * of.mu + of.hardening);
    kept = 1.0 - 3.0 * of.mu * flow / mises;
  }
};

Mat3 not_a_number() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return nan * identity();
}

/// exp (X) - 1 of a symmetric matrix of any size.
Mat3 exponential_rest(const Mat3& X) {
  if (double_dot(X, X) <= kSmallLogarithm * kSmallLogarithm) return exponential_minus_unit(X);
  const Spectrum3 spectrum = spectrum_of(X);
  Mat3 result;
  for (int a = 0; a < 3; ++a) {
    result +=
        outer(std::expm1(spectrum.value[a]) * spectrum.vector.column(a), spectrum.vector.column(a));
  }
  return result;
}

/// Principal Kirchhoff stresses.
Vec3 principal_stress(const Trial& trial, const Return& back, const BulkParameters& of) {
  return kappa_of(of) * trial.volume * Vec3{1.0, 1.0, 1.0} +
         2.0 * of.mu * back.kept * trial.deviator;
}

/// τ F⁻ᵀ = Σ τ_a n_a ⊗ F⁻¹ n_a.
Mat3 piola_stress(const Trial& trial, const Vec3& stress, const Mat3& inverse_F) {
  Mat3 P;
  for (int a = 0; a < 3; ++a) {
    P += outer(stress[a] * trial.axis.column(a), inverse_F * trial.axis.column(a));
  }
  return P;
}

/// a_ab = ∂τ_a/∂ε_b of the return: κ + 2 μ' (δ_ab - 1/3) - θ e_a e_b with the unit deviator e.
Mat3 principal_moduli(const Trial& trial, const Return& back, const BulkParameters& of,
                      bool elastic) {
  const double mu = of.mu * (elastic ? 1.0 : back.kept);
  Mat3 moduli;
  for (int b = 0; b < 3; ++b) {
    for (int a = 0; a < 3; ++a) {
      moduli(a, b) = kappa_of(of) + 2.0 * mu * ((a == b ? 1.0 : 0.0) - 1.0 / 3.0);
    }
  }
  if (elastic || back.flow == 0.0) return moduli;
  const double theta =
      6.0 * of.mu * of.mu * (1.0 / (3.0 * of.mu + of.hardening) - back.flow / back.mises);
  moduli -= (theta / dot(trial.deviator, trial.deviator)) * outer(trial.deviator, trial.deviator);
  return moduli;
}

void add_dyad(PiolaTangent& to, double scale, const Mat3& x, const Mat3& y) {
  for (std::size_t b = 0; b < 9; ++b) {
    const double right = scale * y.m[b];
    for (std::size_t a = 0; a < 9; ++a) to[a + 9 * b] += right * x.m[a];
  }
}

/// ln(1 + x) / x.
double logarithm_over(double x) { return x == 0.0 ? 1.0 : std::log1p(x) / x; }

/// Bound of |dev ln bᵉ| by z = (tr bᵉ)³ / det bᵉ. With the deviator x of ln bᵉ, cbrt z = Σ exp x_a
/// is at least 3 + |x|² (1/2 - |x| / √216), since exp x >= 1 + x + x²/2 + x³/6 and Σ x_a³ >= -|x|³
/// / √6; and at least the exponential of the largest x_a, which is at least |x| / √6.
double logarithm_bound(double z) {
  constexpr double kRounding = 1e-14;
  const double y = std::max(0.0, std::cbrt(z) - 3.0) + kRounding;
  constexpr double kLargest = 2.0;  // up to here the first bound rises with |x|
  const double root = std::sqrt(54.0);
  if (y > kLargest * kLargest * (0.5 - kLargest / (2.0 * root))) {
    return std::sqrt(6.0) * std::log(3.0 + y);
  }
  double x = kLargest;  // each is a bound, as the one before was
  for (int k = 0; k < 4; ++k) x = std::sqrt(2.0 * y / (1.0 - x / root));
  return x;
}

}  // namespace

double VonMisesPlasticity::energy(const Mat3& H, const BulkParameters& parameters,
                                  const double* state) {
  const TrialStrain trial(H, state);
  if (!trial.valid) return std::numeric_limits<double>::quiet_NaN();
  const Return back(trial.square, parameters, state[kPlasticStrain]);
  return 0.5 * kappa_of(parameters) * trial.volume * trial.volume +
         parameters.mu * back.kept * back.kept * trial.square;
}

Mat3 VonMisesPlasticity::stress(const Mat3& H, const BulkParameters& parameters,
                                const double* state) {
  const TrialStrain trial(H, state);
  if (!trial.valid) return not_a_number();
  const Return back(trial.square, parameters, state[kPlasticStrain]);
  const Mat3 kirchhoff = kappa_of(parameters) * trial.volume * identity() +
                         2.0 * parameters.mu * back.kept * trial.deviator;
  return kirchhoff * transpose(inverse(identity() + H));
}

void VonMisesPlasticity::tangent(const Mat3& H, const BulkParameters& parameters,
                                 const double* state, bool elastic, LawTangent& to) {
  to.change.fill(0.0);
  const Trial trial(H, state);
  if (!trial.valid) {
    to.stress = not_a_number();
    to.change.fill(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const Return back(dot(trial.deviator, trial.deviator), parameters, state[kPlasticStrain]);
  const Vec3 stress = principal_stress(trial, back, parameters);
  const Mat3 moduli = principal_moduli(trial, back, parameters, elastic);
  const double mu = parameters.mu * (elastic ? 1.0 : back.kept);
  const Mat3 inverse_F = inverse(identity() + H);
  std::array<Mat3, 9> V;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      V[at(a + 3 * b)] = outer(trial.axis.column(a), inverse_F * trial.axis.column(b));
    }
  }
  to.stress = piola_stress(trial, stress, inverse_F);
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const Mat3& own = V[at(a + 3 * b)];
      const double normal = moduli(a, b) - (a == b ? 2.0 * stress[a] : 0.0);
      add_dyad(to.change, normal, V[at(4 * a)], V[at(4 * b)]);
      add_dyad(to.change, stress[b], own, own);
      if (a == b) continue;
      const double x = (trial.excess[a] - trial.excess[b]) / (1.0 + trial.excess[b]);
      add_dyad(to.change, mu * logarithm_over(x) - stress[b], own, own + V[at(b + 3 * a)]);
    }
  }
}

/// Cᵖ⁻¹ changes by F⁻¹ (bᵉ - trial bᵉ) F⁻ᵀ with bᵉ = exp (-2 (1 - kept) dev ε) times the trial one,
/// whose axes it has; without flow it keeps its bits.
void VonMisesPlasticity::advance(const Mat3& H, const BulkParameters& parameters, double* state) {
  const TrialStrain trial(H, state);
  if (!trial.valid) return;
  const Return back(trial.square, parameters, state[kPlasticStrain]);
  if (back.flow == 0.0) return;
  const Mat3 inverse_F = inverse(identity() + H);
  const Mat3 shrunk = exponential_rest(-2.0 * (1.0 - back.kept) * trial.deviator);
  const Mat3 change = inverse_F * (shrunk * (identity() + trial.excess)) * transpose(inverse_F);
  const double parts[] = {change(0, 0), change(1, 1), change(2, 2),
                          change(0, 1), change(0, 2), change(1, 2)};
  for (int k = 0; k < kPlasticStrain; ++k) state[k] += parts[k];
  state[kPlasticStrain] += back.flow;
}

double VonMisesPlasticity::plastic_work(const BulkParameters& parameters, const double* state) {
  const double alpha = state[kPlasticStrain];
  return alpha * (parameters.yield_stress + 0.5 * parameters.hardening * alpha);
}

ModulusBound VonMisesPlasticity::modulus_bound(const StretchRange& range,
                                               const BulkParameters& parameters) {
  if (!(range.least_volume > 0.0)) return kNoModulusBound;
  const double mu = parameters.mu;
  const double kappa = kappa_of(parameters);
  const double deviator = logarithm_bound(range.elastic);    // |s| / μ
  const double x = std::numbers::sqrt2 * deviator;           // |s_a - s_b| / μ
  const double most = std::sqrt(2.0 / 3.0) * mu * deviator;  // |s_a|
  const double shear = mu * (1.0 + x / 2.0 + x * x / 12.0);  // b_b d_ab
  if (!range.mixed) {
    const double push = std::max(0.0, -kappa * std::log(range.least_volume));
    const double pull = std::max(0.0, kappa * std::log(range.most_volume));
    return {.dilation = std::max(0.0, parameters.lambda),
            .gradient = shear + most + std::max(shear + push, pull)};
  }
  const double share = range.most_volume / range.mean_volume;
  const double p = kappa * std::log(range.mean_volume);
  const double sums = 2.0 * shear + most;  // they are at most this times |l'|² = |l|² - (tr l)²/3
  const double of_dilation = share * (std::max(0.0, kappa - p) + std::max(0.0, p));
  return {.dilation = std::max(0.0, of_dilation - sums / 3.0),
          .gradient = sums + share * std::abs(p) + mu * deviator * std::numbers::inv_sqrt3};
}

}  // namespace solfec
