#include "domain/contacts/shift_momentum.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

Mat3 random_inertia(RandomGeometry& random) {
  const Mat3 turn = random.rotation();
  return turn * diagonal(random.between(1, 2), random.between(1, 2), random.between(1, 2)) *
         transpose(turn);
}

MomentumBody random_body(RandomGeometry& random) {
  return {random.between(0.5, 3.0), random.in_cube(2.0), random.in_cube(4.0), random.in_cube(3.0),
          random_inertia(random)};
}

/// About the origin.
Vec3 angular_momentum(const MomentumBody& body, RigidVelocity change = {}) {
  return cross(body.center, body.mass * (body.linear + change.linear)) + body.spin +
         body.inertia * change.angular;
}

TEST(ShiftMomentum, AMovedBodyKeepsItsVelocitiesInItsAxes) {
  RandomGeometry random(3);
  const MomentumBody body = random_body(random);
  const Vec3 turn{0.1, -0.4, 0.2};
  const MomentumBody now = moved(body, {1, 2, 3}, turn);
  const Mat3 rotation = exponential_map(turn);
  EXPECT_LE(norm(now.center - body.center - Vec3{1, 2, 3}), 1e-15);
  EXPECT_EQ(now.linear, body.linear);
  // the angular velocity turns with the axes
  EXPECT_LE(norm(inverse(now.inertia) * now.spin - rotation * (inverse(body.inertia) * body.spin)),
            1e-14);
}

TEST(ShiftMomentum, FreeGroupsGetTheirMomentumBackAndOthersNothing) {
  RandomGeometry random(4);
  for (int sample = 0; sample < 100; ++sample) {
    std::vector<MomentumBody> before;
    std::vector<MomentumBody> after;
    for (int k = 0; k < 7; ++k) {
      before.push_back(random_body(random));
      after.push_back(moved(before.back(), random.in_cube(1e-2), random.in_cube(1e-2)));
    }
    MomentumGroups groups;
    groups.start(7);
    groups.join(4, 2);  // 0; 1; 2, 4, 5; 3, 6 on the floor
    groups.join(2, 5);
    groups.join(-1, 3);
    groups.join(6, 3);
    std::vector<RigidVelocity> change;
    std::vector<MomentumSum> sums;
    give_momentum_back(before, after, groups, sums, change);
    EXPECT_EQ(groups.free_group(5), groups.free_group(4));
    EXPECT_NE(groups.free_group(5), groups.free_group(1));
    EXPECT_EQ(groups.free_group(6), -1);
    for (const int held : {3, 6}) EXPECT_EQ(change[held].linear, Vec3{});
    Vec3 lost;
    Vec3 pushed;
    for (const int k : {2, 4, 5}) {
      lost += angular_momentum(after[k], change[k]) - angular_momentum(before[k]);
      pushed += after[k].mass * change[k].linear;
    }
    // the change of momentum by the shift of the common centre is that of the shift itself
    EXPECT_LE(norm(lost), 1e-13);
    EXPECT_LE(norm(pushed), 1e-13);
    const Vec3 alone = angular_momentum(after[0], change[0]) - angular_momentum(before[0]);
    EXPECT_LE(norm(alone), 1e-13);
  }
}

TEST(ShiftMomentum, TheChangeIsTheSmallest) {
  // Against every other change with the same momenta: it is orthogonal, in the metric of the
  // masses, to changes that have none.
  RandomGeometry random(5);
  std::vector<MomentumBody> before{random_body(random), random_body(random)};
  std::vector<MomentumBody> after;
  for (const MomentumBody& body : before) {
    after.push_back(moved(body, random.in_cube(1e-2), random.in_cube(1e-2)));
  }
  MomentumGroups groups;
  groups.start(2);
  groups.join(0, 1);
  std::vector<RigidVelocity> change;
  std::vector<MomentumSum> sums;
  give_momentum_back(before, after, groups, sums, change);
  ASSERT_GT(norm(change[0].angular), 1e-4);
  for (int sample = 0; sample < 20; ++sample) {
    // m dv of the one and minus that of the other, with spins that take their moment away
    const Vec3 push = random.in_cube(1.0);
    const Vec3 twist = random.in_cube(1.0);
    const Vec3 rest = -twist - cross(after[0].center - after[1].center, push);
    const double work = dot(change[0].linear, push) - dot(change[1].linear, push) +
                        dot(change[0].angular, twist) + dot(change[1].angular, rest);
    EXPECT_LE(std::fabs(work), 1e-14);
  }
}

TEST(MomentumGroups, AChainIsOneGroupHoweverItIsJoined) {
  MomentumGroups groups;
  groups.start(50);
  for (int k = 48; k >= 0; --k) groups.join(k + 1, k);
  for (int k = 0; k < 50; ++k) EXPECT_EQ(groups.free_group(k), 0);
  groups.join(49, -1);
  for (int k = 0; k < 50; ++k) EXPECT_EQ(groups.free_group(k), -1);
}

}  // namespace
}  // namespace solfec
