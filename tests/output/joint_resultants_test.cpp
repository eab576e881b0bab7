#include "output/joint_resultants.h"

#include <cmath>

#include <gtest/gtest.h>

#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // rounding at unit scale

/// A contact with a reaction that is given in space.
ConstraintRecord contact(const Mat3& frame, Vec3 point, Vec3 force, double area) {
  ConstraintRecord row;
  row.kind = ConstraintKind::contact;
  row.master = 2;
  row.slave = 5;
  row.point = point;
  row.frame = frame;
  row.R = transposed_times(frame, force);
  row.area = area;
  return row;
}

Snapshot with_rows(std::vector<ConstraintRecord> rows) {
  Snapshot snapshot;
  snapshot.constraints = std::move(rows);
  return snapshot;
}

// A face of 2 x 1 m about (0, 0, 0) that carries 10 N at (0.4, -0.1): bilinear shares at its
// corners.
TEST(JointResultants, AnEccentricForceIsFoundWhereItActs) {
  std::vector<ConstraintRecord> rows;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-0.5, 0.5}) {
      const double share = 0.25 * (1.0 + 0.4 * x) * (1.0 - 0.2 * y / 0.5);
      rows.push_back(contact(identity(), {x, y, 0.0}, {0.3 * share, 0.0, 10.0 * share}, 0.5));
    }
  }
  const auto joints = joint_resultants(with_rows(rows));
  ASSERT_EQ(joints.size(), 1U);
  const JointResultant& joint = joints[0];
  EXPECT_EQ(joint.master, 2);
  EXPECT_EQ(joint.slave, 5);
  EXPECT_EQ(joint.contacts, 4);
  EXPECT_LE(norm(joint.center), kTol);
  EXPECT_LE(norm(joint.normal - Vec3{0, 0, 1}), kTol);
  EXPECT_NEAR(joint.normal_force, 10.0, kTol);
  EXPECT_LE(norm(joint.shear_force - Vec3{0.3, 0, 0}), kTol);
  EXPECT_LE(norm(joint.pressure_point - Vec3{0.4, -0.1, 0}), kTol);
  // r x F about the centre, the shear force acting at the same point
  EXPECT_LE(norm(joint.moment - cross({0.4, -0.1, 0}, {0.3, 0, 10.0})), kTol);
}

// Turned joints have turned resultants, and a couple in the plane of the joint moves nothing.
TEST(JointResultants, TorsionDoesNotMoveTheForceAndTurnsCountForNothing) {
  const Mat3 turn = exponential_map({0.3, -1.1, 0.7});
  const auto row = [&](Vec3 point, Vec3 force) {
    return contact(turn, turn * point, turn * force, 1.0);
  };
  const auto joints = joint_resultants(with_rows(
      {row({1, 0, 0}, {0, 2, 3}), row({-1, 0, 0}, {0, -2, 1}), row({0, 1, 0}, {0, 0, 0})}));
  ASSERT_EQ(joints.size(), 1U);
  const JointResultant& joint = joints[0];
  EXPECT_EQ(joint.contacts, 3);  // the open one counts, for the centre, too
  EXPECT_LE(norm(joint.center - turn * Vec3{0, 1.0 / 3.0, 0}), kTol);
  EXPECT_NEAR(joint.normal_force, 4.0, kTol);
  EXPECT_LE(norm(joint.shear_force), kTol);
  EXPECT_NEAR(dot(joint.moment, joint.normal), 4.0, kTol);  // two forces of 2 N, arms of 1 m
  EXPECT_LE(norm(joint.pressure_point - turn * Vec3{0.5, 0, 0}), kTol);  // (3 - 1) / 4
}

TEST(JointResultants, AreasWeighTheCentreAndContactsWithoutOneCountAlike) {
  auto rows = std::vector{contact(identity(), {0, 0, 0}, {0, 0, 1}, 3.0),
                          contact(identity(), {4, 0, 0}, {0, 0, 1}, 1.0)};
  EXPECT_LE(norm(joint_resultants(with_rows(rows))[0].center - Vec3{1, 0, 0}), kTol);
  EXPECT_LE(norm(joint_resultants(with_rows(rows))[0].pressure_point - Vec3{2, 0, 0}), kTol);
  rows[1].area = 0.0;
  EXPECT_LE(norm(joint_resultants(with_rows(rows))[0].center - Vec3{2, 0, 0}), kTol);
}

TEST(JointResultants, FacesInOtherDirectionsAreOtherJoints) {
  const Mat3 steep = exponential_map({0, 11.0 / 180.0 * 3.14159265358979, 0});
  const Mat3 flat = exponential_map({0, 9.0 / 180.0 * 3.14159265358979, 0});
  const auto first = contact(identity(), {0, 0, 0}, {0, 0, 1}, 1.0);
  EXPECT_EQ(joint_resultants(with_rows({first, contact(flat, {1, 0, 0}, {0, 0, 1}, 1.0)})).size(),
            1U);
  EXPECT_EQ(joint_resultants(with_rows({first, contact(steep, {1, 0, 0}, {0, 0, 1}, 1.0)})).size(),
            2U);
}

TEST(JointResultants, JointsThatPullActAtTheirCentreAndUnloadedOnesAreLeftOut) {
  const auto pull = joint_resultants(with_rows({contact(identity(), {1, 2, 3}, {0, 0, -2}, 1.0)}));
  ASSERT_EQ(pull.size(), 1U);
  EXPECT_EQ(pull[0].normal_force, -2.0);
  EXPECT_EQ(pull[0].pressure_point, (Vec3{1, 2, 3}));
  EXPECT_TRUE(joint_resultants(with_rows({contact(identity(), {}, {}, 1.0)})).empty());
  auto hinge = contact(identity(), {}, {0, 0, 1}, 1.0);
  hinge.kind = ConstraintKind::fixed_point;
  EXPECT_TRUE(joint_resultants(with_rows({hinge})).empty());
}

TEST(JointResultants, PairsComeInTheOrderOfTheirBodies) {
  auto rows =
      std::vector{contact(identity(), {}, {0, 0, 1}, 1.0), contact(identity(), {}, {0, 0, 2}, 1.0),
                  contact(identity(), {}, {0, 0, 3}, 1.0)};
  rows[0].slave = 9;
  rows[2].master = 1;
  const auto joints = joint_resultants(with_rows(rows));
  ASSERT_EQ(joints.size(), 3U);
  EXPECT_EQ(joints[0].normal_force, 3.0);
  EXPECT_EQ(joints[1].normal_force, 2.0);
  EXPECT_EQ(joints[2].normal_force, 1.0);
}

}  // namespace
}  // namespace solfec
