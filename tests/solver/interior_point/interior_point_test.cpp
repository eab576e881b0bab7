#include "solver/interior_point/interior_point.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "solver/measure/natural_residual.h"
#include "solver/newton/body_space_newton.h"
#include "solver/scene.h"

namespace solfec {
namespace {

struct Solved {
  InteriorPointResult result;
  std::vector<Vec3> R;
  std::vector<Vec3> U;
};

Solved solve(const LocalDynamics& problem, double e, int most = 100) {
  Solved solved;
  solved.R.resize(std::size_t(problem.size()));
  solved.U.resize(std::size_t(problem.size()));
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  solved.result = solve_interior_point(problem, nullptr, direction,
                                       {residual_criteria(e), 1e-8, most}, solved.R, solved.U);
  return solved;
}

/// Solves a problem of bodies that rest: in few iterations, and nothing moves faster than `speed`.
Solved solve_to_rest(const LocalDynamics& problem, double e, double speed) {
  Solved solved = solve(problem, e);
  EXPECT_TRUE(solved.result.met);
  EXPECT_LE(solved.result.iterations, 20);
  for (const Vec3 U : solved.U) EXPECT_LE(norm(U), speed);
  return solved;
}

Vec3 sum(std::span<const Vec3> R) {
  Vec3 total;
  for (const Vec3 one : R) total += one;
  return total;
}

// Gravity 10 is tilted by atan 0.5. With friction 0.6 the cube rests: reactions are its weight.
TEST(InteriorPoint, ACubeRestsOnASlopeBelowItsFriction) {
  Scene scene = cube_on_slope(0.5, 0.6, 0.01);
  const LocalDynamics& problem = scene.finish();
  const Solved solved = solve_to_rest(problem, 1e-10, 1e-10);
  const double weight = scene.mass(0) * 10.0;
  const double normal = weight / std::sqrt(1.25);
  const Vec3 total = sum(solved.R);
  EXPECT_NEAR(total.z, normal, 1e-8 * weight);
  EXPECT_NEAR(std::hypot(total.x, total.y), 0.5 * normal, 1e-8 * weight);
}

// With friction 0.3 it slides with g (sin - 0.3 cos) h and does not lift off, as it would by an
// associated law.
TEST(InteriorPoint, ACubeSlidesOnASlopeWithoutDilation) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  const LocalDynamics& problem = scene.finish();
  const Solved solved = solve(problem, 1e-10);
  ASSERT_TRUE(solved.result.met);
  const double speed = 0.01 * 10.0 * (0.5 - 0.3) / std::sqrt(1.25);
  for (const Vec3 U : solved.U) {
    EXPECT_NEAR(std::hypot(U.x, U.y), speed, 1e-9);
    EXPECT_NEAR(U.z, 0.0, 1e-9);
  }
}

// A wall that sweeps take thousands for; velocities at rest are unique.
TEST(InteriorPoint, WallsTakeFewIterations) {
  Scene scene = brick_wall(10, 10, 0.5);
  const LocalDynamics& problem = scene.finish();
  const Solved solved = solve_to_rest(problem, 1e-9, 1e-7);
  EXPECT_EQ(solved.result.history.size(), std::size_t(solved.result.iterations));
}

TEST(InteriorPoint, RowsOfJointsAndContactsWithoutFrictionTakePart) {
  Scene joints = joints_and_contacts();
  EXPECT_TRUE(solve(joints.finish(), 1e-6).result.met);
  Scene smooth = cube_stack(5, 1000.0, 0.0, 0.01);
  const LocalDynamics& problem = smooth.finish();
  const Solved solved = solve(problem, 1e-10);
  ASSERT_TRUE(solved.result.met);
  for (int i = 0; i < problem.size(); ++i) {
    EXPECT_EQ(solved.R[std::size_t(i)].x, 0.0);
    EXPECT_GE(solved.R[std::size_t(i)].z, 0.0);
  }
  EXPECT_NEAR(sum(std::span(solved.R).first(4)).z, 50000.0, 1e-4);
}

TEST(InteriorPoint, ReturnsTheBestReactionsWhenItMayNotGoOn) {
  Scene scene = brick_wall(6, 5, 0.5);
  const LocalDynamics& problem = scene.finish();
  const Solved solved = solve(problem, 1e-12, 3);
  EXPECT_FALSE(solved.result.met);
  EXPECT_EQ(solved.result.iterations, 3);
  const double e = natural_residual(problem, solved.R, solved.U);
  double least = 1.0;  // e of no reactions
  for (const ResidualPoint& point : solved.result.history) least = std::min(least, point.residual);
  EXPECT_DOUBLE_EQ(e, least);
}

TEST(InteriorPoint, WhatIsSolvedAlreadyTakesNoIteration) {
  Scene scene = cube_on_slope(0.5, 0.6, 0.01);
  const LocalDynamics& problem = scene.finish();
  Solved solved = solve(problem, 1e-10);
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  const InteriorPointResult again = solve_interior_point(
      problem, nullptr, direction, {residual_criteria(1e-10), 1e-8, 100}, solved.R, solved.U);
  EXPECT_TRUE(again.met);
  EXPECT_EQ(again.iterations, 0);
}

TEST(InteriorPoint, NumbersThatAreNotFiniteEndIt) {
  Scene scene = cube_on_slope(0.5, 0.6, 0.01);
  LocalDynamics& problem = scene.finish();
  problem.B[0].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve(problem, 1e-10).result.met);
}

}  // namespace
}  // namespace solfec
