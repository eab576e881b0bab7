#include "solver/measure/velocity_accuracy.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/check.h"
#include "solver/mesh_problem.h"

namespace solfec {
namespace {

constexpr int kRows = 6;
constexpr VelocityAccuracy kShare{.speed = 0.0, .share_of_weight = 0.25};

/// Rows of rigid and deformable bodies, all at rest, and rows on meshes behind them.
LocalDynamics resting_problem() {
  LocalDynamics problem = with_meshes({SpringMesh(6, 1)}, kRows, 3);
  problem.weight_speed = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    problem.law[at(i)].kind = ConstraintKind::contact;
    problem.B[at(i)] = problem.V[at(i)] = {0.1, 0.2, 0.3};
  }
  return problem;
}

int last_row(const LocalDynamics& problem) { return problem.size() - 1; }

TEST(VelocityAccuracy, ASpeedHoldsWhateverTheStepIs) {
  LocalDynamics problem = resting_problem();
  problem.weight_speed = 8.0;
  EXPECT_EQ((VelocityAccuracy{.speed = 3.0, .share_of_weight = 0.0}.in_step(problem)), 3.0);
  EXPECT_EQ(kShare.in_step(problem), 2.0);
}

TEST(VelocityAccuracy, IsNoneWhereNothingMovesAndInQuasiStaticSteps) {
  LocalDynamics problem = resting_problem();
  EXPECT_EQ(kShare.in_step(problem), 0.0);
  problem.B[0] += Vec3{0.0, 0.0, 4.0};
  EXPECT_NEAR(kShare.in_step(problem), 1.0, 1e-15);
  problem.quasi_static = true;
  EXPECT_EQ(kShare.in_step(problem), 0.0);
}

TEST(VelocityAccuracy, WithoutGravityRowsOfBodiesCountWhatOtherForcesDo) {
  LocalDynamics problem = resting_problem();
  problem.V[0] = {};
  problem.B[0] = {0.0, 3.0, 4.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 5.0, 1e-15);
}

/// A joint about which bodies turn: its row reverses V, half of what the turn gives it in a step.
TEST(VelocityAccuracy, WithoutGravityJointsCountTwiceTheVelocityThatTheyReverse) {
  LocalDynamics problem = resting_problem();
  problem.V[0] = problem.B[0] = {0.0, 3.0, 4.0};
  problem.law[0].kind = ConstraintKind::velocity_direction;  // a frame that moves
  EXPECT_EQ(kShare.in_step(problem), 0.0);
  problem.law[0].kind = ConstraintKind::fixed_point;
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 10.0, 1e-15);
  for (const auto kind : {ConstraintKind::fixed_direction, ConstraintKind::rigid_link}) {
    problem.law[0].kind = kind;
    EXPECT_NEAR(kShare.in_step(problem), 0.25 * 8.0, 1e-15);
  }
  problem.B[0].z = 20.0;  // what other forces do is more
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 16.0, 1e-15);
  problem.law[at(last_row(problem))].kind = ConstraintKind::fixed_point;  // on a mesh
  problem.V[at(last_row(problem))] = problem.B[at(last_row(problem))] = {0.0, 0.0, 90.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 16.0, 1e-15);
}

/// A disc that turns steadily: nothing changes but by rounding.
TEST(VelocityAccuracy, WithoutGravityRoundingIsLeft) {
  LocalDynamics problem = resting_problem();
  problem.V[1] = problem.B[1] = {0.0, 30.0, 40.0};
  EXPECT_EQ(kShare.in_step(problem), 0.0);
  problem.B[0].x += 1e-16;
  EXPECT_NEAR(kShare.in_step(problem), 5e-13, 1e-20);
  problem.B[0].x += 2.1e-12;  // more than rounding
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 2.1e-12, 1e-15);
}

/// Bodies that spin together: |V| between them is small beside the speeds of which it is a
/// difference.
TEST(VelocityAccuracy, WithoutGravityRoundingOfRowsIsLeft) {
  LocalDynamics problem = resting_problem();
  problem.rounding.assign(problem.V.size(), 1e-15);
  problem.rounding[2] = 3e-15;
  problem.B[0].x += 2e-16;
  EXPECT_NEAR(kShare.in_step(problem), 1.2e-14, 1e-22);
  problem.B[0].x += 1e-13;  // more than rounding
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 1e-13, 1e-15);
}

