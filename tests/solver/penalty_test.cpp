#include "solver/penalty.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "solver/one_solution.h"
#include "solver/scene.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Solution solve(LocalDynamics& problem, PenaltyVariant variant) {
  Solution s;
  s.R.resize(problem.law.size());
  s.U.resize(problem.law.size());
  solve_penalty(problem, variant, s.R, s.U, s.report);
  return s;
}

void make_spring(RowLaw& law, double gap) {
  law.spring = 1000.0;
  law.dashpot = 10.0;
  law.gap = gap;
}

// Two unit masses above each other on springs; the lower one hangs at a fixed point too.
Scene two_masses(bool fixed) {
  Scene scene(0.01, {0, 0, -10});
  const int a = scene.add_rigid(1.0, {1, 1, 1}, {0, 0, 0.5});
  const int b = scene.add_rigid(1.0, {1, 1, 1}, {0, 0, 1.5});
  make_spring(scene.add_contact(a, kGround, {0, 0, 0}, {0, 0, 1}, 0.3), -0.03);
  make_spring(scene.add_contact(b, a, {0, 0, 1}, {0, 0, 1}, 0.3), -0.02);
  if (fixed) scene.add_row(ConstraintKind::fixed_point, a, kGround, {0, 0, 0.5}, {0, 0, 1});
  scene.finish();
  return scene;
}

TEST(Penalty, ContactsTakeTheirOwnFreeVelocityOnly) {
  Scene scene = two_masses(false);
  LocalDynamics& problem = scene.problem();
  const Solution s = solve(problem, PenaltyVariant::implicit_force);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.report.iterations, 0);
  const double gaps[] = {-0.03, -0.02};
  for (std::size_t i = 0; i < 2; ++i) {
    const double own = problem.B[i].z + problem.W_diagonal[i](2, 2) * s.R[i].z;
    const double expected = -1000.0 * (gaps[i] + 0.0025 * own) - 5.0 * own;
    EXPECT_NEAR(s.R[i].z, expected, kTol);
  }
}

// A block on five springs of different gaps, which slides: each force is that of the law at the
// velocity which all five give the block.
TEST(Penalty, ContactsOfTwoBodiesSeeEachOther) {
  Scene scene(0.01, {0, 0, -10});
  const int block = scene.add_rigid(1.0, {0.2, 0.3, 0.4}, {0, 0, 0.5});
  scene.set_velocity(block, {0.3, 0.1, -0.2}, {0.1, 0.2, 0.3});
  const Vec3 points[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 0}};
  for (const Vec3 point : points) {
    make_spring(scene.add_contact(block, kGround, point, {0, 0, 1}, 0.3), -0.03 + 0.005 * point.x);
  }
  LocalDynamics& problem = scene.finish();
  for (RowLaw& law : problem.law) law.spring = 1e4;
  for (const PenaltyVariant variant :
       {PenaltyVariant::implicit_force, PenaltyVariant::semi_explicit_force}) {
    const Solution s = solve(problem, variant);
    EXPECT_EQ(s.report.status, SolveStatus::ok);
    for (std::size_t i = 0; i < problem.law.size(); ++i) {
      const double U = s.U[i].z;
      const double V = problem.V[i].z;
      const double expected = -1e4 * (problem.law[i].gap + 0.0025 * (U - V)) - 5.0 * (U + V);
      EXPECT_GT(s.R[i].z, 1.0);
      EXPECT_NEAR(s.R[i].z, expected, 1e-4 * s.R[i].z);
      const double friction = std::hypot(s.R[i].x, s.R[i].y);
      EXPECT_LE(friction, 0.3 * s.R[i].z * (1.0 + kTol));
    }
  }
}

TEST(Penalty, ExplicitForceIsThatOfTheGap) {
  Scene scene = two_masses(false);
  const Solution s = solve(scene.problem(), PenaltyVariant::explicit_force);
  EXPECT_NEAR(s.R[0].z, 30.0, kTol);
  EXPECT_NEAR(s.R[1].z, 20.0, kTol);
}

TEST(Penalty, VelocitiesIncludeTheReactionsOfAllRows) {
  Scene scene = two_masses(false);
  const Solution s = solve(scene.problem(), PenaltyVariant::explicit_force);
  // a: 30 - 20 - 10 = 0, b: 20 - 10 = 10 N on unit masses during 0.01 s.
  EXPECT_NEAR(s.U[0].z, 0.0, kTol);
  EXPECT_NEAR(s.U[1].z, 0.1, kTol);
}

