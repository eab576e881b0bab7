#include "body/point_velocity.h"

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-14;  // a few ulps at unit scale

class PointVelocityTest : public ::testing::TestWithParam<BodyKind> {
 protected:
  PointVelocityTest() {
    const MassProperties properties{1.0, {0.1, 0.2, 0.3}, diagonal(0.1, 0.2, 0.3)};
    body_ = bodies_.add(1, GetParam(), properties, BulkMaterial{});
    // Some placement: turned, stretched when the kind can be, moved.
    Mat3 gradient = rotation_about({1.0, 2.0, -1.0}, 40.0);
    if (GetParam() == BodyKind::pseudo_rigid) gradient = gradient * diagonal(1.2, 0.9, 1.1);
    for (auto* set :
         {&bodies_.obstacles.rotation, &bodies_.rigid.rotation, &bodies_.pseudo_rigid.gradient}) {
      if (!set->empty()) set->front() = gradient;
    }
  }

  Bodies bodies_;
  BodyRef body_;
};

TEST_P(PointVelocityTest, FreeVelocityOfAnArmIsTheVelocityOfItsMaterialPoint) {
  bodies_.set_rigid_velocity(body_, {1.0, -2.0, 0.5}, {0.3, 0.7, -0.4});
  if (GetParam() == BodyKind::pseudo_rigid) bodies_.pseudo_rigid.rate[0](1, 2) += 0.25;
  const Vec3 reference{0.7, -0.3, 0.4};
  const Vec3 arm = point_arm(bodies_, body_, bodies_.current_point(body_, reference));
  const Vec3 difference = free_velocity(bodies_, body_, arm) - bodies_.velocity(body_, reference);
  EXPECT_LE(norm_inf(difference), 10.0 * kTol);
}

TEST_P(PointVelocityTest, StartVelocityTakesTheVelocitiesBeforeTheLoads) {
  bodies_.set_rigid_velocity(body_, {1.0, -2.0, 0.5}, {0.3, 0.7, -0.4});
  const Vec3 arm{0.4, 0.5, -0.6};
  const Vec3 expected = free_velocity(bodies_, body_, arm);
  if (GetParam() == BodyKind::rigid) {
    bodies_.rigid.start_angular = bodies_.rigid.angular;
    bodies_.rigid.start_linear = bodies_.rigid.linear;
  } else if (GetParam() == BodyKind::pseudo_rigid) {
    bodies_.pseudo_rigid.start_rate = bodies_.pseudo_rigid.rate;
    bodies_.pseudo_rigid.start_linear = bodies_.pseudo_rigid.linear;
  }
  if (GetParam() == BodyKind::obstacle) {
    bodies_.obstacles.start_angular = bodies_.obstacles.angular;
    bodies_.obstacles.start_linear = bodies_.obstacles.linear;
  }
  bodies_.set_rigid_velocity(body_, {}, {});
  EXPECT_EQ(start_velocity(bodies_, body_, arm), expected);
}

TEST_P(PointVelocityTest, TheCentreHasNoArm) {
  EXPECT_LE(norm_inf(point_arm(bodies_, body_, {0.1, 0.2, 0.3})), kTol);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PointVelocityTest,
                         ::testing::Values(BodyKind::obstacle, BodyKind::rigid,
                                           BodyKind::pseudo_rigid));

TEST(PointArm, RigidArmIsSpatialAndPseudoRigidArmReferential) {
  Bodies bodies;
  const MassProperties properties{1.0, {}, identity()};
  const BodyRef rigid = bodies.add(1, BodyKind::rigid, properties, BulkMaterial{});
  const BodyRef soft = bodies.add(2, BodyKind::pseudo_rigid, properties, BulkMaterial{});
  bodies.rigid.rotation[0] = rotation_about({0, 0, 1}, 90.0);
  bodies.pseudo_rigid.gradient[0] = diagonal(2.0, 4.0, 8.0);
  EXPECT_EQ(point_arm(bodies, rigid, {1.0, 1.0, 1.0}), (Vec3{1.0, 1.0, 1.0}));
  EXPECT_EQ(point_arm(bodies, soft, {1.0, 1.0, 1.0}), (Vec3{0.5, 0.25, 0.125}));
}

}  // namespace
}  // namespace solfec
