#include "solver/measure/motion_change.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"
#include "math/rotation.h"
#include "parallel/mailbox_comm.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-14;

struct Squares {
  double moved{};
  double motion{};
};

/// From the reactions of before to those of after.
Squares squares_of(const LocalDynamics& problem, const std::vector<Vec3>& before,
                   const std::vector<Vec3>& after) {
  BodyVelocities velocities(problem.body_space);
  velocities.reset(before);
  MotionChange change;
  change.start(problem);
  change.begin(velocities);
  velocities.reset(after);
  Squares squares;
  change.end(velocities, squares.moved, squares.motion);
  return squares;
}

/// A cube of mass 2 kg and side 2 m on four corners, h = 0.5 s, turned by a rotation.
LocalDynamics cube_on_corners(const Mat3& turn) {
  constexpr double kDuration = 0.5;
  constexpr double kMass = 2.0;
  constexpr double kInertia = kMass * 2.0 / 3.0;  // m a² / 6
  LocalDynamics problem;
  Mat3 inverse = identity();
  for (int k = 0; k < 3; ++k) inverse(k, k) = kDuration / kInertia;
  problem.body_space.add_slot(SlotKind::rigid, inverse, kDuration / kMass);
  for (const Vec3 corner : {Vec3{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}}) {
    problem.body_space.add_row({turn, turn * corner, {}, 0, -1});
  }
  return problem;
}

TEST(MotionChange, ForcesThatCancelMoveNothing) {
  const LocalDynamics problem = cube_on_corners(identity());
  const std::vector<Vec3> before(4, Vec3{0, 0, 5});
  const std::vector<Vec3> after{{0, 0, 10}, {0, 0, 0}, {0, 0, 10}, {0, 0, 0}};
  const Squares squares = squares_of(problem, before, after);
  // 20 N over 0.5 s give 2 kg a velocity of 5 m/s; the mass is that over h
  EXPECT_NEAR(squares.motion, 2.0 / 0.5 * 25.0, kTol);
  EXPECT_NEAR(squares.moved, 0.0, kTol);
}

TEST(MotionChange, IsTheSameInATurnedFrame) {
  const std::vector<Vec3> before{{1, 0, 5}, {0, 2, 4}, {0, 0, 3}, {1, 1, 1}};
  const std::vector<Vec3> after{{0, 1, 6}, {0, 2, 7}, {3, 0, 3}, {1, 1, 0}};
  const Squares straight = squares_of(cube_on_corners(identity()), before, after);
  const Mat3 turn = rotation_about(Vec3{0.3, -0.7, 1.1}, 70.0);
  const Squares turned = squares_of(cube_on_corners(turn), before, after);
  EXPECT_GT(straight.moved, 0.0);
  EXPECT_NEAR(turned.moved, straight.moved, 1e-12 * straight.moved);
  EXPECT_NEAR(turned.motion, straight.motion, 1e-12 * straight.motion);
}

/// M⁻¹ of these slots has one number per component, so that Σ mass |v|² is exact.
TEST(MotionChange, IsTwiceTheEnergyOverTheStep) {
  constexpr double kDuration = 0.25;
  const std::vector<SlotKind> kinds{SlotKind::rigid, SlotKind::affine, SlotKind::dense,
                                    SlotKind::nodal};
  for (const SlotKind kind : kinds) {
    LocalDynamics problem;
    BodyOperator& space = problem.body_space;
    const double mass = 3.0;
    double work = 0.0;  // v·p = h p² (M⁻¹ at the point)
    const Vec3 p{1.0, -2.0, 0.5};
    const Vec3 arm{0.0, 0.0, 2.0};
    const double turning = 0.7;  // h over the inertia
    Mat3 inverse = identity();
    for (int k = 0; k < 3; ++k) inverse(k, k) = turning;
    const Vec3 torque = cross(arm, p);
    if (kind == SlotKind::rigid) {
      space.add_slot(kind, inverse, kDuration / mass);
      work = turning * dot(torque, torque);
    } else if (kind == SlotKind::affine) {
      space.add_slot(kind, inverse, kDuration / mass);
      work = turning * dot(arm, arm) * dot(p, p);
    } else if (kind == SlotKind::dense) {
      DenseInverse dense{};
      for (std::size_t k = 0; k < 9; ++k) dense[10 * k] = turning / kDuration;
      space.add_dense_slot(dense, kDuration, kDuration / mass);
      work = turning * dot(arm, arm) * dot(p, p);
    } else {
      space.add_nodal_slot();
      space.add_node(0, kDuration / mass);
      space.add_node(0, 1.0);
    }
    work += kDuration / mass * dot(p, p);
    space.add_row({identity(), arm, {}, 0, -1});
    if (kind == SlotKind::nodal) {
      NodalPoint point;
      point.count = 1;
      point.node[0] = 0;
      point.weight[0] = 1.0;
      space.set_points(0, point, {});
    }
    const Squares squares = squares_of(problem, {Vec3{}}, {p});
    EXPECT_NEAR(squares.motion, work, 1e-12 * work) << static_cast<int>(kind);
    EXPECT_NEAR(squares.moved, work, 1e-12 * work) << static_cast<int>(kind);
  }
}

