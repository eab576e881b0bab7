#include "run/watch/joint_watch.h"

#include <memory>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kStep = 0.01;

/// Two cubes of 1000 kg, 2 m apart along z between their centres, and constraints whose reactions
/// and velocities the tests set.
class JointWatchTest : public DomainFixture {
 protected:
  JointWatchTest()
      : lower_(add(BodyKind::rigid, box_shape({-0.5, -0.5, 6.5}, {0.5, 0.5, 7.5}))),
        upper_(add(BodyKind::rigid, box_shape({-0.5, -0.5, 8.5}, {0.5, 0.5, 9.5}))) {}

  UserConstraint placed(UserConstraint constraint, ConstraintId id) {
    constraint.id = id;
    place_constraint(domain_.bodies, constraint);
    return constraint;
  }
  UserConstraint link(ConstraintId id = 1) {
    return placed(make_rigid_link(upper_, lower_, {0, 0, 9}, {0, 0, 7}, 1e-9), id);
  }
  UserConstraint spring(Spring law) {
    return placed(make_spring(upper_, lower_, {0, 0, 9}, {0, 0, 7}, std::move(law), {}), 1);
  }

  /// Number of equal steps after which the watch finds the constraint, 0 when it does not in 1000.
  int steps_until_found(const UserConstraint& constraint, double row_error = 0.0) {
    JointWatch watch;
    for (int k = 1; k <= 1000; ++k) {
      if (watch.add(domain_.bodies, {&constraint, 1}, kStep, row_error) != 0) return k;
    }
    return 0;
  }

  BodyId lower_;
  BodyId upper_;
};

// Each step after the first makes h R·(U + V)/2 = 0.01 * 1000 * 1.5 = 15 J; 1e-6 of the link, 2 m,
// and of the cubes times 1000 N are 4e-3 J.
TEST_F(JointWatchTest, FindsALinkThatMakesMoreThanItsBodiesHave) {
  UserConstraint one = link();
  one.R = {0, 0, 1000.0};
  one.U = {0, 0, 1.0};
  one.V = {0, 0, 2.0};
  EXPECT_EQ(steps_until_found(one), 2);
  one.V = {0, 0, -2.0};
  EXPECT_EQ(steps_until_found(one), 0);
}

// With 1 m/s the upper cube has 500 J; per step 15 J are made, of which 0.01 * 10 J pass through
// and are excused. made <= largest = 500 - made at first: largest is taken at the first step, made
// 0. So 15 n - 0.1 (n + 1) > 500 first at n = 34 steps after the first.
TEST_F(JointWatchTest, ComparesWithTheEnergyOfBothBodiesAndTheWorkThatPasses) {
  UserConstraint one = link();
  one.R = {0, 0, 1000.0};
  one.V = {0, 0, 3.0};
  domain_.set_rigid_velocity(upper_, {1, 0, 0}, {});
  EXPECT_EQ(steps_until_found(one), 35);
  domain_.set_rigid_velocity(lower_, {1, 0, 0}, {});  // 1000 J: 15 n - 0.1 (n + 1) > 1000
  EXPECT_EQ(steps_until_found(one), 69);
}

// An error of the rows of 1.5 m/s explains 15 J a step, all that is made; of 1.4 m/s 14 J:
// 15 n - 14 (n + 1) > 4e-3 first at n = 15.
TEST_F(JointWatchTest, ExcusesErrorsOfTheSolution) {
  UserConstraint one = link();
  one.R = {0, 0, 1000.0};
  one.V = {0, 0, 3.0};
  EXPECT_EQ(steps_until_found(one, 1.5), 0);
  EXPECT_EQ(steps_until_found(one, 1.4), 16);
}

// A cube of 1 m, held at its centre: it has come apart beyond 1 m from where a point of space holds
// it, and a link of 2 m when it is longer than 5 m, never when it is shorter. Errors of the
// solution do not excuse that.
TEST_F(JointWatchTest, FindsJointsThatHaveComeApart) {
  const auto found = [this](const UserConstraint& constraint) {
    return steps_until_found(constraint, 1e3) == 1;
  };
  UserConstraint one = placed(make_rigid_link(upper_, 0, {0, 0, 9}, {0, 0, 7}, 1e-9), 1);
  for (const double length : {0.0, 2.0, 4.99}) {
    one.slave_reference = {0, 0, 9 - length};
    EXPECT_FALSE(found(one)) << length;
  }
  one.slave_reference = {0, 5.01, 9};
  EXPECT_TRUE(found(one));

  for (UserConstraint held : {placed(make_fixed_point(upper_, {0, 0, 9}), 2),
                              placed(make_fixed_direction(upper_, {0, 0, 9}, {0, 0, 1}), 3)}) {
    held.start_point = {0, 0, 9.99};
    EXPECT_FALSE(found(held));
    held.start_point = {0, 0, 7.99};
    EXPECT_TRUE(found(held));
    held.start_point = {3, 0, 9};  // which a direction leaves free
    EXPECT_EQ(found(held), held.kind == ConstraintKind::fixed_point);
  }
}

// An obstacle goes where it is moved, whatever is put on it.
TEST_F(JointWatchTest, LeavesJointsOfObstaclesAlone) {
  const BodyId obstacle = add(BodyKind::obstacle, box_shape({4, 0, 0}, {5, 1, 1}));
  UserConstraint held = placed(make_fixed_point(obstacle, {4.5, 0.5, 0.5}), 4);
  held.start_point = {100, 0, 0};
  EXPECT_EQ(steps_until_found(held), 0);
}

