#include "domain/quasi_static/reached_forces.h"

#include <cmath>

#include "body/turning_inertia.h"
#include "domain/domain_fixture.h"
#include "domain/quasi_static/reached_contact.h"
#include "domain/quasi_static/static_point.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kStep = 0.5;  // s

/// Bars and blocks that a solution turns, without a solver: forces are given.
class ReachedForcesTest : public DomainFixture {
 protected:
  BodyId add_bar() { return add(BodyKind::rigid, box_shape({0, -.05, -.05}, {1, .05, .05})); }
  RigidSet& rigid() { return domain_.bodies.rigid; }
  /// A solution that turns a rigid body by a vector, rad, and shifts its centre, m.
  void solve(int slot, Vec3 turn, Vec3 shift) {
    rigid().angular_change[at(slot)] = transposed_times(rigid().rotation[at(slot)], turn / kStep);
    rigid().linear_change[at(slot)] = shift / kStep;
  }
  void add_row(UserConstraint row, Vec3 R) {
    row.id = static_cast<ConstraintId>(rows_.size()) + 1;
    begin_constraint(domain_.bodies, 0.0, row);
    rows_.push_back(row);
    R_.push_back(transposed_times(row.frame, R));
  }
  /// A contact with the frame of the axes between bodies, first master then slave.
  void add_contact(BodyId master, BodyId slave, Vec3 point, Vec3 R) {
    ContactPoint contact;
    contact.master = domain_.bodies.find(master);
    contact.slave = domain_.bodies.find(slave);
    contact.point = point;
    contact.frame = identity();
    contacts_.push_back(contact);
    R_.push_back(R);
  }
  bool renew() {
    return forces_.renew(domain_.bodies, {domain_.loads, 0.0, kStep, rows_, contacts_, R_},
                         nullptr);
  }

  ReachedForces forces_;
  std::vector<UserConstraint> rows_;
  std::vector<ContactPoint> contacts_;
  std::vector<Vec3> R_;
};

TEST_F(ReachedForcesTest, AFixedPointHasTheArmOfTheTurnedBody) {
  add_row(make_fixed_point(add_bar(), {0, 0, 0}), {1, 2, 30});
  forces_.begin(domain_.bodies);
  solve(0, {0, -0.7, 0}, {0, 0, 0});
  EXPECT_TRUE(renew());
  const Vec3 arm{-0.5, 0, 0};
  const Vec3 force{1, 2, 30};
  const Vec3 exact = cross(exponential_map({0, -0.7, 0}) * arm, force) - cross(arm, force);
  EXPECT_LT(norm(rigid().torque[0] - exact), 1e-13);
  EXPECT_EQ(rigid().force[0], Vec3{});
  EXPECT_LT(norm(forces_.changes()[0].torque - exact), 1e-13);
  renew();  // in place of the last ones, not beside them
  EXPECT_LT(norm(rigid().torque[0] - exact), 1e-13);
}

TEST_F(ReachedForcesTest, MomentsAreReferential) {
  const BodyId bar = add_bar();
  const Mat3 start = exponential_map({0.3, -0.4, 1.2});
  rigid().rotation[0] = start;
  add_row(make_fixed_point(bar, {0, 0, 0}), {1, 2, 30});
  forces_.begin(domain_.bodies);
  solve(0, {0.1, 0.2, 0.3}, {});
  renew();
  const Vec3 arm = start * Vec3{-0.5, 0, 0};
  const Vec3 force{1, 2, 30};
  const Vec3 exact = cross(exponential_map({0.1, 0.2, 0.3}) * arm, force) - cross(arm, force);
  EXPECT_LT(norm(start * rigid().torque[0] - exact), 1e-13);
}

TEST_F(ReachedForcesTest, BodiesThatDoNotTurnKeepTheirLoads) {
  add_row(make_fixed_point(add_bar(), {0, 0, 0}), {1, 2, 30});
  forces_.begin(domain_.bodies);
  solve(0, {0, 0.5 * ReachedForces::kWay, 0}, {3, 0, 0});
  EXPECT_FALSE(renew());
  EXPECT_EQ(rigid().torque[0], Vec3{});
  solve(0, {0, 0.1, 0}, {});
  EXPECT_TRUE(renew());
  solve(0, {}, {});  // it turns back, and so do its loads
  EXPECT_TRUE(renew());
  EXPECT_LT(norm(rigid().torque[0]), 1e-13);
}

