// Velocities that are rounding and no motion: rows that miss no more count as solved, each by the
// speed of its own two bodies.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solver/measure/merit.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/newton_series/newton.h"
#include "solver/one_solution.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kNoise = 1e-17;     // m/s
constexpr double kRounding = 1e-15;  // of bodies that fall with 1 m/s

/// A cube between two walls that both seem to come nearer by kNoise: no motion obeys both rows.
Scene squeezed_by_noise() {
  Scene scene(1e-3, {});
  const int cube = scene.add_box(1000.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  for (const double side : {-1.0, 1.0}) {
    for (const double y : {-0.5, 0.5}) {
      for (const double z : {0.0, 1.0}) {
        scene.add_contact(cube, kGround, {0.5 * side, y, z}, {-side, 0.0, 0.0}, 0.5);
      }
    }
  }
  LocalDynamics& problem = scene.finish();
  for (Vec3& B : problem.B) B = {0.0, 0.0, -kNoise};
  return scene;
}

struct Result {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Result solve_by(Acceleration acceleration, LocalDynamics& problem) {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-6;
  params.merit_tolerance = 1e-10;
  params.max_sweeps = 100;
  params.acceleration = acceleration;
  Result result;
  result.R.resize(problem.law.size());
  result.U.resize(problem.law.size());
  solve_gauss_seidel(problem, params, result.R, result.U, result.report);
  return result;
}

TEST(Rounding, OfTheBodiesIsNoReasonToGoOn) {
  Scene scene = squeezed_by_noise();
  LocalDynamics& problem = scene.problem();
  for (const Acceleration acceleration :
       {Acceleration::off, Acceleration::nncg, Acceleration::automatic}) {
    problem.rounding.assign(problem.law.size(), 0.0);
    const Result unknown = solve_by(acceleration, problem);
    EXPECT_EQ(unknown.report.status, SolveStatus::diverged);
    EXPECT_NE(unknown.report.missed, Miss::nothing);
    problem.rounding.assign(problem.law.size(), kRounding);
    const Result known = solve_by(acceleration, problem);
    EXPECT_EQ(known.report.status, SolveStatus::ok);
    EXPECT_LE(known.report.iterations, acceleration == Acceleration::nncg ? 20 : 1);
    EXPECT_EQ(known.report.residual, 0.0);
    EXPECT_EQ(known.report.merit, 0.0);
    EXPECT_EQ(known.report.worst_error, 0.0);
    EXPECT_EQ(known.report.missed, Miss::nothing);
    for (const Vec3& U : known.U) EXPECT_LE(norm(U), kRounding);
  }
}

TEST(Rounding, EndsNewtonAtOnce) {
  Scene scene = squeezed_by_noise();
  LocalDynamics& problem = scene.problem();
  problem.rounding.assign(problem.law.size(), kRounding);
  for (const NewtonVariant variant :
       {NewtonVariant::nonsmooth_hsw, NewtonVariant::smoothed_variational,
        NewtonVariant::body_space}) {
    NewtonParams params;
    params.merit_tolerance = 1e-10;
    params.variant = variant;
    NewtonWorkspace work;
    Result result;
    result.R.resize(problem.law.size());
    result.U.resize(problem.law.size());
    solve_newton({problem}, params, work, result.R, result.U, result.report);
    EXPECT_EQ(result.report.status, SolveStatus::ok);
    EXPECT_LE(result.report.iterations, 1);
  }
}

// One row in the open: by hand it misses 5 in velocity.
TEST(Rounding, ShortensWhatARowMisses) {
  Scene scene(1.0, {});
  const int ball = scene.add_rigid(1.0, {1.0, 1.0, 1.0}, {});
  scene.add_contact(ball, kGround, {}, {0.0, 0.0, 1.0}, 0.0);
  LocalDynamics& problem = scene.finish();
  const Vec3 U{0.0, 0.0, -5.0};
  const auto miss = [&](double rounding) {
    problem.rounding.assign(1, rounding);
    return row_miss(problem, 0, 1.0, {}, U);
  };
  const RowMiss whole = miss(0.0);
  EXPECT_NEAR(norm(whole.velocity), 5.0, 1e-14);
  EXPECT_NEAR(whole.energy, 25.0, 1e-10);  // W = 1 / kg
  EXPECT_NEAR(norm(miss(2.0).velocity), 3.0, 1e-14);
  EXPECT_NEAR(miss(2.0).energy, 9.0, 1e-10);
  EXPECT_EQ(norm(miss(5.0).velocity), 0.0);
  EXPECT_EQ(miss(5.0).energy, 0.0);
  problem.rounding.clear();
  EXPECT_NEAR(norm(row_miss(problem, 0, 1.0, {}, U).velocity), 5.0, 1e-14);
}

// 1 g between the ground and 1e6 kg that pass by without touching it: the rounding of the heavy
// body's rows does not excuse the light one's.
TEST(Rounding, IsThatOfARowAndNotOfTheProblem) {
  constexpr double kTimeStep = 1e-3;
  constexpr double kG = 10.0;
  Scene scene(kTimeStep, {0.0, 0.0, -kG});
  const int heavy = scene.add_box(1e6, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.5});
  const int light = scene.add_box(1000.0, {0.01, 0.01, 0.01}, {0.0, 0.0, 1.005});
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      scene.add_contact(heavy, kGround, {x, y, 0.0}, {0.0, 0.0, 1.0}, 0.5);
      scene.add_contact(light, heavy, {0.01 * x, 0.01 * y, 1.0}, {0.0, 0.0, 1.0}, 0.5);
    }
  }
  LocalDynamics& problem = scene.finish();
  problem.rounding.resize(problem.law.size());
  // As the assembly finds them, once the heavy body moves with 1e9 m/s sideways, and it alone.
  for (int i = 0; i < problem.size(); ++i) {
    problem.rounding[static_cast<std::size_t>(i)] = i % 2 == 0 ? 1e-6 : 1e-17;
  }
  const Result result = solve_by(Acceleration::automatic, problem);
  EXPECT_EQ(result.report.status, SolveStatus::ok);
  double weight = 0.0;
  for (std::size_t i = 1; i < result.R.size(); i += 2) weight += result.R[i].z;
  EXPECT_NEAR(weight, 1e-3 * kG, 1e-5 * 1e-3 * kG);
}

}  // namespace
}  // namespace solfec
