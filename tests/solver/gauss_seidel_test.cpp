#include "solver/gauss_seidel.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/count.h"
#include "solver/constraint_solver.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/scene.h"
#include "solver/settings/solver_settings.h"
#include "support/allocation_counter.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;        // relative; sweeps stop at changes of 1e-12
constexpr double kGravity = 10.0;    // m/s²
constexpr double kRounding = 1e-15;  // m/s, of velocities of size gravity times step

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

GaussSeidelParams tight() {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-12;
  params.max_sweeps = 50000;
  return params;
}

Solution solve_by_sweeps(LocalDynamics& problem, const GaussSeidelParams& params = tight()) {
  Solution s;
  s.R.resize(problem.law.size());
  s.U.resize(problem.law.size());
  solve_gauss_seidel(problem, params, s.R, s.U, s.report);
  return s;
}

double normal_sum(const std::vector<Vec3>& R, std::size_t begin, std::size_t end) {
  double sum = 0.0;
  for (std::size_t i = begin; i < end; ++i) sum += R[i].z;
  return sum;
}

TEST(GaussSeidel, BlockOnPlaneIsCarriedByFourPoints) {
  Scene scene = cube_stack(1, 3.0, 0.5, 1e-3);
  const Solution s = solve_by_sweeps(scene.problem());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(normal_sum(s.R, 0, 4), 3.0 * kGravity, kTol);
  for (const Vec3 U : s.U) EXPECT_LE(norm(U), 1e-12);
  EXPECT_LE(norm(scene.linear_velocity(0, s.R)), 1e-12);
}

TEST(GaussSeidel, EveryInterfaceOfAStackCarriesTheWeightAboveIt) {
  constexpr int kCubes = 6;
  Scene scene = cube_stack(kCubes, 2.0, 0.3, 1e-3);
  const Solution s = solve_by_sweeps(scene.problem());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  for (std::size_t k = 0; k < kCubes; ++k) {
    EXPECT_NEAR(normal_sum(s.R, 4 * k, 4 * k + 4), double(kCubes - k) * 2.0 * kGravity, 1e-7);
  }
}

Vec3 velocity_on_slope(double tangent, double friction, double step) {
  Scene scene = cube_on_slope(tangent, friction, step);
  const Solution s = solve_by_sweeps(scene.problem());
  return scene.linear_velocity(0, s.R);
}

TEST(GaussSeidel, BlockOnSlopeSticksBelowAndSlidesAboveTheFrictionAngle) {
  EXPECT_LE(norm(velocity_on_slope(0.49, 0.5, 0.01)), 1e-11);
  const double tangent = 0.6;
  const double slope = std::atan(tangent);
  const double expected = 0.01 * kGravity * (std::sin(slope) - 0.5 * std::cos(slope));
  const Vec3 v = velocity_on_slope(tangent, 0.5, 0.01);
  EXPECT_NEAR(v.x, expected, 1e-10);
  EXPECT_NEAR(v.y, 0.0, 1e-10);
  EXPECT_NEAR(v.z, 0.0, 1e-10);
}

TEST(GaussSeidel, PushedSphereRollsBelowAndSlidesAboveItsFrictionLimit) {
  // Solid sphere pushed by F at its centre: rolling needs friction 2/7 F, so it rolls to 3.5 mu m
  // g.
  const auto push = [](double factor) {
    Scene scene(0.01, {0, 0, -kGravity});
    const int ball = scene.add_rigid(2.0, {0.4 * 2.0, 0.4 * 2.0, 0.4 * 2.0}, {0, 0, 1});
    scene.set_force(ball, {factor * 0.2 * 2.0 * kGravity, 0, 0});
    scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.2);
    return solve_by_sweeps(scene.finish());
  };
  const Solution rolling = push(3.4);
  EXPECT_NEAR(std::hypot(rolling.R[0].x, rolling.R[0].y), 2.0 / 7.0 * 3.4 * 4.0, 1e-8);
  EXPECT_LE(std::hypot(rolling.U[0].x, rolling.U[0].y), 1e-12);
  const Solution sliding = push(3.6);
  EXPECT_NEAR(std::hypot(sliding.R[0].x, sliding.R[0].y), 0.2 * 20.0, 1e-8);
  EXPECT_LT(sliding.U[0].x * sliding.R[0].x + sliding.U[0].y * sliding.R[0].y, 0.0);
}

