#include "assembly/hollow_turning.h"

#include <cmath>
#include <utility>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kHole = 0.5;    // m
constexpr double kRadius = 0.2;  // m, of what is in it
constexpr double kStep = 1e-3;   // s
constexpr double kSpeed = 1.5;   // m/s, of its middle
constexpr double kSpin = 7.0;    // rad/s, of the wall about its axis

/// A bore along y about the origin, and something that goes round at its bottom, where x is the
/// direction of the motion.
class HollowTurningTest : public DomainFixture {
 protected:
  static Shape bore_shape() {
    Shape shape;
    shape.bores.push_back({{0, 0, 0}, {0, 1, 0}, {kHole, 0, 0}, 0.1, 1, 1});
    return shape;
  }
  BodyId add_wall(BodyKind kind, Vec3 velocity = {}, double spin = 0.0) {
    const BodyId wall = add(kind, bore_shape());
    domain_.set_rigid_velocity(wall, velocity, {0, spin, 0});
    return wall;
  }
  BodyId add_moving(Shape shape, BodyKind kind = BodyKind::rigid, Vec3 velocity = {}) {
    const BodyId body = add(kind, std::move(shape));
    domain_.set_rigid_velocity(body, velocity + Vec3{kSpeed, 0, 0}, {0, 3.0, 0});
    return body;
  }
  /// δ of all contacts after a step, the largest one; 1e300 without any.
  double speed_after_a_step() {
    run(1, kStep);
    double most = domain_.contact_points().empty() ? 1e300 : -1e300;
    for (const ContactPoint& contact : domain_.contact_points()) {
      most = std::fmax(most, turning_speed(domain_.bodies, contact, kStep));
    }
    return most;
  }
  /// Into the wall at the start of the step on a circle of a radius: v sin(h v / (2ρ)).
  static double exact(double radius, double speed = kSpeed) {
    return speed * std::sin(0.5 * kStep * speed / radius);
  }
};

constexpr double kShare =
    2e-3;  // of the radius by which the first step leaves the circle, and more

TEST_F(HollowTurningTest, BallsGoRoundOnTheCircleOfTheirCentres) {
  add_wall(BodyKind::obstacle);
  add_moving(ball_shape({0, 0, -(kHole - kRadius)}, kRadius));
  const double speed = exact(kHole - kRadius);
  EXPECT_NEAR(speed_after_a_step(), speed, kShare * speed);
}

TEST_F(HollowTurningTest, RodsGoRoundOnTheCircleOfTheirAxesOrOfTheOutlineOfARim) {
  for (const double tilt : {0.0, 0.2}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    add_wall(BodyKind::obstacle);
    Shape shape;
    const Vec3 half{0, 0.3 * std::cos(tilt), 0.3 * std::sin(tilt)};
    const double reach = kRadius * std::cos(tilt) + half.z;
    shape.rods.push_back({{0, 0, -(kHole - reach)}, half, {kRadius, 0, 0}, 1, 1});
    add_moving(shape);
    // the rim is seen as an ellipse, whose centre of curvature is so far below that of the rod
    const double curvature = kRadius / std::cos(tilt);
    const double below = half.z + kRadius * std::cos(tilt) - curvature;
    const double speed = exact(kHole - curvature, kSpeed - 3.0 * below);
    EXPECT_NEAR(speed_after_a_step(), speed, kShare * speed) << tilt;
  }
}

/// With the half axes a across and b along the normal the radius of curvature there is a² / b.
TEST_F(HollowTurningTest, EllipsoidsGoRoundOnTheCircleOfTheirCentresOfCurvature) {
  constexpr double kAcross = 0.25;
  constexpr double kAlong = 0.15;
  add_wall(BodyKind::obstacle);
  Shape shape;
  Ellipsoid ellipsoid;
  ellipsoid.center = {0, 0, -(kHole - kAlong)};
  ellipsoid.radii = {kAcross, 0.1, kAlong};
  ellipsoid.surface = ellipsoid.volume = 1;
  shape.ellipsoids.push_back(ellipsoid);
  const BodyId body = add(BodyKind::rigid, shape);
  domain_.set_rigid_velocity(body, {kSpeed, 0, 0}, {});
  const double speed = exact(kHole - kAcross * kAcross / kAlong);
  EXPECT_NEAR(speed_after_a_step(), speed, 5e-3 * speed);
}

