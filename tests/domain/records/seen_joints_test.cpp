#include "domain/records/seen_joints.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/count.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding at unit scale
constexpr JointKind kKinds[] = {JointKind::ball,        JointKind::hinge,     JointKind::slider,
                                JointKind::cylindrical, JointKind::universal, JointKind::weld};

/// Two long rigid bodies, turned as one about an oblique axis after their joint was made.
class SeenJoints : public ::testing::Test {
 protected:
  SeenJoints() {
    BulkMaterial material;
    material.density = 1.0;
    MassProperties properties;
    properties.volume = 1.0;
    properties.euler = identity();
    properties.euler(0, 0) = 5.0;
    bodies_.add(1, BodyKind::rigid, properties, material);
    properties.center = {2.0, 0.0, 0.0};
    bodies_.add(2, BodyKind::rigid, properties, material);
  }

  /// Adds the rows of a joint with the next ids.
  void put(JointKind kind, bool to_space = false) {
    Joint joint;
    joint.kind = kind;
    joint.body1 = 1;
    joint.body2 = to_space ? 0 : 2;
    joint.point = {1.0, 0.5, 0.0};
    joint.axis = kAxis;
    joint.axis2 = kAxis2;
    for (UserConstraint row : rows_of(bodies_, {}, joint)) {
      row.id = next_++;
      begin_constraint(bodies_, 0.0, row);
      constraints_.push_back(row);
    }
  }
  void put_direction(BodyId slave) {
    UserConstraint row =
        make_fixed_direction(1, slave, {1.0, 0.5, 0.0}, {1.0, 0.5, 0.0}, {0, 0, 1});
    row.id = next_++;
    begin_constraint(bodies_, 0.0, row);
    constraints_.push_back(row);
  }

  std::vector<SeenJoint> seen() { return seen_joints(records()); }

  /// Turns both bodies about the origin. Contacts stand before the rows of the joints.
  std::vector<ConstraintRecord> records() {
    for (const BodyId id : {1, 2}) {
      const Vec3 center = bodies_.motion(bodies_.ref(id)).center;
      bodies_.shift(bodies_.ref(id), center, kTurned * center - center, kTurn);
    }
    std::vector<ConstraintRecord> rows;
    for (UserConstraint& one : constraints_) {
      place_constraint(bodies_, one);
      rows.push_back(record_of(one));
      ConstraintRecord contact;
      contact.id = one.id + 1000000;
      contact.kind = ConstraintKind::contact;
      rows.insert(rows.begin(), contact);
    }
    return rows;
  }

  static constexpr Vec3 kTurn{0.3, -0.5, 0.2};
  static inline const Mat3 kTurned = exponential_map(kTurn);
  static constexpr Vec3 kAxis{0.0, 0.6, 0.8};
  static constexpr Vec3 kAxis2{0.0, -0.8, 0.6};

  Bodies bodies_;
  std::vector<UserConstraint> constraints_;
  ConstraintId next_ = 3;
};

/// Whether two unit vectors lie along one line.
bool are_parallel(Vec3 a, Vec3 b) { return std::fabs(std::fabs(dot(a, b)) - 1.0) <= kTol; }

TEST_F(SeenJoints, EachKindIsFoundWithItsPointAndAxes) {
  for (const JointKind kind : kKinds) put(kind);
  const std::vector<SeenJoint> joints = seen();
  ASSERT_EQ(joints.size(), std::size(kKinds));
  ConstraintId id = 3;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const SeenJoint& joint = joints[i];
    EXPECT_EQ(joint.kind, kKinds[i]);
    EXPECT_EQ(joint.id, id);
    id += joint.rows;
    EXPECT_EQ(joint.master, 1);
    EXPECT_EQ(joint.slave, 2);
    EXPECT_LE(norm(joint.point - kTurned * Vec3{1.0, 0.5, 0.0}), kTol);
    const bool has_axis = joint.kind != JointKind::ball && joint.kind != JointKind::weld;
    EXPECT_EQ(joint.axes[0] != Vec3{}, has_axis) << name_of(joint.kind);
    if (has_axis) {
      EXPECT_TRUE(are_parallel(joint.axes[0], kTurned * kAxis)) << name_of(joint.kind);
    }
    EXPECT_EQ(joint.axes[1] != Vec3{}, joint.kind == JointKind::universal);
    if (joint.kind == JointKind::universal) {
      EXPECT_TRUE(are_parallel(joint.axes[1], kTurned * kAxis2));
    }
  }
  EXPECT_EQ(id, next_);  // all rows are of a joint
}

TEST_F(SeenJoints, DirectionsBesideAJointAreNoPartOfIt) {
  put_direction(2);
  put(JointKind::cylindrical);  // with the direction before it five guides, as a slider has
  put_direction(2);
  put(JointKind::slider);
  put_direction(0);
  const std::vector<SeenJoint> joints = seen();
  ASSERT_EQ(joints.size(), 2U);
  EXPECT_EQ(joints[0].kind, JointKind::cylindrical);
  EXPECT_EQ(joints[0].id, 4);
  EXPECT_EQ(joints[1].kind, JointKind::slider);
  EXPECT_EQ(joints[1].id, 11);
}

TEST_F(SeenJoints, RowsOfOtherBodiesOrWithAGapOfIdsMakeNoJoint) {
  put(JointKind::hinge);
  constraints_[2].id = 90;  // a guide
  constraints_[3].id = 91;
  put(JointKind::weld, true);
  constraints_.back().slave = 2;
  put(JointKind::weld);
  constraints_.back().master = 2;
  const std::vector<SeenJoint> joints = seen();
  EXPECT_EQ(joints.size(), 3U);
  for (const SeenJoint& joint : joints) EXPECT_EQ(joint.kind, JointKind::ball);
}

TEST_F(SeenJoints, AJointThatHasLostADriveHasNoKindWithIt) {
  put(JointKind::universal);
  constraints_.pop_back();
  const std::vector<SeenJoint> joints = seen();
  ASSERT_EQ(joints.size(), 1U);
  EXPECT_EQ(joints[0].kind, JointKind::ball);
}

TEST_F(SeenJoints, AUniversalJointWhoseRowsHaveNoLeverHasNoFirstAxis) {
  put(JointKind::universal);
  std::vector<ConstraintRecord> rows = records();
  for (ConstraintRecord& row : rows) row.point = {1.0, 0.5, 0.0};
  const std::vector<SeenJoint> joints = seen_joints(rows);
  ASSERT_EQ(joints.size(), 1U);
  EXPECT_EQ(joints[0].kind, JointKind::universal);
  EXPECT_EQ(joints[0].axes[0], Vec3{});
  EXPECT_TRUE(are_parallel(joints[0].axes[1], kTurned * kAxis2));
}

}  // namespace
}  // namespace solfec
