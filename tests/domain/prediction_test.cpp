#include <cmath>

#include <gtest/gtest.h>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kSpeed = 3.0;  // m/s, of the impacts

class Prediction : public DomainFixture {
 protected:
  /// Deepest penetration of a body into the floor in `steps` steps, m.
  double deepest(BodyId id, int steps) {
    GaussSeidelSolver solver(tight_params());
    double lowest = 1e9;
    for (int k = 0; k < steps; ++k) {
      (void)domain_.step(solver, kStep);
      lowest = std::min(lowest, domain_.body_box(id).lo.z);
    }
    return -lowest;
  }
  void floor() { add(BodyKind::obstacle, box_shape({-5, -5, -1}, {5, 5, 0})); }
  void surface(double friction, double restitution) {
    SurfaceMaterial material;
    material.friction = friction;
    material.restitution = restitution;
    domain_.surface_materials.define(material);
  }
};

TEST_F(Prediction, BallEndsAtTheSurfaceWithItAndAStepInsideWithoutIt) {
  for (const double distance : {0.0, 0.01}) {
    domain_.contact_params.prediction = distance;
    floor();
    const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0.5 + 0.0101}, 0.5));
    domain_.set_rigid_velocity(ball, {0, 0, -kSpeed}, {});
    const double depth = deepest(ball, 20);
    if (distance > 0.0) {
      EXPECT_LT(depth, 1e-9);
    } else {
      EXPECT_GT(depth, 0.1 * kSpeed * kStep);
      EXPECT_LT(depth, 2.0 * kSpeed * kStep);
    }
    domain_.remove_body(ball);
  }
}

TEST_F(Prediction, BlockThatFallsFlatStaysFlat) {
  domain_.contact_params.prediction = 0.01;
  floor();
  const BodyId block = add(BodyKind::rigid, box_shape({-0.5, -0.4, 0.0073}, {0.5, 0.4, 1.0}));
  domain_.set_rigid_velocity(block, {0, 0, -kSpeed}, {});
  EXPECT_LT(deepest(block, 50), 1e-9);
  const Mat3 turned = domain_.bodies.gradient(domain_.body_ref(block)) - identity();
  EXPECT_LT(std::sqrt(double_dot(turned, turned)), 1e-9);
  EXPECT_NEAR(domain_.body_box(block).lo.z, 0.0, 1e-9);
}

TEST_F(Prediction, EdgeOfATiltedBlockEndsAtTheSurface) {
  domain_.contact_params.prediction = 0.02;
  surface(0.3, 0.0);
  floor();
  Shape shape = box_shape({-0.5, -0.4, -0.3}, {0.5, 0.4, 0.3});
  const double c = std::cos(0.2);
  const double s = std::sin(0.2);
  for (Vec3& v : shape.convices[0].vertices) v = {c * v.x - s * v.z, v.y, s * v.x + c * v.z + 0.45};
  const BodyId block = add(BodyKind::rigid, std::move(shape));
  domain_.set_rigid_velocity(block, {0, 0, -kSpeed}, {});
  EXPECT_LT(deepest(block, 20), 1e-4);  // the impact comes in step 19
}

TEST_F(Prediction, RestitutionActsAtOnce) {
  domain_.contact_params.prediction = 0.01;
  surface(0.0, 0.5);
  floor();
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0.5 + 0.0101}, 0.5));
  domain_.set_rigid_velocity(ball, {0, 0, -kSpeed}, {});
  EXPECT_LT(deepest(ball, 20), 1e-9);
  EXPECT_NEAR(speed(ball, {0, 0, 0.5101}).z, 0.5 * kSpeed, 1e-9);
}

TEST_F(Prediction, ASlowBallBouncesWhenItIsThereAndNotBefore) {
  // seen from 8 mm above the floor; it gets there in the eighth step
  domain_.contact_params.prediction = 0.01;
  surface(0.0, 0.5);
  floor();
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0.5 + 0.0079}, 0.5));
  domain_.set_rigid_velocity(ball, {0, 0, -1.0}, {});
  GaussSeidelSolver solver(tight_params());
  for (int k = 1; k <= 7; ++k) {
    (void)domain_.step(solver, kStep);
    EXPECT_NEAR(speed(ball, {0, 0, 0.5}).z, -1.0, 1e-12) << k;
  }
  (void)domain_.step(solver, kStep);
  EXPECT_NEAR(speed(ball, {0, 0, 0.5}).z, 0.5, 1e-12);
}

TEST_F(Prediction, BodiesThatFlyPastEachOtherFeelNothing) {
  domain_.contact_params.prediction = 0.05;
  surface(0.5, 0.0);
  floor();
  const BodyId block = add(BodyKind::rigid, box_shape({-0.5, -0.5, 0.01}, {0.5, 0.5, 1.0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({2, 0, 0.53}, 0.5));
  domain_.set_rigid_velocity(block, {kSpeed, 0, 0}, {});
  domain_.set_rigid_velocity(ball, {kSpeed, 0, 0}, {});
  GaussSeidelSolver solver(tight_params());
  bool seen = false;
  for (int k = 0; k < 50; ++k) {
    (void)domain_.step(solver, kStep);
    seen = seen || domain_.contact_count() >= 2;
    for (const ContactPoint& contact : domain_.contact_points()) {
      EXPECT_EQ(contact.state.R, (Vec3{}));
      EXPECT_GT(contact.gap, 0.0);
    }
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(speed(block, {0, 0, 0.5}), (Vec3{kSpeed, 0, 0}));
}

TEST_F(Prediction, PredictedImpactsObeyTheFrictionCone) {
  domain_.contact_params.prediction = 0.01;
  surface(0.2, 0.0);
  floor();
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0.5052}, 0.5));
  domain_.set_rigid_velocity(ball, {2, 1, -kSpeed}, {});
  GaussSeidelSolver solver(tight_params());
  bool pushed = false;
  for (int k = 0; k < 10; ++k) {
    (void)domain_.step(solver, kStep);
    for (const ContactPoint& contact : domain_.contact_points()) {
      const Vec3 R = contact.state.R;
      pushed = pushed || R.z > 0.0;
      EXPECT_LE(std::hypot(R.x, R.y), 0.2 * R.z * (1.0 + 1e-9) + 1e-9);
    }
  }
  EXPECT_TRUE(pushed);
  const Vec3 after = speed(ball, {0, 0, 0.5052});
  EXPECT_NEAR(std::hypot(2.0 - after.x, 1.0 - after.y), 0.2 * kSpeed, 1e-9);
}

TEST_F(Prediction, BondsAreOnlyGivenToWhatTouches) {
  domain_.contact_params.prediction = 0.05;
  SurfaceMaterial glue;
  glue.cohesion = 1e6;
  domain_.surface_materials.define(glue);
  floor();
  add(BodyKind::rigid, box_shape({-0.5, -0.5, 0.01}, {0.5, 0.5, 1.0}));
  add(BodyKind::rigid, box_shape({1.5, -0.5, 0.0}, {2.5, 0.5, 1.0}));
  GaussSeidelSolver solver(tight_params());
  (void)domain_.step(solver, kStep);
  int bonds = 0;
  for (const ContactPoint& contact : domain_.contact_points()) bonds += contact.state.bonded;
  EXPECT_EQ(bonds, 1);
}

}  // namespace
}  // namespace solfec
