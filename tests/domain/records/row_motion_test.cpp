#include "domain/records/row_motion.h"

#include <bit>
#include <cmath>
#include <limits>

#include "archive/archive_error.h"
#include "contact/piece/contact_point.h"
#include "domain/domain_fixture.h"
#include "domain/seen_motion.h"
#include "domain/state_archive.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kStep = 0.2;  // s

BitDifference bits_of(Vec3 a) { return std::bit_cast<BitDifference>(a); }

ConstraintRecord contact_at(Vec3 point, Vec3 normal) {
  ConstraintRecord row;
  row.master = 1;
  row.slave = 2;
  row.point = point;
  row.frame = contact_frame(normal);
  return row;
}

void expect_near(Vec3 found, Vec3 exact, double tolerance = 1e-15) {
  EXPECT_LE(norm(found - exact), tolerance)
      << found.x << ' ' << found.y << ' ' << found.z << " for " << exact.x << ' ' << exact.y << ' '
      << exact.z;
}

TEST(RowMotion, APointOfATurningBodyMovesAcrossItsArm) {
  // t1 = (0, -1, 0), t2 = (1, 0, 0) beside n = (0, 0, 1)
  RowMotion body{.body = 1, .has_inertia = true};
  body.start_angular = {0, 0, 2};
  body.angular = {0, 0, 3};
  body.linear = {0.5, 0, 0};
  const RowMotion floor{.body = 2};
  const ConstraintRecord row = contact_at({1, 0, 0}, {0, 0, 1});
  expect_near(expected_start(body, floor, row, kStep), {-2, 0, 0});
  expect_near(expected_end(body, floor, row, kStep), {-3, 0.5, 0});
}

TEST(RowMotion, BetweenBodiesTheContactMovesAlongATurningOne) {
  // In half a step the contact goes d = 0.1 / (1 + 0.1²) (0, 3, 0) / 2 along the first body, of
  // which ω × d = (-0.15 / 1.01, 0, 0) is taken off at the start and added at the end.
  RowMotion first{.body = 1, .has_inertia = true};
  first.start_angular = first.angular = {0, 0, 1};
  RowMotion second{.body = 2, .has_inertia = true, .center = {2, 0, 0}};
  second.start_linear = second.linear = {0, 3, 0};
  const ConstraintRecord row = contact_at({1, 0, 0}, {0, 0, 1});
  expect_near(expected_start(first, second, row, kStep), {2, 0.15 / 1.01, 0});
  expect_near(expected_end(first, second, row, kStep), {2, -0.15 / 1.01, 0});
}

TEST(RowMotion, WhatIsNotFiniteIsExpectedToBeZero) {
  const ConstraintRecord row = contact_at({1, 0, 0}, {0, 0, 1});
  for (const double wrong : {std::nan(""), HUGE_VAL, 1e308}) {
    RowMotion body{.body = 1, .has_inertia = true, .center = {-wrong, 0, 0}};
    body.start_angular = body.angular = {wrong, wrong, wrong};
    const RowMotion floor{.body = 2, .has_inertia = true};
    EXPECT_EQ(expected_start(body, floor, row, kStep), Vec3{});
    EXPECT_EQ(expected_end(body, floor, row, kStep), Vec3{});
  }
}

TEST(RowMotion, CentersAtTheContactDivideNothingByZero) {
  RowMotion body{.body = 1, .has_inertia = true};
  body.start_angular = body.start_linear = {1, 2, 3};
  const ConstraintRecord row = contact_at({}, {0, 0, 1});
  EXPECT_EQ(expected_start(body, body, row, kStep), Vec3{});
}

class RowMotionsTest : public DomainFixture {
 protected:
  RowMotionsTest() {
    add(BodyKind::obstacle, box_shape({-3, -3, -1}, {3, 3, 0}), "floor");
    add(BodyKind::rigid, box_shape({-1, -1, 0}, {1, 1, 1}), "lower");
    add(BodyKind::rigid, box_shape({-0.75, -0.5, 1}, {0.5, 1.25, 2}), "upper");
    add(BodyKind::pseudo_rigid, box_shape({-0.5, -0.5, 2}, {0.5, 0.5, 3}), "soft");
    domain_.loads.gravity[2].constant = -9.81;
    domain_.bodies.set_rigid_velocity(domain_.body_ref(1), {0.25, 0, 0}, {});
    domain_.bodies.set_rigid_velocity(domain_.body_ref(2), {0.5, 0.25, 0}, {0.03, 0.05, 0.7});
    domain_.bodies.set_rigid_velocity(domain_.body_ref(3), {-0.5, 0.75, 0}, {0.02, 0.04, -0.9});
  }
  /// Motions of all bodies that the domain knows, beside the states that it has now.
  RowMotions motions() {
    states_ = body_states(domain_);
    RowMotions all(states_);
    all.set(seen_motions(domain_, domain_.bodies.ids()), domain_.local_dynamics().step);
    return all;
  }

