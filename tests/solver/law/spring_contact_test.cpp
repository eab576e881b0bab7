#include "solver/law/spring_contact.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-9;
const Mat3 kBlock{{2, 0.1, 0.3, 0.1, 3, 0.2, 0.3, 0.2, 4}};

LocalDynamics spring_row(double gap, double friction) {
  LocalDynamics problem;
  problem.step = 0.01;
  RowLaw law;
  law.kind = ConstraintKind::spring_dashpot;
  law.spring = 1000.0;
  law.dashpot = 20.0;
  law.gap = gap;
  law.friction = friction;
  problem.law = {law};
  problem.V = {{0.1, 0.2, -0.3}};
  problem.B = {{0.4, -0.5, -0.6}};
  problem.W_diagonal = {1e-3 * kBlock};
  return problem;
}

Vec3 react(const LocalDynamics& problem, PenaltyVariant variant, Vec3 previous = {}) {
  return spring_dashpot_reaction(problem, 0, make_contact_block(problem.W_diagonal[0]), variant,
                                 problem.B[0], previous);
}

TEST(SpringDashpot, ImplicitNormalForceSolvesEquation710) {
  const LocalDynamics problem = spring_row(-0.01, 0.0);
  const double R_N = react(problem, PenaltyVariant::implicit_force).z;
  const double U_N = problem.B[0].z + problem.W_diagonal[0](2, 2) * R_N;
  const double V_N = problem.V[0].z;
  const double expected = -1000.0 * (-0.01 + 0.25 * 0.01 * (U_N - V_N)) - 20.0 * 0.5 * (U_N + V_N);
  EXPECT_NEAR(R_N, expected, kTol * R_N);
  EXPECT_GT(R_N, 0.0);
}

TEST(SpringDashpot, ExplicitNormalForceUsesTheStartOfTheStep) {
  // R_N = -s g - d V_N = 10 + 6.
  EXPECT_NEAR(react(spring_row(-0.01, 0.0), PenaltyVariant::explicit_force).z, 16.0, kTol);
}

TEST(SpringDashpot, PullingContactHasNoReaction) {
  EXPECT_EQ(react(spring_row(0.1, 0.5), PenaltyVariant::implicit_force), (Vec3{}));
}

TEST(SpringDashpot, OpenContactHasNoReaction) {
  LocalDynamics problem = spring_row(-0.01, 0.5);
  problem.law[0].open = true;
  EXPECT_EQ(react(problem, PenaltyVariant::implicit_force), (Vec3{}));
}

TEST(SpringDashpot, StrongFrictionStopsTheTangentialMotion) {
  const LocalDynamics problem = spring_row(-0.5, 1e6);
  const Vec3 R = react(problem, PenaltyVariant::implicit_force);
  const Vec3 U = problem.B[0] + problem.W_diagonal[0] * R;
  EXPECT_LE(std::hypot(U.x, U.y), kTol);
}

TEST(SpringDashpot, SlidingFrictionIsOnTheConeAndOpposesSlip) {
  for (const double friction : {1e-9, 1e-3, 0.1, 0.5, 1.0, 1.3}) {
    const LocalDynamics weak = spring_row(-0.01, friction);
    const Vec3 R = react(weak, PenaltyVariant::implicit_force);
    EXPECT_NEAR(std::hypot(R.x, R.y), friction * R.z, kTol * friction * R.z) << friction;
    const Vec3 U = weak.B[0] + weak.W_diagonal[0] * R;
    EXPECT_NEAR(R.x * U.y - R.y * U.x, 0.0, kTol * norm(R) * norm(U)) << friction;
    EXPECT_LT(R.x * U.x + R.y * U.y, 0.0) << friction;
  }
  const Vec3 none = react(spring_row(-0.01, 0.0), PenaltyVariant::implicit_force);
  EXPECT_EQ(std::hypot(none.x, none.y), 0.0);
  EXPECT_GT(none.z, 0.0);
}

TEST(SpringDashpot, PreviousFrictionEntersTheNormalForce) {
  const LocalDynamics problem = spring_row(-0.01, 0.0);
  const double R_N = react(problem, PenaltyVariant::implicit_force, {100, 0, 0}).z;
  const double free = problem.B[0].z + problem.W_diagonal[0](2, 0) * 100.0;
  const double U_N = free + problem.W_diagonal[0](2, 2) * R_N;
  EXPECT_NEAR(R_N, -1000.0 * (-0.01 + 0.0025 * (U_N + 0.3)) - 10.0 * (U_N - 0.3), kTol * R_N);
}

TEST(SpringDashpot, BondPullsAsItsSpringDoesWhateverItsCohesion) {
  LocalDynamics problem = spring_row(0.02, 1e6);
  problem.law[0].bonded = true;
  problem.law[0].cohesion = 1e3;
  EXPECT_NEAR(react(problem, PenaltyVariant::explicit_force).z, -20.0 + 6.0, kTol);
  problem.law[0].cohesion = 10.0;
  const Vec3 pulled = react(problem, PenaltyVariant::explicit_force);
  EXPECT_NEAR(pulled.z, -20.0 + 6.0, kTol);
  EXPECT_EQ(std::hypot(pulled.x, pulled.y), 0.0);  // beyond the strength of the point
}

TEST(SpringDashpot, FrictionOfABondIsThatOfItsStrengthAndKeepsItsDirectionUnderTension) {
  LocalDynamics problem = spring_row(0.02, 0.1);
  problem.law[0].bonded = true;
  problem.law[0].cohesion = 15.0;
  const Vec3 result = react(problem, PenaltyVariant::explicit_force);
  EXPECT_NEAR(std::hypot(result.x, result.y), 0.1 * (15.0 - 14.0), kTol);
  const Vec3 b = problem.B[0] + result.z * problem.W_diagonal[0].column(2);
  EXPECT_LT(result.x * b.x + result.y * b.y, 0.0);  // against the motion
}

}  // namespace
}  // namespace solfec
