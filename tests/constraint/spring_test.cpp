#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "constraint/user_constraint.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // rounding at unit scale

/// Body 1 rigid, body 2 pseudo-rigid, both with their centres at the origin of the reference.
class PlacedSprings : public ::testing::Test {
 protected:
  PlacedSprings() {
    BulkMaterial material;
    material.density = 1.0;
    material.young = 1.0;
    MassProperties properties;
    properties.volume = 1.0;
    properties.euler = identity();
    bodies_.add(1, BodyKind::rigid, properties, material);
    bodies_.add(2, BodyKind::pseudo_rigid, properties, material);
  }

  /// Puts the rigid body there, turned by an angle about z.
  void move_rigid(Vec3 center, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    bodies_.rigid.center[0] = center;
    bodies_.rigid.rotation[0] = {{c, s, 0, -s, c, 0, 0, 0, 1}};
  }

  UserConstraint begun(UserConstraint spring) {
    begin_constraint(bodies_, 0.0, spring);
    return spring;
  }

  static Spring with(SpringDirection direction) {
    Spring spring = make_linear_spring(1.0);
    spring.direction = direction;
    return spring;
  }

  Bodies bodies_;
};

TEST_F(PlacedSprings, BetweenPointsTheStrokeIsTheChangeOfLength) {
  for (const bool swapped : {false, true}) {
    const Spring spring = with(SpringDirection::between_points);
    UserConstraint row = begun(swapped ? make_spring(0, 1, {3, 4, 0}, {0, 0, 0}, spring, {})
                                       : make_spring(1, 0, {0, 0, 0}, {3, 4, 0}, spring, {}));
    EXPECT_EQ(row.kind, ConstraintKind::spring);
    EXPECT_EQ(row.master, 1);
    EXPECT_EQ(row.spring.row.stroke, 0.0);
    move_rigid({3, -4, 0}, 0.3);
    place_constraint(bodies_, row);
    EXPECT_NEAR(row.spring.row.stroke, 8.0 - 5.0, kTol);
    EXPECT_LE(norm(row.frame.column(2) - Vec3{0, -1, 0}), kTol);
    move_rigid({3, 4, 0}, 0.3);  // no direction: the last one stays
    place_constraint(bodies_, row);
    EXPECT_NEAR(row.spring.row.stroke, -5.0, kTol);
    EXPECT_LE(norm(row.frame.column(2) - Vec3{0, -1, 0}), kTol);
    move_rigid({0, 0, 0}, 0.0);
  }
}

// direction * (x1 - x2), whichever end is the master of the row.
TEST_F(PlacedSprings, AlongADirectionTheStrokeHasItsSign) {
  const Spring spring = with(SpringDirection::fixed);
  UserConstraint first = begun(make_spring(1, 0, {0, 0, 0}, {5, 1, 0}, spring, {2, 0, 0}));
  UserConstraint second = begun(make_spring(0, 1, {5, 1, 0}, {0, 0, 0}, spring, {2, 0, 0}));
  move_rigid({0.7, 9, 0}, 1.0);
  place_constraint(bodies_, first);
  place_constraint(bodies_, second);
  EXPECT_NEAR(first.spring.row.stroke, 0.7, kTol);
  EXPECT_NEAR(second.spring.row.stroke, -0.7, kTol);
  EXPECT_LE(norm(first.frame.column(2) - Vec3{1, 0, 0}), kTol);
  EXPECT_LE(norm(second.frame.column(2) - Vec3{-1, 0, 0}), kTol);  // rows have master - slave
}

TEST_F(PlacedSprings, ADirectionIsCarriedFromWhereTheBodyStandsWhenItIsGiven) {
  move_rigid({0, 0, 0}, 0.4);
  const Mat3 shear{{1.1, 0.2, 0, 0.3, 0.9, 0.1, 0, 0.05, 1.2}};
  bodies_.pseudo_rigid.gradient[0] = shear;
  const Vec3 d = normalized(Vec3{1, 2, 0.5});
  UserConstraint turned =
      begun(make_spring(1, 2, {1, 0, 0}, {0, 0, 1}, with(SpringDirection::with_master), d));
  UserConstraint sheared =
      begun(make_spring(1, 2, {1, 0, 0}, {0, 0, 1}, with(SpringDirection::with_slave), d));
  EXPECT_LE(norm(turned.frame.column(2) - d), kTol);
  EXPECT_LE(norm(sheared.frame.column(2) - d), kTol);
  move_rigid({0, 0, 0}, 0.4 + 1.1);
  const Mat3 more{{2, 0.5, 0, 0, 1, 0, 0.3, 0, 1}};
  bodies_.pseudo_rigid.gradient[0] = more * shear;
  place_constraint(bodies_, turned);
  place_constraint(bodies_, sheared);
  const double c = std::cos(1.1);
  const double s = std::sin(1.1);
  EXPECT_LE(norm(turned.frame.column(2) - Vec3{c * d.x - s * d.y, s * d.x + c * d.y, d.z}), kTol);
  EXPECT_LE(norm(sheared.frame.column(2) - normalized(more * d)), kTol);
}

TEST_F(PlacedSprings, WithASwapTheCarrierStaysTheSameBody) {
  const UserConstraint row =
      make_spring(0, 1, {0, 0, 3}, {0, 0, 0}, with(SpringDirection::with_slave), {0, 0, 1});
  EXPECT_EQ(row.master, 1);
  EXPECT_EQ(row.spring.direction, SpringDirection::with_master);
}

TEST(Spring, ATableKnowsItsLargestForces) {
  const Spring spring = make_table_spring(
      std::make_shared<TimeSeries>(std::vector{-1.0, 0.0, 1.0}, std::vector{5.0, -2.0, 3.0}));
  EXPECT_EQ(spring.row.least_force, -2.0);
  EXPECT_EQ(spring.row.most_force, 5.0);
}

TEST(Spring, TextsOfDifferentSpringsDiffer) {
  const auto series = [](const TimeSeries& one) { return std::to_string(one.value(1.0)); };
  const auto text = [&](const Spring& spring, Vec3 direction) {
    return definition_text(make_spring(1, 2, {0, 0, 0}, {1, 0, 0}, spring, direction), series);
  };
  Spring spring = make_linear_spring(2.0);
  EXPECT_EQ(text(spring, {}), "at (0, 0, 0) to (1, 0, 0), 2 N/m, stops at -inf and inf m");
  spring.row.lower = -0.5;
  spring.row.upper = 0.25;
  spring.direction = SpringDirection::with_slave;
  EXPECT_EQ(text(spring, {0, 2, 0}),
            "at (0, 0, 0) to (1, 0, 0) along (0, 1, 0) with the second body, 2 N/m, stops at -0.5 "
            "and 0.25 m");
  spring.function = "pull";
  EXPECT_NE(text(spring, {0, 2, 0}).find(", the function 'pull',"), std::string::npos);
}

}  // namespace
}  // namespace solfec
