#include "solver/first_sweeps.h"

#include <vector>

#include <gtest/gtest.h>

#include "solver/mesh_problem.h"
#include "solver/priced_direction.h"
#include "solver/solver_settings.h"

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

}  // namespace
}  // namespace solfec
