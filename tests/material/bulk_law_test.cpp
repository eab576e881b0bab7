#include "material/bulk_law.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/enum_names.h"

namespace solfec {
namespace {

constexpr double kLambda = 3.0;  // units of order one: tolerances are then plain numbers
constexpr double kMu = 2.0;
constexpr double kTol = 1e-13;           // rounding at unit scale
constexpr double kDifference = 1e-5;     // step of central differences
constexpr double kDifferenceTol = 1e-8;  // their error, of order kDifference^2

const BulkParameters kUnit{kLambda, kMu, 0.3, 0.5};  // yield: elastic strain 0.06

double largest_entry(const Mat3& a) {
  double largest = 0.0;
  for (const double entry : a.m) largest = std::fmax(largest, std::fabs(entry));
  return largest;
}

/// A law and what it was loaded by before: with a state, once without and once with plastic strain.
class BulkLawProperty : public ::testing::TestWithParam<BulkModel> {
 protected:
  Mat3 random_matrix(double size) {
    Mat3 result;
    for (double& entry : result.m) entry = size * unit_(rng_);
    return result;
  }
  Mat3 random_rotation() {  // Gram-Schmidt
    const Mat3 a = identity() + random_matrix(0.4);
    const Vec3 x = normalized(a.column(0));
    const Vec3 y = normalized(a.column(1) - dot(a.column(1), x) * x);
    return from_columns(x, y, cross(x, y));
  }
  /// The potential of the stress: with plastic strain what that takes belongs to it.
  [[nodiscard]] double energy(const Mat3& H) const {
    std::vector<double> after = state_;
    law_.advance(H, kUnit, after.data());
    const double alpha = after[VonMisesPlasticity::kPlasticStrain];
    const double spent = GetParam() == BulkModel::von_mises
                             ? alpha * (kUnit.yield_stress + 0.5 * kUnit.hardening * alpha)
                             : 0.0;
    return law_.energy(H, kUnit, state_.data()) + spent;
  }
  [[nodiscard]] Mat3 stress(const Mat3& H) const { return law_.stress(H, kUnit, state_.data()); }

  /// Takes the state along with a deformation.
  void load() { law_.advance(random_matrix(0.2), kUnit, state_.data()); }

  const BulkLaw& law_ = law_of(GetParam());
  std::vector<double> state_ = std::vector<double>(16, 0.0);

 private:
  std::mt19937 rng_{20261201};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(BulkLawProperty, StressIsTheDerivativeOfTheEnergy) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 H = random_matrix(0.3);
    if (sample == 25) load();
    const Mat3 P = stress(H);
    for (int k = 0; k < 9; ++k) {
      Mat3 up = H;
      Mat3 down = H;
      up.m[k] += kDifference;
      down.m[k] -= kDifference;
      EXPECT_NEAR(P.m[k], (energy(up) - energy(down)) / (2.0 * kDifference), kDifferenceTol);
    }
  }
}

TEST_P(BulkLawProperty, TangentIsTheDerivativeOfTheStressAndSymmetric) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 H = random_matrix(0.3);
    if (sample == 25) load();
    LawTangent tangent;
    law_.tangent(H, kUnit, state_.data(), false, tangent);
    EXPECT_LE(largest_entry(tangent.stress - stress(H)), 100 * kTol);
    for (std::size_t b = 0; b < 9; ++b) {
      Mat3 up = H;
      Mat3 down = H;
      up.m[b] += kDifference;
      down.m[b] -= kDifference;
      const Mat3 slope = (0.5 / kDifference) * (stress(up) - stress(down));
      for (std::size_t a = 0; a < 9; ++a) {
        EXPECT_NEAR(tangent.change[a + 9 * b], slope.m[a], 10 * kDifferenceTol);
        EXPECT_NEAR(tangent.change[a + 9 * b], tangent.change[b + 9 * a], 100 * kTol);
      }
    }
  }
}

TEST_P(BulkLawProperty, SuperposedRotationTurnsTheStressAndKeepsTheEnergy) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 H = random_matrix(0.3);
    const Mat3 Q = random_rotation();
    if (sample == 25) load();
    const Mat3 turned = Q * (identity() + H) - identity();
    EXPECT_NEAR(energy(turned), energy(H), 10 * kTol);
    EXPECT_LE(largest_entry(stress(turned) - Q * stress(H)), 100 * kTol);
  }
}

