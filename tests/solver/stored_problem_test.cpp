#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "local_dynamics/stored/unit_problem.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
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
  const Solved s = solve_stored(stored_problem_path(GetParam().name), 5000);
  ASSERT_EQ(s.problem.dynamics.size(), GetParam().contacts);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), GetParam().residual)
      << s.report.iterations << " sweeps";
}

/// Dominoes that lean on each other: neither sweeps nor the fixed point on the slip are attracted
/// by their solution. What is found is held against Signorini's and Coulomb's laws, contact by
/// contact.
TEST(StoredDominoes, AreSolvedAlthoughSweepsLeadAwayFromTheirSolution) {
  const std::string path = stored_problem_path("dominoes");
  for (const double tolerance : {1e-6, 1e-7}) {
    Solved s{solvable(read_stored_problem(path)), {}, {}, {}};
    const std::size_t rows = s.problem.dynamics.law.size();
    ASSERT_EQ(rows, 38U);
    s.R.resize(rows);
    s.U.resize(rows);
    GaussSeidelParams params;
    params.max_sweeps = 4000;
    params.residual_tolerance = tolerance;
    solve_gauss_seidel(s.problem.dynamics, s.problem.W, params, s.R, s.U, s.report);
    EXPECT_EQ(s.report.status, SolveStatus::ok);
    const double weight = mean_inverse_mass(s.problem.dynamics);
    double most = 0.0;  // velocity or w R
    for (std::size_t i = 0; i < rows; ++i) {
      most = std::max({most, norm(s.U[i]), weight * norm(s.R[i])});
    }
    const double small = 10.0 * tolerance * most * std::sqrt(static_cast<double>(rows));
    for (std::size_t i = 0; i < rows; ++i) {
      const Vec3 r = weight * s.R[i];
      const Vec3 u = s.U[i];
      const double friction = s.problem.dynamics.law[i].friction;
      const double pushed = std::hypot(r.x, r.y);
      const double slip = std::hypot(u.x, u.y);
      EXPECT_GE(r.z, -small);
      EXPECT_LE(pushed, friction * r.z + small);
      EXPECT_GE(u.z, -small);
      EXPECT_LE(std::min(r.z, u.z), small);                       // open or closed
      EXPECT_LE(std::min(slip, friction * r.z - pushed), small);  // sticks or slides
      if (slip <= small || pushed <= small) continue;
      EXPECT_LE((r.x * u.x + r.y * u.y) / slip, -pushed + small);  // against the slip
    }
  }
}

/// A problem on which plain sweeps cycle.
struct Cycle {
  const char* name;
  double residual;  // below which the cycle stays
};

class KnownCycles : public ::testing::TestWithParam<Cycle> {};

TEST_P(KnownCycles, OfPlainSweepsIsReportedAndStaysBounded) {
  const Solved s = solve_stored(stored_problem_path(GetParam().name), 2000, Acceleration::off);
  EXPECT_EQ(s.report.status, SolveStatus::diverged);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), GetParam().residual);
}

TEST_P(KnownCycles, AccelerationSolvesIt) {
  const Solved s = solve_stored(stored_problem_path(GetParam().name), 2000);
  EXPECT_LE(natural_residual(s.problem.dynamics, s.R, s.U), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(
    Problems, KnownCycles,
    ::testing::ValuesIn(rows_that_are_here(std::vector<Cycle>{{"caged-body", 1e-1},
                                                              {"OneObject-i100000-499", 1e-2}},
                                           [](const Cycle& cycle) { return cycle.name; })));

// The last three are known to converge slowly with plain sweeps.
INSTANTIATE_TEST_SUITE_P(Easy, StoredProblems,
                         ::testing::ValuesIn(rows_that_are_here(
                             std::vector<Goal>{{"ball-heap", 6, 1e-8},
                                               {"brick-wall", 28, 1e-8},
                                               {"NESpheres_10_1", 9, 1e-8},
                                               {"Rover4493", 4, 1e-8},
                                               {"FC3D_Example1_SBM", 3, 1e-8},
                                               {"Confeti-ex13-Fc3D-SBM", 107, 1e-8},
                                               {"KaplasTower-i1061-4", 570, 1e-8},
                                               {"LMGC_100_PR_PerioBox-i00361-60-03000", 60, 1e-6},
                                               {"BoxesStack1-i100000-32", 52, 1e-4}},
                             [](const Goal& goal) { return goal.name; })));

/// A contact with W over a unit of mobility and q over one of speed.
StoredProblem contact_in_units(double mobility, double speed) {
  StoredProblem problem;
  problem.W.row_start = {0, 1};
  problem.W.column = {0};
  problem.W.block = {Mat3{{3, 0.5, 0.25, 0.5, 2, 0, 0.25, 0, 4}} * mobility};
  problem.q = {Vec3{1, 2, -3} * speed};
  problem.mu = {0.5};
  return problem;
}

// Squares of 1e-170 vanish and those of 1e170 are infinite.
TEST(UnitProblem, MeasuresAreThoseOfOrdinaryUnits) {
  const std::vector<Vec3> R(1);
  StoredProblem ordinary = contact_in_units(1.0, 1.0);
  const double expected = merit(solvable(ordinary).dynamics, R, ordinary.q, {});
  EXPECT_GT(expected, 0.1);
  for (const double unit : {1e-170, 1e-6, 1e3, 1e170}) {
    StoredProblem other = contact_in_units(unit, 1.0 / unit);
    use_own_units(other);
    EXPECT_NEAR(merit(solvable(other).dynamics, R, other.q, {}), expected, 1e-12) << unit;
  }
}

}  // namespace
}  // namespace solfec