// The floor is 4e-3 J. A step makes 0.9e-3 J: beyond that after five, the first not counted.
TEST_F(JointWatchTest, HasAFloorOfRounding) {
  UserConstraint one = link();
  one.R = {0, 0, 1000.0};
  one.V = {0, 0, 1.8e-4};
  EXPECT_EQ(steps_until_found(one), 6);
}

// k = 1e5 N/m pulls with 1000 N at 0.01 m. While the spring stays as it is, its work is made of
// nothing; while its stroke falls by what the work takes, it is its own energy.
TEST_F(JointWatchTest, AddsWhatASpringHasStored) {
  UserConstraint one = spring(make_linear_spring(1e5));
  one.spring.row.stroke = 0.01;
  one.R = {0, 0, -1000.0};
  one.V = {0, 0, -0.2};
  EXPECT_EQ(steps_until_found(one), 2);  // 1 J a step against the floor

  JointWatch watch;
  const auto table =
      std::make_shared<const TimeSeries>(std::vector{-1.0, 0.0, 1.0}, std::vector{-1e5, 0.0, 1e5});
  for (const Spring& law : {make_linear_spring(1e5), make_table_spring(table)}) {
    one = spring(law);
    double start = 0.5;
    JointWatch falling;
    for (int k = 0; k < 9; ++k, start -= 0.1) {
      const double end = start - 0.1;
      one.spring.row.stroke = 0.5 * (start + end);
      one.U = one.V = {0, 0, -0.1 / kStep};
      one.R = {0, 0, -1e5 * 0.5 * (start + end)};
      EXPECT_EQ(falling.add(domain_.bodies, {&one, 1}, kStep, 0.0), 0) << k;
    }
  }
}

// k = 1e5 N/m. The direction turns between the steps: the stroke is 1 cm more at the begin of each
// step than at the end of the one before, and falls by 1 cm in the step, which gives the bodies
// 1e5 * (0.02² - 0.01²) / 2 = 15 J each time. A direction that stays in space cannot do that.
TEST_F(JointWatchTest, FindsSpringsOfAnyDirectionOnRigidBodies) {
  const auto steps_of = [this](SpringDirection direction) {
    Spring law = make_linear_spring(1e5);
    law.direction = direction;
    law.carried = {0, 0, 1};
    UserConstraint one =
        placed(make_spring(upper_, lower_, {0, 0, 9}, {0, 0, 7}, std::move(law), {0, 0, 1}), 1);
    one.spring.row.stroke = 0.015;
    one.R = {0, 0, -1500.0};
    one.U = one.V = {0, 0, -1.0};
    return steps_until_found(one);
  };
  EXPECT_GT(steps_of(SpringDirection::with_master), 1);
  EXPECT_GT(steps_of(SpringDirection::with_slave), 1);
  EXPECT_GT(steps_of(SpringDirection::fixed), 1);
}

// The work of a carried spring within a step still has to come from its stroke.
TEST_F(JointWatchTest, FindsACarriedSpringThatGivesMoreThanItsStroke) {
  Spring law = make_linear_spring(1e5);
  law.direction = SpringDirection::with_master;
  law.carried = {0, 0, 1};
  UserConstraint one =
      placed(make_spring(upper_, lower_, {0, 0, 9}, {0, 0, 7}, std::move(law), {0, 0, 1}), 1);
  one.spring.row.stroke = 0.015;
  one.R = {0, 0, -3000.0};
  one.U = one.V = {0, 0, -1.0};
  EXPECT_GT(steps_until_found(one), 1);
}

TEST_F(JointWatchTest, LeavesOutWhatBringsEnergyByIntention) {
  UserConstraint driven = placed(make_prescribed_motion(upper_, {0, 0, 9}, {0, 0, 1}, {}), 1);
  driven.R = {0, 0, 1000.0};
  driven.V = {0, 0, 3.0};
  EXPECT_EQ(steps_until_found(driven), 0);
  Spring law = make_linear_spring(0.0);
  UserConstraint one = spring(law);
  one.R = driven.R, one.V = driven.V;
  EXPECT_EQ(steps_until_found(one), 2);
  one.spring.function = "push";
  EXPECT_EQ(steps_until_found(one), 0);
}

// The sums of a constraint stay with it when others come or go, in any order.
TEST_F(JointWatchTest, KeepsSumsByConstraint) {
  domain_.set_rigid_velocity(upper_, {1, 0, 0}, {});
  UserConstraint one = link(7);
  one.R = {0, 0, 1000.0};
  one.V = {0, 0, 3.0};
  const UserConstraint idle = link(3);
  const UserConstraint last = link(9);
  JointWatch watch;
  const auto step = [&](std::vector<UserConstraint> constraints) {
    return watch.add(domain_.bodies, constraints, kStep, 0.0);
  };
  for (int k = 1; k < 35; ++k) {
    const bool odd = k % 2 != 0;
    EXPECT_EQ(odd ? step({idle, one}) : step({last, one, idle}), 0) << k;
  }
  EXPECT_EQ(step({one}), 7);
}

}  // namespace
}  // namespace solfec