// Spheres of unit mass in a row along x, the first one hits with unit speed.
Scene sphere_row(int spheres, double gap_masses) {
  Scene scene(1e-3, {});
  for (int k = 0; k < spheres; ++k) {
    const double mass = k == 0 ? 1.0 : gap_masses;
    scene.add_rigid(mass, {0.1, 0.1, 0.1}, {double(k), 0, 0});
    if (k > 0) scene.add_contact(k, k - 1, {k - 0.5, 0, 0}, {1, 0, 0}, 0.0);
  }
  scene.set_velocity(0, {1, 0, 0});
  return scene;
}

TEST(GaussSeidel, RestitutionReversesTheNormalVelocity) {
  Scene scene = sphere_row(2, 3.0);
  LocalDynamics& problem = scene.finish(0.5);
  const Solution s = solve_by_sweeps(problem);
  EXPECT_NEAR(s.U[0].z, 0.5, 1e-10);  // approach was -1
  // v0 + 3 v1 = 1 and v1 - v0 = 1/2
  EXPECT_NEAR(scene.linear_velocity(0, s.R).x, -0.125, 1e-10);
  EXPECT_NEAR(scene.linear_velocity(1, s.R).x, 0.375, 1e-10);
}

TEST(GaussSeidel, TouchingCradleFollowsSimultaneousNewtonImpact) {
  Scene scene = sphere_row(5, 1.0);
  const Solution s = solve_by_sweeps(scene.finish(1.0));
  const double expected[] = {-0.6, 0.4, 0.4, 0.4, 0.4};
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(scene.linear_velocity(k, s.R).x, expected[k], 1e-6);
}

