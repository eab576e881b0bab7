#include "solver/stored_problem.h"

#include <vector>

#include <gtest/gtest.h>

#include "solver/gauss_seidel.h"
#include "solver/natural_residual.h"

namespace solfec {
namespace {

struct Goal {
  const char* name;
  int contacts;
  double residual;
};

class StoredProblems : public ::testing::TestWithParam<Goal> {};

TEST_P(StoredProblems, GaussSeidelReachesTheResidual) {
  const std::string path = stored_problem_path(GetParam().name);
  if (path.empty()) GTEST_SKIP() << "stored problems are not here";
  StoredProblem problem = read_stored_problem(path);
  ASSERT_EQ(problem.dynamics.size(), GetParam().contacts);
  std::vector<Vec3> R(problem.dynamics.law.size());
  std::vector<Vec3> U(R.size());
  SolveReport report;
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = 5000;
  solve_gauss_seidel(problem.dynamics, problem.W, params, R, U, report);
  EXPECT_LE(natural_residual(problem.dynamics, R, U), GetParam().residual)
      << report.iterations << " sweeps";
  RecordProperty("sweeps", report.iterations);
}

// The last three are known to converge slowly with plain sweeps.
INSTANTIATE_TEST_SUITE_P(Easy, StoredProblems,
                         ::testing::Values(Goal{"NESpheres_10_1", 9, 1e-8},
                                           Goal{"Rover4493", 4, 1e-8},
                                           Goal{"FC3D_Example1_SBM", 3, 1e-8},
                                           Goal{"Confeti-ex13-Fc3D-SBM", 107, 1e-8},
                                           Goal{"KaplasTower-i1061-4", 570, 1e-8},
                                           Goal{"LMGC_100_PR_PerioBox-i00361-60-03000", 60, 1e-6},
                                           Goal{"BoxesStack1-i100000-32", 52, 1e-4}));

TEST(StoredProblem, ComponentsAreReorderedFromNormalFirst) {
  const double v[] = {1, 2, 3};
  EXPECT_EQ(from_normal_first(v), (Vec3{2, 3, 1}));
  // Entry (row, column) = 10 row + column in the order (N, T1, T2), stored by columns.
  const double stored[] = {0, 10, 20, 1, 11, 21, 2, 12, 22};
  const Mat3 block = block_from_normal_first(stored);
  EXPECT_EQ(block(0, 0), 11.0);  // T1 T1
  EXPECT_EQ(block(0, 2), 10.0);  // T1 N
  EXPECT_EQ(block(2, 1), 2.0);   // N T2
  EXPECT_EQ(block(2, 2), 0.0);   // N N
}

}  // namespace
}  // namespace solfec