TEST_F(ReachedForcesTest, BodiesThatMustNotTurnHaveNoMoment) {
  add_row(make_fixed_point(add_bar(), {0, 0, 0}), {1, 2, 30});
  rigid().disable_rotation(0, true);
  add_bar();
  forces_.begin(domain_.bodies);
  solve(1, {0, 0.1, 0}, {});
  renew();
  EXPECT_EQ(rigid().torque[0], Vec3{});
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
}

/// A weight above its pin falls, one below it is a pendulum: the stiffness of its moment is W l.
TEST_F(ReachedForcesTest, StiffnessIsThatOfAPendulum) {
  const BodyId hanging = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 1}));
  const BodyId standing = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 1}));
  add_row(make_fixed_point(hanging, {0, 0, 3}), {0, 0, 10});
  add_row(make_fixed_point(standing, {0, 0, -3}), {0, 0, 10});
  forces_.begin(domain_.bodies);
  solve(0, {0, 0, 0.1}, {});
  solve(1, {0, 0, 0.1}, {});
  renew();
  const Mat3 exact = from_columns({30, 0, 0}, {0, 30, 0}, {0, 0, 0});
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(rigid().turning_stiffness[0](i, j), exact(i, j), 1e-12) << i << j;
      EXPECT_NEAR(rigid().turning_stiffness[1](i, j), 0.0, 1e-12) << i << j;
    }
  }
}

TEST_F(ReachedForcesTest, LinksThatPullHoldTheirBodies) {
  const BodyId bob = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 1}));
  add_row(make_rigid_link(bob, 0, {0, 0, 0}, {0, 0, 4}, 1e-4), {0, 0, 20});
  add_row(make_rigid_link(bob, 0, {0, 0, 0}, {0, 0, -4}, 1e-4), {0, 0, 8});  // presses
  forces_.begin(domain_.bodies);
  solve(0, {0, 0, 0.1}, {0, 0, 0});
  renew();
  EXPECT_NEAR(forces_.changes()[0].line, 5.0, 1e-12);
}

/// A link from above to a body that has moved aside pulls along the line between them.
TEST_F(ReachedForcesTest, LinksTurnWithTheirPoints) {
  const BodyId bob = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 1}));
  add_row(make_rigid_link(bob, 0, {0, 0, 0}, {0, 0, 4}, 1e-4), {0, 0, 20});
  forces_.begin(domain_.bodies);
  solve(0, {0, 0, 1e-6}, {3, 0, 0});
  renew();
  const Vec3 exact = Vec3{-0.6, 0, 0.8} * 20.0 - Vec3{0, 0, 20};
  EXPECT_LT(norm(rigid().force[0] - exact), 1e-9);
}

TEST_F(ReachedForcesTest, TheStiffnessIsPartOfTheInertia) {
  add_bar();
  rigid().static_push[0] = 3.0;
  rigid().turning_stiffness[0] = from_columns({2, 0, 0}, {0, 5, 0}, {0, 0, 7});
  const Mat3 A = rigid().inertia[0] + (kStep * 3.0) * rigid().turning_stiffness[0];
  const Vec3 moment{1, 2, 3};
  rigid().angular_change[0] = 3.0 * (turning_inverse_inertia(rigid(), 0, kStep * 3.0) * moment);
  EXPECT_LT(norm(A * (rigid().angular_change[0] / 3.0) - moment), 1e-12);
  EXPECT_LT(norm(static_reaction_torque(rigid(), 0, kStep) - moment), 1e-12);
}

TEST_F(ReachedForcesTest, LoadsAtPointsAndThoseThatFollowAreThoseOfTheReachedPlace) {
  const BodyId bar = add_bar();
  domain_.loads.forces.push_back({bar, LoadFrame::spatial, {1, 0, 0}, {0, 0, 1}, {7.0, nullptr}});
  domain_.loads.torques.push_back({bar, LoadFrame::convected, {1, 0, 0}, {5.0, nullptr}});
  forces_.begin(domain_.bodies);
  const Mat3 turn = exponential_map({0.1, -0.3, 0.2});
  solve(0, {0.1, -0.3, 0.2}, {});
  const Vec3 before{1, 2, 3};
  rigid().torque[0] = before;
  renew();
  const Vec3 arm{0.5, 0, 0};
  const Vec3 force{0, 0, 7};
  const Vec3 couple{5, 0, 0};
  const Vec3 exact = cross(turn * arm, force) - cross(arm, force) + turn * couple - couple;
  EXPECT_LT(norm(rigid().torque[0] - before - exact), 1e-13);
  EXPECT_EQ(rigid().force[0], Vec3{});
}

