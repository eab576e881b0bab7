#include "domain/joints/joint_upkeep.h"

#include <vector>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

/// Joints of some bodies, and which of them the upkeep finds.
class JointUpkeepTest : public FiniteElementFixture {
 protected:
  BodyId add_box(double x, BodyKind kind = BodyKind::rigid) {
    return add(kind, box_shape({x, 0, 0}, {x + 0.5, 0.5, 0.5}));
  }
  void add_row(UserConstraint row) {
    row.id = ++last_;
    rows_.push_back(row);
  }
  /// Points at which two bodies, or a body and space, are joined: three components each.
  void join(BodyId one, BodyId other, int points) {
    for (int k = 0; k < points; ++k) {
      const Vec3 point{0.1 * k, 0.2, 0.3};
      UserConstraint row = make_fixed_point(one, point);
      row.slave = other;
      add_row(row);
    }
  }
  /// A point and two guides of one joint.
  void hinge(BodyId one, BodyId other) {
    join(one, other, 1);
    const ConstraintId joint = last_;
    for (int k = 0; k < 2; ++k) {
      UserConstraint row = make_fixed_direction(one, {}, {1, 0, 0});
      row.slave = other;
      row.joint.joint = joint;
      row.joint.kind = JointRowKind::guide;
      add_row(row);
    }
  }
  std::vector<ConstraintId> found() {
    std::vector<ConstraintId> ids;
    for (const UserConstraint& one : upkeep_.find(domain_.bodies, rows_)) {
      ids.push_back(one.id);
    }
    return ids;
  }
  using Ids = std::vector<ConstraintId>;

  JointUpkeep upkeep_;
  std::vector<UserConstraint> rows_;
  ConstraintId last_ = 0;
};

TEST_F(JointUpkeepTest, ABodyIsHeldTwiceBySixComponentsAndNotByFive) {
  const BodyId body = add_box(0);
  join(body, 0, 1);
  add_row(make_fixed_direction(body, {}, {1, 0, 0}));
  add_row(make_fixed_direction(body, {}, {0, 1, 0}));
  EXPECT_EQ(found(), Ids{});
  add_row(make_fixed_direction(body, {}, {0, 0, 1}));
  EXPECT_EQ(found(), (Ids{1, 2, 3, 4}));
}

TEST_F(JointUpkeepTest, EachMechanismCountsAlone) {
  std::vector<BodyId> bodies;
  for (int k = 0; k < 4; ++k) bodies.push_back(add_box(2.0 * k));
  join(bodies[2], bodies[3], 1);  // 3 of 12
  join(bodies[0], bodies[1], 4);  // 12 of 12
  add_row(make_rigid_link(bodies[1], bodies[0], {}, {1, 0, 0}, 1e-4));
  EXPECT_EQ(found(), (Ids{2, 3, 4, 5, 6}));
}

TEST_F(JointUpkeepTest, HingesInALoopHoldTurnsTwiceAndThoseOfATreeDoNot) {
  const BodyId one = add_box(0);
  const BodyId other = add_box(2);
  const BodyId third = add_box(4);
  hinge(one, other);
  hinge(other, third);
  hinge(third, 0);
  EXPECT_EQ(found(), Ids{});  // the ground closes no loop
  hinge(one, 0);
  EXPECT_EQ(found().size(), rows_.size());
  rows_.clear();
  hinge(one, other);
  hinge(other, third);
  hinge(third, one);
  EXPECT_EQ(found().size(), rows_.size());
}

TEST_F(JointUpkeepTest, PointsInALoopHoldAMotionTwiceWhenTheyLeaveNoMoreThanTheCommonOne) {
  const BodyId one = add_box(0);
  const BodyId other = add_box(2);
  const BodyId third = add_box(4);
  join(one, other, 1);
  EXPECT_EQ(found(), Ids{});
  join(one, other, 1);  // their distance twice
  EXPECT_EQ(found(), (Ids{1, 2}));
  rows_.clear();
  join(one, other, 1);  // a ring of three bodies that turn about each other: 9 of 18 - 6
  join(other, third, 1);
  join(third, one, 1);
  EXPECT_EQ(found(), Ids{});
  join(third, one, 1);  // 12
  EXPECT_EQ(found(), (Ids{3, 4, 5, 6}));
}

TEST_F(JointUpkeepTest, ObstaclesJoinNothingAndPseudoRigidBodiesHaveTwelveMotions) {
  const BodyId obstacle = add_box(0, BodyKind::obstacle);
  const BodyId one = add_box(2);
  const BodyId other = add_box(4);
  const BodyId soft = add_box(6, BodyKind::pseudo_rigid);
  join(one, obstacle, 2);
  join(obstacle, other, 1);
  join(soft, 0, 3);
  EXPECT_EQ(found(), (Ids{1, 2}));
  join(soft, 0, 1);
  EXPECT_EQ(found(), (Ids{1, 2, 4, 5, 6, 7}));
}

TEST_F(JointUpkeepTest, SpringsDrivesPrescribedVelocitiesAndMeshesHoldNoPlace) {
  const BodyId body = add_box(0);
  join(body, 0, 1);
  UserConstraint row = make_fixed_direction(body, {}, {1, 0, 0});
  for (const ConstraintKind kind :
       {ConstraintKind::velocity_direction, ConstraintKind::drive, ConstraintKind::spring}) {
    row.kind = kind;
    for (int k = 0; k < 3; ++k) add_row(row);
  }
  Shape shape;
  shape.meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  const BodyId mesh = add(BodyKind::finite_element, shape);
  join(mesh, 0, 20);
  join(body, mesh, 3);
  EXPECT_EQ(found(), Ids{});
}

}  // namespace
}  // namespace solfec
