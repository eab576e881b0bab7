#include "domain/domain.h"

#include <gtest/gtest.h>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;  // rounding of a few hundred operations at unit scale
constexpr double kGravity = 9.81;

using DomainTest = DomainFixture;

TEST_F(DomainTest, BlockOnAFloorCarriesItsWeightAndDoesNotMove) {
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
  domain_.loads.gravity[2].constant = -kGravity;
  for (int k = 0; k < 100; ++k) (void)domain_.step(solver_, 1e-3);

  ASSERT_EQ(domain_.constraints().size(), 1U);
  const ConstraintRecord& contact = domain_.constraints()[0];
  const double weight = 1000.0 * kGravity;
  EXPECT_NEAR(contact.R.z / weight, 1.0, kTol);
  EXPECT_LE(norm(contact.point - Vec3{0, 0, 0}), 1e-9);
  EXPECT_NEAR(contact.area, 1.0, 1e-9);
  const Vec3 center = domain_.bodies.current_point(domain_.body_ref(block), {0, 0, 0.5});
  EXPECT_LE(norm(center - Vec3{0, 0, 0.5}), kTol);
}

TEST_F(DomainTest, FreeFallFollowsTheParabola) {
  const BodyId body = add(BodyKind::rigid, ball_shape({0, 0, 10}, 0.5));
  domain_.loads.gravity[2].constant = -kGravity;
  for (int k = 0; k < 1000; ++k) (void)domain_.step(solver_, 1e-3);
  // the mid-point rule is exact for a constant force
  const Vec3 center = domain_.bodies.current_point(domain_.body_ref(body), {0, 0, 10});
  EXPECT_NEAR(center.z, 10.0 - 0.5 * kGravity, kTol);
  const Energies energies = domain_.energies({&body, 1});
  const double mass = domain_.bodies.characteristics(domain_.body_ref(body)).mass;
  EXPECT_NEAR(energies.kinetic / (0.5 * mass * kGravity * kGravity), 1.0, kTol);
  EXPECT_NEAR(energies.external / energies.kinetic, 1.0, kTol);
}

TEST_F(DomainTest, ClosedSystemKeepsItsMomentumThroughImpacts) {
  const BodyId a = add(BodyKind::rigid, ball_shape({0, 0, 0}, 0.5));
  const BodyId b = add(BodyKind::pseudo_rigid, box_shape({0.6, -0.5, -0.5}, {1.6, 0.5, 0.5}));
  SurfaceMaterial rough;
  rough.friction = 0.5;
  domain_.surface_materials.define(rough);
  domain_.bodies.set_rigid_velocity(domain_.body_ref(a), {2, 0.3, 0.1}, {0, 3, 0});
  const auto momentum = [&] {
    Vec3 sum;
    for (const BodyId id : {a, b}) {
      const BodyRef body = domain_.body_ref(id);
      const BodyCharacteristics properties = domain_.bodies.characteristics(body);
      sum += properties.mass * domain_.bodies.velocity(body, properties.center);
    }
    return sum;
  };
  const Vec3 before = momentum();
  bool touched = false;
  for (int k = 0; k < 2000; ++k) {
    (void)domain_.step(solver_, 1e-4);
    touched = touched || domain_.contact_count() > 0;
    ASSERT_LE(norm(momentum() - before), 1e-9 * norm(before)) << "step " << k;
  }
  EXPECT_TRUE(touched);
}

