#include <cmath>

#include <gtest/gtest.h>

#include "solver/one_contact/friction_cone.h"
#include "solver/one_contact/variational_row.h"

namespace solfec {
namespace {

/// Central differences of the projection.
Mat3 differences(Vec3 r, double mu) {
  constexpr double kStep = 1e-6;
  Mat3 slope;
  for (int column = 0; column < 3; ++column) {
    Vec3 ahead = r;
    Vec3 behind = r;
    ahead[column] += kStep;
    behind[column] -= kStep;
    const Vec3 change = project_on_friction_cone(ahead, mu) - project_on_friction_cone(behind, mu);
    for (int row = 0; row < 3; ++row) slope(row, column) = change[row] / (2.0 * kStep);
  }
  return slope;
}

TEST(ProjectionSlope, AgreesWithDifferencesOnEachSideOfTheBorders) {
  for (const double mu : {0.0, 0.1, 0.6, 1.0, 7.0}) {
    for (const double z : {-3.0, -0.4, -0.05, 0.05, 0.4, 3.0}) {
      for (const double angle : {0.3, 1.9, 4.0}) {
        const Vec3 r{std::cos(angle), std::sin(angle), z};
        const Mat3 slope = projection_slope(r, mu);
        const Mat3 expected = differences(r, mu);
        for (int k = 0; k < 9; ++k) EXPECT_NEAR(slope.m[k], expected.m[k], 1e-8) << mu << " " << z;
      }
    }
  }
}

TEST(ProjectionSlope, IsThatOfTheCaseOfTheProjectionAtItsBorders) {
  const double mu = 0.5;
  EXPECT_EQ(projection_slope({0.0, 0.0, 0.0}, mu), Mat3{});
  EXPECT_EQ(projection_slope({2.0, 0.0, -1.0}, mu), Mat3{});            // border of the polar cone
  EXPECT_EQ(projection_slope({1.0, 0.0, 2.0}, mu), diagonal(1, 1, 1));  // of the cone
  EXPECT_EQ(projection_slope({0.0, 0.0, 1.0}, 0.0), diagonal(1, 1, 1));
}

/// A pull across the generator is shortened by the curvature of the cone: |r_T| of the projection
/// over that of the argument.
TEST(ProjectionSlope, HasTheCurvatureOfTheCone) {
  const double mu = 0.5;
  const Vec3 r{4.0, 0.0, 1.0};
  const Mat3 slope = projection_slope(r, mu);
  EXPECT_NEAR(slope(1, 1), project_on_friction_cone(r, mu).x / r.x, 1e-15);
  // The generator is kept, the normal of the surface is lost.
  const Vec3 generator = slope * Vec3{mu, 0.0, 1.0};
  EXPECT_NEAR(generator.x, mu, 1e-15);
  EXPECT_NEAR(generator.z, 1.0, 1e-15);
  EXPECT_NEAR(norm(slope * Vec3{1.0, 0.0, -mu}), 0.0, 1e-15);
}

}  // namespace
}  // namespace solfec
