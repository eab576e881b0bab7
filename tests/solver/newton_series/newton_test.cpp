#include "solver/newton_series/newton.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "local_dynamics/stored/stored_conversion.h"
#include "local_dynamics/stored/stored_problem_file.h"
#include "solver/constraint_solver.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/scene.h"
#include "solver/settings/solver_settings.h"
#include "support/allocation_counter.h"
#include "support/problem_folder.h"

namespace solfec {
namespace {

constexpr double kMerit = 1e-18;    // reached by the small scenes
constexpr double kVelocity = 1e-7;  // m/s, at unit scale
constexpr double kGravity = 10.0;   // m/s²

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Solution solve_by_newton(LocalDynamics& problem, const NewtonParams& params) {
  Solution s{std::vector<Vec3>(problem.law.size()), std::vector<Vec3>(problem.law.size()), {}};
  NewtonWorkspace work;
  solve_newton({problem}, params, work, s.R, s.U, s.report);
  return s;
}

Solution solve_by_sweeps(LocalDynamics& problem) {
  Solution s{std::vector<Vec3>(problem.law.size()), std::vector<Vec3>(problem.law.size()), {}};
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = 100000;
  params.acceleration = Acceleration::off;
  solve_gauss_seidel(problem, params, s.R, s.U, s.report);
  return s;
}

double normal_sum(const std::vector<Vec3>& R) {
  double sum = 0.0;
  for (const Vec3 r : R) sum += r.z;
  return sum;
}

struct Named {
  const char* name;
  NewtonVariant variant;
};

class Newton : public ::testing::TestWithParam<Named> {
 protected:
  static NewtonParams tight() {
    NewtonParams params;
    params.merit_tolerance = kMerit;
    params.max_iterations = 400;
    params.variant = GetParam().variant;
    return params;
  }
};

TEST_P(Newton, BlockOnPlaneIsCarriedByFourPoints) {
  Scene scene = cube_stack(1, 3.0, 0.5, 1e-3);
  const Solution s = solve_by_newton(scene.problem(), tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(normal_sum(s.R), 3.0 * kGravity, 1e-6);
  for (const Vec3 U : s.U) EXPECT_LE(norm(U), kVelocity);
}

TEST_P(Newton, BlockOnSlopeSticksBelowAndSlidesAboveTheFrictionAngle) {
  Scene stick = cube_on_slope(0.49, 0.5, 0.01);
  const Solution stuck = solve_by_newton(stick.problem(), tight());
  EXPECT_EQ(stuck.report.status, SolveStatus::ok);
  EXPECT_LE(norm(stick.linear_velocity(0, stuck.R)), kVelocity);
  Scene slide = cube_on_slope(0.6, 0.5, 0.01);
  const Solution slid = solve_by_newton(slide.problem(), tight());
  EXPECT_EQ(slid.report.status, SolveStatus::ok);
  const double slope = std::atan(0.6);
  const double expected = 0.01 * kGravity * (std::sin(slope) - 0.5 * std::cos(slope));
  EXPECT_LE(norm(slide.linear_velocity(0, slid.R) - Vec3{expected, 0, 0}), kVelocity);
}

TEST_P(Newton, StickingContactStopsWhateverItsVelocityWas) {
  // U_T = 0 and not U_T = -V_T: a block that lands with a tangential velocity inside the cone
  // stops.
  Scene scene(0.1, {0, 0, -kGravity});
  const int ball = scene.add_rigid(1.0, {1e6, 1e6, 1e6}, {0, 0, 0});
  scene.set_velocity(ball, {0.1, 0, -1});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
  const Solution s = solve_by_newton(scene.finish(), tight());
  EXPECT_LE(norm(s.U[0]), kVelocity);
  EXPECT_NEAR(std::hypot(s.R[0].x, s.R[0].y), 1.0, 1e-5);  // m v / h
}

TEST_P(Newton, SeparatingAndOpenContactsHaveNoReaction) {
  Scene scene(0.01, {0, 0, -kGravity});
  for (int k = 0; k < 2; ++k) {
    const int ball = scene.add_sphere(1.0, 0.5, {2.0 * k, 0, 0.5});
    scene.set_velocity(ball, {0, 0, k == 0 ? 1.0 : -1.0});
    scene.add_contact(ball, kGround, {2.0 * k, 0, 0}, {0, 0, 1}, 0.3).open = k == 1;
  }
  const Solution s = solve_by_newton(scene.finish(), tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.R[0], Vec3{});
  EXPECT_EQ(s.R[1], Vec3{});
  EXPECT_NEAR(s.U[1].z, -1.1, 1e-12);
}

TEST_P(Newton, RestitutionReversesTheNormalVelocity) {
  Scene scene(1e-3, {});
  for (int k = 0; k < 2; ++k) {
    scene.add_rigid(k == 0 ? 1.0 : 3.0, {0.1, 0.1, 0.1}, {double(k), 0, 0});
  }
  scene.add_contact(1, 0, {0.5, 0, 0}, {1, 0, 0}, 0.0);
  scene.set_velocity(0, {1, 0, 0});
  const Solution s = solve_by_newton(scene.finish(0.5), tight());
  EXPECT_NEAR(scene.linear_velocity(0, s.R).x, -0.125, kVelocity);
  EXPECT_NEAR(scene.linear_velocity(1, s.R).x, 0.375, kVelocity);
}

TEST_P(Newton, BondHoldsAPulledBlockAndBreaksWhenOverloaded) {
  for (const double pull : {30.0, 50.0}) {  // N upwards against 10 N of weight; the bond holds 30 N
    Scene scene(0.01, {0, 0, -kGravity});
    const int ball = scene.add_rigid(1.0, {0.1, 0.1, 0.1}, {0, 0, 0});
    scene.set_force(ball, {0, 0, pull});
    RowLaw& law = scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
    law.bonded = true;
    law.cohesion = 30.0;
    LocalDynamics& problem = scene.finish();
    const Solution s = solve_by_newton(problem, tight());
    const bool holds = pull - 10.0 < 30.0;
    EXPECT_EQ(s.report.broken_bonds.empty(), holds);
    EXPECT_NEAR(s.R[0].z, holds ? -(pull - 10.0) : -30.0, 1e-5);
    EXPECT_NEAR(s.U[0].z, holds ? 0.0 : 0.01 * (pull - 40.0), kVelocity);
  }
}

TEST_P(Newton, SpringsCarryAWeightNextToASignoriniContact) {
  constexpr double kSpring = 1e4;  // N/m
  Scene scene(1e-3, {0, 0, -kGravity});
  for (int k = 0; k < 2; ++k) {
    const int ball = scene.add_rigid(1.0, {0.1, 0.1, 0.1}, {2.0 * k, 0, 0});
    RowLaw& law = scene.add_row(k == 0 ? ConstraintKind::spring_dashpot : ConstraintKind::contact,
                                ball, kGround, {2.0 * k, 0, 0}, {0, 0, 1});
    law.friction = 0.5;
    if (k == 0) law.spring = kSpring, law.gap = -1.0 * kGravity / kSpring;  // at rest
  }
  const Solution s = solve_by_newton(scene.finish(), tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(s.R[0].z, kGravity, 1e-6);
  EXPECT_NEAR(s.R[1].z, kGravity, 1e-6);
  EXPECT_LE(norm(s.U[0]) + norm(s.U[1]), kVelocity);
}

// Bodies that hang on one another by points, directions and links, one of them on the ground.
Scene joints() {
  Scene scene(1e-3, {0.5, -0.3, -kGravity});
  for (int k = 0; k < 4; ++k) {
    const int body = scene.add_box(1.0 + k, {1, 0.6, 0.8}, {1.0 * k, 0, 0});
    scene.set_velocity(body, {0.1 * k, 0, 0.05}, {0.2, -0.1, 0.3});
  }
  scene.add_row(ConstraintKind::fixed_point, 0, kGround, {-0.5, 0, 0}, {0, 0, 1});
  scene.add_row(ConstraintKind::fixed_point, 1, 0, {0.5, 0, 0}, {0, 0, 1});
  scene.add_row(ConstraintKind::fixed_direction, 2, 1, {1.5, 0, 0}, {0, 1, 0});
  scene.add_link(3, 2, {2.6, 0.1, 0}, {2.3, -0.2, 0.3});
  scene.add_row(ConstraintKind::velocity_direction, 3, kGround, {3.5, 0, 0}, {0, 0, 1}).target =
      0.25;
  return scene;
}

TEST_P(Newton, JointsAreSolvedAsBySweeps) {
  Scene scene = joints();
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_newton(problem, tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(s.report.iterations, 8);  // linear but for the link
  const Solution expected = solve_by_sweeps(problem);
  for (std::size_t i = 0; i < s.R.size(); ++i) {
    EXPECT_LE(norm(s.R[i] - expected.R[i]), 1e-5 * (1.0 + norm(expected.R[i]))) << i;
    EXPECT_LE(norm(s.U[i] - expected.U[i]), kVelocity) << i;
  }
}

// Velocities of all bodies agree with those of plain sweeps: Hᵀ R is unique, R need not be.
void expect_same_motion(Scene scene, const NewtonParams& params, double tolerance) {
  LocalDynamics& problem = scene.finish();
  const auto velocities = [&](const std::vector<Vec3>& R) {
    std::vector<double> all;
    BodyVelocities of_bodies(problem.body_space);
    of_bodies.reset(R);
    of_bodies.copy_velocities(all);
    return all;
  };
  const Solution sweeps = solve_by_sweeps(problem);
  const std::vector<double> expected = velocities(sweeps.R);
  const Solution s = solve_by_newton(problem, params);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  const std::vector<double> found = velocities(s.R);
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], expected[i], tolerance) << i;
  }
  for (std::size_t i = 0; i < s.U.size(); ++i) {
    ASSERT_LE(norm(s.U[i] - sweeps.U[i]), tolerance) << i;
  }
}

TEST_P(Newton, WallStackAndPackingMoveAsWithSweeps) {
  NewtonParams params = tight();
  params.merit_tolerance = 1e-15;
  expect_same_motion(brick_wall(3, 4, 0.6), params, 1e-6);
  expect_same_motion(cube_stack(4, 2.0, 0.4, 1e-3), params, 1e-6);
  expect_same_motion(sphere_packing(2, 0.3), params, 1e-6);
}

TEST_P(Newton, FrictionlessAndRoughContactsAreSolved) {
  for (const double friction : {0.0, 10.0}) {
    Scene scene = sphere_packing(2, friction);
    LocalDynamics& problem = scene.finish();
    NewtonParams params = tight();
    params.merit_tolerance = 1e-12;
    const Solution s = solve_by_newton(problem, params);
    EXPECT_EQ(s.report.status, SolveStatus::ok) << friction;
    EXPECT_LE(natural_residual(problem, s.R, s.U), 1e-4);
  }
}

TEST_P(Newton, BlocksGiveTheSameAsBodySpace) {
  Scene scene = brick_wall(2, 3, 0.6);
  LocalDynamics& problem = scene.finish();
  const Solution body = solve_by_newton(problem, tight());
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  BlockCsrOperator blocks(W);
  Solution s{std::vector<Vec3>(problem.law.size()), std::vector<Vec3>(problem.law.size()), {}};
  NewtonWorkspace work;
  solve_newton({problem, &blocks}, tight(), work, s.R, s.U, s.report);
  for (std::size_t i = 0; i < s.U.size(); ++i) EXPECT_LE(norm(s.U[i] - body.U[i]), 1e-6);
}

TEST_P(Newton, RodWithoutInertiaAboutItsAxisIsSolved) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int rod = scene.add_rigid(1.0, {1e-30, 1.0, 1.0}, {0, 0, 0});
  scene.add_contact(rod, kGround, {-1, 0, 0}, {0, 0, 1}, 0.3);
  scene.add_contact(rod, kGround, {1, 0, 0}, {0, 0, 1}, 0.3);
  const Solution s = solve_by_newton(scene.finish(), tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(normal_sum(s.R), kGravity, 1e-6);
}

TEST_P(Newton, ContactBetweenObstaclesStaysAtZero) {
  Scene scene = cube_stack(1, 1.0, 0.5, 1e-3);
  scene.add_contact(kGround, kGround, {5, 0, 0}, {0, 0, 1}, 0.5);
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_newton(problem, tight());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.R.back(), Vec3{});
}

TEST_P(Newton, SqueezedBodyHasNoSolutionAndEndsWithTheBestIterate) {
  // A prescribed velocity presses the ball into the ground: nothing can satisfy both.
  Scene scene(1e-3, {});
  const int ball = scene.add_sphere(1.0, 1.0, {0, 0, 1});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.0);
  scene.add_row(ConstraintKind::velocity_direction, ball, kGround, {0, 0, 1}, {0, 0, 1}).target =
      -1.0;
  LocalDynamics& problem = scene.finish();
  NewtonParams params = tight();
  params.max_iterations = 30;
  const Solution s = solve_by_newton(problem, params);
  EXPECT_EQ(s.report.status, SolveStatus::diverged);
  EXPECT_EQ(s.report.iterations, 30);
  EXPECT_EQ(s.report.merit_history.size(), 30U);
  double least = std::numeric_limits<double>::infinity();
  for (const double merit : s.report.merit_history) least = std::min(least, merit);
  EXPECT_LE(s.report.merit, least * (1.0 + 1e-9));
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

// Beyond rounding iterations gain nothing.
TEST_P(Newton, IterationsEndThatGainNothing) {
  Scene scene = brick_wall(3, 3, 0.6);
  NewtonParams params = tight();
  params.merit_tolerance = std::numeric_limits<double>::min();
  params.max_iterations = 5000;
  const Solution s = solve_by_newton(scene.finish(), params);
  EXPECT_EQ(s.report.status, SolveStatus::diverged);
  EXPECT_EQ(s.report.stages.back().end, StageEnd::little_gain);
  EXPECT_LT(s.report.iterations, 500);
  EXPECT_GE(s.report.iterations, params.settings->newton.most_rejected);
  EXPECT_LE(s.report.merit, kMerit);  // what the scene can reach has been reached before
}

// A rejected step that gains nothing counts, whatever the bound on iterations without a gain.
TEST_P(Newton, IterationsEndAfterRejectedSteps) {
  Scene scene = brick_wall(3, 3, 0.6);
  SolverSettings settings;
  settings.newton.most_idle = std::numeric_limits<int>::max();
  settings.newton.most_rejected = 1;
  NewtonParams params = tight();
  params.merit_tolerance = std::numeric_limits<double>::min();
  params.max_iterations = 5000;
  params.settings = &settings;
  const Solution s = solve_by_newton(scene.finish(), params);
  EXPECT_EQ(s.report.stages.back().end, StageEnd::little_gain);
  EXPECT_LT(s.report.iterations, params.max_iterations);
}

TEST_P(Newton, NonFiniteInputEndsWithStatusAndFiniteReactions) {
  Scene scene = cube_stack(2, 1.0, 0.5, 1e-3);
  LocalDynamics& problem = scene.problem();
  problem.B[3].x = std::numeric_limits<double>::quiet_NaN();
  Solution s = solve_by_newton(problem, tight());
  EXPECT_EQ(s.report.status, SolveStatus::diagonal_failed);
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

TEST_P(Newton, SolvedWarmStartCostsOneIterationAndStays) {
  Scene scene = cube_stack(3, 1.0, 0.5, 1e-3);
  LocalDynamics& problem = scene.problem();
  NewtonParams params = tight();
  Solution s = solve_by_newton(problem, params);
  const std::vector<Vec3> R = s.R;
  NewtonWorkspace work;
  solve_newton({problem}, params, work, s.R, s.U, s.report);
  EXPECT_EQ(s.report.iterations, 1);
  for (std::size_t i = 0; i < R.size(); ++i) EXPECT_LE(norm(s.R[i] - R[i]), 1e-5);
}

TEST_P(Newton, EmptyProblemIsSolved) {
  LocalDynamics problem;
  problem.step = 1e-3;
  EXPECT_EQ(solve_by_newton(problem, tight()).report.status, SolveStatus::ok);
}

TEST_P(Newton, RepeatedSolutionDoesNotAllocate) {
  if (GetParam().variant == NewtonVariant::body_space) GTEST_SKIP() << "it makes a factorisation";
  Scene scene = brick_wall(3, 3, 0.6);
  LocalDynamics& problem = scene.finish();
  Solution s = solve_by_newton(problem, tight());
  NewtonWorkspace work;
  const auto again = [&] {
    std::fill(s.R.begin(), s.R.end(), Vec3{});
    solve_newton({problem}, tight(), work, s.R, s.U, s.report);
  };
  again();
  const std::int64_t before = allocation_count();
  again();
  EXPECT_EQ(allocation_count() - before, 0);
}

TEST_P(Newton, SecondsOfThePartsAreCounted) {
  Scene scene = brick_wall(4, 4, 0.6);
  const Solution s = solve_by_newton(scene.finish(), tight());
  const PhaseTimers& timers = s.report.timers;
  for (const Phase phase : {Phase::LININIT, Phase::LINUPD, Phase::LINRUN}) {
    EXPECT_GT(timers.seconds(phase), 0.0) << name_of(phase);
  }
  const bool iterative = GetParam().variant != NewtonVariant::body_space;
  for (const Phase phase : {Phase::LINMV, Phase::LINPRE}) {
    EXPECT_EQ(timers.seconds(phase) > 0.0, iterative) << name_of(phase);
  }
  EXPECT_EQ(timers.seconds(Phase::LINCOM), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Variants, Newton,
                         ::testing::Values(Named{"Hsw", NewtonVariant::nonsmooth_hsw},
                                           Named{"Hybrid", NewtonVariant::nonsmooth_hybrid},
                                           Named{"FixedPoint", NewtonVariant::fixed_point},
                                           Named{"Variational",
                                                 NewtonVariant::nonsmooth_variational},
                                           Named{"Smoothed", NewtonVariant::smoothed_variational},
                                           Named{"BodySpace", NewtonVariant::body_space}),
                         [](const auto& of) { return of.param.name; });

TEST(NewtonMethod, StickingBlockIsALinearProblemOfOneIteration) {
  Scene scene(0.01, {0.1, 0, -kGravity});
  const int body = scene.add_rigid(2.0, {0.3, 0.5, 0.7}, {0, 0, 0});
  scene.add_contact(body, kGround, {0.1, 0.2, -0.3}, {0, 0, 1}, 5.0);
  LocalDynamics& problem = scene.finish();
  NewtonParams params;
  params.variant = NewtonVariant::nonsmooth_variational;
  params.merit_tolerance = 1e-10;
  Solution s{{Vec3{0, 0, 10.0}}, {Vec3{}}, {}};
  NewtonWorkspace work;
  solve_newton({problem}, params, work, s.R, s.U, s.report);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.report.iterations, 1);
  EXPECT_LE(norm(s.U[0]), 1e-6);
}

struct Goal {
  const char* name;
  int smoothed;  // iterations, about one and a half times those measured
  int body_space;
};

const std::vector<Goal> kGoals = {{"ball-heap", 11, 5},
                                  {"brick-wall", 40, 8},
                                  {"caged-body", 17, 9},
                                  {"NESpheres_10_1", 10, 5},
                                  {"FC3D_Example1_SBM", 10, 3},
                                  {"Confeti-ex13-Fc3D-SBM", 20, 5},
                                  {"KaplasTower-i1061-4", 45, 10},
                                  {"LMGC_100_PR_PerioBox-i00361-60-03000", 50, 15},
                                  {"BoxesStack1-i100000-32", 60, 30},
                                  {"OneObject-i100000-499", 40, 15}};

double residual_after(const std::string& path, NewtonVariant variant, int iterations) {
  SolvableProblem p = solvable(read_stored_problem(path));
  NewtonParams params;
  params.variant = variant;
  params.merit_tolerance = 1e-17;
  params.max_iterations = iterations;
  Solution s{
      std::vector<Vec3>(p.dynamics.law.size()), std::vector<Vec3>(p.dynamics.law.size()), {}};
  NewtonWorkspace work;
  solve_newton({p.dynamics, &p.W}, params, work, s.R, s.U, s.report);
  return natural_residual(p.dynamics, s.R, s.U);
}

TEST(NewtonMethod, StoredProblemsReachTheResidual) {
  for (const Goal& goal : rows_that_are_here(kGoals, [](const Goal& row) { return row.name; })) {
    const std::string path = stored_problem_path(goal.name);
    EXPECT_LE(residual_after(path, NewtonVariant::smoothed_variational, goal.smoothed), 1e-8)
        << goal.name;
    EXPECT_LE(residual_after(path, NewtonVariant::body_space, goal.body_space), 1e-8) << goal.name;
  }
}

TEST(NewtonMethod, FactorisationSolvesAHighWallInFewIterations) {
  Scene scene = brick_wall(30, 6, 0.6);
  NewtonParams params;
  params.variant = NewtonVariant::body_space;
  params.merit_tolerance = 1e-16;
  const Solution s = solve_by_newton(scene.finish(), params);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(s.report.iterations, 9);
  EXPECT_LE(s.report.residual, 1e-9);
}

TEST(BodySpaceSolver, TellsItsOwnKindOfIterations) {
  Scene scene = cube_stack(2, 1.0, 0.5, 1e-3);
  LocalDynamics& problem = scene.problem();
  NewtonParams params;
  params.smoothing = 1e-6;
  BodySpaceSolver solver(params);
  LocalSolution solution;
  solution.R.resize(problem.law.size());
  solution.U.resize(problem.law.size());
  solver.solve(problem, solution);
  EXPECT_EQ(solver.report().iteration_kind, IterationKind::body_space);
  EXPECT_EQ(solver.report().status, SolveStatus::ok);
  NewtonSolver newton(params);
  newton.solve(problem, solution);
  EXPECT_EQ(newton.report().iteration_kind, IterationKind::newton);
}

TEST(NewtonParams, NumbersGiveBackEveryParameter) {
  NewtonParams params;
  params.merit_tolerance = 0.25;
  params.max_iterations = 7;
  params.variant = NewtonVariant::fixed_point;
  params.nonmonotone_length = 3;
  params.linear_min_iterations = 9;
  params.residual_decrease = 0.5;
  params.smoothing = 0.125;
  params.accuracy = {0.03125, 0.0625};
  const std::vector<double> expected{0.25, 7, 2, 3, 9, 0.5, 0.125, 0.03125, 0.0625};
  EXPECT_EQ(to_numbers(params), expected);
  EXPECT_EQ(to_numbers(newton_from_numbers(expected, "NEWTON_SOLVER")), expected);
}

TEST(NewtonParams, MistakesNameTheSolverTheRuleAndTheValue) {
  NewtonParams params;
  EXPECT_NO_THROW(validate(params, "NEWTON_SOLVER"));
  params.residual_decrease = 1.0;
  try {
    validate(params, "BODY_SPACE_SOLVER");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "BODY_SPACE_SOLVER: resdec must lie between 0 and 1, got 1");
  }
  const std::vector<double> good = to_numbers(NewtonParams{});
  for (std::size_t place = 0; place < good.size(); ++place) {
    for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
      std::vector<double> numbers = good;
      numbers[place] = bad;
      EXPECT_THROW((void)newton_from_numbers(numbers, "NEWTON_SOLVER"), InputError) << place;
    }
  }
  EXPECT_THROW((void)newton_from_numbers(std::span(good).first(6), "NEWTON_SOLVER"), InputError);
}

}  // namespace
}  // namespace solfec
