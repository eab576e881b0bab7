// What every solver must do with every problem. A new solver joins by its row in
// solver/named_solvers.cpp, a new problem by its row in suite_problems.cpp.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "solver/named_solvers.h"
#include "solver/scene.h"
#include "solver/suite_oracle.h"
#include "solver/suite_problems.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

constexpr double kGoal = 1e-8;
constexpr int kPlainBudget = 3000;      // sweeps without acceleration
constexpr int kOrdinaryBudget = 10000;  // a solver that is given more gets what plain sweeps get
constexpr int kNewtonBudget = 60;       // Newton steps on open problems
constexpr int kOvershoot = 5000;        // sweeps a solver may add to its last Newton step
constexpr double kRounding = 1e-12;     // of e, between two ways to compute it
constexpr double kSameMotion = 1e-5;    // of velocities over the largest; e = 1e-8 is over max |r|

/// Where a solver is known to stay above the goal, and what it reaches.
struct Exception {
  const char* solver;
  const char* problem;
  double residual;
};

constexpr double kAnything = 1.0;
constexpr Exception kExceptions[] = {
    // plain sweeps cycle or crawl on these
    {"gauss-seidel*", "CagedBody", 3e-2},
    {"nncg", "CagedBody", 1e-3},
    {"gauss-seidel*", "OneObject", 2e-2},
    {"gauss-seidel*", "BoxesStack", 1e-4},
    {"gauss-seidel*", "Capsules", 1e-4},
    {"newton-hsw", "OneObject", 1e-3},
    // thousands of its sweeps do what tens of block sweeps do; it is a yardstick
    {"gauss-jacobi", "*", kAnything},
    // it moves no rows of meshes, and none with a block that is not regular
    {"interior-point", "WallUnderAMesh", kAnything},
    {"interior-point", "SingularBlocks", kAnything},
    // open: no solver is known that reaches the goal
    {"newton-fixed-point", "RockPile", 1e-2},
    {"interior-point", "RockPile", 1e-5},
    {"*", "RockPile", 1e-3},
};