// Random cluster of rigid and affine bodies without ground, with contacts and joints.
Scene closed_cluster() {
  std::mt19937 rng(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  Scene scene(0.01, {});
  constexpr int kBodies = 8;
  for (int k = 0; k < kBodies; ++k) {
    scene.add_rigid(1.5 + unit(rng), {1.2 + unit(rng), 1.3 + unit(rng), 1.4 + unit(rng)},
                    3.0 * vector());
    scene.set_velocity(k, vector(), vector());
  }
  for (int k = 1; k < kBodies; ++k) {
    for (int j = std::max(0, k - 2); j < k; ++j) {
      const Vec3 d = scene.center(k) - scene.center(j);
      scene.add_contact(k, j, scene.center(j) + 0.5 * d, normalized(d), 0.4);
    }
  }
  scene.add_row(ConstraintKind::fixed_point, 0, 5, 0.5 * (scene.center(0) + scene.center(5)),
                {0, 0, 1});
  return scene;
}

TEST(GaussSeidel, ClosedSystemKeepsLinearAndAngularMomentum) {
  Scene scene = closed_cluster();
  const Solution s = solve_by_sweeps(scene.finish());
  ASSERT_EQ(s.report.status, SolveStatus::ok);
  Vec3 linear;
  Vec3 angular;
  double largest = 0.0;
  BodyVelocities velocities(scene.problem().body_space);
  velocities.reset(s.R);
  for (int k = 0; k < scene.problem().body_space.slot_count(); ++k) {
    const auto v = velocities.slot_velocity(k);
    const Vec3 p = scene.mass(k) * Vec3{v[3], v[4], v[5]};
    const Vec3 J = scene.inertia(k);
    linear += p;
    angular += cross(scene.center(k), p) + Vec3{J.x * v[0], J.y * v[1], J.z * v[2]};
    largest = std::max(largest, norm(p));
  }
  EXPECT_GT(largest, 0.1);  // something did happen
  EXPECT_LE(norm(linear), 1e-12);
  EXPECT_LE(norm(angular), 1e-12);
}

TEST(GaussSeidel, MomentumChangeIsTheImpulseOfTheReactions) {
  Scene scene = closed_cluster();
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_sweeps(problem);
  BodyVelocities velocities(problem.body_space);
  velocities.reset(s.R);
  for (int k = 0; k < problem.body_space.slot_count(); ++k) {
    Vec3 impulse;
    for (std::size_t i = 0; i < s.R.size(); ++i) {
      const RowJacobian& row = problem.body_space.rows()[i];
      const Vec3 p = problem.step * (row.frame * s.R[i]);
      if (row.master == k) impulse += p;
      if (row.slave == k) impulse -= p;
    }
    const auto v = velocities.slot_velocity(k);
    EXPECT_LE(norm(scene.mass(k) * Vec3{v[3], v[4], v[5]} - impulse), 1e-12);
  }
}

TEST(GaussSeidel, AffineBodiesObeyTheSameLaws) {
  // A pseudo-rigid cube falls on four points; the sum of the reactions carries it.
  Scene scene(1e-3, {0, 0, -kGravity});
  const int cube = scene.add_affine(2.0, {2.0 / 12, 2.0 / 12, 2.0 / 12}, {0.5, 0.5, 0.5});
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      scene.add_contact(cube, kGround, {x, y, 0}, {0, 0, 1}, 0.5);
    }
  }
  const Solution s = solve_by_sweeps(scene.finish());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  for (const Vec3 U : s.U) EXPECT_LE(norm(U), 1e-12);
  // A corner (., ., -1/2) moves by u_z = h (4 R_N / m) (1 + 12 / 4) per equal reactions R_N, and
  // must gain h g: the corners carry a quarter of the weight while the centre keeps falling.
  EXPECT_NEAR(normal_sum(s.R, 0, 4), 0.25 * 2.0 * kGravity, 1e-9);
  BodyVelocities velocities(scene.problem().body_space);
  velocities.reset(s.R);
  const auto v = velocities.slot_velocity(cube);
  EXPECT_NEAR(v[11], 0.25 * 1e-3 * kGravity, 1e-12);
}

TEST(GaussSeidel, BothOperatorsGiveTheSameSolution) {
  for (const double friction : {0.0, 0.3, 0.8}) {
    Scene scene = sphere_packing(2, friction);
    LocalDynamics& problem = scene.problem();
    const Solution body = solve_by_sweeps(problem);
    BlockCsr W;
    assemble_block_csr(problem.body_space, W);
    BlockCsrOperator blocks(std::move(W));
    Solution csr;
    csr.R.resize(problem.law.size());
    csr.U.resize(problem.law.size());
    solve_gauss_seidel(problem, blocks, tight(), csr.R, csr.U, csr.report);
    ASSERT_EQ(body.report.status, SolveStatus::ok);
    ASSERT_EQ(csr.report.status, SolveStatus::ok);
    for (std::size_t i = 0; i < csr.R.size(); ++i) {
      EXPECT_LE(norm(csr.U[i] - body.U[i]), 1e-9);
    }
  }
}

TEST(GaussSeidel, SolutionSatisfiesTheNaturalMap) {
  Scene scene = brick_wall(4, 4, 0.6);
  const Solution s = solve_by_sweeps(scene.problem());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(natural_residual(scene.problem(), s.R, s.U), 1e-9);
  EXPECT_LE(s.report.merit, 1e-15);
}

TEST(GaussSeidel, EveryDiagonalSolverFindsTheSameVelocities) {
  Scene scene = brick_wall(3, 3, 0.4);
  const Solution exact = solve_by_sweeps(scene.problem());
  for (const DiagonalSolver solver :
       {DiagonalSolver::semismooth_newton, DiagonalSolver::projected_gradient,
        DiagonalSolver::de_saxce_feng, DiagonalSolver::projected_newton,
        DiagonalSolver::velocity_newton}) {
    GaussSeidelParams params = tight();
    params.diagonal_solver = solver;
    params.diagonal_tolerance = 1e-13;
    params.diagonal_max_iterations = 10000;
    params.relative_tolerance = 1e-11;
    const Solution other = solve_by_sweeps(scene.problem(), params);
    EXPECT_EQ(other.report.status, SolveStatus::ok);
    for (std::size_t i = 0; i < exact.U.size(); ++i) {
      EXPECT_LE(norm(exact.U[i] - other.U[i]), 1e-8);
    }
  }
}

