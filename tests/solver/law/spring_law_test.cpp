#include "solver/law/spring_law.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "solver/law/spring_contact.h"

namespace solfec {
namespace {

constexpr double kStep = 0.01;  // s

LocalDynamics one_row(double gap, double power, double dashpot, double V, double W_nn) {
  LocalDynamics problem;
  problem.step = kStep;
  RowLaw law;
  law.kind = ConstraintKind::spring_dashpot;
  law.spring = 1000.0;
  law.dashpot = dashpot;
  law.power = power;
  law.gap = gap;
  problem.law = {law};
  problem.V = {{0, 0, V}};
  problem.B = {{}};
  problem.W_diagonal = {diagonal(W_nn, W_nn, W_nn)};
  return problem;
}

/// R of R = s x^p - d/2 (U + V), x = -(g + h/4 (U - V)), U = b + W R, by bisection.
double bisected(double gap, double power, double dashpot, double V, double W, double b) {
  const auto excess = [&](double R) {
    const double U = b + W * R;
    const double x = -(gap + 0.25 * kStep * (U - V));
    const double spring = 1000.0 * std::pow(std::fabs(x), power) * (x < 0.0 ? -1.0 : 1.0);
    return R - spring + 0.5 * dashpot * (U + V);
  };
  double low = -1e9;
  double high = 1e9;
  for (int i = 0; i < 300; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) > 0.0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

class SpringLawProperty : public ::testing::TestWithParam<double> {};

TEST_P(SpringLawProperty, ImplicitForceSolvesTheLawOfEquation89) {
  constexpr double kAccuracy = 1e-11;  // of bisection from 1e9
  std::mt19937 random{7};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  for (int sample = 0; sample < 2000; ++sample) {
    const double gap = 0.1 * unit(random);
    const double V = unit(random);
    const double b = unit(random);
    const double W = std::pow(10.0, 3.0 * unit(random) - 2.0);
    const double dashpot = sample % 3 == 0 ? 0.0 : 50.0 * (1.0 + unit(random));
    const LocalDynamics problem = one_row(gap, GetParam(), dashpot, V, W);
    const double R = implicit_force(spring_law(problem, 0), W, b);
    const double expected = bisected(gap, GetParam(), dashpot, V, W, b);
    EXPECT_NEAR(R, expected, kAccuracy * (1.0 + 1e3 * std::fabs(expected))) << sample;
  }
}

TEST_P(SpringLawProperty, SemiExplicitForceIsOneNewtonStepFromTheFreeVelocity) {
  // The three lines of the source, with g1 below zero.
  const double gap = -0.03;
  const double V = -0.4;
  const double b = -0.5;
  const double W = 0.02;
  const double dashpot = 30.0;
  const double power = GetParam();
  const double g1 = gap + 0.25 * kStep * (b - V);
  const double s1 = 1000.0 * power * std::pow(-g1, power - 1.0);
  const double expected = (1000.0 * std::pow(-g1, power) - 0.5 * dashpot * (b + V)) /
                          (1.0 + (s1 * 0.25 * kStep + 0.5 * dashpot) * W);
  const LocalDynamics problem = one_row(gap, power, dashpot, V, W);
  EXPECT_NEAR(semi_explicit_force(spring_law(problem, 0), W, b), expected, 1e-12 * expected);
}

TEST_P(SpringLawProperty, QuasiStaticForceIsThatOfTheEndOfTheStep) {
  LocalDynamics problem = one_row(-0.03, GetParam(), 0.0, 5.0, 0.02);
  problem.quasi_static = true;
  const double R = implicit_force(spring_law(problem, 0), 0.02, 0.3);
  const double end = -0.03 + kStep * (0.3 + 0.02 * R);
  EXPECT_NEAR(R, 1000.0 * std::pow(-end, GetParam()), 1e-9 * R);
}

INSTANTIATE_TEST_SUITE_P(Powers, SpringLawProperty, ::testing::Values(0.5, 1.0, 1.5, 2.0, 4.0));

TEST(SpringLaw, HertzForceOfARestingContactMatchesHandCalculation) {
  // x = 0.04: 1000 x^1.5 = 8 N; explicit: at rest, no dashpot.
  const LocalDynamics problem = one_row(-0.04, 1.5, 0.0, 0.0, 0.02);
  const auto force = [&](PenaltyVariant variant, double b) {
    return spring_dashpot_reaction(problem, 0, make_contact_block(problem.W_diagonal[0]), variant,
                                   {0, 0, b}, {})
        .z;
  };
  EXPECT_NEAR(force(PenaltyVariant::explicit_force, 0.0), 8.0, 1e-12);
  EXPECT_NEAR(force(PenaltyVariant::implicit_force, -0.02 * 8.0), 8.0, 1e-12);  // U = 0
}

TEST(SpringLaw, CriticalDashpotIsThatOfAnOscillatorOfTheEffectiveMass) {
  // W_nn = h / m with m = 2 kg: d = 2 sqrt(m k).
  const double W = kStep / 2.0;
  EXPECT_NEAR(dashpot_of(one_row(-0.04, 1.0, -1.0, 0.0, W), 0, 0.04), 2.0 * std::sqrt(2000.0),
              1e-9);
  // hertz: k = 1000 * 1.5 * 0.04^0.5 = 300 N/m
  EXPECT_NEAR(dashpot_of(one_row(-0.04, 1.5, -1.0, 0.0, W), 0, 0.04), 2.0 * std::sqrt(600.0), 1e-9);
  EXPECT_EQ(dashpot_of(one_row(0.1, 1.5, -1.0, 0.0, W), 0, -0.1), 0.0);
  EXPECT_EQ(dashpot_of(one_row(-0.04, 1.0, -1.0, 0.0, 0.0), 0, 0.04), 0.0);  // nothing moves
  EXPECT_EQ(dashpot_of(one_row(-0.04, 1.0, 7.0, 0.0, W), 0, 0.04), 7.0);
}

TEST(SpringLaw, TangentIsTheDerivativeOfTheLaw) {
  constexpr double kChange = 1e-6;
  for (const double power : {1.0, 1.5, 3.0}) {
    const LocalDynamics problem = one_row(-0.03, power, 20.0, 0.2, 0.02);
    const SpringLaw law = spring_law(problem, 0);
    const auto force = [&](double U) {
      return spring_force(law.spring, law.power, law.depth - law.reach * U) + law.force -
             law.damping * U;
    };
    for (const double U : {-1.0, 0.0, 0.7}) {
      const SpringLine line = spring_line(problem, 0, U);
      EXPECT_NEAR(line.force_at_rest - line.rate * U, force(U), 1e-9);
      const double slope = (force(U + kChange) - force(U - kChange)) / (2 * kChange);
      EXPECT_NEAR(-line.rate, slope, 1e-6 * (1.0 + std::fabs(slope)));
    }
  }
}

TEST(SpringLaw, BondPullsWithTheSamePower) {
  LocalDynamics problem = one_row(0.04, 1.5, 0.0, 0.0, 0.02);
  problem.law[0].bonded = true;
  problem.law[0].cohesion = 100.0;
  const Vec3 held = spring_dashpot_reaction(problem, 0, make_contact_block(problem.W_diagonal[0]),
                                            PenaltyVariant::explicit_force, {}, {});
  EXPECT_NEAR(held.z, -8.0, 1e-12);
}

}  // namespace
}  // namespace solfec
