#include "solver/stages/stages.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/parallel_for.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/mixed_problem.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_solution.h"
#include "solver/scene.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

constexpr double kGravity = 10.0;  // m/s²
constexpr int kPlainSweeps = 30;   // of the docstring

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Solution solve(LocalDynamics& problem, const GaussSeidelParams& params) {
  Solution s;
  s.R.resize(problem.law.size());
  s.U.resize(problem.law.size());
  solve_gauss_seidel(problem, params, s.R, s.U, s.report);
  return s;
}

/// Sweeps until the natural residual is reached.
GaussSeidelParams until(double residual, int max_sweeps) {
  GaussSeidelParams params;
  params.residual_tolerance = residual;
  params.max_sweeps = max_sweeps;
  return params;
}

/// Residual with the blocks W_ij instead of body space.
double true_residual(const LocalDynamics& problem, const std::vector<Vec3>& R) {
  return natural_residual(problem, R, velocities_by_blocks(problem, R));
}

void expect_solved(LocalDynamics& problem, double residual, int max_sweeps) {
  const Solution s = solve(problem, until(residual, max_sweeps));
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(s.report.iterations, max_sweeps);
  EXPECT_LE(true_residual(problem, s.R), 1.01 * residual)
      << s.report.iterations << " sweeps, " << s.report.newton_steps << " Newton steps";
}

// ---- hard problems
// -------------------------------------------------------------------------------

struct Goal {
  const char* name;
  double residual;
  int sweeps;
};

class HardStoredProblems : public ::testing::TestWithParam<Goal> {};

// A cycle, a stall and a rank deficiency of plain sweeps.
TEST_P(HardStoredProblems, AreSolvedByTheDefault) {
  SolvableProblem stored = solvable(read_stored_problem(stored_problem_path(GetParam().name)));
  Solution s;
  s.R.resize(stored.dynamics.law.size());
  s.U.resize(s.R.size());
  const GaussSeidelParams params = until(GetParam().residual, GetParam().sweeps);
  solve_gauss_seidel(stored.dynamics, stored.W, params, s.R, s.U, s.report);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(natural_residual(stored.dynamics, s.R, s.U), GetParam().residual)
      << s.report.iterations << " sweeps, " << s.report.newton_steps << " Newton steps";
}

INSTANTIATE_TEST_SUITE_P(
    Problems, HardStoredProblems,
    ::testing::ValuesIn(rows_that_are_here(std::vector<Goal>{{"caged-body", 1e-12, 2000},
                                                             {"brick-wall", 1e-12, 2000},
                                                             {"OneObject-i100000-499", 1e-12, 2000},
                                                             {"BoxesStack1-i100000-32", 1e-8, 5000},
                                                             {"KaplasTower-i1061-4", 1e-12, 2000}},
                                           [](const Goal& goal) { return goal.name; })));

TEST(AcceleratedSolution, WallOfTwentyCoursesIsSolvedToTenDigits) {
  Scene wall = brick_wall(20, 10, 0.6);
  expect_solved(wall.problem(), 1e-10, 1000);
}

TEST(AcceleratedSolution, LongWallIsSolvedToTenDigits) {
  Scene wall = brick_wall(10, 20, 0.6);
  expect_solved(wall.problem(), 1e-10, 1000);
}

/// Returns the problem of rigid bodies with affine velocity fields instead; the Euler tensor of a
/// box is tr(J)/2 - J.
LocalDynamics with_affine_bodies(const LocalDynamics& rigid) {
  LocalDynamics problem = rigid;
  BodyOperator& W = problem.body_space;
  W.clear();
  for (const RigidSlot& slot : rigid.body_space.rigid_slots()) {
    const double* A = slot.scaled_inverse;
    const double J[3] = {1.0 / A[0], 1.0 / A[1], 1.0 / A[2]};  // over h
    const double half = 0.5 * (J[0] + J[1] + J[2]);
    W.add_slot(SlotKind::affine,
               diagonal(1.0 / (half - J[0]), 1.0 / (half - J[1]), 1.0 / (half - J[2])),
               slot.scaled_inverse_mass);
  }
  for (const RowJacobian& row : rigid.body_space.rows()) W.add_row(row);
  for (int i = 0; i < problem.size(); ++i) {
    problem.W_diagonal[static_cast<std::size_t>(i)] = W.diagonal(i);
  }
  return problem;
}