  BodyStates states_;
};

TEST_F(RowMotionsTest, VelocitiesOfRigidPolyhedraAreThoseOfTheRows) {
  constexpr double kRoundings = 64 * std::numeric_limits<double>::epsilon();  // m/s, of 1 m/s
  int rigid = 0;
  int others = 0;
  for (int step = 0; step < 50; ++step) {
    run(1, 1e-4);  // the soft body has an explicit scheme
    const RowMotions motions = this->motions();
    for (const ConstraintRecord& row : domain_.constraints()) {
      const bool is_soft = row.master == 4 || row.slave == 4;
      ++(is_soft ? others : rigid);
      EXPECT_EQ(bits_of(motions.start_of(row)), bits_of(is_soft ? Vec3{} : row.V)) << row.id;
      expect_near(motions.end_of(row), is_soft ? Vec3{} : row.U, kRoundings);
    }
  }
  EXPECT_GE(rigid, 100);
  EXPECT_GT(others, 10);
}

TEST_F(RowMotionsTest, StoredMotionsAreThoseThatWereStored) {
  run(3, 1e-3);
  std::vector<RowMotion> given = seen_motions(domain_, domain_.bodies.ids());
  ASSERT_EQ(given.size(), 3U);  // without the soft one
  given[1].start_linear = {-0.0, std::nan(""), HUGE_VAL};
  given[2].center.x = std::numeric_limits<double>::denorm_min();
  given.push_back({.body = 99, .center = {1, 2, 3}});  // has no state
  for (const BodyStates& states : {BodyStates{}, body_states(domain_)}) {
    RowMotions before(states);
    before.set(given, 1e-3);
    RowMotions after(states);
    after.set(before.stored(), 1e-3);
    const std::vector<StoredMotion> stored = before.stored();
    const std::vector<StoredMotion> again = after.stored();
    ASSERT_EQ(again.size(), stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      EXPECT_EQ(again[i].body, given[i].body);
      EXPECT_EQ(again[i].has_inertia, given[i].has_inertia);
      EXPECT_EQ(again[i].center, stored[i].center);
      EXPECT_EQ(again[i].linear, stored[i].linear);
      EXPECT_EQ(again[i].angular, stored[i].angular);
      EXPECT_EQ(again[i].start_linear, stored[i].start_linear);
      EXPECT_EQ(again[i].start_angular, stored[i].start_angular);
    }
    for (const ConstraintRecord& row : domain_.constraints()) {
      EXPECT_EQ(bits_of(after.start_of(row)), bits_of(before.start_of(row)));
      EXPECT_EQ(bits_of(after.end_of(row)), bits_of(before.end_of(row)));
    }
  }
}

TEST_F(RowMotionsTest, MotionsOfAStepLeaveNothingBesideTheirStates) {
  run(3, 1e-3);
  for (const StoredMotion& motion : motions().stored()) {
    EXPECT_EQ(motion.linear, BitDifference{}) << motion.body;
    if (motion.has_inertia) continue;
    EXPECT_EQ(motion.angular, BitDifference{});
    EXPECT_EQ(motion.start_linear, BitDifference{});
  }
}

TEST_F(RowMotionsTest, ADeletedBodyLeavesNoMotionToItsSuccessor) {
  run(3, 1e-3);
  domain_.remove_body(2);  // the upper one takes its slot
  const std::vector<BodyId> ids{3};
  const RowMotion motion = seen_motions(domain_, ids).at(0);
  EXPECT_EQ(motion.linear, domain_.bodies.rigid.linear[0]);
  EXPECT_EQ(motion.start_linear, motion.linear);
}

TEST(RowMotions, MotionsOutOfOrderAreRefused) {
  const BodyStates states;
  RowMotions motions(states);
  for (const std::vector<StoredMotion>& wrong :
       {std::vector<StoredMotion>{{.body = 2}, {.body = 1}},
        std::vector<StoredMotion>{{.body = 1}, {.body = 1}}}) {
    EXPECT_EQ(message_of<ArchiveError>([&] { motions.set(wrong, 1e-3); }),
              "the motion of body 1 is out of order");
  }
  const std::vector<StoredMotion> zero{{.body = 0}};
  EXPECT_THROW(motions.set(zero, 1e-3), ArchiveError);
}

}  // namespace
}  // namespace solfec
