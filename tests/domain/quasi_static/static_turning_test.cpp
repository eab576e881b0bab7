#include "domain/quasi_static/static_turning.h"

#include <cmath>

#include "domain/finite_element_fixture.h"
#include "math/rotation.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kStep = 0.5;  // s

/// A bar from 0 to 1 along x that turns about -y, so that its end goes up.
class StaticTurningTest : public FiniteElementFixture {
 protected:
  BodyId add_bar() { return add(BodyKind::rigid, box_shape({0, -.05, -.05}, {1, .05, .05})); }
  /// Placed and as the first solution of a step finds it.
  void begin(UserConstraint row, ConstraintId id = 1) {
    row.id = id;
    begin_constraint(domain_.bodies, 0.0, row);
    place_constraint(domain_.bodies, row);
    rows_.push_back(row);
    turning_.begin(rows_);
  }
  /// A solution that turns bar `slot` by the angle about its end at the origin.
  void solve(double angle, int slot = 0) {
    RigidSet& rigid = domain_.bodies.rigid;
    const Vec3 omega{0, -angle / kStep, 0};
    rigid.angular_change[at(slot)] = omega;
    rigid.linear_change[at(slot)] = cross(omega, {0.5, 0, 0});
  }
  bool renew() { return turning_.renew(domain_.bodies, kStep, rows_, {}, {}); }
  /// Way of the end of an arm beyond the tangent, over the step.
  static Vec3 beyond(double angle, Vec3 arm) {
    const Vec3 psi{0, -angle, 0};
    return (exponential_map(psi) * arm - arm - cross(psi, arm)) / kStep;
  }
  void expect_turning(Vec3 exact, std::size_t k = 0) {
    EXPECT_LT(norm(rows_[k].turning - exact), 1e-14) << k;
  }

  StaticTurning turning_;
  std::vector<UserConstraint> rows_;
};

TEST_F(StaticTurningTest, APointGetsWhatItsArmTurnsBeyondTheTangent) {
  begin(make_fixed_point(add_bar(), {0, 0, 0}));
  EXPECT_FALSE(turning_.is_settled());
  solve(0.7);
  EXPECT_TRUE(renew());
  expect_turning(beyond(0.7, {-0.5, 0, 0}));
  EXPECT_FALSE(turning_.is_settled());
}

TEST_F(StaticTurningTest, TheSlaveCountsAgainstTheMaster) {
  const BodyId one = add_bar();
  const BodyId other = add_bar();
  begin(make_rigid_link(one, other, {1, 0, 0}, {0, 0, 0}, 1e-4));
  solve(0.7, 0);
  solve(-0.2, 1);
  renew();
  const Vec3 exact = beyond(0.7, {0.5, 0, 0}) - beyond(-0.2, {-0.5, 0, 0});
  expect_turning(transposed_times(rows_[0].frame, exact));
}

TEST_F(StaticTurningTest, BodiesStayWhereTheyAre) {
  const BodyId wheel = add(BodyKind::obstacle, box_shape({2, 0, 0}, {3, 1, 1}));
  domain_.set_rigid_velocity(wheel, {1, 2, 3}, {1, 2, 3});
  begin(make_rigid_link(add_bar(), wheel, {1, 0, 0}, {3, 1, 1}, 1e-4));
  domain_.bodies.rigid.angular[0] = {1, 2, 3};
  domain_.bodies.rigid.linear[0] = {4, 5, 6};
  solve(0.7);
  const RigidSet rigid = domain_.bodies.rigid;
  const ObstacleSet obstacles = domain_.bodies.obstacles;
  EXPECT_TRUE(renew());
  EXPECT_EQ(domain_.bodies.rigid.rotation, rigid.rotation);
  EXPECT_EQ(domain_.bodies.rigid.center, rigid.center);
  EXPECT_EQ(domain_.bodies.rigid.angular, rigid.angular);
  EXPECT_EQ(domain_.bodies.rigid.linear, rigid.linear);
  EXPECT_EQ(domain_.bodies.obstacles.rotation, obstacles.rotation);
  EXPECT_EQ(domain_.bodies.obstacles.center, obstacles.center);
}

TEST_F(StaticTurningTest, ObstaclesTurnToo) {
  const BodyId wheel = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 1}));
  domain_.set_rigid_velocity(wheel, {0, 0, 0}, {0, -0.7 / kStep, 0});
  const BodyId bar = add_bar();
  begin(make_rigid_link(bar, wheel, {0.5, 0, 0}, {1, 0, 0}, 1e-4));
  renew();
  expect_turning(transposed_times(rows_[0].frame, -beyond(0.7, {1, 0, 0})));
}

TEST_F(StaticTurningTest, MeshesGoStraightOn) {
  const BodyId block = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  begin(make_rigid_link(block, 0, {1, 1, 1}, {3, 1, 1}, 1e-4));
  for (Vec3& v : domain_.bodies.finite_element.body[0].velocity) v = {1, 2, 3};
  EXPECT_FALSE(renew());
  expect_turning({});
}