TEST_P(BulkLawProperty, SmallStrainsSeeHookesLawWithAllDigits) {
  constexpr double kSmall = 1e-9;
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 H = kSmall * random_matrix(1.0);
    const Mat3 strain = 0.5 * (H + transpose(H));
    const Mat3 hooke = kLambda * trace(strain) * identity() + 2.0 * kMu * strain;
    EXPECT_LE(largest_entry(stress(H) - hooke), 100 * kSmall * kSmall);
    EXPECT_NEAR(energy(H) / (kSmall * kSmall), 0.5 * double_dot(hooke, strain) / (kSmall * kSmall),
                100 * kSmall);
  }
}

TEST_P(BulkLawProperty, TangentAtRestIsHookesLaw) {
  LawTangent tangent;
  law_.tangent({}, kUnit, state_.data(), false, tangent);
  PiolaTangent hooke;
  first_piola_tangent(identity(), kLambda, kMu, hooke);
  for (std::size_t k = 0; k < 81; ++k) EXPECT_NEAR(tangent.change[k], hooke[k], kTol);
}

INSTANTIATE_TEST_SUITE_P(Laws, BulkLawProperty,
                         ::testing::Values(BulkModel::kirchhoff, BulkModel::neo_hooke,
                                           BulkModel::von_mises),
                         [](const auto& of) { return std::string(name_of(of.param)); });

// ---- NEO_HOOKE: closed forms ------------------------------------------------------------------

/// P of F = diag(a, b, b): lateral μ (b - 1/b) + λ ln J / b, axial likewise with a.
TEST(NeoHooke, StretchMatchesHandCalculation) {
  for (const double a : {0.3, 0.5, 0.9, 1.5, 3.0}) {
    for (const double b : {0.8, 1.0, 1.3}) {
      const Mat3 P = NeoHooke::stress(diagonal(a - 1.0, b - 1.0, b - 1.0), kUnit, nullptr);
      const double pressure = kLambda * std::log(a * b * b);
      EXPECT_NEAR(P(0, 0), kMu * (a - 1.0 / a) + pressure / a, 100 * kTol);
      EXPECT_NEAR(P(1, 1), kMu * (b - 1.0 / b) + pressure / b, 100 * kTol);
      EXPECT_NEAR(P(2, 2), P(1, 1), 100 * kTol);
      EXPECT_LE(std::fabs(P(0, 1)) + std::fabs(P(1, 2)) + std::fabs(P(0, 2)), kTol);
    }
  }
}

/// Cauchy stress of simple shear g: τ = μ g and the normal stress difference μ g², J = 1.
TEST(NeoHooke, SimpleShearHasItsNormalStress) {
  for (const double g : {0.1, 0.7, 2.0}) {
    Mat3 H;
    H(0, 1) = g;
    const Mat3 F = identity() + H;
    const Mat3 cauchy = NeoHooke::stress(H, kUnit, nullptr) * transpose(F);
    EXPECT_NEAR(cauchy(0, 1), kMu * g, kTol);
    EXPECT_NEAR(cauchy(0, 0), kMu * g * g, 10 * kTol);
    EXPECT_NEAR(cauchy(1, 1), 0.0, 10 * kTol);
    EXPECT_NEAR(cauchy(2, 2), 0.0, 10 * kTol);
    EXPECT_NEAR(NeoHooke::energy(H, kUnit, nullptr), 0.5 * kMu * g * g, 10 * kTol);
  }
}

/// The law of St Venant and Kirchhoff is softest at a / √3 and has no stress left at a -> 0.
TEST(NeoHooke, StressGrowsWithoutEndWhereVolumeVanishes) {
  double before = 0.0;
  for (const double a : {0.9, 0.5, 0.2, 0.1, 0.06}) {
    const double now = NeoHooke::stress(diagonal(a - 1.0, 0.0, 0.0), kUnit, nullptr)(0, 0);
    EXPECT_LT(now, 1.5 * before);
    before = now;
  }
  EXPECT_LT(before, -100.0);
}