TEST(GaussSeidel, VisitsAtWhichTheExactSolverTookOverAreCounted) {
  Scene scene = brick_wall(3, 3, 0.4);
  GaussSeidelParams params = tight();
  EXPECT_EQ(solve_by_sweeps(scene.problem(), params).report.replaced_visits, 0);
  for (const Acceleration acceleration : {Acceleration::off, Acceleration::nncg}) {
    params.acceleration = acceleration;
    params.diagonal_solver = DiagonalSolver::projected_gradient;
    params.diagonal_tolerance = 1e-13;
    params.diagonal_max_iterations = 1;  // never enough where anything moves
    params.max_sweeps = 1;
    const SolveReport once = solve_by_sweeps(scene.problem(), params).report;
    EXPECT_GT(once.replaced_visits, 0);
    EXPECT_LE(once.replaced_visits, scene.problem().size());
    params.max_sweeps = 3;
    const SolveReport thrice = solve_by_sweeps(scene.problem(), params).report;
    EXPECT_GT(thrice.replaced_visits, once.replaced_visits);  // of all sweeps of the step
    EXPECT_LE(thrice.replaced_visits, 3 * scene.problem().size());
  }
}

TEST(GaussSeidel, AlternatingSweepsReachTheSameVelocities) {
  Scene scene = brick_wall(3, 3, 0.6);
  GaussSeidelParams params = tight();
  params.acceleration = Acceleration::off;
  const Solution forward = solve_by_sweeps(scene.problem(), params);
  params.alternate_direction = true;
  const Solution alternating = solve_by_sweeps(scene.problem(), params);
  EXPECT_EQ(alternating.report.status, SolveStatus::ok);
  EXPECT_NE(alternating.report.error_history[1], forward.report.error_history[1]);
  for (std::size_t i = 0; i < forward.U.size(); ++i) {
    EXPECT_LE(norm(forward.U[i] - alternating.U[i]), 1e-9);
  }
}

TEST(GaussSeidel, EqualInputGivesEqualBits) {
  Scene scene = brick_wall(3, 4, 0.6);
  const Solution a = solve_by_sweeps(scene.problem());
  const Solution b = solve_by_sweeps(scene.problem());
  EXPECT_EQ(a.R, b.R);
  EXPECT_EQ(a.report.error_history, b.report.error_history);
}

TEST(GaussSeidel, SolutionAsWarmStartNeedsOneSweep) {
  Scene scene = cube_stack(3, 1.0, 0.5, 1e-3);
  Solution s = solve_by_sweeps(scene.problem());
  GaussSeidelParams loose;
  solve_gauss_seidel(scene.problem(), loose, s.R, s.U, s.report);
  EXPECT_EQ(s.report.iterations, 1);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
}

TEST(GaussSeidel, VelocitiesEndAtTheReactions) {
  Scene scene = brick_wall(3, 3, 0.6);
  const LocalDynamics& problem = scene.problem();
  for (const Acceleration acceleration : {Acceleration::off, Acceleration::automatic}) {
    GaussSeidelParams params = tight();
    params.acceleration = acceleration;
    GaussSeidelSolver solver(params);
    LocalSolution s;
    s.R.resize(problem.law.size());
    s.U.resize(problem.law.size());
    for (const int repeat : {0, 1}) {  // the second solution has the memory of the first
      solver.solve(problem, s);
      BodyVelocities expected(problem.body_space);
      expected.reset(s.R);
      for (int slot = 0; slot < problem.body_space.slot_count(); ++slot) {
        for (std::size_t c = 0; c < 6; ++c) {
          EXPECT_NEAR(s.velocities.slot_velocity(slot)[c], expected.slot_velocity(slot)[c],
                      kRounding)
              << repeat;
        }
      }
      for (int i = 0; i < problem.size(); ++i) {
        EXPECT_LE(norm(s.U[at(i)] - (problem.B[at(i)] + s.velocities.gather(i))), kRounding);
      }
    }
  }
}

