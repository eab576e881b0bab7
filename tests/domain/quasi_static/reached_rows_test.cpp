#include "domain/quasi_static/reached_rows.h"

#include <cmath>

#include "domain/domain_fixture.h"
#include "domain/quasi_static/reached_ball.h"
#include "domain/quasi_static/reached_ways.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kStep = 0.5;  // s

/// Bodies that a solution moves, and contacts between them.
class ReachedRowsTest : public DomainFixture {
 protected:
  RigidSet& rigid() { return domain_.bodies.rigid; }
  void solve(int slot, Vec3 turn, Vec3 shift) {
    rigid().angular_change[at(slot)] = transposed_times(rigid().rotation[at(slot)], turn / kStep);
    rigid().linear_change[at(slot)] = shift / kStep;
  }
  ContactPoint& add_contact(BodyId master, BodyId slave, Vec3 point, Vec3 normal) {
    ContactPoint contact;
    contact.master = domain_.bodies.find(master);
    contact.slave = domain_.bodies.find(slave);
    contact.point = point;
    contact.frame = contact_frame(normal);
    return contacts_.emplace_back(contact);
  }
  void place() {
    ReachedRows rows;
    rows.find(domain_.bodies, kStep, rows_, contacts_);
    rows.place(rows_, contacts_);
  }
  double way() { return largest_way(domain_.bodies, {kStep, rows_, contacts_}); }

  std::vector<UserConstraint> rows_;
  std::vector<ContactPoint> contacts_;
};

void expect_near(Vec3 found, Vec3 exact, double tolerance = 1e-14) {
  EXPECT_LT(norm(found - exact), tolerance)
      << found.x << ' ' << found.y << ' ' << found.z << " for " << exact.x << ' ' << exact.y << ' '
      << exact.z;
}

TEST_F(ReachedRowsTest, ABallThatRollsOnATurningFaceStaysOnItsNormal) {
  const BodyId table = add(BodyKind::rigid, box_shape({-9, -9, -1}, {9, 9, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({2, 0, 1}, 1));
  for (const bool ball_is_master : {true, false}) {
    contacts_.clear();
    add_contact(ball_is_master ? ball : table, ball_is_master ? table : ball, {2, 0, 0},
                {0, 0, ball_is_master ? 1.0 : -1.0});
    const Vec3 turn{0.1, -0.4, 0.2};
    solve(0, turn, {0, 0, 0.1});
    solve(1, {1, 2, 3}, {0.5, 0.6, 0.7});
    place();
    const Vec3 normal = exponential_map(turn) * Vec3{0, 0, 1};
    expect_near(contacts_[0].point, Vec3{2.5, 0.6, 1.7} - normal);
    expect_near(contacts_[0].frame.column(2), ball_is_master ? normal : -normal);
  }
}

TEST_F(ReachedRowsTest, BallsTouchOnTheLineOfTheirCentres) {
  const BodyId small = add(BodyKind::rigid, ball_shape({0, 0, 0}, 1));
  const BodyId large = add(BodyKind::rigid, ball_shape({0, 0, 4}, 3));
  add_contact(large, small, {0, 0, 1}, {0, 0, 1});
  solve(0, {1, 2, 3}, {0.2, 0, 0});
  solve(1, {3, 2, 1}, {2.6, 0, -0.8});  // (2.6, 0, 3.2) from (0.2, 0, 0): 4 along (0.6, 0, 0.8)
  place();
  expect_near(contacts_[0].point, Vec3{0.2, 0, 0} + Vec3{0.6, 0, 0.8});
  expect_near(contacts_[0].frame.column(2), {0.6, 0, 0.8});
}

TEST_F(ReachedRowsTest, ABallTouchesAVertexOnTheLineToIt) {
  const BodyId block = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {0, 0, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({3, 4, 12}, 13));
  add_contact(ball, block, {0, 0, 0}, Vec3{3, 4, 12} / 13.0);
  solve(0, {1, 0, 0}, {1, -4, -9});  // to (4, 0, 3)
  place();
  expect_near(contacts_[0].point, {0, 0, 0}, 1e-13);
  expect_near(contacts_[0].frame.column(2), {0.8, 0, 0.6});
}

TEST_F(ReachedRowsTest, ABallAtAnEdgeHasNoReachedPlace) {
  const BodyId block = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {0, 1, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({3, 0, 4}, 5));
  add_contact(ball, block, {0, 0, 0}, {0.6, 0, 0.8});
  solve(0, {1, 0, 0}, {1, 0, -1});
  ReachedPlaces places;
  places.take_velocities(domain_.bodies);
  EXPECT_FALSE(reach_ball(domain_.bodies, places, contacts_[0]).has_value());
  places.restore(domain_.bodies);
}

/// Gaps are those of spheres: distances of centres, of a centre from a plane and from a vertex.
TEST_F(ReachedRowsTest, GapsOfBallsAreThoseOfTheirReachedPlaces) {
  const BodyId table = add(BodyKind::rigid, box_shape({-9, -9, -2}, {9, 9, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({2, 0, 1}, 1));
  const BodyId other = add(BodyKind::rigid, ball_shape({2, 0, 4}, 2));
  const BodyId corner = add(BodyKind::obstacle, box_shape({3, 2, 3}, {9, 9, 9}));
  add_contact(ball, table, {2, 0, 0}, {0, 0, 1});
  add_contact(other, ball, {2, 0, 2}, {0, 0, 1});
  add_contact(ball, corner, {3, 2, 3}, Vec3{-1, -2, -2} / 3.0);
  const Vec3 turn{0.1, -0.4, 0.2};
  solve(0, turn, {0, 0, 0.1});
  solve(1, {1, 2, 3}, {0.5, 0.6, 0.7});
  solve(2, {0, 0, 1}, {-0.3, 0.1, 0});
  const Vec3 ball_center{2.5, 0.6, 1.7};
  const Vec3 table_center{0, 0, -0.9};
  const Vec3 normal = exponential_map(turn) * Vec3{0, 0, 1};
  ReachedPlaces places;
  places.take_velocities(domain_.bodies);
  ReachedPlaces::move(domain_.bodies, kStep);
  const auto opening = [&](std::size_t k) {
    EXPECT_TRUE(has_ball(domain_.bodies, contacts_[k]));
    return reach_ball(domain_.bodies, places, contacts_[k])->opening;
  };
  const double of_plane = dot(normal, ball_center - table_center) - 1.0;  // half its thickness
  EXPECT_NEAR(opening(0), of_plane - 1.0, 1e-14);
  EXPECT_NEAR(opening(1), norm(Vec3{1.7, 0.1, 4} - ball_center) - 3.0, 1e-14);
  EXPECT_NEAR(opening(2), norm(ball_center - Vec3{3, 2, 3}) - 3.0, 1e-14);
  places.restore(domain_.bodies);
}

TEST_F(ReachedRowsTest, ContactsWithoutABallAreNotReachedAsOne) {
  const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, -1}, {0, 1, 0}));
  const BodyId other = add(BodyKind::rigid, box_shape({-1, -1, 0}, {0, 1, 1}));
  add_contact(other, block, {0, 0, 0}, {0, 0, 1});
  EXPECT_FALSE(has_ball(domain_.bodies, contacts_[0]));
  ReachedPlaces places;
  places.take_velocities(domain_.bodies);
  EXPECT_FALSE(reach_ball(domain_.bodies, places, contacts_[0]).has_value());
  places.restore(domain_.bodies);
}

/// A force keeps its components along axes that turn with the bodies, and the frame is the one that
/// the next step gives the contact.
TEST_F(ReachedRowsTest, ReactionsTurnWithTheirContacts) {
  const BodyId lower = add(BodyKind::rigid, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId upper = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}));
  ContactPoint& contact = add_contact(upper, lower, {1, 1, 0}, {0, 0, 1});
  contact.state.R = {2, 3, 10};
  contact.state.U = {0.2, 0.3, 0};
  contact.state.V = {0, 0.5, 0.1};
  const Mat3 start = contact.frame;
  const Vec3 turn{0, 0.4, 0.3};
  const Mat3 turned = exponential_map(turn);
  const auto shift = [&](Vec3 center) { return turned * center - center; };  // about the origin
  solve(0, turn, shift({0, 0, -0.5}));
  solve(1, turn, shift({0, 0, 0.5}));
  place();
  const ContactPoint& there = contacts_[0];
  expect_near(there.point, turned * Vec3{1, 1, 0});
  expect_near(there.frame * there.state.R, turned * (start * Vec3{2, 3, 10}), 1e-13);
  expect_near(there.frame * there.state.U, turned * (start * Vec3{0.2, 0.3, 0}));
  expect_near(there.frame * there.state.V, turned * (start * Vec3{0, 0.5, 0.1}));
  EXPECT_EQ(there.frame, contact_frame(there.frame.column(2)));
}