/// A point of a mesh whose inverse is the same in all directions.
TEST(MotionChange, CountsPointsOfMeshes) {
  LocalDynamics problem;
  BodyOperator& space = problem.body_space;
  space.add_factored_slot();
  space.add_row({identity(), {}, {}, 0, -1});
  space.add_row({identity(), {}, {}, 0, -1});
  for (int i = 0; i < 2; ++i) {
    NodalPoint point;
    point.count = 1;
    point.node[0] = i;
    point.weight[0] = 1.0;
    space.set_points(i, point, {});
  }
  space.allocate_factored_sides();
  for (int s = 0; s < 2; ++s) {
    Mat3 block = identity();
    for (int k = 0; k < 3; ++k) block(k, k) = s == 0 ? 0.5 : 4.0;
    space.set_factored_inverse(0, s, s, block);
  }
  const Vec3 p{0.0, 3.0, 4.0};
  const Squares first = squares_of(problem, {Vec3{}, p}, {p, p});
  EXPECT_NEAR(first.moved, 0.5 * 25.0, 1e-13);
  EXPECT_NEAR(first.motion, (0.5 + 4.0) * 25.0, 1e-12);
}

TEST(MotionChange, SharedSlotsCountOnOneRank) {
  std::vector<double> motion(2);
  test::on_ranks(2, [&](test::MailboxComm& comm) {
    LocalDynamics problem;
    problem.body_space.add_slot(SlotKind::rigid, Mat3{}, 0.25);  // of this rank alone
    problem.body_space.add_slot(SlotKind::rigid, Mat3{}, 4.0);   // of both
    problem.body_space.add_row({identity(), {}, {}, 0, -1});
    problem.body_space.add_row({identity(), {}, {}, 1, -1});
    problem.shared.comm = &comm;
    problem.shared.is_shared = {0, 1};
    problem.shared.neighbours.push_back({1 - comm.rank(), 0, {1}});
    const std::vector<Vec3> R{{1, 0, 0}, {0, 1, 0}};
    motion[at(comm.rank())] = squares_of(problem, R, R).motion;
  });
  EXPECT_DOUBLE_EQ(motion[0], 4.25);
  EXPECT_DOUBLE_EQ(motion[1], 0.25);
}

TEST(MotionChange, WhatCannotMoveCountsNothing) {
  LocalDynamics problem;
  problem.body_space.add_slot(SlotKind::rigid, Mat3{}, 0.25);  // without rotation
  problem.body_space.add_row({identity(), {1, 0, 0}, {}, 0, -1});
  const Squares squares = squares_of(problem, {Vec3{}}, {Vec3{0, 0, 2}});
  EXPECT_DOUBLE_EQ(squares.motion, 0.25 * 4.0);
}

/// Deep in a pile reactions cancel: the change is measured with what each does alone. Where they
/// act together it is measured with what they do, and with their size where bodies are not
/// measured.
TEST(RelativeChange, IsMeasuredWithTheLargerOfWhatReactionsDoTogetherAndAlone) {
  SweepTally tally;
  tally.moved_squared = 4.0;
  tally.motion_squared = 16.0;
  tally.alone_squared = 9.0;
  tally.change_squared = 1.0;
  tally.size_squared = 100.0;
  EXPECT_DOUBLE_EQ(relative_change(tally), 0.5);
  tally.alone_squared = 400.0;
  EXPECT_DOUBLE_EQ(relative_change(tally), 0.1);
  tally.motion_squared = 0.0;
  EXPECT_DOUBLE_EQ(relative_change(tally), 0.1);
  tally.change_squared = 25.0;
  EXPECT_DOUBLE_EQ(relative_change(tally), 0.5);
}

}  // namespace
}  // namespace solfec