TEST(GaussSeidel, HistoriesHaveOneFiniteValuePerSweep) {
  Scene scene = brick_wall(5, 5, 0.6);  // more than 64 rows
  const Solution s = solve_by_sweeps(scene.problem());
  EXPECT_EQ(s.report.error_history.size(), static_cast<std::size_t>(s.report.iterations));
  EXPECT_EQ(s.report.merit_history.size(), s.report.error_history.size());
  for (const double value : s.report.merit_history) EXPECT_TRUE(std::isfinite(value));
  EXPECT_GT(s.report.merit_history[0], 0.0);
}

TEST(GaussSeidel, TooFewSweepsAreReportedAsDivergedWithUsableValues) {
  Scene scene = brick_wall(5, 5, 0.6);
  GaussSeidelParams params = tight();
  params.max_sweeps = 3;
  const Solution s = solve_by_sweeps(scene.problem(), params);
  EXPECT_EQ(s.report.status, SolveStatus::diverged);
  EXPECT_EQ(s.report.iterations, 3);
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

TEST(GaussSeidel, BothCriteriaMustHold) {
  Scene scene = brick_wall(5, 5, 0.6);
  scene.problem().V[0] = {1.0, 0.0, 0.0};  // a wall that stands is solved without sweeps
  GaussSeidelParams params;
  params.relative_tolerance = 0.5;  // soon met, while the merit is not
  params.merit_tolerance = 1e-12;
  const Solution strict = solve_by_sweeps(scene.problem(), params);
  EXPECT_EQ(strict.report.status, SolveStatus::ok);
  EXPECT_LE(strict.report.merit, 1e-12);
  params.merit_tolerance = 1e6;
  const Solution loose = solve_by_sweeps(scene.problem(), params);
  EXPECT_LT(loose.report.iterations, strict.report.iterations);
}

TEST(GaussSeidel, EmptyProblemIsSolved) {
  LocalDynamics problem;
  const Solution s = solve_by_sweeps(problem);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_EQ(s.report.merit, 0.0);
}

TEST(GaussSeidel, OpenContactIsLeftAloneButItsVelocityIsRefreshed) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int cube = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  scene.add_contact(cube, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.5);
  scene.add_contact(cube, kGround, {0.5, 0.5, 0}, {0, 0, 1}, 0.5).open = true;
  LocalDynamics& problem = scene.finish();
  Solution s = solve_by_sweeps(problem);
  EXPECT_EQ(s.R[1], (Vec3{}));
  EXPECT_LE(norm(s.U[1]), 1e-12);  // the other contact stopped the cube
  EXPECT_NEAR(s.R[0].z, kGravity, 1e-8);
}

