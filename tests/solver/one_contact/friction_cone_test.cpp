#include "solver/one_contact/friction_cone.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few ulps at unit scale

class FrictionConeProperty : public ::testing::TestWithParam<double> {
 protected:
  Vec3 random_reaction() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }

 private:
  std::mt19937 rng_{20260101};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_P(FrictionConeProperty, ProjectionIsAdmissibleIdempotentAndNonExpansive) {
  const double mu = GetParam();
  for (int sample = 0; sample < 1000; ++sample) {
    const Vec3 a = random_reaction();
    const Vec3 b = random_reaction();
    const Vec3 pa = project_on_friction_cone(a, mu);
    const Vec3 pb = project_on_friction_cone(b, mu);

    EXPECT_GE(pa.z, 0.0);
    EXPECT_LE(std::hypot(pa.x, pa.y), mu * pa.z + kTol);
    EXPECT_LE(norm(project_on_friction_cone(pa, mu) - pa), kTol);
    EXPECT_LE(norm(pa - pb), norm(a - b) + kTol);
  }
}

TEST_P(FrictionConeProperty, ResidualIsNormalToTheCone) {
  // Moreau: a - P(a) lies in the polar cone and is orthogonal to P(a).
  const double mu = GetParam();
  for (int sample = 0; sample < 1000; ++sample) {
    const Vec3 a = random_reaction();
    const Vec3 p = project_on_friction_cone(a, mu);
    const Vec3 rest = a - p;
    EXPECT_NEAR(dot(rest, p), 0.0, kTol);
    EXPECT_LE(mu * std::hypot(rest.x, rest.y), -rest.z + kTol);
  }
}

INSTANTIATE_TEST_SUITE_P(Mu, FrictionConeProperty, ::testing::Values(0.0, 0.3, 1.0, 5.0));

TEST(FrictionCone, SlidingReactionMatchesHandCalculation) {
  // mu = 1, r = (2, 0, 0): the closest point of the 45 degree ray is (1, 0, 1).
  const Vec3 p = project_on_friction_cone({2.0, 0.0, 0.0}, 1.0);
  EXPECT_NEAR(p.x, 1.0, kTol);
  EXPECT_NEAR(p.y, 0.0, kTol);
  EXPECT_NEAR(p.z, 1.0, kTol);
}

TEST(FrictionCone, PullingReactionProjectsToZero) {
  EXPECT_EQ(project_on_friction_cone({0.1, 0.0, -1.0}, 0.5), (Vec3{}));
}

TEST(FrictionCone, PullingAlongTheNormalWithoutFrictionProjectsToZero) {
  // Border that random samples never hit: here mu |r_xy| is 0 and -r_z is positive.
  EXPECT_EQ(project_on_friction_cone({0.0, 0.0, -1.0}, 0.0), (Vec3{}));
}

}  // namespace
}  // namespace solfec
