#include "solver/sweep/standing_bodies.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/measure/merit.h"
#include "solver/newton/body_space_newton.h"
#include "solver/priced_direction.h"
#include "solver/row/sweep.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kAccuracy = 1e-5;  // m/s, 1e-3 |g| h
constexpr double kFriction = 0.5;

Criteria criteria() {
  Criteria criteria;
  criteria.accuracy = kAccuracy;
  return criteria;
}

/// Cube of 1 m and 1000 kg (weight 10 kN) on four corners on the ground, pushed along x.
Scene pushed_cube(double push) {
  Scene scene(1e-3, {0.0, 0.0, -10.0});
  const int cube = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  scene.set_force(cube, {push, 0.0, 0.0});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.add_contact(cube, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, kFriction);
    }
  }
  scene.finish();
  return scene;
}

struct Standing {
  StandingResult result;
  std::vector<Vec3> U;
};

Standing stand(const LocalDynamics& problem, std::vector<Vec3>& R,
               const StandingSettings& settings = {}, const Criteria& wanted = criteria()) {
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  StandingWorkspace work;
  R.resize(problem.law.size());
  Standing standing;
  standing.result = solve_standing({problem, nullptr, wanted}, direction, settings, 1000, work, R);
  standing.U.resize(R.size());
  BodyVelocities velocities(problem.body_space);
  update_velocities(problem, velocities, R, standing.U);
  return standing;
}

double fastest(const std::vector<Vec3>& U) {
  double largest = 0.0;
  for (const Vec3 u : U) largest = std::fmax(largest, norm(u));
  return largest;
}

Vec3 resultant(const LocalDynamics& problem, const std::vector<Vec3>& R) {
  Vec3 sum;
  for (std::size_t i = 0; i < R.size(); ++i) sum += problem.body_space.rows()[i].frame * R[i];
  return sum;
}

void expect_inside(const LocalDynamics& problem, const std::vector<Vec3>& R) {
  for (std::size_t i = 0; i < R.size(); ++i) {
    EXPECT_LE(std::hypot(R[i].x, R[i].y), problem.law[i].friction * R[i].z * (1.0 + 1e-9)) << i;
  }
}

/// The weight of the wall comes to the ground, and no brick moves by more than a thousandth of the
/// accuracy. The interior point goes no further than to where turns from its reactions end it.
TEST(StandingBodies, BearAWallFromNothing) {
  Scene wall = brick_wall(6, 5, kFriction);
  std::vector<Vec3> R;
  const Standing standing = stand(wall.problem(), R);
  ASSERT_TRUE(standing.result.stands);
  EXPECT_LE(fastest(standing.U), 1e-3 * kAccuracy);
  expect_inside(wall.problem(), R);
  EXPECT_GT(standing.result.factorisations, 2);  // the interior point
  EXPECT_LT(standing.result.factorisations, 12);
}

/// From reactions that lie inside of the cones one factorisation suffices, whatever the next load
/// is that keeps them there; what is left moves the cube by a thousandth of the accuracy.
TEST(StandingBodies, FollowALoadByOneFactorisation) {
  Scene first = pushed_cube(500.0);
  std::vector<Vec3> R;
  ASSERT_TRUE(stand(first.problem(), R).result.stands);
  for (const double push : {600.0, -500.0, 1500.0}) {
    Scene next = pushed_cube(push);
    const Standing standing = stand(next.problem(), R);
    ASSERT_TRUE(standing.result.stands) << push;
    EXPECT_EQ(standing.result.factorisations, 1) << push;
    EXPECT_LE(standing.result.projections, 3) << push;
    EXPECT_LE(fastest(standing.U), 1e-3 * kAccuracy) << push;
    expect_inside(next.problem(), R);
    EXPECT_NEAR(resultant(next.problem(), R).x, -push, 1e-3);
    EXPECT_NEAR(resultant(next.problem(), R).z, 1e4, 1e-3);
  }
}

/// The corners share the push: their friction adds up to 1.05 of it at most, cold and warm.
TEST(StandingBodies, ShareThePush) {
  std::vector<Vec3> R;
  for (const double push : {2000.0, 2100.0, 1000.0}) {
    Scene scene = pushed_cube(push);
    ASSERT_TRUE(stand(scene.problem(), R).result.stands);
    double friction = 0.0;
    for (const Vec3 r : R) friction += std::hypot(r.x, r.y);
    EXPECT_LT(friction, 1.05 * push);
    EXPECT_GT(friction, (1.0 - 1e-6) * push);
  }
}

/// Friction bears a push of 5 kN; corners bear a moment of 5 kN m, which comes from a push of 10
/// kN.
TEST(StandingBodies, AreToldFromThoseThatSlide) {
  std::vector<Vec3> R(4, {0.0, 0.0, 1.0});
  const std::vector<Vec3> before = R;
  Scene stands = pushed_cube(4900.0);
  Scene slides = pushed_cube(5100.0);
  EXPECT_FALSE(stand(slides.problem(), R).result.stands);
  EXPECT_EQ(R, before);
  EXPECT_TRUE(stand(stands.problem(), R).result.stands);
  expect_inside(stands.problem(), R);
}