TEST(GaussSeidel, NotANumberEndsAsFailureWithFiniteReactions) {
  Scene scene = cube_stack(2, 1.0, 0.5, 1e-3);
  LocalDynamics& problem = scene.problem();
  problem.B[5].x = std::numeric_limits<double>::quiet_NaN();
  GaussSeidelParams params;
  params.max_sweeps = 20;
  const Solution s = solve_by_sweeps(problem, params);
  EXPECT_EQ(s.report.status, SolveStatus::diagonal_failed);
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

TEST(GaussSeidel, WarmStartThatIsNotANumberIsDropped) {
  Scene scene = cube_stack(1, 1.0, 0.5, 1e-3);
  Solution s;
  s.R.assign(4, Vec3{0, 0, std::numeric_limits<double>::infinity()});
  s.U.resize(4);
  solve_gauss_seidel(scene.problem(), tight(), s.R, s.U, s.report);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(normal_sum(s.R, 0, 4), kGravity, 1e-8);
}

TEST(GaussSeidel, BadDiagonalBlockIsReported) {
  Scene scene = cube_stack(1, 1.0, 0.5, 1e-3);
  scene.problem().W_diagonal[2](0, 0) = std::numeric_limits<double>::quiet_NaN();
  const Solution s = solve_by_sweeps(scene.problem(), {});
  EXPECT_EQ(s.report.status, SolveStatus::diagonal_failed);
  for (const Vec3 R : s.R) EXPECT_TRUE(is_finite(R));
}

TEST(GaussSeidel, DiagonalSolverThatGivesUpIsReplacedAndReported) {
  Scene scene = cube_stack(2, 1.0, 0.5, 1e-3);
  GaussSeidelParams params = tight();
  params.diagonal_solver = DiagonalSolver::projected_gradient;
  params.diagonal_tolerance = 1e-14;
  params.diagonal_max_iterations = 1;
  SolverSettings settings;
  settings.standing.most_cost = 0.0;  // which would leave nothing to do
  params.settings = &settings;
  const Solution s = solve_by_sweeps(scene.problem(), params);
  EXPECT_EQ(s.report.status, SolveStatus::ok);  // the exact solver took over
  EXPECT_EQ(s.report.fallback, SolveStatus::diagonal_diverged);
  EXPECT_NEAR(normal_sum(s.R, 4, 8), kGravity, 1e-7);
}

// Newton steps allocate: their factors grow as they fill. Sweeps do not.
TEST(GaussSeidel, SecondSolveOfTheSameSizeDoesNotAllocate) {
  for (const Acceleration acceleration : {Acceleration::off, Acceleration::nncg}) {
    Scene scene = brick_wall(5, 5, 0.6);
    LocalDynamics& problem = scene.problem();
    GaussSeidelParams params = tight();
    params.acceleration = acceleration;
    Solution s = solve_by_sweeps(problem, params);
    SweepWorkspace work;
    s.R.assign(s.R.size(), {});
    solve_gauss_seidel(problem, params, work, s.R, s.U, s.report);
    s.R.assign(s.R.size(), {});
    const auto before = allocation_count();
    solve_gauss_seidel(problem, params, work, s.R, s.U, s.report);
    EXPECT_EQ(allocation_count() - before, 0);
  }
}

TEST(GaussSeidel, AllocationCounterCounts) {
  if (!counts_allocations()) GTEST_SKIP() << "allocations are not counted here";
  const auto before = allocation_count();
  const std::vector<double> memory(100);
  EXPECT_EQ(memory.size(), 100U);
  EXPECT_EQ(allocation_count() - before, 1);
}

// Double pendulum of point-like bodies on links, released from rest at an angle.
TEST(GaussSeidel, RigidLinksKeepTheirLength) {
  constexpr double kStep = 1e-2;
  Scene scene(kStep, {0, 0, -kGravity});
  const Vec3 first{0.8, 0, -0.6};
  const Vec3 second = first + Vec3{0.6, 0, -0.8};
  const int a = scene.add_rigid(1.0, {1, 1, 1}, first);
  const int b = scene.add_rigid(2.0, {1, 1, 1}, second);
  scene.set_velocity(a, 0.7 * Vec3{0.6, 0, 0.8});
  scene.set_velocity(b, 0.7 * Vec3{0.6, 0, 0.8} + 1.1 * Vec3{0.8, 0, 0.6});
  scene.add_link(a, kGround, first, {0, 0, 0});
  scene.add_link(b, a, second, first);
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_sweeps(problem);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(norm(problem.law[i].link + 0.5 * kStep * s.U[i]), 1.0, 1e-12);
    EXPECT_EQ(s.R[i].x, 0.0);
    EXPECT_EQ(s.R[i].y, 0.0);
  }
}

