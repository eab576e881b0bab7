#include <cmath>

#include <gtest/gtest.h>

#include "solver/law/law.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;

LocalDynamics one_row(ConstraintKind kind, const Mat3& W, Vec3 V) {
  LocalDynamics problem;
  problem.step = 0.1;
  RowLaw law;
  law.kind = kind;
  problem.law = {law};
  problem.V = {V};
  problem.B = {{}};
  problem.W_diagonal = {W};
  return problem;
}

const Mat3 kBlock{{2, 0.1, 0.3, 0.1, 3, 0.2, 0.3, 0.2, 4}};

Vec3 velocity_after(const LocalDynamics& problem, Vec3 b) {
  const ContactBlock w = make_contact_block(problem.W_diagonal[0]);
  return b + problem.W_diagonal[0] * law_of(problem, 0).reaction(problem, 0, w, b, {});
}

TEST(FixedPoint, VelocityIsReversedSoThatTheMeanVanishes) {
  const LocalDynamics problem = one_row(ConstraintKind::fixed_point, kBlock, {1, 2, 3});
  EXPECT_LE(norm(velocity_after(problem, {5, -6, 7}) - Vec3{-1, -2, -3}), kTol);
}

TEST(FixedPoint, QuasiStaticVelocityIsZero) {
  LocalDynamics problem = one_row(ConstraintKind::fixed_point, kBlock, {1, 2, 3});
  problem.quasi_static = true;
  EXPECT_LE(norm(velocity_after(problem, {5, -6, 7})), kTol);
}

TEST(FixedDirection, OnlyTheNormalIsHeld) {
  const LocalDynamics problem = one_row(ConstraintKind::fixed_direction, kBlock, {1, 2, 3});
  const ContactBlock w = make_contact_block(kBlock);
  const Vec3 R = law_of(problem, 0).reaction(problem, 0, w, {5, -6, 7}, {});
  EXPECT_EQ(R.x, 0.0);
  EXPECT_EQ(R.y, 0.0);
  EXPECT_NEAR(velocity_after(problem, {5, -6, 7}).z, -3.0, kTol);
}

TEST(VelocityDirection, ReachesItsTargetAtTheEndOfTheStep) {
  LocalDynamics problem = one_row(ConstraintKind::velocity_direction, kBlock, {1, 2, 3});
  problem.law[0].target = 0.75;
  EXPECT_NEAR(velocity_after(problem, {5, -6, 7}).z, 0.75, kTol);
  EXPECT_LE(norm(law_of(problem, 0).residual(problem, 0, 1.0, {}, {9, 9, 0.75})), kTol);
  EXPECT_NEAR(law_of(problem, 0).residual(problem, 0, 1.0, {}, {9, 9, 1.0}).z, 0.25, kTol);
}

LocalDynamics link_row(double length) {
  LocalDynamics problem = one_row(ConstraintKind::rigid_link, kBlock, {});
  problem.law[0].link = {0, 0, 2.0};
  problem.law[0].target = length;
  return problem;
}

TEST(RigidLink, LengthAtTheEndOfTheStepIsTheTarget) {
  for (const Vec3 b : {Vec3{0, 0, 0}, {3, -1, 2}, {-20, 5, -10}, {0, 30, 1}, {0, 0, -70}}) {
    const LocalDynamics problem = link_row(1.99);
    const Vec3 U = velocity_after(problem, b);
    EXPECT_NEAR(norm(problem.law[0].link + 0.05 * U), 1.99, kTol);
    EXPECT_GT((problem.law[0].link + 0.05 * U).z, 0.0);  // not turned over
    EXPECT_LE(norm(law_of(problem, 0).residual(problem, 0, 1.0, {}, U)), 1e-8);
  }
}

TEST(RigidLink, QuasiStaticStepUsesTheWholeStep) {
  LocalDynamics problem = link_row(2.0);
  problem.quasi_static = true;
  const Vec3 U = velocity_after(problem, {2, 0, 1});
  EXPECT_NEAR(norm(problem.law[0].link + 0.1 * U), 2.0, kTol);
}

TEST(RigidLink, LinkAtRestCarriesNoForce) {
  const LocalDynamics problem = link_row(2.0);
  EXPECT_EQ(law_of(problem, 0).reaction(problem, 0, make_contact_block(kBlock), {}, {}), (Vec3{}));
}

TEST(RigidLink, WithoutRealRootTheNormalVelocityVanishes) {
  const LocalDynamics problem = link_row(2.0);
  const Vec3 U = velocity_after(problem, {0, 100, 4});  // sideways further than the link is long
  EXPECT_NEAR(U.z, 0.0, kTol);
}

TEST(RigidLink, ResidualIsTheErrorOfLengthPerTime) {
  const LocalDynamics problem = link_row(2.0);
  EXPECT_NEAR(law_of(problem, 0).residual(problem, 0, 1.0, {}, {0, 0, 3}).z, 3.0, kTol);
}

}  // namespace
}  // namespace solfec