TEST(AcceleratedSolution, WallOfAffineBodiesIsSolved) {
  Scene wall = brick_wall(6, 8, 0.6);
  LocalDynamics problem = with_affine_bodies(wall.problem());
  expect_solved(problem, 1e-10, 2000);
}

TEST(AcceleratedSolution, SpherePackingIsSolvedToEightDigits) {
  Scene packing = sphere_packing(4, 0.3);
  expect_solved(packing.problem(), 1e-8, 10000);
}

TEST(AcceleratedSolution, HeavyTopOfAStackIsCarriedByEveryInterface) {
  constexpr int kCubes = 10;
  constexpr double kRatio = 1000.0;
  Scene scene(1e-3, {0, 0, -kGravity});
  for (int k = 0; k < kCubes; ++k) {
    const double density = k + 1 == kCubes ? kRatio : 1.0;
    const int cube = scene.add_box(density, {1, 1, 1}, {0.5, 0.5, k + 0.5});
    for (const double x : {0.0, 1.0}) {
      for (const double y : {0.0, 1.0}) {
        scene.add_contact(cube, cube - 1, {x, y, double(k)}, {0, 0, 1}, 0.5);
      }
    }
  }
  LocalDynamics& problem = scene.finish();
  const Solution s = solve(problem, until(1e-12, 3000));
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  for (std::size_t k = 0; k < kCubes; ++k) {
    double sum = 0.0;
    for (std::size_t i = 4 * k; i < 4 * k + 4; ++i) sum += s.R[i].z;
    const double weight = kGravity * (static_cast<double>(kCubes - 1 - k) + kRatio);
    EXPECT_NEAR(sum, weight, 1e-8 * weight);
  }
}

TEST(AcceleratedSolution, MixturesOfAllRowsAreSolvedOrReported) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    LocalDynamics problem = mixed_problem({20, 24, true, false, true, false}, seed);
    const LocalDynamics start = problem;  // bonds break at the end
    const Solution s = solve(problem, until(1e-9, 5000));
    const double residual = natural_residual(start, s.R, s.U);
    if (s.report.status == SolveStatus::ok) {
      ++solved;
      EXPECT_LE(residual, 1.01e-9);
    } else {
      EXPECT_GT(residual, 1e-9);
    }
  }
  EXPECT_GE(solved, 5);
}

// ---- promises
// ------------------------------------------------------------------------------------

std::vector<std::pair<const char*, LocalDynamics>> some_problems() {
  std::vector<std::pair<const char*, LocalDynamics>> all;
  all.emplace_back("wall", brick_wall(8, 8, 0.6).problem());
  all.emplace_back("slippery wall", brick_wall(6, 6, 0.05).problem());
  all.emplace_back("packing", sphere_packing(3, 0.3).problem());
  for (unsigned seed = 1; seed <= 5; ++seed) {
    all.emplace_back("mixture", mixed_problem({12, 40, true, true, true, true}, seed));
  }
  return all;
}

TEST(AcceleratedSolution, ResidualIsNeverLargerThanThatOfThePlainSweeps) {
  for (auto& [name, problem] : some_problems()) {
    const LocalDynamics start = problem;
    const double plain = solve(problem, until(1e-300, kPlainSweeps)).report.residual;
    for (const int sweeps : {31, 40, 80, 81, 90, 130, 400, 1000}) {
      problem = start;
      const Solution s = solve(problem, until(1e-300, sweeps));
      // plain sweeps end early when they are slow, and momentum is not better in every sweep
      const double room = sweeps < 2 * kPlainSweeps ? 2e-1 : 1e-9;
      EXPECT_LE(s.report.residual, plain * (1.0 + room)) << name << " " << sweeps;
      EXPECT_EQ(s.report.iterations, sweeps);
      EXPECT_EQ(s.report.status, SolveStatus::diverged);
    }
  }
}

TEST(AcceleratedSolution, SweepsAreNotMoreThanAllowedAndEachHasItsHistory) {
  for (const Acceleration acceleration : {Acceleration::nncg, Acceleration::automatic}) {
    Scene wall = brick_wall(8, 8, 0.6);
    for (const int most : {1, 2, 29, 30, 31, 32, 79, 80, 81, 85, 95, 111, 250}) {
      GaussSeidelParams params = until(1e-300, most);
      params.acceleration = acceleration;
      const Solution s = solve(wall.problem(), params);
      EXPECT_EQ(s.report.iterations, most);
      EXPECT_EQ(s.report.error_history.size(), static_cast<std::size_t>(most));
      EXPECT_EQ(s.report.merit_history.size(), static_cast<std::size_t>(most));
    }
  }
}