TEST_F(ReachedForcesTest, ContactsOfBodiesThatTurnTogetherTurnWithThem) {
  const BodyId lower = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId upper = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  add_contact(upper, lower, {1, 1, 0}, {2, 3, 10});
  forces_.begin(domain_.bodies);
  const Vec3 turn{0, 0.4, 0};
  const Mat3 turned = exponential_map(turn);
  const auto shift = [&](Vec3 center) { return turned * center - center; };  // about the origin
  solve(0, turn, shift({0, 0, -0.5}));
  solve(1, turn, shift({0, 0, 0.5}));
  renew();
  const Vec3 F{2, 3, 10};
  EXPECT_LT(norm(rigid().force[1] - (turned * F - F)), 1e-12);
  EXPECT_LT(norm(rigid().force[0] + rigid().force[1]), 1e-12);
  const Vec3 arm{1, 1, -0.5};
  EXPECT_LT(norm(rigid().torque[1] - (turned * cross(arm, F) - cross(arm, F))), 1e-12);
}

TEST_F(ReachedForcesTest, ForcesOfAContactMeetAtOnePlace) {
  const BodyId lower = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId upper = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  add_contact(upper, lower, {1, 1, 0}, {2, 3, 10});
  forces_.begin(domain_.bodies);
  solve(0, {0.1, 0, 0}, {0.2, 0.1, 0});
  solve(1, {0, 0.3, 0.1}, {0, -0.1, 0.1});
  renew();
  const Vec3 F{2, 3, 10};
  const Vec3 on_upper = F + rigid().force[1];
  const Vec3 about_upper = cross(Vec3{1, 1, -0.5}, F) + rigid().torque[1];
  const Vec3 about_lower = cross(Vec3{1, 1, 0.5}, -F) + rigid().torque[0];
  const Vec3 upper_center{0, -0.1, 0.6};
  const Vec3 lower_center{0.2, 0.1, -0.5};
  const Vec3 sum =
      about_upper + about_lower + cross(upper_center, on_upper) - cross(lower_center, on_upper);
  EXPECT_LT(norm(sum), 1e-12);
  // its frame turns with the body that turns less
  EXPECT_LT(norm(on_upper - exponential_map({0.1, 0, 0}) * F), 1e-12);
}

TEST_F(ReachedForcesTest, BallsKeepTheirContactsBelowThem) {
  const BodyId floor = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 1}, 1));
  add_contact(ball, floor, {0, 0, 0}, {2, 3, 10});
  forces_.begin(domain_.bodies);
  solve(0, {0, 0.3, 0}, {0.3, 0, 0});
  EXPECT_TRUE(renew());
  EXPECT_LT(norm(rigid().force[0]), 1e-14);
  EXPECT_LT(norm(rigid().torque[0]), 1e-14);
}

TEST_F(ReachedForcesTest, BlocksThatRockOnAFloorKeepItsNormal) {
  const BodyId floor = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  add_contact(block, floor, {1, 1, 0}, {0, 0, 10});
  forces_.begin(domain_.bodies);
  const Vec3 turn{0, 0.2, 0};
  const Vec3 corner{1, 1, -0.5};  // from the centre
  solve(0, turn, corner - exponential_map(turn) * corner);
  renew();
  EXPECT_EQ(rigid().force[0], Vec3{});
  const Vec3 F{0, 0, 10};
  const Vec3 exact = cross(exponential_map(turn) * corner, F) - cross(corner, F);
  EXPECT_LT(norm(rigid().torque[0] - exact), 1e-12);
}