TEST(StandingBodies, MoveSlowerThanATwentiethOfTheAccuracyAtTheStart) {
  for (const double speed : {0.049, 0.051}) {
    Scene scene = pushed_cube(100.0);
    scene.problem().V[2] = {speed * kAccuracy, 0.0, 0.0};
    std::vector<Vec3> R;
    const Standing standing = stand(scene.problem(), R);
    EXPECT_EQ(standing.result.stands, speed < 0.05);
    EXPECT_EQ(standing.result.factorisations > 0, speed < 0.05);
  }
}

/// A contact that carries keeps a gap that asks for less than the accuracy. One that carries
/// nothing is left out, and the cube stands on the other three corners: two of them bear it.
TEST(StandingBodies, DoNotCloseTheGapsOfErrors) {
  for (const double load : {0.0, 2500.0}) {
    Scene scene = pushed_cube(0.0);
    scene.problem().law[0].velocity_shift = 0.5 * kAccuracy;
    std::vector<Vec3> R(4, {0.0, 0.0, load});
    const Standing standing = stand(scene.problem(), R);
    ASSERT_TRUE(standing.result.stands);
    EXPECT_LE(fastest(standing.U), 1e-2 * kAccuracy);
    if (load > 0.0) {
      EXPECT_NEAR(R[0].z, 2500.0, 1.0);
    } else {
      EXPECT_LT(R[0].z, 10.0);
      EXPECT_NEAR(R[1].z + R[2].z, 1e4, 20.0);
    }
  }
}

/// Reactions that meet the criteria to a thousandth already are left as they are.
TEST(StandingBodies, AreLeftAloneWhereReactionsAreRight) {
  Scene scene = pushed_cube(0.0);
  std::vector<Vec3> R(4, {0.0, 0.0, 2500.0});
  const std::vector<Vec3> before = R;
  EXPECT_EQ(stand(scene.problem(), R).result.factorisations, 0);
  EXPECT_EQ(R, before);
}

/// A merit so strict that it asks for 1e-12 m/s. The cube falls by 1e-14 m/s a step where its
/// corners bear 1e-12 of its weight too little, a tenth of what counts as rounding, and a hundredth
/// of what the merit allows. A factorisation for that would leave as much.
TEST(StandingBodies, AreLeftAloneWhereRoundingIsAllThatIsWrong) {
  Scene scene = pushed_cube(0.0);
  Criteria strict;
  strict.merit = 1e-20;
  const auto tries = [&](double missing, const StandingSettings& settings) {
    const double load = 2500.0 * (1.0 - missing);
    std::vector<Vec3> R(4, {0.0, 0.0, load});
    return stand(scene.problem(), R, settings, strict).result.factorisations;
  };
  StandingSettings settings;
  EXPECT_EQ(tries(1e-12, settings), 0);
  settings.rounding = 0.1e-12;
  EXPECT_EQ(tries(1e-12, settings), 1);
  EXPECT_EQ(tries(0.5e-13, settings), 0);
  settings = {};
  // No more than four fifths of the speed that counts as still, a twentieth of the accuracy.
  EXPECT_EQ(tries(3.5e-12, settings), 0);
  EXPECT_EQ(tries(4.5e-12, settings), 1);
}

/// A fixed point holds a cube that would slide.
TEST(StandingBodies, BearOnRowsOfOtherLaws) {
  Scene scene(1e-3, {0.0, 0.0, -10.0});
  const int cube = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  scene.set_force(cube, {2e4, 0.0, 0.0});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.add_contact(cube, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, kFriction);
    }
  }
  scene.add_row(ConstraintKind::fixed_point, cube, kGround, {0.0, 0.0, 0.5}, {0.0, 0.0, 1.0});
  scene.finish();
  std::vector<Vec3> R;
  const Standing standing = stand(scene.problem(), R);
  ASSERT_TRUE(standing.result.stands);
  EXPECT_LE(fastest(standing.U), 1e-2 * kAccuracy);
  EXPECT_NEAR(resultant(scene.problem(), R).x, -2e4, 1e-2);
  EXPECT_NEAR(resultant(scene.problem(), R).z, 1e4, 1e-2);
}

/// Without work for the interior point nothing says that the cube stands.
TEST(StandingBodies, DoNotStandWithoutTheInteriorPointThatTheyNeed) {
  Scene scene = pushed_cube(4900.0);
  StandingSettings settings;
  settings.most_projections = 1;
  settings.most_factorisations = 1;
  std::vector<Vec3> R(4, {0.0, 0.0, 1.0});
  const std::vector<Vec3> before = R;
  EXPECT_FALSE(stand(scene.problem(), R, settings).result.stands);
  EXPECT_EQ(R, before);
  settings.most_factorisations = 40;
  EXPECT_TRUE(stand(scene.problem(), R, settings).result.stands);
}

TEST(StandingBodies, AreNotLookedForWhereThatCostsTooMuch) {
  Scene scene = pushed_cube(100.0);
  std::vector<Vec3> R(4);
  StandingWorkspace work;
  PricedDirection dear(301.0);
  PricedDirection part(1.0, false);
  PricedDirection good(299.0);
  const Criteria wanted = criteria();
  const auto tries = [&](PricedDirection& direction) {
    return solve_standing({scene.problem(), nullptr, wanted}, direction, {}, 1000, work, R)
        .factorisations;
  };
  EXPECT_EQ(tries(dear), 0);
  EXPECT_EQ(tries(part), 0);
  EXPECT_EQ(tries(good), 1);
  scene.problem().quasi_static = true;
  EXPECT_EQ(tries(good), 0);
}

}  // namespace
}  // namespace solfec