TEST_F(StaticTurningTest, SpringsHaveNone) {
  begin(make_spring(add_bar(), 0, {1, 0, 0}, {3, 0, 0}, {}, {1, 0, 0}));
  solve(0.7);
  EXPECT_FALSE(renew());
  expect_turning({});
}

/// The motor of a hinge in the middle of the bar, whose mark is across: its angle is that of the
/// bar, whatever the step.
TEST_F(StaticTurningTest, TheAngleOfADriveAboutAFixedAxisNeedsNone) {
  UserConstraint row = make_fixed_point(add_bar(), {0.5, 0, 0.3});
  row.kind = ConstraintKind::drive;
  row.joint.joint = 1;
  row.joint.kind = JointRowKind::turn;
  row.joint.origin = {0.5, 0, 0};
  row.joint.axis = {0, -1, 0};
  row.joint.master_mark = row.joint.slave_mark = {0, 0, 1};
  row.joint.radius = 0.3;
  begin(row);
  for (const double angle : {0.7, 4.0}) {  // rad; the second one passes half a turn
    solve(angle);
    renew();
    expect_turning({});
  }
}

/// A point of the bar in a plane of space across x: g = x - x_O is that of a turned arm.
TEST_F(StaticTurningTest, AGuideGetsTheChangeOfItsGap) {
  UserConstraint row = make_fixed_point(add_bar(), {1, 0, 0});
  row.kind = ConstraintKind::fixed_direction;
  row.direction = {1, 0, 0};
  row.joint.joint = 1;
  row.joint.kind = JointRowKind::guide;
  row.joint.origin = row.joint.axis = {1, 0, 0};
  begin(row);
  solve(0.7);
  renew();
  // the centre goes straight up, and so does the end of the tangent
  expect_turning({0, 0, 0.5 * (std::cos(0.7) - 1.0) / kStep});
}

/// Solutions that follow each other: the change by which they differ decides.
TEST_F(StaticTurningTest, RowsAreSolvedAgainAsLongAsTheyChangeLess) {
  begin(make_fixed_point(add_bar(), {0, 0, 0}));
  solve(0.3);
  EXPECT_TRUE(renew());
  EXPECT_FALSE(renew());  // nothing has changed
  EXPECT_TRUE(turning_.is_settled());
  turning_.begin(rows_);
  expect_turning({});
  solve(0.3);
  EXPECT_TRUE(renew());
  solve(0.31);
  EXPECT_TRUE(renew());
  solve(0.35);  // a longer way
  EXPECT_FALSE(renew());
  EXPECT_FALSE(turning_.is_settled());
}

TEST_F(StaticTurningTest, ChangesOfLessThanItsPartOfTheArmDoNotMatter) {
  begin(make_fixed_point(add_bar(), {0, 0, 0}));
  const double border = std::sqrt(2.0 * StaticTurning::kWay);  // of the angle: θ² / 2 of the arm
  solve(0.99 * border);
  EXPECT_FALSE(renew());
  EXPECT_TRUE(turning_.is_settled());
  turning_.begin(rows_);
  solve(1.01 * border);
  EXPECT_TRUE(renew());
}

/// A block that stays on a turning table: its corner goes on an arc, its centre straight.
TEST_F(StaticTurningTest, ContactsGetTheWayOfTheirBodiesFromEachOther) {
  const BodyId table = add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  domain_.set_rigid_velocity(table, {}, {0, 0.3 / kStep, 0});
  RigidSet& rigid = domain_.bodies.rigid;
  const Vec3 omega{0, 0.3 / kStep, 0};
  rigid.angular_change[0] = omega;
  rigid.linear_change[0] = cross(omega, {0, 0, 0.5});
  ContactPoint contact;
  contact.master = domain_.bodies.find(block);
  contact.slave = domain_.bodies.find(table);
  contact.point = {1, 1, 0};
  contact.frame = identity();
  const std::vector<ContactPoint> contacts = {contact};
  const std::vector<Vec3> R = {{0, 0, 1}};
  turning_.begin(rows_);
  turning_.take_contacts();
  EXPECT_TRUE(turning_.of_contacts().empty());
  EXPECT_TRUE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));
  StaticTurning without;
  without.begin(rows_);
  EXPECT_FALSE(without.renew(domain_.bodies, kStep, rows_, contacts, R));
  const Mat3 turn = exponential_map({0, 0.3, 0});
  const Vec3 center = Vec3{0, 0, 0.5} + kStep * rigid.linear_change[0];
  const Vec3 of_block = center + turn * Vec3{1, 1, -0.5};
  const Vec3 of_table = Vec3{0, 0, -0.5} + turn * Vec3{1, 1, 0.5};
  // the table turns about its own centre: velocities at the corner differ by the height of it
  const Vec3 H_u = rigid.linear_change[0] + cross(omega, {1, 1, -0.5}) - cross(omega, {1, 1, 0.5});
  const Vec3 exact = transposed_times(turn, of_block - of_table) / kStep - H_u;
  ASSERT_EQ(turning_.of_contacts().size(), 1U);
  EXPECT_LT(norm(turning_.of_contacts()[0] - exact), 1e-13);
  EXPECT_FALSE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));  // nothing has changed
}