// With the criteria of the language: the status says whether all hold for what is returned.
TEST(AcceleratedSolution, StatusOfPlainSweepsTellsWhetherTheCriteriaHold) {
  int met = 0;
  for (auto& [name, problem] : some_problems()) {
    const LocalDynamics start = problem;
    for (int most = 1; most <= kPlainSweeps; ++most) {
      problem = start;
      GaussSeidelParams params;
      params.relative_tolerance = 1e-2;
      params.merit_tolerance = 1e-2;
      params.max_sweeps = most;
      const Solution s = solve(problem, params);
      const bool holds = s.report.relative_error <= params.relative_tolerance &&
                         natural_residual(start, s.R, s.U) <= params.relative_tolerance &&
                         merit(start, s.R, s.U, {}) <= params.merit_tolerance;
      EXPECT_EQ(s.report.status == SolveStatus::ok, holds) << name << " " << most;
      met += holds ? 1 : 0;
    }
  }
  EXPECT_GT(met, 0);
}

TEST(AcceleratedSolution, ReportSpeaksOfTheReactionsThatAreReturned) {
  for (const int sweeps : {20, 60, 100, 150}) {
    for (auto& [name, problem] : some_problems()) {
      const LocalDynamics start = problem;
      const Solution s = solve(problem, until(1e-9, sweeps));
      const std::vector<Vec3> U = velocities_by_blocks(start, s.R);
      const double residual = natural_residual(start, s.R, U);
      EXPECT_NEAR(s.report.residual, residual, 1e-3 * residual + 1e-13) << name;
      const double energy = merit(start, s.R, U, {});
      EXPECT_NEAR(s.report.merit, energy, 1e-3 * energy + 1e-20) << name;
    }
  }
}

TEST(AcceleratedSolution, HasTheSameBitsForAnyNumberOfThreads) {
  Scene wall = brick_wall(9, 9, 0.6);
  const Solution one = solve(wall.problem(), until(1e-11, 120));
  EXPECT_GT(one.report.newton_steps, 0);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const Solution many = solve(wall.problem(), until(1e-11, 120));
    EXPECT_EQ(many.R, one.R);
    EXPECT_EQ(many.report.error_history, one.report.error_history);
  }
  set_thread_count(1);
}

// ---- momentum alone
// ------------------------------------------------------------------------------

int sweeps_of(Acceleration acceleration, double residual) {
  Scene wall = brick_wall(8, 8, 0.6);
  GaussSeidelParams params = until(residual, 20000);
  params.acceleration = acceleration;
  const Solution s = solve(wall.problem(), params);
  EXPECT_LE(true_residual(wall.problem(), s.R), 1.01 * residual);
  return s.report.iterations;
}

TEST(AcceleratedSolution, MomentumNeedsFarFewerSweepsThanNone) {
  Scene wall = brick_wall(8, 8, 0.6);
  GaussSeidelParams plain;
  plain.acceleration = Acceleration::off;
  plain.relative_tolerance = 1e-300;
  plain.max_sweeps = 2 * sweeps_of(Acceleration::nncg, 1e-6);
  EXPECT_GT(solve(wall.problem(), plain).report.residual, 1e-6);
}

TEST(AcceleratedSolution, MomentumSurvivesItsRestarts) {
  // more than 500 sweeps, after which velocities are built anew from the reactions
  EXPECT_GT(sweeps_of(Acceleration::nncg, 1e-10), 500);
}

// ---- borders
// -------------------------------------------------------------------------------------

TEST(AcceleratedSolution, FrictionlessProblemsAreSolved) {
  Scene wall = brick_wall(6, 6, 0.0);
  expect_solved(wall.problem(), 1e-10, 3000);
}

// Slow: half as many reactions again as motions, so that the reactions are not unique.
TEST(AcceleratedSolution, FrictionlessPackingsAreSolved) {
  Scene small = sphere_packing(2, 0.0);
  expect_solved(small.problem(), 1e-10, 200);
  Scene medium = sphere_packing(3, 0.0);
  expect_solved(medium.problem(), 1e-6, 15000);
  Scene large = sphere_packing(4, 0.0);
  expect_solved(large.problem(), 1e-8, 8000);
}

