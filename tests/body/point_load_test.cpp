#include "body/point_load.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/shape/convex_hull.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // a few ulps at the scale of the numbers below

/// A rigid and a pseudo-rigid body in some motion, and an obstacle.
class PointLoadTest : public ::testing::Test {
 protected:
  PointLoadTest() {
    const MassProperties properties{2.0, {0.1, 0.2, 0.3}, diagonal(0.1, 0.2, 0.3)};
    BulkMaterial material;
    material.density = 3.0;
    rigid_ = bodies_.add(1, BodyKind::rigid, properties, material);
    soft_ = bodies_.add(2, BodyKind::pseudo_rigid, properties, material);
    obstacle_ = bodies_.add(3, BodyKind::obstacle, properties, material);
    bodies_.rigid.rotation[0] = rotation_about({1.0, 2.0, -1.0}, 40.0);
    bodies_.pseudo_rigid.gradient[0] = bodies_.rigid.rotation[0] * diagonal(1.2, 0.9, 1.1);
    bodies_.rigid.angular[0] = {0.4, -0.3, 0.9};
    bodies_.rigid.linear[0] = {1.0, 2.0, 3.0};
    bodies_.pseudo_rigid.rate[0] = from_columns({0.1, 0.5, 0.2}, {-0.3, 0.2, 0.7}, {0.6, 0.1, 0.8});
    bodies_.pseudo_rigid.linear[0] = {-1.0, 0.5, 2.0};
  }

  /// Power of the loads in the set, conjugate velocities times loads, W.
  [[nodiscard]] double rigid_power() const {
    return dot(bodies_.rigid.torque[0], bodies_.rigid.angular[0]) +
           dot(bodies_.rigid.force[0], bodies_.rigid.linear[0]);
  }
  [[nodiscard]] double soft_power() const {
    return double_dot(bodies_.pseudo_rigid.couple[0], bodies_.pseudo_rigid.rate[0]) +
           dot(bodies_.pseudo_rigid.force[0], bodies_.pseudo_rigid.linear[0]);
  }

  Bodies bodies_;
  BodyRef rigid_;
  BodyRef soft_;
  BodyRef obstacle_;
};

TEST_F(PointLoadTest, PowerOfAPointForceIsForceTimesVelocityOfItsPoint) {
  const Vec3 point{0.7, -0.3, 0.4};
  const Vec3 force{2.0, -5.0, 3.0};
  add_point_force(bodies_, rigid_, point, force);
  add_point_force(bodies_, soft_, point, force);
  add_point_force(bodies_, obstacle_, point, force);
  EXPECT_NEAR(rigid_power(), dot(force, bodies_.velocity(rigid_, point)), kTol);
  EXPECT_NEAR(soft_power(), dot(force, bodies_.velocity(soft_, point)), kTol);
}

TEST_F(PointLoadTest, PowerOfAPressureIsThatOfItsForcesOnTheMovedFaces) {
  // Each triangle of the moved hull: p times its area vector times the velocity of its centre, as
  // velocities are linear on it.
  Shape shape;
  shape.convices.push_back(make_convex_hull(
      std::vector<Vec3>{{0, 0, 0}, {1, 0, 0.1}, {0.2, 1, 0}, {0.1, 0.3, 0.9}}, 1, 1));
  shape.convices[0].surface = {4, 4, 1, 1};
  constexpr double kPressure = 3.0;
  for (const BodyRef body : {rigid_, soft_}) {
    double power = 0.0;
    for (const std::vector<Vec3>& face : faces_with(shape, 4)) {
      ASSERT_EQ(face.size(), 3U);
      std::vector<Vec3> x;
      for (const Vec3 X : face) x.push_back(bodies_.current_point(body, X));
      const Vec3 area = 0.5 * cross(x[1] - x[0], x[2] - x[0]);
      const Vec3 center = (1.0 / 3.0) * (face[0] + face[1] + face[2]);
      power += kPressure * dot(area, bodies_.velocity(body, center));
    }
    add_pressure(bodies_, body, pressed_surface(shape, 4), kPressure);
    EXPECT_GT(std::fabs(power), 0.1);
    EXPECT_NEAR(body.kind == BodyKind::rigid ? rigid_power() : soft_power(), power, 10.0 * kTol);
  }
  add_pressure(bodies_, obstacle_, pressed_surface(shape, 4), kPressure);  // takes no load
}

TEST_F(PointLoadTest, PressureOnABodyThatMayNotTurnHasNoMoment) {
  ASSERT_TRUE(bodies_.disable_rotation(rigid_, true));
  Shape shape;
  shape.convices.push_back(
      make_convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1, 1));
  shape.convices[0].surface = {4, 4, 1, 1};
  add_pressure(bodies_, rigid_, pressed_surface(shape, 4), 1.0);
  EXPECT_EQ(bodies_.rigid.torque[0], Vec3{});
  EXPECT_GT(norm(bodies_.rigid.force[0]), 0.1);
}

TEST_F(PointLoadTest, PowerOfATorqueIsTorqueTimesAngularVelocityInItsFrame) {
  const Vec3 torque{2.0, -5.0, 3.0};
  const Vec3 angular = bodies_.rigid.angular[0];
  bodies_.rigid.linear[0] = {};
  add_referential_torque(bodies_, rigid_, torque);
  EXPECT_NEAR(rigid_power(), dot(torque, angular), kTol);
  bodies_.rigid.torque[0] = {};
  add_spatial_torque(bodies_, rigid_, torque);
  EXPECT_NEAR(rigid_power(), dot(torque, bodies_.rigid.rotation[0] * angular), kTol);
}

TEST_F(PointLoadTest, GravityIsMassTimesAcceleration) {
  add_gravity(bodies_, {0.0, 0.0, -10.0});
  EXPECT_LE(norm_inf(bodies_.rigid.force[0] - Vec3{0.0, 0.0, -60.0}), 60.0 * kTol);
  EXPECT_LE(norm_inf(bodies_.pseudo_rigid.force[0] - Vec3{0.0, 0.0, -60.0}), 60.0 * kTol);
  EXPECT_EQ(bodies_.rigid.torque[0], Vec3{});
  EXPECT_EQ(bodies_.pseudo_rigid.couple[0], Mat3{});
}

TEST_F(PointLoadTest, ConvectedDirectionsFollowTheMaterialLine) {
  const Vec3 direction{0.0, 0.6, 0.8};
  const Vec3 start{0.1, 0.2, 0.3};
  for (const BodyRef body : {rigid_, soft_, obstacle_}) {
    const Vec3 line =
        bodies_.current_point(body, start + direction) - bodies_.current_point(body, start);
    EXPECT_LE(norm_inf(convected_direction(bodies_, body, {}, direction) - line), kTol);
  }
}

TEST_F(PointLoadTest, GeneralisedLoadsHaveTheOrderOfTheManual) {
  const std::array<double, 9> rigid_load = {1, 2, 3, 0, 0, 0, 7, 8, 9};
  add_generalized_load(bodies_, rigid_, rigid_load);
  EXPECT_EQ(bodies_.rigid.force[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(bodies_.rigid.torque[0], (Vec3{7, 8, 9}));

  const std::array<double, 12> soft_load = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  add_generalized_load(bodies_, soft_, soft_load);
  std::vector<double> u;
  bodies_.velocity(soft_, u);
  double power = 0.0;
  for (std::size_t k = 0; k < 12; ++k) power += u[k] * soft_load[k];
  EXPECT_NEAR(soft_power(), power, 10.0 * kTol);
}

}  // namespace
}  // namespace solfec
