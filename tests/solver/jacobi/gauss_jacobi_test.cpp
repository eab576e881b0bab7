#include "solver/jacobi/gauss_jacobi.h"

#include <algorithm>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/block_csr_operator.h"
#include "solver/gauss_seidel.h"
#include "solver/interior_point/interior_point.h"
#include "solver/measure/cone_error.h"
#include "solver/measure/natural_residual.h"
#include "solver/newton/body_space_newton.h"
#include "solver/one_solution.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few ulps of sums over a wall

/// Bricks on the ground that slide, so that the dilation matters.
LocalDynamics sliding_wall() {
  Scene scene(1e-3, {6.0, 0.0, -9.81});
  for (int k = 0; k < 3; ++k) {
    const int brick = scene.add_box(2000.0, {0.5, 0.25, 0.25}, {0.5 * k, 0.0, 0.125});
    for (const double x : {-0.25, 0.25}) {
      for (const double y : {-0.125, 0.125}) {
        scene.add_contact(brick, kGround, {0.5 * k + x, y, 0.0}, {0, 0, 1}, 0.4);
      }
    }
  }
  return scene.finish();
}

/// Largest eigenvalue of D^(-1/2) W D^(-1/2), by a dense method.
double largest_eigenvalue(const LocalDynamics& problem) {
  const int n = problem.size();
  Eigen::MatrixXd W(3 * n, 3 * n);
  const auto mean = [&](int i) { return trace(problem.W_diagonal[at(i)]) / 3.0; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Mat3 block = problem.body_space.block(i, j);
      W.block<3, 3>(3 * i, 3 * j) =
          Eigen::Map<const Eigen::Matrix3d>(block.m) / std::sqrt(mean(i) * mean(j));
    }
  }
  return W.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
}

TEST(GaussJacobi, StepIsTheRelaxationOfTwoOverTheLargestEigenvalue) {
  Scene scene = brick_wall(4, 3, 0.5);
  const LocalDynamics& problem = scene.finish();
  const double limit = 2.0 / largest_eigenvalue(problem);
  for (const double relaxation : {0.3, 0.95}) {
    const GaussJacobi jacobi(problem, nullptr, FrictionLaw::convex, relaxation);
    EXPECT_LE(jacobi.step(), relaxation * limit * (1.0 + 1e-9));
    EXPECT_GE(jacobi.step(), 0.9 * relaxation * limit * (1.0 - 1e-9));
  }
}

TEST(GaussJacobi, SweepOfOneContactMatchesHandCalculation) {
  // A sphere without arm: W = w 1, ρ = 1, ω = 1.9 / b with a bound b in [1, 1.1]. From R = 0 the
  // trial is -ω B / w, B = (v, 0, -g h); with μ = 0 its normal part alone stays.
  Scene scene(0.01, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.set_velocity(ball, {1, 0, 0});
  scene.add_contact(ball, kGround, {0, 0, 0.1}, {0, 0, 1}, 0.0);
  const LocalDynamics& problem = scene.finish();
  for (const FrictionLaw law : {FrictionLaw::exact, FrictionLaw::convex}) {
    GaussJacobi jacobi(problem, nullptr, law);
    std::vector<Vec3> R(1);
    std::vector<Vec3> U(1);
    jacobi.update(R, U);
    jacobi.sweep(R, U);
    const double weight = scene.mass(ball) * 10.0;
    EXPECT_NEAR(R[0].z, jacobi.step() * weight, kTol * weight);
    EXPECT_EQ(std::hypot(R[0].x, R[0].y), 0.0);
    EXPECT_NEAR(U[0].z, -0.1 * (1.0 - jacobi.step()), kTol);
  }
}

TEST(GaussJacobi, ConvexFrictionEndsAtTheMotionOfTheInteriorPoint) {
  const LocalDynamics problem = sliding_wall();
  std::vector<Vec3> R(problem.law.size());
  std::vector<Vec3> U(R.size());
  GaussJacobi jacobi(problem, nullptr, FrictionLaw::convex);
  jacobi.update(R, U);
  for (int sweep = 0; sweep < 20000; ++sweep) jacobi.sweep(R, U);
  EXPECT_LE(cone_error(problem, R, U), 1e-10);

  BodyFactor factor;
  BodySpaceNewton direction(problem, factor);
  std::vector<Vec3> other(R.size());
  std::vector<Vec3> velocity(R.size());
  ConvexParams params;
  params.error = 1e-12;
  (void)solve_convex(problem, nullptr, direction, params, other, velocity);
  EXPECT_LE(cone_error(problem, other, velocity), 1e-7);
  for (std::size_t i = 0; i < U.size(); ++i) {
    EXPECT_LE(norm(U[i] - velocity[i]), 1e-9) << i;
    EXPECT_GT(U[i].z, 1e-5) << "it slides and parts";
  }
}

TEST(GaussJacobi, CoulombsLawEndsAtTheMotionOfBlockSweepsByBlocksAndByBodies) {
  LocalDynamics problem = sliding_wall();
  std::vector<Vec3> exact(problem.law.size());
  std::vector<Vec3> motion(exact.size());
  SolveReport report;
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = 20000;
  solve_gauss_seidel(problem, params, exact, motion, report);
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  BlockCsrOperator blocks(W);
  for (BlockCsrOperator* const by : {static_cast<BlockCsrOperator*>(nullptr), &blocks}) {
    std::vector<Vec3> R(exact.size());
    std::vector<Vec3> U(exact.size());
    report = solve_gauss_jacobi(problem, by, residual_criteria(1e-10), 100000, R, U);
    EXPECT_EQ(report.status, SolveStatus::ok);
    EXPECT_LE(natural_residual(problem, R, U), 1e-10);
    EXPECT_LE(report.residual_history.back().residual, 1e-10);
    for (std::size_t i = 0; i < U.size(); ++i) EXPECT_LE(norm(U[i] - motion[i]), 1e-9) << i;
  }
}

TEST(GaussJacobi, JointsTakePart) {
  Scene scene(1e-3, {0.0, 0.0, -9.81});
  const int brick = scene.add_box(2000.0, {1.0, 0.5, 0.5}, {0.5, 0.0, 0.0});
  scene.add_row(ConstraintKind::fixed_point, brick, kGround, {0, 0, 0}, {0, 0, 1});
  const LocalDynamics& problem = scene.finish();
  std::vector<Vec3> R(1);
  std::vector<Vec3> U(1);
  const SolveReport report =
      solve_gauss_jacobi(problem, nullptr, residual_criteria(1e-10), 10000, R, U);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_LE(norm(U[0]), 1e-10);
}

}  // namespace
}  // namespace solfec