TEST(AcceleratedSolution, NoRowsAreSolved) {
  for (const Acceleration acceleration : {Acceleration::nncg, Acceleration::automatic}) {
    LocalDynamics problem;
    GaussSeidelParams params;
    params.acceleration = acceleration;
    const Solution s = solve(problem, params);
    EXPECT_EQ(s.report.status, SolveStatus::ok);
    EXPECT_EQ(s.report.residual, 0.0);
    EXPECT_EQ(s.report.worst_row, -1);
  }
}

TEST(AcceleratedSolution, SingleRowHasTheExactReaction) {
  for (const Acceleration acceleration : {Acceleration::nncg, Acceleration::automatic}) {
    Scene scene(0.01, {0, 0, -kGravity});
    const int ball = scene.add_box(3.0, {1, 0.5, 0.7}, {0, 0, 0});
    scene.set_velocity(ball, {1, 0.5, -2}, {0.1, 0.3, -0.2});
    scene.add_contact(ball, kGround, {0.3, 0.2, -0.35}, {0, 0, 1}, 0.4);
    LocalDynamics& problem = scene.finish();
    double lambda = 0.0;
    const Vec3 expected =
        solve_exact_contact(make_contact_block(problem.W_diagonal[0]), 0.4, problem.B[0], lambda);
    GaussSeidelParams params = until(1e-12, 1000);
    params.acceleration = acceleration;
    const Solution s = solve(problem, params);
    EXPECT_EQ(s.report.status, SolveStatus::ok);
    EXPECT_LE(norm(s.R[0] - expected), 1e-10 * norm(expected));
  }
}

TEST(AcceleratedSolution, OpenRowsAndObstaclesAloneAreSolvedAtOnce) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int cube = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  scene.add_contact(cube, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.5).open = true;
  const Solution s = solve(scene.finish(), {});
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.R[0], (Vec3{}));
}

// ---- no solution
// ---------------------------------------------------------------------------------

/// A block between a floor and a ceiling that both press.
LocalDynamics squeezed_block() {
  Scene scene(1e-3, {});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      scene.add_contact(block, kGround, {x, y, 0}, {0, 0, 1}, 0.5).velocity_shift = -1.0;
      scene.add_contact(block, kGround, {x, y, 1}, {0, 0, -1}, 0.5).velocity_shift = -1.0;
    }
  }
  return scene.finish();
}

/// A body that is held at rest and pushed by an obstacle.
LocalDynamics pushed_joint() {
  Scene scene(1e-3, {});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  scene.add_row(ConstraintKind::fixed_point, block, kGround, {0.5, 0.5, 0.5}, {0, 0, 1});
  scene.add_contact(block, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.5).velocity_shift = -1.0;
  return scene.finish();
}

/// Two prescribed velocities of one point.
LocalDynamics contradicting_velocities() {
  Scene scene(1e-3, {});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  for (const double target : {1.0, -1.0}) {
    scene.add_row(ConstraintKind::velocity_direction, block, kGround, {0.5, 0.5, 0.5}, {0, 0, 1})
        .target = target;
  }
  return scene.finish();
}

TEST(AcceleratedSolution, ImpossibleProblemsEndAsDivergedWithFiniteReactions) {
  for (const Acceleration acceleration : {Acceleration::nncg, Acceleration::automatic}) {
    for (LocalDynamics problem : {squeezed_block(), pushed_joint(), contradicting_velocities()}) {
      GaussSeidelParams params;
      params.acceleration = acceleration;
      params.max_sweeps = 700;
      params.merit_tolerance = 1e-6;
      const Solution s = solve(problem, params);
      EXPECT_EQ(s.report.status, SolveStatus::diverged);
      EXPECT_EQ(s.report.iterations, 700);
      EXPECT_TRUE(std::isfinite(s.report.residual));
      for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
      for (const Vec3 U : s.U) EXPECT_TRUE(is_finite(U));
    }
  }
}

// ---- locked-in stress
// -----------------------------------------------------------------------------

/// A box that is held at two points, which are told to part at twice this speed: no motion of the
/// rigid box does that, and reactions along the line of the points change nothing.
LocalDynamics held_twice(double speed) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int box = scene.add_box(1000.0, {0.2, 1.0, 0.2}, {0, 0, 0});
  for (const double x : {-0.1, 0.1}) {
    scene.add_row(ConstraintKind::fixed_point, box, kGround, {x, 0, 0}, {1, 0, 0});
  }
  LocalDynamics problem = scene.finish();
  problem.V[0].z = -speed;
  problem.V[1].z = speed;
  return problem;
}

