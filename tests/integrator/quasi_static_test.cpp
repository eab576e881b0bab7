#include "integrator/quasi_static.h"

#include <cmath>

#include <gtest/gtest.h>

#include "body/point_load.h"
#include "integrator/integrator.h"
#include "integrator/static_repeat.h"
#include "math/rotation.h"

namespace solfec {
namespace {

double distance(const Mat3& a, const Mat3& b) {
  const Mat3 difference = a - b;
  return std::sqrt(double_dot(difference, difference));
}

/// Cube of side 1 at the origin, E = 1e6, nu = 0.25, density 1e3.
Bodies unit_cube(BodyKind kind) {
  Bodies bodies;
  bodies.add(1, kind, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  return bodies;
}

/// Free velocities of a step of one pass with p = h, and by how much its reactions count
/// (StaticRepeat::push). Loads are in the bodies.
double plain_pass(Bodies& bodies, double step) {
  StaticRepeat repeat;
  repeat.begin(bodies, step, 0.0, static_scales(bodies));
  return repeat.push();
}

/// Ends a step of one pass without reactions.
void finish_plain_step(Bodies& bodies, double step) {
  finish_static_step(bodies, step, plain_pass(bodies, step));
}

TEST(QuasiStatic, DeformationReachesTheStateWhoseStressBalancesTheLoads) {
  // In equilibrium the couple of the loads is the slope of the strain energy, by differences.
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  const Mat3 couple{{2e5, 1e4, 0, 1e4, -1e5, 2e4, 0, 2e4, 5e4}};  // no moment
  for (int n = 0; n < 60; ++n) {
    begin_static_step(bodies);
    set.couple[0] = couple;
    finish_plain_step(bodies, 0.1);
  }
  EXPECT_GT(distance(set.gradient[0], identity()), 0.1);
  EXPECT_LE(distance(set.rate[0], {}), 1e-6);
  constexpr double kDifference = 1e-5;
  PseudoRigidSet shifted = set;
  for (int k = 0; k < 9; ++k) {
    shifted.gradient[0].m[k] += kDifference;
    const double up = internal_energy(shifted, 0);
    shifted.gradient[0].m[k] -= 2.0 * kDifference;
    const double slope = (up - internal_energy(shifted, 0)) / (2.0 * kDifference);
    shifted.gradient[0].m[k] += kDifference;
    EXPECT_NEAR(slope, couple.m[k], 1e-3);
  }
}

TEST(QuasiStatic, SmallStrainUnderTensionIsHookesInOneLargeStep) {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  constexpr double kTension = 1.0;  // Pa on the faces x = ±1/2
  begin_static_step(bodies);
  set.couple[0] = diagonal(kTension, 0.0, 0.0);
  finish_plain_step(bodies, 1e4);
  const Mat3 strain = set.gradient[0] - identity();
  const double exact = kTension / 1e6;
  EXPECT_NEAR(strain(0, 0), exact, 1e-6 * exact);
  EXPECT_NEAR(strain(1, 1), -0.25 * exact, 1e-6 * exact);
  EXPECT_NEAR(strain(2, 2), -0.25 * exact, 1e-6 * exact);
}

TEST(QuasiStatic, RotationUnderCompressionIsHeldByNoNegativeStiffnessInLongSteps) {
  // A = M + h² K of a rotation would be rho/12 - h² stress, here far below 0.
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  set.gradient[0] = diagonal(1.0, 1.0, 0.98);  // about -2e4 Pa along z
  constexpr double kTwist = 10.0;              // N m about y
  begin_static_step(bodies);
  set.couple[0] = Mat3{{0, 0, -0.5 * kTwist, 0, 0, 0, 0.5 * kTwist, 0, 0}};
  (void)plain_pass(bodies, 1.0);
  EXPECT_GT(double_dot(set.couple[0], set.rate[0]), 0.0);  // it gives way to the load
}

TEST(QuasiStatic, NothingIsCarriedFromStepToStep) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    Bodies bodies = unit_cube(kind);
    bodies.set_rigid_velocity({kind, 0}, {1, 2, 3}, {1, 0, 0});
    const BodyMotion before = bodies.motion({kind, 0});
    begin_static_step(bodies);
    finish_plain_step(bodies, 0.1);
    const BodyMotion after = bodies.motion({kind, 0});
    EXPECT_EQ(after.center, before.center);
    EXPECT_LE(distance(after.gradient, before.gradient), 1e-15);
    EXPECT_EQ(after.linear, Vec3{});
  }
}

TEST(QuasiStatic, UnbalancedRigidBodyMovesByStepTimesPushOverItsMass) {
  Bodies bodies = unit_cube(BodyKind::rigid);
  begin_static_step(bodies);
  add_point_force(bodies, {BodyKind::rigid, 0}, {0.5, 0, 0}, {0, 100.0, 0});
  finish_plain_step(bodies, 0.1);
  // u = p f / m, x = h u; rotation h p J⁻¹ (r × f) about z with J = m / 6
  const double push = bodies.rigid.static_push[0];
  ASSERT_GT(push, 0.0);
  const double way = 0.1 * push * 100.0 / 1e3;
  EXPECT_NEAR(bodies.rigid.center[0].y, way, 1e-14 * way);
  const double angle = 0.1 * push * 50.0 / (1e3 / 6.0);
  const Mat3 exact = rotation_about({0, 0, 1}, angle * 180.0 / std::acos(-1.0));
  EXPECT_LE(distance(bodies.rigid.rotation[0], exact), 1e-14);
  EXPECT_NEAR(bodies.rigid.energy[0].external, 100.0 * way + 50.0 * angle, 1e-12);
}

TEST(QuasiStatic, ObstaclesMoveByTheirVelocityTimesTheStep) {
  Bodies bodies = unit_cube(BodyKind::obstacle);
  bodies.set_rigid_velocity({BodyKind::obstacle, 0}, {1, 2, 3}, {0, 0, 0.5});
  begin_static_step(bodies);
  const double push = plain_pass(bodies, 0.1);
  EXPECT_EQ(bodies.obstacles.center[0], Vec3{});
  finish_static_step(bodies, 0.1, push);
  EXPECT_LE(norm_inf(bodies.obstacles.center[0] - Vec3{0.1, 0.2, 0.3}), 1e-16);
  const Mat3 exact = rotation_about({0, 0, 1}, 0.05 * 180.0 / std::acos(-1.0));
  EXPECT_LE(distance(bodies.obstacles.rotation[0], exact), 1e-15);
}

}  // namespace
}  // namespace solfec