TEST_F(HollowTurningTest, PointsOfPolyhedraGoRoundOnTheWall) {
  add_wall(BodyKind::obstacle);
  const double half = 0.2;
  const double low = std::sqrt(kHole * kHole - half * half);
  const BodyId block =
      add(BodyKind::rigid, box_shape({-half, -0.1, -low}, {half, 0.1, -low + 0.1}));
  const double rate = kSpeed / kHole;
  domain_.set_rigid_velocity(block, {rate * (low - 0.05), 0, 0}, {0, -rate, 0});
  const double speed = exact(kHole);
  EXPECT_NEAR(speed_after_a_step(), speed, kShare * speed);
}

TEST_F(HollowTurningTest, MotionOfTheWholeCountsNothing) {
  const Vec3 velocity{3.0, -1.0, 2.0};
  add_wall(BodyKind::rigid, velocity);
  add_moving(ball_shape({0, 0, -(kHole - kRadius)}, kRadius), BodyKind::rigid, velocity);
  const double speed = exact(kHole - kRadius);
  EXPECT_NEAR(speed_after_a_step(), speed, 1e-2 * speed);  // the first step presses on the wall
}

/// Rows see an obstacle where the ball is at the ends of the step; a rigid body at mid-step.
TEST_F(HollowTurningTest, WallsThatTurnCountWhereRowsSeeThemTurned) {
  for (const double spin : {kSpin, -kSpin}) {
    for (const BodyKind kind : {BodyKind::obstacle, BodyKind::rigid}) {
      domain_ = Domain(Analysis::dynamic, 1e-4);
      material_ =
          domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
      add_wall(kind, {}, spin);
      add_moving(ball_shape({0, 0, -(kHole - kRadius)}, kRadius));
      const double rho = kHole - kRadius;
      const double wall = kind == BodyKind::obstacle ? -spin * rho : 0.0;  // along x at the bottom
      const double speed = 0.5 * kStep * kSpeed * (kSpeed - wall) / rho;
      EXPECT_NEAR(speed_after_a_step(), speed, 5e-3 * std::fabs(speed)) << spin;
    }
  }
}

TEST_F(HollowTurningTest, OtherPairsAndBodiesHaveNone) {
  add(BodyKind::obstacle, ball_shape({0, 0, -1.0}, 1.0));
  add_moving(ball_shape({0, 0, kRadius}, kRadius));
  EXPECT_EQ(speed_after_a_step(), 0.0);
  domain_ = Domain(Analysis::dynamic, 1e-4);
  material_ = domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
  add_wall(BodyKind::obstacle);
  add_moving(ball_shape({0, 0, -(kHole - kRadius)}, kRadius), BodyKind::pseudo_rigid);
  EXPECT_EQ(speed_after_a_step(), 0.0);
}

/// A contact that has not carried is an impact, and so is a velocity that was given.
TEST_F(HollowTurningTest, ImpactsAreNoTurning) {
  add_wall(BodyKind::obstacle);
  const BodyId ball = add_moving(ball_shape({0, 0, -(kHole - kRadius)}, kRadius));
  const auto normal_speed = [&] {
    const ContactPoint& contact = domain_.contact_points().front();
    return contact.state.U.z;
  };
  run(1, kStep);
  EXPECT_NEAR(normal_speed(), 0.0, 1e-9);
  run(1, kStep);
  EXPECT_NEAR(normal_speed(), exact(kHole - kRadius), kShare * exact(kHole - kRadius));
  domain_.set_rigid_velocity(ball, {0, 0, -2.0}, {});
  run(1, kStep);
  EXPECT_NEAR(normal_speed(), 0.0, 1e-6);
}

}  // namespace
}  // namespace solfec