TEST(Penalty, InactiveContactGetsTheVelocityCausedByTheOthers) {
  Scene scene = two_masses(false);
  scene.problem().law[1].gap = 1.0;
  const Solution s = solve(scene.problem(), PenaltyVariant::explicit_force);
  EXPECT_EQ(s.R[1], (Vec3{}));
  EXPECT_NEAR(s.U[1].z, 0.01 * (-10.0 - (30.0 - 10.0)), kTol);
}

TEST(Penalty, BilateralRowsAreSolvedUnderTheContactForces) {
  Scene scene = two_masses(true);
  const Solution s = solve(scene.problem(), PenaltyVariant::explicit_force);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(norm(s.U[2]), 1e-6);
  EXPECT_NEAR(s.R[2].z, 0.0, 1e-6);  // 30 - 20 - 10: nothing left to hold
  EXPECT_NEAR(s.R[1].z, 20.0, kTol);
  EXPECT_GE(s.report.iterations, 1);
  EXPECT_EQ(s.report.error_history.size(), static_cast<std::size_t>(s.report.iterations));
}

// Joints of a hanging chain of four bodies; forces of nanonewtons are found as well as those of
// newtons.
TEST(Penalty, JointsAreSolvedAtAnySizeOfTheForces) {
  const auto error_of = [](double mass) {
    Scene scene(0.01, {0, 0, -10});
    int above = kGround;
    for (int k = 0; k < 4; ++k) {
      const int body = scene.add_rigid(mass, {mass, mass, mass}, {0, 0, -1.0 * k});
      scene.add_row(ConstraintKind::fixed_point, above, body, {0.5, 0, 0.5 - k}, {0, 0, 1});
      above = body;
    }
    LocalDynamics& problem = scene.finish();
    const Solution s = solve(problem, PenaltyVariant::implicit_force);
    EXPECT_EQ(s.report.status, SolveStatus::ok);
    double largest = 0.0;
    for (const Vec3 U : s.U) largest = std::fmax(largest, norm(U));
    return largest;
  };
  const double expected = error_of(1.0);
  EXPECT_LE(expected, 1e-2 * 10.0 * 0.01);  // of g h
  for (const double mass : {1e-12, 1e-3, 1e9}) {
    EXPECT_NEAR(error_of(mass), expected, 1e-6 * expected) << mass;
  }
}

// Bodies that move together need no force: what rounding asks for ends the sweeps.
TEST(Penalty, JointsWithoutForceEndAtTheRoundingOfTheirVelocities) {
  Scene scene(0.01, {0, 0, 0});
  const int a = scene.add_rigid(1e-6, {1e-6, 1e-6, 1e-6}, {0, 0, 0});
  const int b = scene.add_rigid(1e-6, {1e-6, 1e-6, 1e-6}, {0, 0, 1});
  scene.add_row(ConstraintKind::fixed_point, b, a, {0.3, 0, 0.4}, {0, 0, 1});
  scene.add_row(ConstraintKind::fixed_point, b, a, {0.3, 0.2, 0.6}, {0, 0, 1});
  LocalDynamics& problem = scene.finish();
  problem.rounding.assign(2, 1e-15);
  problem.B = {{3e-16, -2e-16, 1e-16}, {-1e-16, 3e-16, 2e-16}};
  const Solution s = solve(problem, PenaltyVariant::implicit_force);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(s.report.iterations, 3);
}

TEST(Penalty, OverloadedBondBreaksAtOnce) {
  Scene scene = two_masses(false);
  RowLaw& law = scene.problem().law[1];
  law.gap = 0.02;
  law.bonded = true;
  law.cohesion = 5.0;
  const Solution s = solve(scene.problem(), PenaltyVariant::explicit_force);
  EXPECT_LT(s.R[1].z, -5.0);
  EXPECT_EQ(s.report.broken_bonds, std::vector<int>{1});
}

TEST(Penalty, NotANumberIsReportedAndLeavesFiniteReactions) {
  Scene scene = two_masses(true);
  scene.problem().B[0].z = std::numeric_limits<double>::quiet_NaN();
  const Solution s = solve(scene.problem(), PenaltyVariant::implicit_force);
  EXPECT_EQ(s.report.status, SolveStatus::diagonal_failed);
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

TEST(Penalty, SecondSolveDoesNotAllocate) {
  Scene scene = two_masses(true);
  SweepWorkspace work;
  Solution s = solve(scene.problem(), PenaltyVariant::implicit_force);
  solve_penalty(scene.problem(), PenaltyVariant::implicit_force, work, s.R, s.U, s.report);
  const auto before = allocation_count();
  solve_penalty(scene.problem(), PenaltyVariant::implicit_force, work, s.R, s.U, s.report);
  EXPECT_EQ(allocation_count() - before, 0);
}

}  // namespace
}  // namespace solfec
