#include "solver/first_sweeps.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "solver/measure/natural_residual.h"
#include "solver/mesh_problem.h"
#include "solver/newton_series/newton.h"
#include "solver/priced_direction.h"
#include "solver/scene.h"
#include "solver/settings/solver_settings.h"

namespace solfec {
namespace {

LocalDynamics problem_of(const std::vector<SpringMesh>& meshes) {
  return with_meshes(meshes, 24, 3);
}

TEST(FirstSweeps, ComeWhereRowsSeeMeshesThatAreFactored) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  EXPECT_TRUE(takes_first_sweeps(problem_of(meshes), {}));
  EXPECT_FALSE(takes_first_sweeps(mixed_problem({8, 20, true, true, true, false}, 3), {}));
}

TEST(FirstSweeps, WaitInDynamicStepsForBlocksThatAreDeferred) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  LocalDynamics problem = with_meshes(meshes, 24, 3, true);
  problem.quasi_static = false;
  EXPECT_FALSE(takes_first_sweeps(problem, {}));
  problem.quasi_static = true;
  EXPECT_TRUE(takes_first_sweeps(problem, {}));
}

TEST(FirstSweeps, AreMoreInAQuasiStaticStepTheMoreAnIterationCosts) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  LocalDynamics problem = problem_of(meshes);
  PricedDirection cheap(1.0);
  PricedDirection dear(1e9);
  problem.quasi_static = false;
  EXPECT_EQ(count_first_sweeps(problem, cheap, {}), count_first_sweeps(problem, dear, {}));
  problem.quasi_static = true;
  EXPECT_LT(count_first_sweeps(problem, cheap, {}), count_first_sweeps(problem, dear, {}));
}

// The sweeps alone meet the criteria, so Newton's method costs what they do and says so.
TEST(FirstSweeps, EndTheSolutionWhereTheyMeetItsCriteria) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  LocalDynamics problem = problem_of(meshes);
  problem.quasi_static = false;
  NewtonParams params;
  params.merit_tolerance = 1e-6;
  NewtonWorkspace work;
  SolveReport report;
  std::vector<Vec3> R(std::size_t(problem.size()));
  std::vector<Vec3> U(R.size());
  solve_newton_after_sweeps(problem, params, work, R, U, report);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_EQ(report.iteration_kind, IterationKind::sweep);
  EXPECT_LE(report.merit, params.merit_tolerance);
}

TEST(FirstSweeps, LeaveTheRestToNewtonWhereTheyAreNotEnough) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  LocalDynamics problem = problem_of(meshes);
  problem.quasi_static = false;
  NewtonParams params;
  params.merit_tolerance = 1e-300;  // nobody meets it
  params.max_iterations = 50;
  NewtonWorkspace work;
  SolveReport report;
  std::vector<Vec3> R(std::size_t(problem.size()));
  std::vector<Vec3> U(R.size());
  solve_newton_after_sweeps(problem, params, work, R, U, report);
  EXPECT_EQ(report.iteration_kind, IterationKind::newton);
  EXPECT_LE(report.merit, 1e-20);
}

TEST(FirstSweeps, AreThoseOfTheDefaultVariantAlone) {
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
  for (const NewtonVariant variant : {NewtonVariant::body_space, NewtonVariant::fixed_point,
                                      NewtonVariant::nonsmooth_variational}) {
    NewtonParams params;
    params.variant = variant;
    EXPECT_FALSE(takes_first_sweeps(problem_of(meshes), params));
  }
}

/// Largest error of velocity of a wall that stands, and the stages that found the reactions; they
/// start from those of the step before but for a hundredth of them.
std::pair<double, std::vector<Stage>> stand_again(NewtonVariant variant, double speed,
                                                  bool quasi_static) {
  Scene wall = brick_wall(5, 6, 0.6);
  LocalDynamics problem = wall.finish();
  const auto n = static_cast<std::size_t>(problem.size());
  std::vector<Vec3> R(n);
  std::vector<Vec3> U(n);
  NewtonParams params;
  params.variant = NewtonVariant::body_space;
  params.accuracy.speed = 1e-6;
  params.max_iterations = 500;
  NewtonWorkspace work;
  SolveReport report;
  solve_newton({problem}, params, work, R, U, report);
  EXPECT_EQ(report.status, SolveStatus::ok);
  for (std::size_t i = 0; i < n; ++i) R[i] *= 1.0 + (i % 2 == 0 ? 0.01 : -0.01);
  for (Vec3& V : problem.V) V = {speed, 0.0, 0.0};
  problem.quasi_static = quasi_static;
  params.variant = variant;
  params.accuracy.speed = 1e-4;
  NewtonWorkspace next;
  solve_newton_after_sweeps(problem, params, next, R, U, report);
  EXPECT_EQ(report.status, SolveStatus::ok);
  std::vector<Stage> stages;
  for (const StageRecord& record : report.stages) stages.push_back(record.stage);
  return {natural_violation(problem, R, U).worst, stages};
}

TEST(StandFirst, LeavesAThousandthOfTheAccuracy) {
  for (const NewtonVariant variant :
       {NewtonVariant::smoothed_variational, NewtonVariant::nonsmooth_variational}) {
    const auto [error, stages] = stand_again(variant, 0.0, false);
    EXPECT_LE(error, 1e-7);
    ASSERT_EQ(stages.size(), 2U);
    EXPECT_EQ(stages[0], Stage::standing);
    EXPECT_EQ(stages[1], Stage::newton);
  }
}

TEST(StandFirst, LeavesBodiesThatMoveAndQuasiStaticStepsToNewton) {
  for (const bool quasi_static : {false, true}) {
    const double speed = quasi_static ? 0.0 : 1e-3;
    const auto [error, stages] =
        stand_again(NewtonVariant::smoothed_variational, speed, quasi_static);
    EXPECT_LE(error, 3e-4);  // the mean of all rows is below the accuracy
    EXPECT_GT(error, 1e-7);
    ASSERT_EQ(stages.size(), 1U);
    EXPECT_EQ(stages[0], Stage::newton);
  }
}

}  // namespace
}  // namespace solfec
