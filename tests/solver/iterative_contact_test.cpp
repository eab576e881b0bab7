#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "solver/contact_oracle.h"
#include "solver/de_saxce_feng.h"
#include "solver/exact_contact.h"
#include "solver/projected_gradient.h"
#include "solver/projected_newton.h"
#include "solver/semismooth_newton.h"

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
    OneContact contact{Q * (diagonal(value(), value(), value()) * transpose(Q)), 10.0 * vector(),
                       GetParam().friction};
    contact.W = 0.5 * (contact.W + transpose(contact.W));
    return contact;
  }
  Vec3 vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }

 private:
  std::mt19937 rng_{42};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(IterativeContact, ConvergedReactionEqualsTheExactOne) {
  constexpr int kSamples = 25000;  // times four friction coefficients for each solver
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
                      Case{"NewtonHuge", solve_projected_newton, 10.0, 0.85}),
    [](const auto& name_of) { return name_of.param.name; });

TEST(SemismoothNewton, SolvesUncoupledStickInFewIterations) {
  Vec3 r;
  const OneContact contact{diagonal(1, 2, 4), {-1, 2, -4}, 2.0};
  EXPECT_EQ(solve_semismooth_newton(contact, {1e-12, 10}, r), OneContactStatus::solved);
  EXPECT_LE(norm(r - Vec3{1, -1, 1}), 1e-12);
}

}  // namespace
}  // namespace solfec
