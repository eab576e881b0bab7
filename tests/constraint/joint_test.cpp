#include "constraint/joint.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "integrator/integrator.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale

/// Two rigid bodies of unit mass at the origin and at (2, 0, 0).
Bodies make_bodies() {
  Bodies bodies;
  BulkMaterial material;
  material.density = 1.0;
  MassProperties properties;
  properties.volume = 1.0;
  properties.euler = identity();
  bodies.add(1, BodyKind::rigid, properties, material);
  properties.center = {2.0, 0.0, 0.0};
  bodies.add(2, BodyKind::rigid, properties, material);
  return bodies;
}

Joint joint_of(JointKind kind, BodyId body1, BodyId body2) {
  Joint joint;
  joint.kind = kind;
  joint.body1 = body1;
  joint.body2 = body2;
  joint.point = {1.0, 0.0, 0.0};
  joint.axis = {0.0, 0.0, 1.0};
  joint.axis2 = {0.0, 1.0, 0.0};
  return joint;
}

/// Turns the first body about a point.
void turn_first(Bodies& bodies, Vec3 point, Vec3 turn) {
  const Vec3 center = bodies.motion(bodies.ref(1)).center;
  const Vec3 arm = center - point;
  bodies.shift(bodies.ref(1), center, exponential_map(turn) * arm - arm, turn);
}

/// Directions in which the rows of a joint hold the bodies.
int held(const std::vector<UserConstraint>& rows) {
  int sum = 0;
  for (const UserConstraint& row : rows) {
    if (row.kind == ConstraintKind::fixed_point) sum += 3;
    if (row.kind == ConstraintKind::fixed_direction) sum += 1;
  }
  return sum;
}

TEST(Joint, EachKindHoldsAllDirectionsButItsFreeOnes) {
  const Bodies bodies = make_bodies();
  const std::pair<JointKind, int> kHeld[] = {{JointKind::ball, 3},      {JointKind::hinge, 5},
                                             {JointKind::slider, 5},    {JointKind::cylindrical, 4},
                                             {JointKind::universal, 4}, {JointKind::weld, 6}};
  for (const auto& [kind, number] : kHeld) {
    Joint joint = joint_of(kind, 1, 2);
    const std::vector<UserConstraint> rows = rows_of(bodies, {}, joint);
    EXPECT_EQ(held(rows), number) << name_of(kind);
    EXPECT_EQ(joint.rows, static_cast<int>(rows.size()));
    const JointFreedom freedom = freedom_of(kind);
    EXPECT_EQ(joint.drives, (freedom.travels ? 1 : 0) + freedom.turns);
    for (int d = 0; d < joint.drives; ++d) {
      EXPECT_EQ(rows[static_cast<std::size_t>(joint.rows - 1 - d)].kind, ConstraintKind::drive);
    }
  }
}

JointResistance resistance(double stiffness) {
  JointResistance made;
  made.spring = make_linear_spring(stiffness);
  made.spring.row.damping = 0.1 * stiffness;
  made.spring.row.lower = -0.01 * stiffness;
  made.spring.row.upper = 0.02 * stiffness;
  made.friction = 0.5 * stiffness;
  return made;
}

/// Checks that a drive has the law of resistance(stiffness), per length `lever` of its row.
void expect_resistance(const UserConstraint& drive, double stiffness, double lever) {
  const SpringRow& row = drive.spring.row;
  EXPECT_NEAR(row.stiffness, stiffness / (lever * lever), kTol * row.stiffness);
  EXPECT_NEAR(row.damping, 0.1 * stiffness / (lever * lever), kTol * row.damping);
  EXPECT_NEAR(row.lower, -0.01 * stiffness * lever, kTol);
  EXPECT_NEAR(row.upper, 0.02 * stiffness * lever, kTol);
  EXPECT_NEAR(row.friction, 0.5 * stiffness / lever, kTol * row.friction);
}

TEST(Joint, EachCoordinateHasAResistanceOfItsOwnTravelFirst) {
  const Bodies bodies = make_bodies();
  for (const JointKind kind : {JointKind::cylindrical, JointKind::universal}) {
    Joint joint = joint_of(kind, 1, 2);
    joint.point = {1.0, 0.5, 0.0};  // with a lever that is not 1 m
    const std::vector<UserConstraint> rows =
        rows_of(bodies, {resistance(5.0), resistance(7.0)}, joint);
    EXPECT_GT(std::fabs(joint.size - 1.0), 0.01);
    const bool travels = kind == JointKind::cylindrical;
    expect_resistance(rows[rows.size() - 2], 5.0, travels ? 1.0 : joint.size);
    expect_resistance(rows[rows.size() - 1], 7.0, joint.size);
    EXPECT_EQ(joint.drives_travel(0), travels);
    EXPECT_FALSE(joint.drives_travel(1));
    EXPECT_EQ(joint.lever(0), travels ? 1.0 : joint.size);
    EXPECT_EQ(joint.lever(1), joint.size);
  }
}