TEST_F(StaticTurningTest, ContactsOfBodiesThatHardlyTurnHaveNone) {
  const BodyId floor = add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  domain_.bodies.rigid.angular_change[0] = {0, 0.9 * StaticTurning::kContactTurn / kStep, 0};
  ContactPoint contact;
  contact.master = domain_.bodies.find(block);
  contact.slave = domain_.bodies.find(floor);
  contact.frame = identity();
  turning_.begin(rows_);
  turning_.take_contacts();
  const std::vector<ContactPoint> contacts = {contact};
  const std::vector<Vec3> R = {{0, 0, 1}};
  EXPECT_FALSE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));
  EXPECT_TRUE(turning_.of_contacts().empty());
  domain_.bodies.rigid.angular_change[0] *= 2.0;
  EXPECT_TRUE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));
  domain_.bodies.rigid.angular_change[0] *= 1.0e5;  // beyond kMostContactTurn
  turning_.begin(rows_);
  turning_.take_contacts();
  EXPECT_FALSE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));
}

/// A block beside the axis of a level table that goes straight on has left its circle.
TEST_F(StaticTurningTest, ContactsThatCarryAreMissedWhereTheirBodiesTurn) {
  const BodyId table = add(BodyKind::obstacle, box_shape({-3, -3, -1}, {3, 3, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({1, -1, 0}, {3, 1, 1}));
  RigidSet& rigid = domain_.bodies.rigid;
  const auto turn = [&](double angle) {
    const Vec3 omega{0, 0, angle / kStep};
    domain_.set_rigid_velocity(table, {}, omega);
    rigid.angular_change[0] = omega;
    rigid.linear_change[0] = cross(omega, {2, 0, 0.5});
  };
  ContactPoint contact;
  contact.master = domain_.bodies.find(block);
  contact.slave = domain_.bodies.find(table);
  contact.point = {1, 1, 0};
  contact.frame = identity();
  const std::vector<ContactPoint> contacts = {contact};
  const std::vector<Vec3> R = {{0, 0, 1}};
  turning_.begin(rows_);
  const auto misses = [&](const std::vector<Vec3>& reactions) {
    return turning_.misses_contacts(domain_.bodies, kStep, contacts, reactions);
  };
  turn(0.1);
  const Vec3 center = rigid.center[0];
  EXPECT_TRUE(misses(R));
  EXPECT_EQ(rigid.center[0], center);
  EXPECT_FALSE(misses({Vec3{}}));  // it does not carry
  turn(0.9 * StaticTurning::kContactTurn);
  EXPECT_FALSE(misses(R));
  turn(0.1);
  turning_.take_contacts();
  EXPECT_FALSE(misses(R));  // they have a c already
}

/// The gap of a ball grows by what centres part, not by what its row sees of that.
TEST_F(StaticTurningTest, BallsGetTheOpeningOfTheirGaps) {
  const BodyId lower = add(BodyKind::obstacle, ball_shape({0, 0, 0}, 1));
  const BodyId upper = add(BodyKind::rigid, ball_shape({0, 0, 3}, 2));
  domain_.set_rigid_velocity(lower, Vec3{-0.5, 0, 0} / kStep, {});
  RigidSet& rigid = domain_.bodies.rigid;
  rigid.linear_change[0] = Vec3{0.5, 0, -0.2} / kStep;
  rigid.angular_change[0] = Vec3{0, 0.4, 0} / kStep;
  ContactPoint contact;
  contact.master = domain_.bodies.find(upper);
  contact.slave = domain_.bodies.find(lower);
  contact.point = {0, 0, 1};
  contact.frame = contact_frame({0, 0, 1});
  const std::vector<ContactPoint> contacts = {contact};
  const std::vector<Vec3> R = {{0, 0, 1}};
  turning_.begin(rows_);
  EXPECT_TRUE(turning_.misses_contacts(domain_.bodies, kStep, contacts, R));
  turning_.take_contacts();
  EXPECT_TRUE(turning_.renew(domain_.bodies, kStep, rows_, contacts, R));
  const double opening = norm(Vec3{1.0, 0, 2.8}) - 3.0;
  EXPECT_LT(norm(turning_.of_contacts()[0] - Vec3{0, 0, (opening + 0.2) / kStep}), 1e-13);
}

}  // namespace
}  // namespace solfec
