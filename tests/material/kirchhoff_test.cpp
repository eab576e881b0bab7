#include "material/kirchhoff.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kLambda = 3.0;  // units of order one: tolerances are then plain numbers
constexpr double kMu = 2.0;
constexpr double kTol = 1e-13;           // rounding at unit scale
constexpr double kDifference = 1e-5;     // step of central differences
constexpr double kDifferenceTol = 1e-8;  // their error, of order kDifference^2

double largest_difference(const Mat3& a, const Mat3& b) {
  double largest = 0.0;
  for (int k = 0; k < 9; ++k) largest = std::fmax(largest, std::fabs(a.m[k] - b.m[k]));
  return largest;
}

class KirchhoffProperty : public ::testing::Test {
 protected:
  Mat3 random_matrix(double size) {
    Mat3 result;
    for (double& entry : result.m) entry = size * unit_(rng_);
    return result;
  }
  Mat3 random_gradient() { return identity() + random_matrix(0.4); }
  Mat3 random_rotation() {  // Gram-Schmidt, so that no code of ours makes it
    const Mat3 a = random_gradient();
    const Vec3 x = normalized(a.column(0));
    const Vec3 y = normalized(a.column(1) - dot(a.column(1), x) * x);
    return from_columns(x, y, cross(x, y));
  }

 private:
  std::mt19937 rng_{20260102};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_F(KirchhoffProperty, StressIsTheDerivativeOfTheEnergy) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 F = random_gradient();
    const Mat3 P = first_piola_stress(F, kLambda, kMu);
    for (int k = 0; k < 9; ++k) {
      Mat3 up = F;
      Mat3 down = F;
      up.m[k] += kDifference;
      down.m[k] -= kDifference;
      const double slope =
          (strain_energy_density(up, kLambda, kMu) - strain_energy_density(down, kLambda, kMu)) /
          (2.0 * kDifference);
      EXPECT_NEAR(P.m[k], slope, kDifferenceTol);
    }
  }
}

TEST_F(KirchhoffProperty, TangentIsTheDerivativeOfTheStressAndSymmetric) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 F = random_gradient();
    PiolaTangent tangent;
    first_piola_tangent(F, kLambda, kMu, tangent);
    for (int b = 0; b < 9; ++b) {
      Mat3 up = F;
      Mat3 down = F;
      up.m[b] += kDifference;
      down.m[b] -= kDifference;
      const Mat3 slope = (0.5 / kDifference) * (first_piola_stress(up, kLambda, kMu) -
                                                first_piola_stress(down, kLambda, kMu));
      for (int a = 0; a < 9; ++a) {
        EXPECT_NEAR(tangent[a + 9 * b], slope.m[a], kDifferenceTol);
        EXPECT_NEAR(tangent[a + 9 * b], tangent[b + 9 * a], kTol);
      }
    }
  }
}

TEST_F(KirchhoffProperty, ChangeOfStressIsTangentTimesChangeOfGradient) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 F = random_gradient();
    const Mat3 dF = random_matrix(1.0);
    PiolaTangent tangent;
    first_piola_tangent(F, kLambda, kMu, tangent);
    const Mat3 dP = first_piola_change(F, dF, kLambda, kMu);
    for (int a = 0; a < 9; ++a) {
      double sum = 0.0;
      for (int b = 0; b < 9; ++b) sum += tangent[a + 9 * b] * dF.m[b];
      EXPECT_NEAR(dP.m[a], sum, 10.0 * kTol);
    }
  }
}

TEST_F(KirchhoffProperty, SuperposedRotationTurnsTheStressAndKeepsTheEnergy) {
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 F = random_gradient();
    const Mat3 Q = random_rotation();
    EXPECT_NEAR(strain_energy_density(Q * F, kLambda, kMu), strain_energy_density(F, kLambda, kMu),
                kTol);
    EXPECT_LE(largest_difference(first_piola_stress(Q * F, kLambda, kMu),
                                 Q * first_piola_stress(F, kLambda, kMu)),
              10.0 * kTol);
    const Mat3 turned = Q * cauchy_stress(F, kLambda, kMu) * transpose(Q);
    EXPECT_LE(largest_difference(cauchy_stress(Q * F, kLambda, kMu), turned),
              100.0 * kTol / std::fabs(determinant(F)));
  }
}

TEST(Kirchhoff, UniaxialStretchMatchesHandCalculation) {
  // F = diag(2, 1, 1): E = diag(1.5, 0, 0), S = diag(1.5 lambda + 3 mu, 1.5 lambda, 1.5 lambda)
  //   = diag(10.5, 4.5, 4.5), P = diag(21, 4.5, 4.5), sigma = P F^T / 2 = diag(21, 2.25, 2.25),
  //   Psi = 1.5 1.5^2 + 2 1.5^2 = 7.875.
  const Mat3 F = diagonal(2.0, 1.0, 1.0);
  EXPECT_LE(largest_difference(first_piola_stress(F, kLambda, kMu), diagonal(21.0, 4.5, 4.5)),
            kTol);
  EXPECT_LE(largest_difference(cauchy_stress(F, kLambda, kMu), diagonal(21.0, 2.25, 2.25)), kTol);
  EXPECT_NEAR(strain_energy_density(F, kLambda, kMu), 7.875, kTol);
}