TEST_F(DomainTest, RemovedBodyTakesItsContactsConstraintsAndLoadsAlong) {
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId first = add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
  const BodyId second = add(BodyKind::rigid, ball_shape({1.5, 0, 0.5}, 0.5), "ball");
  domain_.loads.gravity[2].constant = -kGravity;
  domain_.loads.forces.push_back({first, LoadFrame::spatial, {0, 0, 0.5}, {1, 0, 0}, {1.0, {}}});
  domain_.add_constraint(make_fixed_point(first, {0, 0, 1}));
  (void)domain_.step(solver_, 1e-3);
  ASSERT_EQ(domain_.constraints().size(), 3U);
  domain_.remove_body(first);
  EXPECT_EQ(domain_.find_body(first), nullptr);
  ASSERT_EQ(domain_.constraints().size(), 1U);
  for (int k = 0; k < 10; ++k) (void)domain_.step(solver_, 1e-3);
  ASSERT_EQ(domain_.constraints().size(), 1U);
  EXPECT_EQ(domain_.constraints()[0].kind, ConstraintKind::contact);
  ASSERT_NE(domain_.find_body(second), nullptr);
  EXPECT_EQ(describe(*domain_.find_body(second)), "body 'ball' (created at test.py:1)");
}

TEST_F(DomainTest, ContactWorkIsBookedHalfOnEachBody) {
  const BodyId floor = add(BodyKind::obstacle, box_shape({-9, -9, -1}, {9, 9, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 0.1}));
  SurfaceMaterial rough;
  rough.friction = 0.5;
  domain_.surface_materials.define(rough);
  domain_.loads.gravity[2].constant = -kGravity;
  domain_.bodies.set_rigid_velocity(domain_.body_ref(block), {1, 0, 0}, {});
  domain_.bodies.rigid.inverse_inertia[0] =
      Mat3{};  // no tilting: the sliding block of the textbook
  for (int k = 0; k < 1000; ++k) (void)domain_.step(solver_, 1e-3);
  const double mass = domain_.bodies.characteristics(domain_.body_ref(block)).mass;
  const double lost = 0.5 * mass;  // all of the kinetic energy
  EXPECT_NEAR(domain_.energies({&floor, 1}).friction, -0.5 * lost, 1e-9 * lost);
  EXPECT_NEAR(domain_.energies({&block, 1}).friction, -0.5 * lost, 1e-9 * lost);
}

TEST_F(DomainTest, ForceFunctionSeesTheBodyAndLoadsIt) {
  const BodyId body = add(BodyKind::rigid, ball_shape({0, 0, 0}, 0.5));
  const double mass = domain_.bodies.characteristics(domain_.body_ref(body)).mass;
  double seen_time = 0.0;
  domain_.loads.callbacks.push_back(
      {body, [&](const ForceCallbackInput& input, std::span<double> load) {
         EXPECT_EQ(input.q.size(), 12U);
         EXPECT_EQ(input.u.size(), 6U);
         seen_time = input.time;
         load[0] = 2.0 * mass;
       }});
  (void)domain_.step(solver_, 0.5);
  EXPECT_DOUBLE_EQ(seen_time, 0.25);
  EXPECT_NEAR(domain_.bodies.rigid.linear[0].x, 1.0, kTol);
}

TEST_F(DomainTest, FindsTheBodyWhoseVelocityIsNotFinite) {
  add(BodyKind::rigid, ball_shape({0, 0, 0}, 0.5));
  const BodyId bad = add(BodyKind::rigid, ball_shape({9, 0, 0}, 0.5));
  EXPECT_EQ(domain_.find_not_finite(), 0);
  domain_.loads.forces.push_back({bad,
                                  LoadFrame::spatial,
                                  {9, 0, 0},
                                  {1, 0, 0},
                                  {std::numeric_limits<double>::quiet_NaN(), {}}});
  (void)domain_.step(solver_, 1e-3);
  EXPECT_EQ(domain_.find_not_finite(), bad);
}

TEST_F(DomainTest, FindsTheObstacleWhosePlacementIsNotFinite) {
  const BodyId plate = add(BodyKind::obstacle, ball_shape({5, 0, 0}, 0.5));
  EXPECT_EQ(domain_.find_not_finite(), 0);
  domain_.set_rigid_velocity(plate, {}, {1e300, 0, 0});  // its rotation is beyond all numbers
  (void)domain_.step(solver_, 1e-3);
  EXPECT_EQ(domain_.find_not_finite(), plate);
}

}  // namespace
}  // namespace solfec
