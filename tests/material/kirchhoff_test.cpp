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

TEST(Kirchhoff, SecondChangeIsTheSlopeOfTheFirstOne) {
  const Mat3 F{{1.1, 0.2, -0.1, 0.3, 0.9, 0.05, -0.2, 0.1, 1.2}};
  const Mat3 dF{{0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.6, -0.1}};
  const Mat3 dG{{-0.1, 0.4, 0.2, 0.5, -0.3, 0.1, 0.6, 0.2, 0.3}};
  constexpr double kStep = 1e-4;  // P is cubic in F: central differences of its slope are exact
  const Mat3 slope = (0.5 / kStep) * (first_piola_change(F + kStep * dG, dF, kLambda, kMu) -
                                      first_piola_change(F - kStep * dG, dF, kLambda, kMu));
  const Mat3 change = second_change_of_first_piola(F, dF, dG, kLambda, kMu);
  const Mat3 swapped = second_change_of_first_piola(F, dG, dF, kLambda, kMu);
  for (int k = 0; k < 9; ++k) {
    EXPECT_NEAR(change.m[k], slope.m[k], 1e-9 * (kLambda + kMu));
    EXPECT_NEAR(change.m[k], swapped.m[k], 1e-12 * (kLambda + kMu));
  }
}

}  // namespace
}  // namespace solfec
