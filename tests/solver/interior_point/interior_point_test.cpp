#include "solver/interior_point/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "local_dynamics/body_velocities.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/newton/body_space_newton.h"
#include "solver/row/sweep.h"
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
                                       {residual_criteria(e), {}, most}, solved.R, solved.U);
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
      problem, nullptr, direction, {residual_criteria(1e-10), {}, 100}, solved.R, solved.U);
  EXPECT_TRUE(again.met);
  EXPECT_EQ(again.iterations, 0);
}

/// Looks at reactions, and takes no sweeps.
struct Looks {
  const LocalDynamics& problem;
  Criteria criteria;
  std::vector<int> asked;     // sweeps of each call
  std::vector<double> worst;  // error of velocity of a row in each call
  std::vector<Vec3> U;

  bool look(std::span<const Vec3> R, int sweeps) {
    BodyVelocities velocities(problem.body_space);
    U.resize(R.size());
    update_velocities(problem, velocities, R, U);
    const NaturalViolation map = natural_violation(problem, R, U);
    asked.push_back(sweeps);
    worst.push_back(map.worst);
    return criteria.missed(0.0, map, 0.0) == Miss::nothing;
  }
};

InteriorPointResult solve_by_rounds(Looks& looks, const InteriorRounds& rounds, int most = 200) {
  std::vector<Vec3> R(std::size_t(looks.problem.size()));
  BodyFactor factor;
  BodySpaceNewton direction(looks.problem, factor);
  const FinishingSweeps finish = [&](std::span<Vec3> r, int sweeps) {
    return FinishedSweeps{looks.look(r, sweeps), sweeps};
  };
  return solve_by_rounds(looks.problem, nullptr, direction, {{looks.criteria, {}, most}, rounds},
                         finish, R);
}

Criteria accuracy(double speed) {
  Criteria criteria;
  criteria.accuracy = speed;
  return criteria;
}

// Rounds alone find s = μ|u_T|, with each second one by its derivative too: the cube slides as
// above, and does not lift off.
TEST(InteriorRounds, FindTheSlipOfExactFriction) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  InteriorRounds rounds;
  rounds.exact_iterations = 0;
  for (const double gain : {0.5, 0.0}) {
    rounds.gain = gain;
    rounds.slow_rounds = gain > 0.0 ? 3 : 1;
    rounds.vain_rounds = 30;
    Looks looks{scene.finish(), accuracy(1e-9), {}, {}, {}};
    ASSERT_TRUE(solve_by_rounds(looks, rounds).met);
    EXPECT_GT(looks.asked.size(), 1U);
    const double speed = 0.01 * 10.0 * (0.5 - 0.3) / std::sqrt(1.25);
    for (const Vec3 U : looks.U) {
      EXPECT_NEAR(std::hypot(U.x, U.y), speed, 1e-8);
      EXPECT_NEAR(U.z, 0.0, 1e-8);
    }
    for (const int sweeps : looks.asked) EXPECT_EQ(sweeps, rounds.round_sweeps);
  }
}

// Sweeps that end with no reactions at all: the rounds go on from those of the round, and end with
// them once they meet the criteria.
TEST(InteriorRounds, ReturnToTheirReactionsWhereSweepsLeadAway) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  const LocalDynamics& problem = scene.finish();
  Looks looks{problem, accuracy(1e-9), {}, {}, {}};
  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  const FinishingSweeps finish = [&](std::span<Vec3> r, int sweeps) {
    if (sweeps > 0) std::fill(r.begin(), r.end(), Vec3{});
    return FinishedSweeps{looks.look(r, sweeps), sweeps};
  };
  InteriorRounds rounds;
  rounds.exact_iterations = 0;
  std::vector<Vec3> R(std::size_t(problem.size()));
  const InteriorPointResult found =
      solve_by_rounds(problem, nullptr, direction, {{looks.criteria, {}, 200}, rounds}, finish, R);
  ASSERT_TRUE(found.met);
  EXPECT_GT(looks.asked.size(), 2U);
  const double speed = 0.01 * 10.0 * (0.5 - 0.3) / std::sqrt(1.25);
  for (const Vec3 U : looks.U) EXPECT_NEAR(std::hypot(U.x, U.y), speed, 1e-8);
}

// Nothing meets these criteria. Where no fall of the errors counts as a gain, so many rounds end
// all; where it has to halve them, the first rounds count as gains.
TEST(InteriorRounds, EndAfterSoManyThatDoNotGain) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  InteriorRounds rounds;
  rounds.exact_iterations = 0;
  for (const int most : {1, 2, 3}) {
    Looks looks{scene.finish(), accuracy(1e-300), {}, {}, {}};
    rounds.gain = 0.0;
    rounds.vain_rounds = most;
    EXPECT_FALSE(solve_by_rounds(looks, rounds).met);
    EXPECT_EQ(looks.asked.size(), std::size_t(most));
  }
  Looks looks{scene.finish(), accuracy(1e-300), {}, {}, {}};
  rounds.gain = 0.5;
  rounds.vain_rounds = 1;
  EXPECT_FALSE(solve_by_rounds(looks, rounds).met);
  ASSERT_GT(looks.asked.size(), 1U);
  for (std::size_t k = 1; k + 1 < looks.worst.size(); ++k) {
    EXPECT_LT(looks.worst[k], 0.5 * looks.worst[k - 1]);
  }
}

// Sweeps are tried from iterates whose error is small enough, and from a solution none is taken.
TEST(InteriorRounds, SweepOnlyFromWhatIsNear) {
  Scene scene = brick_wall(6, 5, 0.5);
  InteriorRounds rounds;
  Looks looks{scene.finish(), accuracy(1e-7), {}, {}, {}};
  ASSERT_TRUE(solve_by_rounds(looks, rounds).met);
  ASSERT_GT(looks.asked.size(), 1U);
  for (std::size_t k = 0; k < looks.asked.size(); ++k) {
    EXPECT_LT(looks.worst[k], rounds.near * 1e-7);
    EXPECT_EQ(looks.asked[k], looks.worst[k] <= 1e-7 ? 0 : rounds.near_sweeps);
  }
  // with a wider bound they come earlier
  Looks early{looks.problem, looks.criteria, {}, {}, {}};
  rounds.near = 1e5;
  ASSERT_TRUE(solve_by_rounds(early, rounds).met);
  EXPECT_GT(early.asked.size(), looks.asked.size());
}

TEST(InteriorRounds, EndAfterSoManyIterationsOfAll) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  for (const int most : {3, 6}) {
    Looks looks{scene.finish(), accuracy(1e-300), {}, {}, {}};
    const InteriorPointResult found = solve_by_rounds(looks, {}, most);
    EXPECT_FALSE(found.met);
    EXPECT_EQ(found.iterations, most);
  }
}

TEST(InteriorPoint, NumbersThatAreNotFiniteEndIt) {
  Scene scene = cube_on_slope(0.5, 0.6, 0.01);
  LocalDynamics& problem = scene.finish();
  problem.B[0].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve(problem, 1e-10).result.met);
  Looks looks{problem, accuracy(1e-5), {}, {}, {}};
  EXPECT_FALSE(solve_by_rounds(looks, {}).met);
  EXPECT_TRUE(looks.asked.empty());
}

}  // namespace
}  // namespace solfec