/// A corner that slides on a face takes the force along, and the face its normal, whichever turns
/// more and whichever is the master.
TEST_F(ReachedForcesTest, CornersTakeForcesAlongAndFacesTheirNormals) {
  for (const bool corner_is_master : {true, false}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    contacts_.clear();
    R_.clear();
    const BodyId table = add(BodyKind::rigid, box_shape({-9, -9, -1}, {9, 9, 0}));
    const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
    const Vec3 F{1, 2, 10};  // on the block
    add_contact(corner_is_master ? block : table, corner_is_master ? table : block, {1, 1, 0},
                corner_is_master ? F : -F);
    forces_.begin(domain_.bodies);
    const Vec3 turn_of_table{0, 0.4, 0};
    const Vec3 turn_of_block{0.1, 0, 0};
    const Vec3 shift{0.5, 0, 0};
    solve(0, turn_of_table, {});
    solve(1, turn_of_block, shift);
    renew();
    const Vec3 turned = exponential_map(turn_of_table) * F;
    EXPECT_LT(norm(F + rigid().force[1] - turned), 1e-12);
    const Vec3 arm{1, 1, -0.5};
    const Vec3 reached = exponential_map(turn_of_block) * arm;
    EXPECT_LT(norm(cross(arm, F) + rigid().torque[1] - cross(reached, turned)), 1e-12);
    const Vec3 corner = Vec3{0, 0, 0.5} + shift + reached;
    const Vec3 about_table = cross(corner - Vec3{0, 0, -0.5}, -turned);
    EXPECT_LT(norm(cross(Vec3{1, 1, 0.5}, -F) + rigid().torque[0] - about_table), 1e-12);
  }
}

TEST_F(ReachedForcesTest, TakenBackLoadsAreThoseOfTheStart) {
  add_row(make_fixed_point(add_bar(), {0, 0, 0}), {1, 2, 30});
  forces_.begin(domain_.bodies);
  rigid().torque[0] = {1, 2, 3};
  solve(0, {0, -0.7, 0}, {0, 0, 0});
  renew();
  forces_.take_back(domain_.bodies);
  EXPECT_LT(norm(rigid().torque[0] - Vec3{1, 2, 3}), 1e-13);
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
  EXPECT_EQ(forces_.changes()[0].torque, Vec3{});
}

TEST_F(ReachedForcesTest, ASolutionComesBackAsItWas) {
  add_bar();
  add_bar();
  solve(0, {0.1, 0.2, 0.3}, {1, 0, 0});
  rigid().static_push = {3.0, 4.0};
  std::vector<Vec3> R = {{1, 2, 3}};
  std::vector<Vec3> U = {{4, 5, 6}};
  StaticPoint point;
  point.take(rigid(), R, U);
  const RigidSet before = rigid();
  solve(0, {}, {});
  rigid().linear[1] = rigid().force[1] = rigid().torque[1] = {1, 1, 1};
  rigid().static_push[1] = 7.0;
  rigid().turning_stiffness[1] = identity();
  R.clear();
  U.clear();
  point.restore(rigid(), R, U);
  EXPECT_EQ(rigid().linear_change, before.linear_change);
  EXPECT_EQ(rigid().angular_change, before.angular_change);
  EXPECT_EQ(rigid().linear, before.linear);
  EXPECT_EQ(rigid().force, before.force);
  EXPECT_EQ(rigid().torque, before.torque);
  EXPECT_EQ(rigid().static_push, before.static_push);
  EXPECT_EQ(rigid().turning_stiffness, before.turning_stiffness);
  EXPECT_EQ(R, (std::vector<Vec3>{{1, 2, 3}}));
  EXPECT_EQ(U, (std::vector<Vec3>{{4, 5, 6}}));
}

/// A bar of 1 m has a mean distance of 0.29 m; five of these and the longest way are allowed.
TEST_F(ReachedForcesTest, ASolutionFarFromAnotherStrays) {
  add_bar();
  add_bar();
  solve(1, {}, {2, 0, 0});  // the longest way, m
  StaticPoint point;
  point.take(rigid(), R_, R_);
  const double most = 2.0 + 5.0 * mean_distance(rigid(), 0);
  solve(0, {}, {0, 0.999 * most, 0});
  EXPECT_FALSE(point.strays(rigid(), kStep, point.largest_speed()));
  solve(0, {}, {0, 1.001 * most, 0});
  EXPECT_TRUE(point.strays(rigid(), kStep, point.largest_speed()));
  solve(0, {}, {0, std::nan(""), 0});
  EXPECT_TRUE(point.strays(rigid(), kStep, point.largest_speed()));
}

}  // namespace
}  // namespace solfec
