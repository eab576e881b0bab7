#include "domain/quasi_static/static_groups.h"

#include <gtest/gtest.h>

#include "constraint/user_constraint.h"

namespace solfec {
namespace {

/// Rigid bodies 1, 2, 3, a pseudo-rigid body 4 and an obstacle 5.
Bodies five() {
  Bodies bodies;
  const MassProperties cube{1.0, {}, (1.0 / 12.0) * identity()};
  for (const BodyId id : {1, 2, 3}) bodies.add(id, BodyKind::rigid, cube, BulkMaterial{});
  bodies.add(4, BodyKind::pseudo_rigid, cube, BulkMaterial{});
  bodies.add(5, BodyKind::obstacle, cube, BulkMaterial{});
  return bodies;
}

ContactPoint contact(const Bodies& bodies, BodyId master, BodyId slave) {
  ContactPoint point;
  point.master = bodies.find(master);
  point.slave = bodies.find(slave);
  return point;
}

std::vector<char> yields_of(const StaticGroups& groups) {
  return {groups.yields().begin(), groups.yields().end()};
}

TEST(StaticGroups, BodiesYieldThatAreConnectedWithOneThatDeforms) {
  const Bodies bodies = five();
  StaticGroups groups;
  groups.find(bodies, {}, {}, false);
  EXPECT_EQ(yields_of(groups), (std::vector<char>{0, 0, 0}));
  // an obstacle connects nothing
  const std::vector<ContactPoint> floor{contact(bodies, 3, 5), contact(bodies, 5, 4),
                                        contact(bodies, 1, 2)};
  groups.find(bodies, {}, floor, false);
  EXPECT_EQ(yields_of(groups), (std::vector<char>{0, 0, 0}));
  groups.find(bodies, {}, floor, true);
  EXPECT_EQ(yields_of(groups), (std::vector<char>{1, 1, 1}));
  const std::vector<ContactPoint> pair{contact(bodies, 1, 2)};
  std::vector<UserConstraint> link{make_rigid_link(2, 4, {0, 0, 0}, {3, 0, 0}, 1e-4)};
  groups.find(bodies, link, pair, false);
  EXPECT_EQ(yields_of(groups), (std::vector<char>{1, 1, 0}));
  link[0] = make_fixed_point(2, {0, 0, 0});  // to space
  groups.find(bodies, link, pair, false);
  EXPECT_EQ(yields_of(groups), (std::vector<char>{0, 0, 0}));
}

TEST(StaticGroups, ErrorsOfRowsCountWhereBodiesStand) {
  // contacts without force whose bodies approach: the law is missed by the whole speed
  const Bodies bodies = five();
  const std::vector<ContactPoint> rows{contact(bodies, 1, 5), contact(bodies, 2, 3),
                                       contact(bodies, 3, 4)};
  StaticGroups groups;
  groups.find(bodies, {}, rows, false);
  LocalDynamics problem;
  problem.resize(3);
  LocalSolution solution;
  solution.R.assign(3, Vec3{});
  solution.U = {{0, 0, -0.25}, {0, 0, -3.0}, {0, 0, -7.0}};
  for (std::size_t i = 0; i < 3; ++i) {
    problem.law[i].kind = ConstraintKind::contact;
    problem.W_diagonal[i] = identity();
  }
  EXPECT_NEAR(groups.standing_error(problem, solution), 0.25, 1e-12);
  groups.find(bodies, {}, rows, true);
  EXPECT_EQ(groups.standing_error(problem, solution), 0.0);
}

}  // namespace
}  // namespace solfec