TEST(GaussSeidel, HangingChainOfFixedPointsCarriesTheWeightBelow) {
  constexpr int kLinks = 5;
  Scene scene(1e-3, {0, 0, -kGravity});
  for (int k = 0; k < kLinks; ++k) {
    const int body = scene.add_box(3.0, {0.5, 0.5, 1.0}, {0, 0, -k - 0.5});
    scene.add_row(ConstraintKind::fixed_point, body, body - 1, {0, 0, -double(k)}, {0, 0, 1});
  }
  const Solution s = solve_by_sweeps(scene.finish());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  const double weight = 3.0 * 0.25 * kGravity;
  for (int k = 0; k < kLinks; ++k) {
    EXPECT_NEAR(s.R[static_cast<std::size_t>(k)].z, (kLinks - k) * weight, 1e-8);
  }
}

TEST(GaussSeidel, PrescribedVelocityPushesTheOtherBodyThroughTheContact) {
  Scene scene(1e-3, {});
  const int pusher = scene.add_box(1.0, {1, 1, 1}, {0, 0, 0});
  const int pushed = scene.add_box(1.0, {1, 1, 1}, {1, 0, 0});
  scene.add_row(ConstraintKind::velocity_direction, pusher, kGround, {0, 0, 0}, {1, 0, 0}).target =
      2.0;
  scene.add_contact(pushed, pusher, {0.5, 0, 0}, {1, 0, 0}, 0.0);
  const Solution s = solve_by_sweeps(scene.finish());
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_NEAR(scene.linear_velocity(pusher, s.R).x, 2.0, 1e-9);
  EXPECT_NEAR(scene.linear_velocity(pushed, s.R).x, 2.0, 1e-9);
  EXPECT_NEAR(s.R[0].z, 2.0 * 2.0 / 1e-3, 1e-5);  // momentum of both per step
}

TEST(GaussSeidel, SpringContactsAreCoupledThroughTheirBodies) {
  // Two masses on springs above each other: each R solves its own law with the velocities of all.
  Scene scene(1e-2, {0, 0, -kGravity});
  for (int k = 0; k < 2; ++k) {
    const int body = scene.add_rigid(1.0 + k, {1, 1, 1}, {0, 0, k + 0.5});
    RowLaw& law =
        scene.add_row(ConstraintKind::spring_dashpot, body, body - 1, {0, 0, double(k)}, {0, 0, 1});
    law.spring = 5e3;
    law.dashpot = 30.0;
    law.gap = -1e-3;
    law.friction = 0.2;
  }
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_sweeps(problem);
  EXPECT_EQ(s.report.status, SolveStatus::ok);
  EXPECT_LE(natural_residual(problem, s.R, s.U), 1e-10);
  for (std::size_t i = 0; i < 2; ++i) {
    const double expected = -5e3 * (-1e-3 + 0.25e-2 * s.U[i].z) - 15.0 * s.U[i].z;
    EXPECT_NEAR(s.R[i].z, expected, 1e-9);
  }
  // Velocities from the balance of momentum of each body.
  EXPECT_NEAR(scene.linear_velocity(1, s.R).z, 1e-2 * (-kGravity + s.R[1].z / 2.0), 1e-12);
  EXPECT_NEAR(scene.linear_velocity(0, s.R).z, 1e-2 * (-kGravity + s.R[0].z - s.R[1].z), 1e-12);
}

// A block of mass 1 hangs below a ceiling by four bonds.
Solution hang(double total_cohesion, bool& bonded, double friction = 0.5) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, -0.5});
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      RowLaw& law = scene.add_contact(kGround, block, {x, y, 0}, {0, 0, 1}, friction);
      law.bonded = true;
      law.cohesion = 0.25 * total_cohesion;
    }
  }
  LocalDynamics& problem = scene.finish();
  Solution s = solve_by_sweeps(problem);
  bonded = s.report.broken_bonds.empty();
  return s;
}

TEST(GaussSeidel, CohesionHoldsTheWeightAndBreaksAboveIt) {
  bool bonded = false;
  const Solution held = hang(1.01 * kGravity, bonded);
  EXPECT_TRUE(bonded);
  EXPECT_NEAR(normal_sum(held.R, 0, 4), -kGravity, 1e-8);
  for (const Vec3 U : held.U) EXPECT_LE(norm(U), 1e-12);
  const Solution broken = hang(0.99 * kGravity, bonded);
  EXPECT_FALSE(bonded);
  EXPECT_NEAR(normal_sum(broken.R, 0, 4), -0.99 * kGravity, 1e-8);  // in the breaking step
  for (const Vec3 U : broken.U) EXPECT_GT(U.z, 0.0);
}

