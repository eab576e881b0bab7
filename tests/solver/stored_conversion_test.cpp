#include "local_dynamics/stored/stored_conversion.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "base/check.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/scene.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kSolved = 1e-9;  // residual of both solutions
constexpr double kSame = 1e-7;    // of velocities, relative; both solutions are that good

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
};

GaussSeidelParams precise() {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = 100000;
  return params;
}

Solution solve(LocalDynamics& problem) {
  Solution s{std::vector<Vec3>(problem.law.size()), std::vector<Vec3>(problem.law.size())};
  SolveReport report;
  solve_gauss_seidel(problem, precise(), s.R, s.U, report);
  EXPECT_LE(natural_residual(problem, s.R, s.U), kSolved);
  return s;
}

Solution solve(SolvableProblem& problem) {
  const std::size_t rows = problem.dynamics.law.size();
  Solution s{std::vector<Vec3>(rows), std::vector<Vec3>(rows)};
  SolveReport report;
  solve_gauss_seidel(problem.dynamics, problem.W, precise(), s.R, s.U, report);
  EXPECT_LE(natural_residual(problem.dynamics, s.R, s.U), kSolved);
  return s;
}

Scene bonded_blocks() {
  Scene scene = cube_stack(2, 3.0, 0.5, 1e-3);
  for (RowLaw& law : scene.problem().law) {
    law.bonded = true;
    law.cohesion = 50.0;
  }
  scene.problem().law[5].open = true;  // open, but held by its bond
  scene.set_force(1, {20, 0, 60});
  scene.finish();
  return scene;
}

Scene wall_with_gaps() {
  Scene scene = brick_wall(3, 3, 0.5);
  scene.problem().law[4].open = true;
  scene.problem().law[20].open = true;
  return scene;
}

struct Case {
  const char* name;
  std::function<Scene()> scene;
};

class StoredConversion : public ::testing::TestWithParam<Case> {};

TEST_P(StoredConversion, SolutionOfTheStoredProblemIsThatOfTheStep) {
  Scene scene = GetParam().scene();
  LocalDynamics problem = scene.problem();
  LocalDynamics solved = problem;  // bonds of the other one stay
  const Solution step = solve(solved);
  const StoredRows stored = store(problem, step.R, step.U);
  SolvableProblem again = solvable(stored.problem);
  EXPECT_LE(natural_residual(again.dynamics, stored.problem.solution.r, stored.problem.solution.u),
            100 * kSolved);

  const Solution second = solve(again);
  double largest = 0.0;
  double difference = 0.0;
  for (std::size_t k = 0; k < stored.row.size(); ++k) {
    const Vec3 u = stored.problem.solution.u[k];
    largest = std::max({largest, norm(u), norm(stored.problem.q[k])});
    difference = std::max(difference, norm(u - second.U[k]));
  }
  EXPECT_LE(difference, kSame * largest);
}

TEST_P(StoredConversion, StoredMatrixIsThatOfTheOperatorWithoutTheStep) {
  Scene scene = GetParam().scene();
  const LocalDynamics& problem = scene.problem();
  const std::vector<Vec3> zero(problem.law.size());
  const StoredRows stored = store(problem, zero, zero);
  const int rows = stored.problem.row_count();
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows; ++j) {
      const Mat3* const block = stored.problem.W.find(i, j);
      const Mat3 expected =
          problem.body_space.block(stored.row[std::size_t(i)], stored.row[std::size_t(j)]);
      const double entry = block != nullptr ? (*block)(2, 2) : 0.0;
      EXPECT_NEAR(problem.step * entry, expected(2, 2), 1e-15 * problem.W_diagonal[0](2, 2));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, StoredConversion,
                         ::testing::Values(Case{"Wall", wall_with_gaps},
                                           Case{"Affine", affine_stack},
                                           Case{"Joints", [] { return joints_and_contacts(0.5); }},
                                           Case{"Cohesion", bonded_blocks}),
                         [](const auto& name_of) { return name_of.param.name; });

TEST(StoredConversionErrors, SpringDashpotsAndEmptyProblemsAreRefused) {
  Scene scene(1e-3, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_row(ConstraintKind::spring_dashpot, ball, kGround, {0, 0, 0}, {0, 0, 1});
  const LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> zero(1);
  EXPECT_EQ(message_of<InputError>([&] { (void)store(problem, zero, zero); }),
            "row 0 is a SPRING_DASHPOT contact; stored problems hold contacts of Signorini and "
            "Coulomb and joints");
  scene.problem().law[0].open = true;
  EXPECT_EQ(message_of<InputError>([&] { (void)store(problem, zero, zero); }),
            "there is no closed contact and no joint to store");
}

TEST(StoredConversionErrors, LinksNeedTheirVelocity) {
  Scene scene(1e-3, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_link(ball, kGround, {0, 0, 0.1}, {0, 0, 1});
  const LocalDynamics& problem = scene.finish();
  EXPECT_THROW((void)store(problem, std::vector<Vec3>(1), {}), InputError);
}

}  // namespace
}  // namespace solfec