TEST_F(ReachedRowsTest, ConstraintsStandAtTheirReachedPoints) {
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 0}, 1));
  UserConstraint link = make_rigid_link(ball, 0, {0, 0, 0}, {0, 0, 4}, 1e-4);
  link.id = 1;
  begin_constraint(domain_.bodies, 0.0, link);
  rows_.push_back(link);
  solve(0, {0, 0, 0}, {3, 0, 0});
  place();
  expect_near(rows_[0].point, {3, 0, 0});
  expect_near(rows_[0].slave_point, {0, 0, 4});
  const Vec3 line = rows_[0].frame.column(2);
  EXPECT_NEAR(std::fabs(dot(line, Vec3{0.6, 0, -0.8})), 1.0, 1e-14);
}

TEST_F(ReachedRowsTest, RowsStayWithoutAFind) {
  const BodyId floor = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 0}));
  const BodyId ball = add(BodyKind::rigid, ball_shape({0, 0, 1}, 1));
  add_contact(ball, floor, {0, 0, 0}, {0, 0, 1});
  solve(0, {1, 0, 0}, {1, 0, 0});
  ReachedRows rows;
  rows.find(domain_.bodies, kStep, rows_, contacts_);
  rows.clear();
  rows.place(rows_, contacts_);
  EXPECT_EQ(contacts_[0].point, Vec3{});
}

TEST_F(ReachedRowsTest, WaysAreTurnsSlidesAndSwings) {
  const BodyId table = add(BodyKind::obstacle, box_shape({-1, -1, -2}, {1, 1, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 4}));
  EXPECT_EQ(way(), 0.0);
  solve(0, {0, 0.3, 0}, {5, 0, 0});
  EXPECT_NEAR(way(), 0.3, 1e-15);
  add_contact(block, table, {0, 0, 0}, {0, 0, 1});  // arms 2 and 1
  EXPECT_NEAR(way(), 2.5, 1e-15);
  contacts_.clear();
  UserConstraint link = make_rigid_link(block, 0, {0, 0, 2}, {0, 0, 6}, 1e-4);
  link.id = 1;
  begin_constraint(domain_.bodies, 0.0, link);
  rows_.push_back(link);
  EXPECT_NEAR(way(), 1.25, 1e-15);
  solve(0, {0, 0, 0}, {0, 0, 5});  // along the line
  EXPECT_NEAR(way(), 0.0, 1e-15);
  rows_.clear();
  domain_.bodies.obstacles.angular[0] = {0, 0, 0.7};
  EXPECT_NEAR(way(), 0.7 * kStep, 1e-15);
}

}  // namespace
}  // namespace solfec