TEST(NeoHooke, GoesOnSmoothlyBelowItsLeastVolumeAndOpensInvertedPoints) {
  constexpr double kLeast = NeoHooke::kLeastVolume;
  constexpr double kStep = 1e-9;
  const auto stress = [](double a) {
    return NeoHooke::stress(diagonal(a - 1.0, 0.0, 0.0), kUnit, nullptr)(0, 0);
  };
  const auto stiffness = [](double a) {
    LawTangent tangent;
    NeoHooke::tangent(diagonal(a - 1.0, 0.0, 0.0), kUnit, nullptr, false, tangent);
    return tangent.change[0];
  };
  EXPECT_NEAR(stress(kLeast - kStep) / stress(kLeast + kStep), 1.0, 1e-6);
  EXPECT_NEAR(stiffness(kLeast - kStep) / stiffness(kLeast + kStep), 1.0, 1e-6);
  for (const double a : {0.04, 0.0, -0.5}) {
    EXPECT_LT(stress(a), stress(kLeast));  // it pushes outwards
    EXPECT_GT(stiffness(a), 0.0);
  }
  const double d = 1e-6;
  const auto energy = [](double a) {
    return NeoHooke::energy(diagonal(a - 1.0, 0.0, 0.0), kUnit, nullptr);
  };
  EXPECT_NEAR((energy(-0.2 + d) - energy(-0.2 - d)) / (2.0 * d) / stress(-0.2), 1.0, 1e-7);
}

// ---- VON_MISES --------------------------------------------------------------------------------

constexpr double kYoung = kMu * (3.0 * kLambda + 2.0 * kMu) / (kLambda + kMu);
const double kSheared = kUnit.yield_stress / std::sqrt(3.0) / kMu;  // first yield in simple shear

/// A bar in uniaxial stress with the axial stretch exp(strain): finds the lateral stretch by
/// Newton's method with differences, advances the state and returns the axial Kirchhoff stress.
double pull(double strain, std::vector<double>& state) {
  const double a = std::exp(strain) - 1.0;
  double b = 0.0;
  const auto lateral = [&](double x) {
    return VonMisesPlasticity::stress(diagonal(a, x, x), kUnit, state.data())(1, 1);
  };
  for (int k = 0; k < 60; ++k) {
    const double slope = (lateral(b + 1e-7) - lateral(b - 1e-7)) / 2e-7;
    b -= lateral(b) / slope;
  }
  EXPECT_NEAR(lateral(b), 0.0, 1e-11);
  const Mat3 H = diagonal(a, b, b);
  const double axial = VonMisesPlasticity::stress(H, kUnit, state.data())(0, 0) * (1.0 + a);
  VonMisesPlasticity::advance(H, kUnit, state.data());
  return axial;
}

/// In logarithmic strain the law is that of small strains: slope E up to σ_y, then E H / (E + H);
/// unloading with E over the elastic range 2 (σ_y + H α), then yield in compression; once more up.
TEST(VonMises, LoadingUnloadingAndReloadingOfABarMatchTheClosedForm) {
  std::vector<double> state(7, 0.0);
  const double first = kUnit.yield_stress / kYoung;
  const double slope = kYoung * kUnit.hardening / (kYoung + kUnit.hardening);
  double alpha = 0.0;
  double plastic = 0.0;  // signed plastic strain
  for (const double strain : {0.03, 0.2, 0.5, 0.45, 0.3, 0.0, -0.2, -0.15, 0.1}) {
    const double trial = kYoung * (strain - plastic);
    const double beyond = std::fabs(trial) - kUnit.yield_stress - kUnit.hardening * alpha;
    double exact = trial;
    if (beyond > 0.0) {
      const double flow = beyond / (kYoung + kUnit.hardening);
      const double sign = trial > 0.0 ? 1.0 : -1.0;
      alpha += flow;
      plastic += sign * flow;
      exact = kYoung * (strain - plastic);
    }
    EXPECT_NEAR(pull(strain, state), exact, 1e-9);
    EXPECT_NEAR(state[6], alpha, 1e-9);
    if (strain == 0.5) {
      EXPECT_NEAR(exact, kUnit.yield_stress + slope * (strain - first), 1e-12);
    }
  }
  EXPECT_GT(alpha, 0.5);
}