TEST(Kirchhoff, SimpleShearMatchesHandCalculation) {
  // F_xy = k: E_xy = k/2, E_yy = k^2/2; S_xy = mu k, S_yy = (lambda/2 + mu) k^2, S_xx = S_zz =
  // lambda k^2/2; P = F S.
  const double k = 0.5;
  Mat3 F = identity();
  F(0, 1) = k;
  Mat3 S = diagonal(0.5 * kLambda * k * k, (0.5 * kLambda + kMu) * k * k, 0.5 * kLambda * k * k);
  S(0, 1) = S(1, 0) = kMu * k;
  EXPECT_LE(largest_difference(second_piola_stress(F, kLambda, kMu), S), kTol);
  const Mat3 P = first_piola_stress(F, kLambda, kMu);
  EXPECT_NEAR(P(0, 1), S(0, 1) + k * S(1, 1), kTol);  // row x of space, column y of the reference
  EXPECT_NEAR(P(1, 0), S(1, 0), kTol);
}

TEST(Kirchhoff, UndeformedBodyHasNoStressAndNoEnergy) {
  EXPECT_EQ(first_piola_stress(identity(), kLambda, kMu), Mat3{});
  EXPECT_EQ(strain_energy_density(identity(), kLambda, kMu), 0.0);
}

const Mat3 kStretched{{1.1, 0.2, -0.1, 0.3, 0.9, 0.05, -0.2, 0.1, 1.2}};
const Mat3 kRate{{0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.6, -0.1}};

TEST(Kirchhoff, AChangeIsThatOfTheDirectionOfTheStressAndOfTheStrain) {
  const Mat3 turned = kRate * second_piola_stress(kStretched, kLambda, kMu);
  const Mat3 sum = turned + strain_rate_stress(kStretched, kRate, kLambda, kMu);
  EXPECT_LE(largest_difference(first_piola_change(kStretched, kRate, kLambda, kMu), sum), kTol);
}

TEST(Kirchhoff, RigidMotionsHaveNoStressOfTheStrainRate) {
  const Mat3 spin{{0.0, 0.3, -0.7, -0.3, 0.0, 0.2, 0.7, -0.2, 0.0}};  // ω̂ by columns
  EXPECT_LE(largest_difference(strain_rate_stress(kStretched, spin * kStretched, kLambda, kMu), {}),
            kTol);
}

/// Its power is that of a positive law: λ tr(Ė)² + 2 μ Ė : Ė.
TEST(Kirchhoff, TheStressOfTheStrainRateDissipates) {
  const Mat3 half = transpose(kStretched) * kRate;
  const Mat3 E = 0.5 * (half + transpose(half));
  const double power = kLambda * trace(E) * trace(E) + 2.0 * kMu * double_dot(E, E);
  EXPECT_NEAR(double_dot(strain_rate_stress(kStretched, kRate, kLambda, kMu), kRate), power, kTol);
}

TEST(Kirchhoff, TheTangentWithoutStressIsThatOfTheStrainRate) {
  PiolaTangent tangent;
  first_piola_tangent(kStretched, kLambda, kMu, tangent, 0.0);
  const Mat3 exact = strain_rate_stress(kStretched, kRate, kLambda, kMu);
  PiolaTangent half;
  first_piola_tangent(kStretched, kLambda, kMu, half, 0.5);
  const Mat3 between = exact + 0.5 * (kRate * second_piola_stress(kStretched, kLambda, kMu));
  for (std::size_t a = 0; a < 9; ++a) {
    double sum = 0.0;
    double with_stress = 0.0;
    for (std::size_t b = 0; b < 9; ++b) {
      sum += tangent[a + 9 * b] * kRate.m[b];
      with_stress += half[a + 9 * b] * kRate.m[b];
    }
    EXPECT_NEAR(sum, exact.m[a], kTol);
    EXPECT_NEAR(with_stress, between.m[a], kTol);
  }
}

TEST(Kirchhoff, TheChangeOfTheStressOfTheStrainRateIsItsSlope) {
  const Mat3 dF{{-0.1, 0.4, 0.2, 0.5, -0.3, 0.1, 0.6, 0.2, 0.3}};
  constexpr double kStep = 1e-4;  // the stress is quadratic in F: central differences are exact
  const Mat3 slope =
      (0.5 / kStep) * (strain_rate_stress(kStretched + kStep * dF, kRate, kLambda, kMu) -
                       strain_rate_stress(kStretched - kStep * dF, kRate, kLambda, kMu));
  const Mat3 change = strain_rate_stress_change(kStretched, kRate, dF, kLambda, kMu);
  EXPECT_LE(largest_difference(change, slope), 1e-9 * (kLambda + kMu));
}

}  // namespace
}  // namespace solfec
