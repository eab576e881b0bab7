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

const BulkParameters kUnit{kLambda, kMu};

double largest_entry(const Mat3& a) {
  double largest = 0.0;
  for (const double entry : a.m) largest = std::fmax(largest, std::fabs(entry));
  return largest;
}

/// A law without load before.
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
  [[nodiscard]] double energy(const Mat3& H) const { return law_.energy(H, kUnit, state_.data()); }
  [[nodiscard]] Mat3 stress(const Mat3& H) const { return law_.stress(H, kUnit, state_.data()); }

  const BulkLaw& law_ = law_of(GetParam());
  std::vector<double> state_ = std::vector<double>(16, 0.0);

 private:
  std::mt19937 rng_{20261201};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(BulkLawProperty, StressIsTheDerivativeOfTheEnergy) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 H = random_matrix(0.3);
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
                         ::testing::Values(BulkModel::kirchhoff, BulkModel::neo_hooke),
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

}  // namespace
}  // namespace solfec