/// Value of a row after a motion of the first body about the joint's point.
double value_after(const Bodies& bodies, const UserConstraint& row) {
  return place_row(bodies, ends_of(bodies, row), row.master_reference, row.joint).value;
}

TEST(Joint, GuidesOfAHingeAllowTurnsAboutItsAxisOnly) {
  for (const int axis : {0, 1, 2}) {
    Bodies bodies = make_bodies();
    Joint joint = joint_of(JointKind::hinge, 1, 2);
    const std::vector<UserConstraint> rows = rows_of(bodies, {}, joint);
    Vec3 turn;
    turn[axis] = 0.3;
    turn_first(bodies, joint.point, turn);
    double most = 0.0;
    for (const UserConstraint& row : rows) {
      if (row.joint.kind == JointRowKind::guide) {
        most = std::fmax(most, std::fabs(value_after(bodies, row)));
      }
    }
    if (axis == 2) {
      EXPECT_LE(most, kTol);
      EXPECT_NEAR(value_after(bodies, rows.back()), 0.3, kTol);
    } else {
      EXPECT_GT(most, 0.1);
    }
  }
}

TEST(Joint, TheTextOfADefinitionStaysWhenBodiesMove) {
  const auto no_series = [](const TimeSeries& /*series*/) { return std::string(); };
  for (const JointKind kind : {JointKind::ball, JointKind::hinge, JointKind::slider,
                               JointKind::cylindrical, JointKind::universal, JointKind::weld}) {
    for (const BodyId body2 : {0, 2}) {
      Bodies bodies = make_bodies();
      Joint joint = joint_of(kind, 1, body2);
      for (UserConstraint row : rows_of(bodies, {}, joint)) {
        const std::string before = definition_text(row, no_series);
        EXPECT_NE(before.find("at "), std::string::npos);
        turn_first(bodies, {0.9, 0.1, 0.0}, {0.1, 0.2, 0.3});
        place_constraint(bodies, row);
        EXPECT_EQ(definition_text(row, no_series), before);
      }
    }
  }
}

TEST(Joint, AnglesAreThoseOfTheFirstBodyWhicheverIsTheMaster) {
  for (const bool swapped : {false, true}) {
    Bodies bodies = make_bodies();
    Joint joint = joint_of(JointKind::hinge, swapped ? 0 : 1, swapped ? 1 : 0);
    std::vector<UserConstraint> rows = rows_of(bodies, {}, joint);
    EXPECT_EQ(joint.reversed, swapped);
    turn_first(bodies, joint.point, {0.0, 0.0, 0.3});
    UserConstraint& drive = rows.back();
    measure_joint(bodies, drive);
    EXPECT_NEAR(drive.joint.coordinate, swapped ? -0.3 : 0.3, kTol);
  }
}

TEST(Joint, AnglesCountTurns) {
  constexpr double kPi = std::numbers::pi;
  EXPECT_NEAR(unwound(-kPi + 0.1, 3.0), kPi + 0.1, kTol);
  EXPECT_NEAR(unwound(0.2, 20.0 * kPi), 20.0 * kPi + 0.2, 1e-10);
  EXPECT_NEAR(unwound(0.2, -2.0 * kPi), -2.0 * kPi + 0.2, kTol);
  Bodies bodies = make_bodies();
  Joint joint = joint_of(JointKind::hinge, 1, 0);
  std::vector<UserConstraint> rows = rows_of(bodies, {}, joint);
  for (int k = 0; k < 40; ++k) {
    turn_first(bodies, joint.point, {0.0, 0.0, 1.0});
    measure_joint(bodies, rows.back());
  }
  EXPECT_NEAR(rows.back().joint.coordinate, 40.0, 1e-9);
}

TEST(Joint, RatesAreDifferencesOfCoordinates) {
  constexpr double kStep = 1e-4;
  for (const JointKind kind : {JointKind::cylindrical, JointKind::universal}) {
    Bodies bodies = make_bodies();
    Joint joint = joint_of(kind, 1, 2);
    std::vector<UserConstraint> rows = rows_of(bodies, {}, joint);
    bodies.set_rigid_velocity(bodies.ref(1), {0.3, -0.2, 0.5}, {0.4, 0.1, 0.7});
    bodies.set_rigid_velocity(bodies.ref(2), {-0.1, 0.6, 0.2}, {0.2, -0.5, 0.3});
    for (int d = 1; d <= 2; ++d) {
      const UserConstraint& row = rows[rows.size() - static_cast<std::size_t>(d)];
      Bodies moved = bodies;
      const double rate =
          coordinate_rate(moved, ends_of(moved, row), row.master_reference, row.joint);
      const double before = value_after(moved, row);
      first_half_step(moved, 2.0 * kStep);
      const double after = value_after(moved, row);
      const double from_mid =
          start_rate(moved, ends_of(moved, row), row.master_reference, row.joint, 2.0 * kStep);
      EXPECT_NEAR((after - before) / kStep, rate, 1e-3);
      EXPECT_NEAR(from_mid, rate, 1e-9);
    }
  }
}

}  // namespace
}  // namespace solfec
