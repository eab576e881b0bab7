#include "constraint/user_constraint.h"

#include <gtest/gtest.h>

#include "integrator/integrator.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale

/// Two rigid bodies of unit mass; the first turns about z with 1 rad/s, the second rests.
Bodies make_bodies() {
  Bodies bodies;
  BulkMaterial material;
  material.density = 1.0;
  MassProperties properties;
  properties.volume = 1.0;
  properties.euler = identity();
  bodies.add(1, BodyKind::rigid, properties, material);
  properties.center = {5.0, 0.0, 0.0};
  bodies.add(2, BodyKind::rigid, properties, material);
  bodies.set_rigid_velocity(bodies.refs()[0], {}, {0.0, 0.0, 1.0});
  return bodies;
}

TEST(UserConstraint, PointFollowsItsBodyAndTheFixedPointStays) {
  Bodies bodies = make_bodies();
  UserConstraint link = make_rigid_link(1, 0, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, 1e-4);
  first_half_step(bodies, 2.0 * std::acos(0.0));  // a quarter turn in half a step
  place_constraint(bodies, link);
  EXPECT_LE(norm(link.point - Vec3{0.0, 1.0, 0.0}), kTol);
  EXPECT_EQ(link.slave_point, (Vec3{3.0, 0.0, 0.0}));
  EXPECT_DOUBLE_EQ(link.length, 2.0);
  const Vec3 expected = normalized(Vec3{-3.0, 1.0, 0.0});  // from slave to master
  EXPECT_LE(norm(link.frame.column(2) - expected), kTol);
}

TEST(UserConstraint, LinkWithoutFirstBodyTakesTheSecondAsMaster) {
  const UserConstraint link = make_rigid_link(0, 2, {0.0, 0.0, 0.0}, {5.0, 0.0, 1.0}, 1e-4);
  EXPECT_EQ(link.master, 2);
  EXPECT_EQ(link.slave, 0);
  EXPECT_EQ(link.master_reference, (Vec3{5.0, 0.0, 1.0}));
  EXPECT_EQ(link.slave_reference, (Vec3{}));
}

TEST(UserConstraint, CoincidentPointsMakeATwoBodyFixedPoint) {
  const UserConstraint joint = make_rigid_link(1, 2, {2.0, 0.0, 0.0}, {2.0, 0.0, 5e-5}, 1e-4);
  EXPECT_EQ(joint.kind, ConstraintKind::fixed_point);
  EXPECT_EQ(joint.frame, identity());
  EXPECT_EQ(joint.slave, 2);
}

TEST(UserConstraint, DirectionIsNormalisedAndDoesNotTurnWithTheBody) {
  Bodies bodies = make_bodies();
  UserConstraint guide = make_fixed_direction(1, {1.0, 0.0, 0.0}, {0.0, 3.0, 4.0});
  const Mat3 frame = guide.frame;
  EXPECT_LE(norm(frame.column(2) - Vec3{0.0, 0.6, 0.8}), kTol);
  first_half_step(bodies, 1.0);
  place_constraint(bodies, guide);
  EXPECT_EQ(guide.frame, frame);
}

TEST(UserConstraint, NamesAreThoseOfTheManual) {
  EXPECT_EQ(name_of(ConstraintKind::contact), "CONTACT");
  EXPECT_EQ(name_of(ConstraintKind::fixed_point), "FIXPNT");
  EXPECT_EQ(name_of(ConstraintKind::fixed_direction), "FIXDIR");
  EXPECT_EQ(name_of(ConstraintKind::velocity_direction), "VELODIR");
  EXPECT_EQ(name_of(ConstraintKind::rigid_link), "RIGLNK");
}

}  // namespace
}  // namespace solfec