/// Plastic strain keeps the volume: det Cᵖ⁻¹ = 1.
TEST(VonMises, PlasticStrainKeepsTheVolume) {
  std::vector<double> state(7, 0.0);
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> entry(-0.3, 0.3);
  double before = 0.0;
  for (int step = 0; step < 100; ++step) {
    Mat3 H;
    for (double& h : H.m) h = entry(rng);
    VonMisesPlasticity::advance(H, kUnit, state.data());
    const Mat3 C{{1.0 + state[0], state[3], state[4], state[3], 1.0 + state[1], state[5], state[4],
                  state[5], 1.0 + state[2]}};
    EXPECT_NEAR(determinant(C), 1.0, 1e-11);
    EXPECT_GE(state[6], before);
    before = state[6];
  }
  EXPECT_GT(before, 3.0);
}

/// Simple shear with many steps: radial return of pure shear until rotations of the axes count; at
/// small shear τ = σ_y / √3 + (H / 3) γᵖ with γ = τ / μ + γᵖ.
TEST(VonMises, SimpleShearYieldsAtTheStressOfPureShear) {
  std::vector<double> state(7, 0.0);
  BulkParameters stiff = kUnit;  // small strains: a thousandth of the yield stress
  stiff.yield_stress *= 1e-3;
  const double last = 10.0 * 1e-3 * kSheared;
  double shear = 0.0;
  for (int step = 1; step <= 100; ++step) {
    Mat3 H;
    H(0, 1) = last * step / 100.0;
    shear = VonMisesPlasticity::stress(H, stiff, state.data())(0, 1);
    VonMisesPlasticity::advance(H, stiff, state.data());
    if (H(0, 1) < 0.99e-3 * kSheared) {
      EXPECT_NEAR(shear, kMu * H(0, 1), 1e-8);
      EXPECT_EQ(state[6], 0.0);
    }
  }
  const double yield = stiff.yield_stress / std::sqrt(3.0);
  const double slope = kMu * (kUnit.hardening / 3.0) / (kMu + kUnit.hardening / 3.0);
  const double exact = yield + slope * (last - yield / kMu);
  EXPECT_NEAR(shear / exact, 1.0, 1e-4);
  EXPECT_NEAR(state[6] * std::sqrt(3.0), last - shear / kMu, 1e-6);
}

/// Work of the stress over a path of small steps is elastic energy and plastic work.
TEST(VonMises, WorkIsElasticEnergyAndPlasticWork) {
  std::vector<double> state(7, 0.0);
  const auto path = [](double t) {
    return Mat3{{0.4 * t, 0.2 * t * t, 0.0, -0.1 * t, -0.3 * t, 0.1 * std::sin(3.0 * t), 0.0,
                 0.2 * t, 0.1 * t}};
  };
  double work = 0.0;
  constexpr int kSteps = 20000;
  for (int step = 0; step < kSteps; ++step) {
    const Mat3 from = path(double(step) / kSteps);
    const Mat3 to = path(double(step + 1) / kSteps);
    const Mat3 P = VonMisesPlasticity::stress(0.5 * (from + to), kUnit, state.data());
    work += double_dot(P, to - from);
    VonMisesPlasticity::advance(to, kUnit, state.data());
  }
  const double stored = VonMisesPlasticity::energy(path(1.0), kUnit, state.data());
  const double spent = VonMisesPlasticity::plastic_work(kUnit, state.data());
  EXPECT_GT(spent, 3.0 * stored);
  EXPECT_NEAR(work / (stored + spent), 1.0, 1e-6);
}

TEST(VonMises, ElasticTangentIsThatOfUnloading) {
  std::vector<double> state(7, 0.0);
  const Mat3 H{{0.3, 0.1, 0.0, 0.2, -0.2, 0.0, 0.1, 0.0, 0.1}};
  VonMisesPlasticity::advance(H, kUnit, state.data());
  BulkParameters elastic = kUnit;
  elastic.yield_stress = 1e9;
  LawTangent unloading;
  LawTangent exact;
  VonMisesPlasticity::tangent(H, kUnit, state.data(), true, unloading);
  VonMisesPlasticity::tangent(H, elastic, state.data(), false, exact);
  for (std::size_t k = 0; k < 81; ++k) EXPECT_NEAR(unloading.change[k], exact.change[k], 1e-11);
}

TEST(VonMises, InvertedPointsHaveNoStress) {
  const std::vector<double> state(7, 0.0);
  EXPECT_TRUE(
      std::isnan(VonMisesPlasticity::stress(diagonal(-1.5, 0.0, 0.0), kUnit, state.data())(0, 0)));
}

}  // namespace
}  // namespace solfec
