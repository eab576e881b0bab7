#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "solver/contact_oracle.h"
#include "solver/one_contact/de_saxce_feng.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/projected_gradient.h"
#include "solver/one_contact/projected_newton.h"
#include "solver/one_contact/semismooth_newton.h"
#include "support/instrumented.h"

namespace solfec {
namespace {

constexpr double kAgreement = 1e-6;  // of reactions; iterations stop at changes of 1e-11
const OneContactParams kPrecise{1e-11, 3000};

using IterativeSolver = OneContactStatus (*)(const OneContact&, const OneContactParams&, Vec3&);

struct Case {
  const char* name;
  IterativeSolver solve;
  double friction;
  double converging;  // share of the samples that must converge
};

class IterativeContact : public ::testing::TestWithParam<Case> {
 protected:
  // Blocks with eigenvalues between 0.1 and 1 in random axes, forces of about 10 N.
  OneContact next() {
    const Vec3 a = normalized(vector());
    const Vec3 b = normalized(cross(a, vector()));
    const Mat3 Q = from_columns(a, b, cross(a, b));
    const auto value = [&] { return 0.55 + 0.45 * unit_(rng_); };
    const double third = value();  // one after the other: the same samples from all compilers
    const double second = value();
    const double first = value();
    const Mat3 W = Q * (diagonal(first, second, third) * transpose(Q));
    OneContact contact{W, 10.0 * vector(), GetParam().friction};
    contact.W = 0.5 * (contact.W + transpose(contact.W));
    return contact;
  }
  Vec3 vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }

 private:
  std::mt19937 rng_{42};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(IterativeContact, ConvergedReactionEqualsTheExactOne) {
  // times four friction coefficients for each solver
  constexpr int kSamples = test::unless_instrumented(25000, 2500);
  int converged = 0;
  int different = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    const OneContact contact = next();
    double slip = 0.0;
    const Vec3 exact =
        solve_exact_contact(make_contact_block(contact.W), contact.friction, contact.b, slip);
    Vec3 r;
    if (GetParam().solve(contact, kPrecise, r) != OneContactStatus::solved) continue;
    ++converged;
    ASSERT_LE(law_violation(contact, r), kAgreement) << sample;
    if (norm(r - exact) > kAgreement * (1.0 + norm(exact))) ++different;
  }
  EXPECT_GE(converged, GetParam().converging * kSamples);
  // With strong friction and coupling the problem has several solutions; below, just one.
  EXPECT_LE(different, GetParam().friction > 1.0 ? kSamples / 20 : 0);
}

TEST_P(IterativeContact, ExactReactionIsAFixedPoint) {
  for (int sample = 0; sample < 1000; ++sample) {
    const OneContact contact = next();
    double slip = 0.0;
    const Vec3 exact =
        solve_exact_contact(make_contact_block(contact.W), contact.friction, contact.b, slip);
    Vec3 r = exact;
    EXPECT_EQ(GetParam().solve(contact, {1e-7, 2}, r), OneContactStatus::solved);
    EXPECT_LE(norm(r - exact), 1e-6 * (1.0 + norm(exact)));
  }
}

// Bodies of a millionth of a gram in place of a kilogram: reactions are 1e-9 times as large.
TEST_P(IterativeContact, AccuracyDoesNotDependOnTheSizeOfTheForces) {
  constexpr double kLight = 1e-9;
  if (GetParam().solve == solve_velocity_newton) return;  // compares forces with velocities
  int converged = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const OneContact contact = next();
    OneContact light = contact;
    light.W = (1.0 / kLight) * contact.W;
    Vec3 r;
    Vec3 r_light;
    if (GetParam().solve(contact, kPrecise, r) != OneContactStatus::solved) continue;
    EXPECT_EQ(GetParam().solve(light, kPrecise, r_light), OneContactStatus::solved);
    ASSERT_LE(norm(r_light - kLight * r), kLight * kAgreement * (1.0 + norm(r))) << sample;
    ++converged;
  }
  EXPECT_GT(converged, 100);
}

TEST_P(IterativeContact, NonFiniteInputFailsWithoutLooping) {
  Vec3 r;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const OneContact contact{identity(), {0, 0, nan}, GetParam().friction};
  EXPECT_NE(GetParam().solve(contact, kPrecise, r), OneContactStatus::solved);
}