TEST(GaussSeidel, BondedContactWithAPositiveGapStillHolds) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, -0.5});
  RowLaw& law = scene.add_contact(kGround, block, {0.5, 0.5, 0}, {0, 0, 1}, 0.5);
  law.bonded = true;
  law.open = true;
  law.cohesion = 20.0;
  const Solution s = solve_by_sweeps(scene.finish());
  EXPECT_NEAR(s.R[0].z, -kGravity, 1e-9);
}

TEST(GaussSeidel, SlidingBreaksTheBond) {
  Scene scene(1e-3, {0, 0, -kGravity});
  const int block = scene.add_box(1.0, {1, 1, 1}, {0.5, 0.5, 0.5});
  scene.set_force(block, {20, 0, 0});
  RowLaw& law = scene.add_contact(block, kGround, {0.5, 0.5, 0.5}, {0, 0, 1}, 0.5);
  law.bonded = true;
  law.cohesion = 10.0;  // friction up to 0.5 (10 + 10) < 20
  LocalDynamics& problem = scene.finish();
  const Solution s = solve_by_sweeps(problem);
  EXPECT_NEAR(std::hypot(s.R[0].x, s.R[0].y), 10.0, 1e-8);
  EXPECT_EQ(s.report.broken_bonds, std::vector<int>{0});
  EXPECT_TRUE(problem.law[0].bonded);  // the problem stays as it was
}

TEST(GaussSeidelParams, MistakesNameTheParameterAndItsValue) {
  GaussSeidelParams params;
  EXPECT_NO_THROW(validate(params));
  params.relative_tolerance = -1.0;
  try {
    validate(params);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "GAUSS_SEIDEL_SOLVER: epsilon must be positive, got -1");
  }
  params = {};
  params.merit_tolerance = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(validate(params), InputError);
  params = {};
  params.max_sweeps = 0;
  EXPECT_THROW(validate(params), InputError);
}

TEST(GaussSeidelParams, NumbersGiveBackEveryParameter) {
  GaussSeidelParams params;
  params.relative_tolerance = 0.25;
  params.max_sweeps = 7;
  params.merit_tolerance = 0.5;
  params.diagonal_tolerance = 0.125;
  params.diagonal_max_iterations = 3;
  params.diagonal_solver = DiagonalSolver::projected_newton;
  params.alternate_direction = true;
  params.acceleration = Acceleration::nncg;
  params.accuracy = {0.03125, 0.0625};
  const std::vector<double> expected{0.25, 7, 0.5, 0.125, 3, 4, 1, 1, 0.03125, 0.0625};
  EXPECT_EQ(to_numbers(params), expected);
  EXPECT_EQ(to_numbers(from_numbers(expected)), expected);
}

TEST(GaussSeidelParams, ImpossibleNumbersAreRefused) {
  const std::vector<double> good = to_numbers(GaussSeidelParams{});
  for (const std::size_t place : {1U, 4U, 5U, 6U, 7U}) {  // whole numbers and names
    for (const double bad : {-1.0, 0.5, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
      std::vector<double> numbers = good;
      numbers[place] = bad;
      EXPECT_THROW((void)from_numbers(numbers), InputError) << place << " " << bad;
    }
  }
  EXPECT_THROW((void)from_numbers(std::span(good).first(7)), InputError);
}

TEST(SolveStatus, NamesAreThoseOfTheManual) {
  EXPECT_EQ(name_of(SolveStatus::ok), "OK");
  EXPECT_EQ(name_of(SolveStatus::diverged), "DIVERGED");
  EXPECT_EQ(name_of(SolveStatus::diagonal_diverged), "DIAGONAL_DIVERGED");
  EXPECT_EQ(name_of(SolveStatus::diagonal_failed), "DIAGONAL_FAILED");
}

}  // namespace
}  // namespace solfec