// Without a limit on the growth of R the first of these ends at 400 N, the last at 156 MN.
TEST(AcceleratedSolution, StressThatChangesNothingDoesNotGrowFromSolutionToSolution) {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-8;
  params.merit_tolerance = 1e-8;
  for (const double speed : {5e-11, 1e-9, 1e-8, 1e-6}) {
    LocalDynamics problem = held_twice(speed);
    Solution s;
    s.R.resize(problem.law.size());
    s.U.resize(s.R.size());
    double first = 0.0;
    for (int k = 0; k < 1000; ++k) {
      solve_gauss_seidel(problem, params, s.R, s.U, s.report);
      if (k == 0) first = norm(s.R[0]);
      ASSERT_LE(norm(s.R[0]), 2.0 * first) << "speed " << speed << " solution " << k;
    }
    EXPECT_NEAR(s.R[0].y + s.R[1].y, 0.0, 1e-6 * first);
    // half of the weight at each point, whatever the stress between them
    const double weight = kGravity * 1000.0 * 0.2 * 1.0 * 0.2;
    Vec3 sum;
    for (int i : {0, 1}) {
      sum += problem.body_space.rows()[std::size_t(i)].frame * s.R[std::size_t(i)];
    }
    EXPECT_NEAR(sum.z, weight, 1e-6 * weight) << speed;
  }
}

/// Flush bricks in a row, each held by six bilateral rows or by more, with four contacts between
/// neighbours.
Scene row_of_held_bricks(int bricks, bool redundant) {
  Scene scene(2e-4, {0, 0, -kGravity});
  for (int k = 0; k < bricks; ++k) {
    const double x = 0.2 * k;
    const int brick = scene.add_box(1000.0, {0.2, 1.0, 0.2}, {x, 0, 0});
    for (int corner = 0; corner < 4; ++corner) {
      const Vec3 point{x + (corner % 2 == 0 ? -0.1 : 0.1), corner < 2 ? -0.5 : 0.5, -0.1};
      if (redundant || corner == 0) {
        scene.add_row(ConstraintKind::fixed_point, brick, kGround, point, {0, 0, 1});
        continue;
      }
      if (corner != 3)
        scene.add_row(ConstraintKind::fixed_direction, brick, kGround, point, {0, 0, 1});
      if (corner == 1)
        scene.add_row(ConstraintKind::fixed_direction, brick, kGround, point, {0, 1, 0});
    }
    for (int corner = 0; corner < 4 && k > 0; ++corner) {
      const double side = corner % 2 == 0 ? -0.5 : 0.5;
      scene.add_contact(brick, brick - 1, {x - 0.1, side, corner < 2 ? -0.1 : 0.1}, {1, 0, 0}, 0.2);
    }
  }
  return scene;
}

// Steps at fixed places: what a step leaves of the velocities is V of the next one, which the fixed
// points ask to be turned round and sticking contacts to be stopped.
TEST(AcceleratedSolution, HeldBricksThatTouchStayAtRestStepAfterStep) {
  constexpr int kSteps = 3000;
  GaussSeidelParams params;
  params.relative_tolerance = 1e-8;
  params.merit_tolerance = 1e-8;
  for (const bool redundant : {false, true}) {
    for (const int bricks : {2, 14}) {
      Scene scene = row_of_held_bricks(bricks, redundant);
      LocalDynamics& problem = scene.finish();
      const std::vector<Vec3> gravity = problem.B;  // V = 0
      Solution s;
      s.R.resize(problem.law.size());
      s.U.resize(s.R.size());
      double first = 0.0;
      for (int k = 0; k < kSteps; ++k) {
        for (std::size_t i = 0; i < s.U.size(); ++i) {
          problem.V[i] = s.U[i];
          problem.B[i] = s.U[i] + gravity[i];
        }
        solve_gauss_seidel(problem, params, s.R, s.U, s.report);
        double largest = 0.0;
        double speed = 0.0;
        for (const Vec3 R : s.R) largest = std::max(largest, norm(R));
        for (const Vec3 U : s.U) speed = std::max(speed, norm(U));
        if (k == 0) first = largest;
        ASSERT_EQ(s.report.status, SolveStatus::ok) << bricks << " " << redundant << " " << k;
        ASSERT_LE(largest, 1.01 * first) << bricks << " " << redundant << " " << k;
        ASSERT_LE(speed, 1e-7) << bricks << " " << redundant << " " << k;
        if (k > 0) {
          ASSERT_LE(s.report.iterations, kPlainSweeps) << bricks << " " << redundant << " " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace solfec