constexpr double kAll = 1.0;
INSTANTIATE_TEST_SUITE_P(
    Solvers, IterativeContact,
    ::testing::Values(Case{"SemismoothFrictionless", solve_semismooth_newton, 0.0, kAll},
                      Case{"SemismoothWeak", solve_semismooth_newton, 0.1, kAll},
                      Case{"SemismoothStrong", solve_semismooth_newton, 1.0, 0.999},
                      Case{"SemismoothHuge", solve_semismooth_newton, 10.0, 0.95},
                      Case{"GradientFrictionless", solve_projected_gradient, 0.0, kAll},
                      Case{"GradientWeak", solve_projected_gradient, 0.1, kAll},
                      Case{"GradientStrong", solve_projected_gradient, 1.0, 0.999},
                      Case{"GradientHuge", solve_projected_gradient, 10.0, 0.9},
                      Case{"SaxceFrictionless", solve_de_saxce_feng, 0.0, kAll},
                      Case{"SaxceWeak", solve_de_saxce_feng, 0.1, kAll},
                      Case{"SaxceStrong", solve_de_saxce_feng, 1.0, 0.999},
                      Case{"SaxceHuge", solve_de_saxce_feng, 10.0, 0.7},
                      Case{"NewtonFrictionless", solve_projected_newton, 0.0, kAll},
                      Case{"NewtonWeak", solve_projected_newton, 0.1, kAll},
                      Case{"NewtonStrong", solve_projected_newton, 1.0, 0.999},
                      Case{"NewtonHuge", solve_projected_newton, 10.0, 0.85},
                      Case{"VelocityFrictionless", solve_velocity_newton, 0.0, kAll},
                      Case{"VelocityWeak", solve_velocity_newton, 0.1, kAll},
                      Case{"VelocityStrong", solve_velocity_newton, 1.0, 0.99},
                      Case{"VelocityHuge", solve_velocity_newton, 10.0, 0.8}),
    [](const auto& name_of) { return name_of.param.name; });

/// C(R) = F(R) + m(R - F(R)) with the vector field n of eq. 86, written out.
Vec3 literal_velocity_residual(const OneContact& contact, Vec3 r) {
  const double mu = contact.friction;
  const Vec3 U = contact.b + contact.W * r;
  const Vec3 F{U.x, U.y, U.z + mu * std::hypot(U.x, U.y)};
  const Vec3 S = r - F;
  const double tangential = std::hypot(S.x, S.y);
  Vec3 n;
  if (tangential - mu * S.z <= 0.0) {
    n = {};
  } else if (mu * tangential + S.z < 0.0) {
    n = normalized(S);
  } else {
    n = (1.0 / std::sqrt(1.0 + mu * mu)) * Vec3{S.x / tangential, S.y / tangential, -mu};
  }
  return F + dot(n, S) * n;
}

TEST(VelocityNewton, ResultIsARootOfEquation87InTheCone) {
  std::mt19937 random{11};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  int solved = 0;
  for (int sample = 0; sample < 5000; ++sample) {
    OneContact contact{diagonal(2, 3, 4) + 0.5 * outer({1, 1, 1}, {1, 1, 1}),
                       {unit(random), unit(random), unit(random)},
                       0.5 * (1.0 + unit(random))};
    Vec3 r;
    if (solve_velocity_newton(contact, {1e-10, 100}, r) != OneContactStatus::solved) continue;
    ++solved;
    EXPECT_LE(norm(literal_velocity_residual(contact, r)), 2e-10 * norm(contact.b));
    EXPECT_LE(std::hypot(r.x, r.y), contact.friction * r.z + 1e-12);
  }
  EXPECT_GE(solved, 4900);
}

TEST(VelocityNewton, AccuracyIsOfVelocitiesWhateverTheForces) {
  // A heavy body: 1e6 kg, 1e-3 s; the scaled form measures forces of 1e9 N, this one 1 m/s.
  const OneContact contact{diagonal(1e-9, 1e-9, 1e-9), {0.3, 0, -1}, 0.2};
  Vec3 r;
  ASSERT_EQ(solve_velocity_newton(contact, {1e-6, 200}, r), OneContactStatus::solved);
  // slides: R_N = 1e9, R_T = -0.2e9
  EXPECT_NEAR(r.z, 1e9, 1e3 * 2.0);
  EXPECT_NEAR(r.x, -0.2e9, 1e3 * 2.0);
}

TEST(SemismoothNewton, SolvesUncoupledStickInFewIterations) {
  Vec3 r;
  const OneContact contact{diagonal(1, 2, 4), {-1, 2, -4}, 2.0};
  EXPECT_EQ(solve_semismooth_newton(contact, {1e-12, 10}, r), OneContactStatus::solved);
  EXPECT_LE(norm(r - Vec3{1, -1, 1}), 1e-12);
}

}  // namespace
}  // namespace solfec
