#include "solver/interior_solution.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "solver/constraint_solver.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-8;  // m/s

InteriorParams to(double speed, FrictionLaw friction = FrictionLaw::exact) {
  InteriorParams params;
  params.accuracy.speed = speed;
  params.friction = friction;
  return params;
}

struct Solved {
  LocalSolution solution;
  SolveReport report;
};

Solved solve(const LocalDynamics& problem, const InteriorParams& params) {
  Solved solved;
  solved.solution.R.resize(problem.law.size());
  solved.solution.U.resize(problem.law.size());
  InteriorPointSolver solver(params);
  solver.solve(problem, solved.solution);
  solved.report = solver.report();
  return solved;
}

// Gravity 10 for 0.01 s, tilted by atan 0.5.
TEST(InteriorSolution, ACubeSlidesByExactFrictionAndRestsBelowIt) {
  for (const double friction : {0.0, 0.3, 0.6}) {
    Scene scene = cube_on_slope(0.5, friction, 0.01);
    const Solved solved = solve(scene.finish(), to(1e-9));
    EXPECT_EQ(solved.report.status, SolveStatus::ok);
    EXPECT_EQ(solved.report.iteration_kind, IterationKind::newton);
    EXPECT_GT(solved.report.iterations, 0);
    EXPECT_EQ(solved.report.newton_steps, solved.report.iterations);
    EXPECT_LE(solved.report.mean_error, 1e-9);
    const double speed = std::fmax(0.0, 0.1 * (0.5 - friction) / std::sqrt(1.25));
    for (const Vec3 U : solved.solution.U) {
      EXPECT_NEAR(std::hypot(U.x, U.y), speed, kTol);
      EXPECT_NEAR(U.z, 0.0, kTol);
    }
  }
}

// With a speed v the cube gains μ v upwards, so that the normal impulse grows by μ v of its mass
// and friction takes μ² v more: v is that of Coulomb's law over 1 + μ².
TEST(InteriorSolution, ConvexFrictionLiftsWhatSlides) {
  const double friction = 0.3;
  Scene scene = cube_on_slope(0.5, friction, 0.01);
  const Solved solved = solve(scene.finish(), to(kTol, FrictionLaw::convex));
  EXPECT_EQ(solved.report.status, SolveStatus::ok);
  EXPECT_LE(solved.report.worst_error, kTol);
  const double speed = 0.1 * (0.5 - friction) / std::sqrt(1.25) / (1.0 + friction * friction);
  for (const Vec3 U : solved.solution.U) {
    EXPECT_NEAR(std::hypot(U.x, U.y), speed, 10.0 * kTol);
    EXPECT_NEAR(U.z, friction * speed, 10.0 * kTol);
  }
}

TEST(InteriorSolution, ConvexFrictionIsExactWhereNothingSlides) {
  Scene scene = brick_wall(4, 5, 0.6);
  const LocalDynamics& problem = scene.finish();
  const Solved solved = solve(problem, to(kTol, FrictionLaw::convex));
  EXPECT_EQ(solved.report.status, SolveStatus::ok);
  for (const Vec3 U : solved.solution.U) EXPECT_LE(norm(U), 100.0 * kTol);
}

TEST(InteriorSolution, JointsBesideContactsAreSolvedByBothLaws) {
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    Scene scene = joints_and_contacts();
    const LocalDynamics& problem = scene.finish();
    // convex friction has no sweeps for the last digits
    const double asked = law == FrictionLaw::convex ? 1e-6 : kTol;
    const Solved solved = solve(problem, to(asked, law));
    EXPECT_EQ(solved.report.status, SolveStatus::ok);
    double missed = 0.0;  // of the joint, whose velocity the step reverses
    for (std::size_t i = 0; i < problem.law.size(); ++i) {
      if (problem.law[i].kind != ConstraintKind::fixed_point) continue;
      missed = std::fmax(missed, norm(solved.solution.U[i] + problem.V[i]));
    }
    EXPECT_LE(missed, 10.0 * asked);
  }
}

TEST(InteriorSolution, RowsWithoutContactsAreLeftToSweeps) {
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    Scene scene(0.01, {0.0, 0.0, -10.0});
    const int body = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
    scene.add_row(ConstraintKind::fixed_point, body, kGround, {0.0, 0.0, 1.0}, {0.0, 0.0, 1.0});
    const Solved solved = solve(scene.finish(), to(kTol, law));
    EXPECT_EQ(solved.report.status, SolveStatus::ok);
    EXPECT_EQ(solved.report.iteration_kind, IterationKind::sweep);
    EXPECT_NEAR(std::abs(solved.solution.R[0].z), scene.mass(body) * 10.0, 1e-3);
  }
}

TEST(InteriorSolution, TheLastOfTooFewIterationsNamesItsMiss) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  const LocalDynamics& problem = scene.finish();
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    InteriorParams params = to(1e-300, law);
    params.max_iterations = 2;
    const Solved solved = solve(problem, params);
    EXPECT_EQ(solved.report.status, SolveStatus::diverged);
    EXPECT_EQ(solved.report.missed, Miss::accuracy);
    EXPECT_EQ(solved.report.iterations, 2);
    params.accuracy = {};
    params.merit_tolerance = 1e-300;
    EXPECT_EQ(solve(problem, params).report.missed, Miss::merit);
  }
}

TEST(InteriorSolution, NumbersThatAreNotFiniteAreAFailure) {
  Scene scene = cube_on_slope(0.5, 0.3, 0.01);
  LocalDynamics& problem = scene.finish();
  problem.B[0].x = std::numeric_limits<double>::quiet_NaN();
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    EXPECT_EQ(solve(problem, to(kTol, law)).report.status, SolveStatus::diagonal_failed);
  }
}

TEST(InteriorPointSolver, OnlyExactFrictionIsRelievedBySweeps) {
  InteriorParams params = to(0.25);
  params.merit_tolerance = 0.5;
  const InteriorPointSolver exact(params);
  ASSERT_TRUE(exact.fallback().has_value());
  EXPECT_EQ(exact.fallback()->accuracy.speed, 0.25);
  EXPECT_EQ(exact.fallback()->merit_tolerance, 0.5);
  EXPECT_TRUE(exact.works_on_ranks());
  params.friction = FrictionLaw::convex;
  const InteriorPointSolver convex(params);
  EXPECT_FALSE(convex.fallback().has_value());
  EXPECT_FALSE(convex.works_on_ranks());
}

}  // namespace
}  // namespace solfec