bool matches(const std::string& pattern, const std::string& name) {
  if (pattern.back() != '*') return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

/// Residual that the solver must reach; above the goal where it is known to fail.
double expected_residual(const std::string& solver, const std::string& problem) {
  for (const Exception& row : kExceptions) {
    if (matches(row.solver, solver) && matches(row.problem, problem)) return row.residual;
  }
  return kGoal;
}

int budget_of(const NamedSolver& solver, const SuiteProblem& problem) {
  if (solver.sweeps || solver.iterations > kOrdinaryBudget) return kPlainBudget;
  const bool newton = solver.iterations < kPlainBudget;
  return newton && problem.open ? kNewtonBudget : solver.iterations;
}

struct SuiteRun {
  ResidualSolution solution;
  std::vector<Vec3> R;
  std::vector<Vec3> U;
};

SuiteRun run(const NamedSolver& solver, SuiteInstance& instance, int budget) {
  const auto rows = static_cast<std::size_t>(instance.dynamics.size());
  SuiteRun result{{}, std::vector<Vec3>(rows), std::vector<Vec3>(rows)};
  BlockCsrOperator* const W = instance.by_blocks ? &instance.W : nullptr;
  result.solution =
      solve_to_residual(solver, instance.dynamics, W, {kGoal, budget}, result.R, result.U);
  return result;
}

/// A solver that prints its name.
struct SuiteSolver : NamedSolver {};
std::ostream& operator<<(std::ostream& out, const SuiteSolver& solver) {
  return out << solver.name;
}

using Parameters = std::tuple<SuiteSolver, SuiteProblem>;

class SolverSuite : public ::testing::TestWithParam<Parameters> {
 protected:
  [[nodiscard]] static const NamedSolver& solver() { return std::get<0>(GetParam()); }
  [[nodiscard]] static const SuiteProblem& problem() { return std::get<1>(GetParam()); }

  /// The motion of plain sweeps, where it is the only one.
  static void check_motion(const SuiteInstance& instance, const SuiteRun& result) {
    SuiteInstance again = make_instance(problem(), true);
    const SuiteRun plain = run(*find_solver("gauss-seidel"), again, kPlainBudget);
    ASSERT_TRUE(plain.solution.reached());
    double largest = 0.0;
    double difference = 0.0;
    for (std::size_t i = 0; i < plain.U.size(); ++i) {
      largest = std::max({largest, norm(plain.U[i]), norm(instance.dynamics.B[i])});
      difference = std::max(difference, norm(plain.U[i] - result.U[i]));
    }
    EXPECT_LE(difference, kSameMotion * largest);
  }

  /// Checks what holds of every result, good or bad.
  static void check_honesty(const SuiteInstance& instance, const SuiteRun& result) {
    const ResidualSolution& solution = result.solution;
    const OracleResult oracle =
        evaluate(instance.dynamics, instance.W.matrix(), result.R, result.U);
    ASSERT_TRUE(oracle.finite);
    EXPECT_LE(oracle.velocity_error, kRounding);  // U = B + W R
    EXPECT_LE(oracle.cone_violation, kRounding);
    if (oracle.complete) {
      EXPECT_NEAR(solution.map.natural(), oracle.residual, 1e-3 * oracle.residual + kRounding);
    } else {
      EXPECT_GE(solution.map.natural(), (1.0 - 1e-3) * oracle.residual - kRounding);
    }
    EXPECT_EQ(solution.reached(), solution.status == SolveStatus::ok);
    if (solution.reached()) {
      EXPECT_LE(oracle.residual, kGoal * (1.0 + 1e-6) + kRounding);
    }
    for (const ResidualPoint& point : solution.history) {
      EXPECT_LE(solution.map.natural(),
                point.residual + kRounding);  // the best iterate is returned
    }
    EXPECT_LE(solution.iterations, budget_of(solver(), problem()) + kOvershoot);
  }
};

TEST_P(SolverSuite, EndsHonestlyWithTheBestIterateAndTheUniqueMotion) {
  const double expected = expected_residual(std::string(solver().name), problem().name);
  for (const bool blocks : {false, true}) {
    if (!blocks && !problem().stored.empty()) continue;
    SCOPED_TRACE(blocks ? "blocks" : "body space");
    SuiteInstance instance = make_instance(problem(), blocks);
    const SuiteRun result = run(solver(), instance, budget_of(solver(), problem()));
    check_honesty(instance, result);
    if (!problem().solvable) {
      EXPECT_FALSE(result.solution.reached());
      continue;
    }
    EXPECT_LE(result.solution.map.natural(), expected);
    EXPECT_TRUE(result.solution.reached() || expected > kGoal);
    if (problem().unique_motion && result.solution.reached()) check_motion(instance, result);
  }
}

std::string suite_name(const ::testing::TestParamInfo<Parameters>& row) {
  std::string name(std::get<0>(row.param).name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::get<1>(row.param).name;
}

/// Every solver with every problem, but problems that are large with the exact one-contact solver
/// only, since the sweeps are the same.
std::vector<Parameters> all_rows() {
  std::vector<Parameters> rows;
  for (const NamedSolver& solver : named_solvers()) {
    for (const SuiteProblem& problem :
         rows_that_are_here(suite_problems(), [](const SuiteProblem& row) { return row.stored; })) {
      if (problem.large && solver.name.starts_with("gauss-seidel-")) continue;
      rows.emplace_back(SuiteSolver{solver}, problem);
    }
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(All, SolverSuite, ::testing::ValuesIn(all_rows()), suite_name);

// Regressions of the default: problems on which plain sweeps cycle (OneObject), stall (BoxesStack),
// crawl (Capsules, tall walls) or whose W has a low rank (Kaplas).
class DefaultSolver : public ::testing::TestWithParam<std::string> {};

TEST_P(DefaultSolver, SolvesStoredProblemsToRounding) {
  constexpr double kNearRounding = 1e-12;
  SuiteInstance instance = make_instance({GetParam(), {}, GetParam()}, true);
  std::vector<Vec3> R(std::size_t(instance.dynamics.size()));
  std::vector<Vec3> U(R.size());
  (void)solve_to_residual(*find_solver("auto"), instance.dynamics, &instance.W, {kNearRounding}, R,
                          U);
  const OracleResult oracle = evaluate(instance.dynamics, instance.W.matrix(), R, U);
  EXPECT_LE(oracle.residual, kNearRounding + kRounding * 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Regressions, DefaultSolver,
                         ::testing::ValuesIn(problems_that_are_here(
                             {"caged-body", "brick-wall", "ball-heap", "OneObject-i100000-499",
                              "BoxesStack1-i100000-32", "Capsules-i122-1617", "KaplasTower-i1061-4",
                              "LMGC_100_PR_PerioBox-i00361-60-03000", "Confeti-ex13-Fc3D-SBM",
                              "NESpheres_10_1", "Rover4493", "FC3D_Example1_SBM"})));

TEST(DefaultSolverOnWalls, WallOfTenByTwentyIsSolvedTo1em10) {
  LocalDynamics problem = brick_wall(10, 20, 0.5).problem();
  std::vector<Vec3> R(problem.law.size());
  std::vector<Vec3> U(R.size());
  const ResidualSolution solution =
      solve_to_residual(*find_solver("auto"), problem, nullptr, {1e-10, 2000}, R, U);
  EXPECT_TRUE(solution.reached()) << solution.map.natural();
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  EXPECT_LE(evaluate(problem, W, R, U).residual, 1.001e-10);
}

// Rows that Newton steps cannot take as they are must not keep the others from them: momentum alone
// takes far more sweeps on high walls.
TEST(DefaultSolverOnWalls, SpringsAndMeshesLeaveNewtonStepsToTheOtherRows) {
  for (const bool springs : {true, false}) {
    const LocalDynamics problem = springs ? wall_on_springs(16, 10) : wall_under_a_mesh(16, 10);
    BlockCsr W;
    assemble_block_csr(problem.body_space, W);
    int iterations[2] = {};
    for (const bool newton : {true, false}) {
      std::vector<Vec3> R(problem.law.size());
      std::vector<Vec3> U(R.size());
      const ResidualSolution solution = solve_to_residual(*find_solver(newton ? "auto" : "nncg"),
                                                          problem, nullptr, {1e-10, 20000}, R, U);
      EXPECT_TRUE(solution.reached()) << springs << newton << " " << solution.map.natural();
      EXPECT_LE(evaluate(problem, W, R, U).residual, 1.001e-10);
      EXPECT_EQ(solution.newton_steps > 0, newton);
      iterations[newton ? 0 : 1] = solution.iterations;
    }
    EXPECT_LT(iterations[0], iterations[1] / 2) << springs;
    RecordProperty(springs ? "springs" : "mesh", iterations[0]);
    RecordProperty(springs ? "springs_momentum" : "mesh_momentum", iterations[1]);
  }
}

}  // namespace
}  // namespace solfec
