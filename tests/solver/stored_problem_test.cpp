#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/sweep/gauss_seidel.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

struct Goal {
  const char* name;
  int contacts;
  double residual;
};

class StoredProblems : public ::testing::TestWithParam<Goal> {};

struct Solved {
  SolvableProblem problem;
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Solved solve_stored(const std::string& path, int max_sweeps,
                    Acceleration acceleration = Acceleration::automatic) {
  Solved s{solvable(read_stored_problem(path)), {}, {}, {}};
  s.R.resize(s.problem.dynamics.law.size());
  s.U.resize(s.R.size());
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = max_sweeps;
  params.acceleration = acceleration;
  solve_gauss_seidel(s.problem.dynamics, s.problem.W, params, s.R, s.U, s.report);
  return s;
}

TEST_P(StoredProblems, GaussSeidelReachesTheResidual) {
  const std::string path = stored_problem_path(GetParam().name);
  if (path.empty()) GTEST_SKIP() << "stored problems are not here";
  const Solved s = solve_stored(path, 5000);
  ASSERT_EQ(s.problem.dynamics.size(), GetParam().contacts);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), GetParam().residual)
      << s.report.iterations << " sweeps";
}

TEST(StoredProblem, KnownCycleOfPlainSweepsIsReportedAndStaysBounded) {
  const std::string path = stored_problem_path("OneObject-i100000-499");
  if (path.empty()) GTEST_SKIP() << "stored problems are not here";
  const Solved s = solve_stored(path, 2000, Acceleration::off);
  EXPECT_EQ(s.report.status, SolveStatus::diverged);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), 1e-2);
}

TEST(StoredProblem, AccelerationSolvesTheKnownCycle) {
  const std::string path = stored_problem_path("OneObject-i100000-499");
  if (path.empty()) GTEST_SKIP() << "stored problems are not here";
  const Solved s = solve_stored(path, 2000);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), 1e-10);
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

}  // namespace
}  // namespace solfec