/// A motor changes the velocity of its row to the wanted one, as far as its limit goes, or pushes.
TEST(VelocityAccuracy, WithoutGravityMotorsCountWhatTheyChange) {
  LocalDynamics problem = resting_problem();
  problem.law[0].kind = ConstraintKind::drive;
  problem.springs.resize(1);
  SpringRow& row = problem.springs[0];
  const double w = problem.W_diagonal[0](2, 2);
  EXPECT_EQ(kShare.in_step(problem), 0.0);
  row.motor_velocity = problem.V[0].z - 4.0;
  EXPECT_EQ(kShare.in_step(problem), 0.0);  // without a motor nothing is wanted
  row.motor_limit = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 4.0, 1e-15);
  row.motor_limit = 3.0 / w;
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 3.0, 1e-15);
  row.motor_limit = 0.0;
  row.push = -5.0 / w;
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 5.0, 1e-14);
  problem.springs.clear();
  EXPECT_EQ(kShare.in_step(problem), 0.0);
}

TEST(VelocityAccuracy, WithoutGravityImpactsAloneCountTheVelocityAtWhichContactsClose) {
  LocalDynamics problem = resting_problem();
  problem.law[0].open = problem.law[0].bonded = false;
  problem.V[0] = problem.B[0] = {7.0, 3.0, -4.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 4.0, 1e-15);
  problem.B[1].x += 1e-16;  // rounding
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 4.0, 1e-15);
  problem.law[0].open = true;
  EXPECT_NEAR(kShare.in_step(problem), 1e-14 * std::sqrt(49.0 + 9.0 + 16.0), 1e-20);
  problem.law[0].open = false;
  problem.law[0].kind = ConstraintKind::velocity_direction;
  EXPECT_NEAR(kShare.in_step(problem), 1e-14 * std::sqrt(49.0 + 9.0 + 16.0), 1e-20);
  problem.B[2].x += 2.0;  // other forces
  problem.law[0].kind = ConstraintKind::contact;
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 2.0, 1e-15);
}

/// A pressed mesh: its elastic forces would move it by 40 m/s in the step, and it moves by 2 m/s.
TEST(VelocityAccuracy, WithoutGravityRowsOnMeshesCountTheirVelocityWhereItIsSmaller) {
  LocalDynamics problem = resting_problem();
  const int mesh = last_row(problem);
  problem.V[at(mesh)] = {0.0, 2.0, 0.0};
  problem.B[at(mesh)] = {0.0, 2.0, 40.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 2.0, 1e-15);
  problem.V[at(mesh)] = {0.0, 200.0, 0.0};
  problem.B[at(mesh)] = {0.0, 200.0, 40.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 40.0, 1e-13);
}

TEST(VelocityAccuracy, AMeshAtRestCountsAPartOfItsFreeMotion) {
  LocalDynamics problem = resting_problem();
  const int mesh = last_row(problem);
  problem.V[at(mesh)] = {};
  problem.B[at(mesh)] = {0.0, 0.0, 40.0};
  EXPECT_NEAR(kShare.in_step(problem), 0.25 * 1e-3 * 40.0, 1e-15);
}

TEST(VelocityAccuracy, BondsOfMeshesLeaveATenthOfAShareAndAllOfASpeed) {
  LocalDynamics problem = resting_problem();
  problem.weight_speed = 8.0;
  problem.law[0].bonded = true;  // of bodies without meshes
  EXPECT_EQ(kShare.in_step(problem), 2.0);
  problem.law[at(last_row(problem))].bonded = true;
  EXPECT_NEAR(kShare.in_step(problem), 0.2, 1e-15);
  EXPECT_EQ((VelocityAccuracy{.speed = 3.0, .share_of_weight = 0.0}.in_step(problem)), 3.0);
}

TEST(VelocityAccuracy, RefusesWhatIsNoSpeed) {
  EXPECT_THROW(validate({.speed = -1.0, .share_of_weight = 0.0}, "SOLVER"), InputError);
  EXPECT_THROW(validate({.speed = 0.0, .share_of_weight = INFINITY}, "SOLVER"), InputError);
  EXPECT_NO_THROW(validate(kShare, "SOLVER"));
}

}  // namespace
}  // namespace solfec
