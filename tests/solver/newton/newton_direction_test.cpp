#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/block_csr_operator.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/natural_residual.h"
#include "solver/mixed_problem.h"
#include "solver/newton/block_newton.h"
#include "solver/newton/body_space_newton.h"
#include "solver/newton/dense_newton.h"
#include "solver/one_solution.h"
#include "solver/row/row_linearisation.h"
#include "solver/scene.h"

namespace solfec {
namespace {

// Stick gives E = d²/ε with ε = 1e-6, so six digits of the rounding are lost.
constexpr double kTol = 1e-6;  // relative; the systems have condition numbers of 1e9
// Factors without pivoting from block to block lose up to three digits of these.
constexpr double kBlockTol = 1e-3;

/// dR of the whole system (1 + E W) dR = -k, all blocks written out.
std::vector<Vec3> dense_step(const LocalDynamics& problem, const std::vector<Vec3>& R,
                             const std::vector<Vec3>& U) {
  const Eigen::Index n = Eigen::Index{3} * problem.size();
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd k(n);
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLinearisation row = linearise_row(problem, i, R[at], U[at]);
    const Eigen::Index first = Eigen::Index{3} * i;
    E.block<3, 3>(first, first) = Eigen::Map<const Eigen::Matrix3d>(row.E.m);
    k.segment<3>(first) = Eigen::Vector3d(row.k.x, row.k.y, row.k.z);
    for (int j = 0; j < problem.size(); ++j) {
      const Mat3 block = problem.body_space.block(i, j);
      W.block<3, 3>(first, Eigen::Index{3} * j) = Eigen::Map<const Eigen::Matrix3d>(block.m);
    }
  }
  const Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n, n) + E * W;
  const Eigen::VectorXd x = system.fullPivLu().solve(-k);
  std::vector<Vec3> dR(R.size());
  for (std::size_t i = 0; i < dR.size(); ++i) {
    const auto first = static_cast<Eigen::Index>(3 * i);
    dR[i] = {x[first], x[first + 1], x[first + 2]};
  }
  return dR;
}

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double difference = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += dot(a[i] - b[i], a[i] - b[i]);
    size += dot(b[i], b[i]);
  }
  return std::sqrt(difference / size);
}

void expect_all_forms_equal_the_dense_system(LocalDynamics& problem, unsigned seed) {
  const std::vector<Vec3> R = random_reactions(problem, 20.0, seed);
  const std::vector<Vec3> U = velocities_by_blocks(problem, R);
  const std::vector<Vec3> expected = dense_step(problem, R, U);
  std::vector<Vec3> dR(R.size());
  BodyFactor factor_of_body_space;
  BodySpaceNewton body_space(problem, factor_of_body_space);
  EXPECT_TRUE(std::isfinite(body_space.cost_in_sweeps()));
  ASSERT_TRUE(body_space.compute(R, U, dR));
  EXPECT_LE(distance(dR, expected), kBlockTol);
  BlockCsr W;
  assemble_block_csr(problem.body_space, W);
  BlockNewton blocks(problem, W);
  EXPECT_TRUE(std::isfinite(blocks.cost_in_sweeps()));
  ASSERT_TRUE(blocks.compute(R, U, dR));
  EXPECT_LE(distance(dR, expected), kTol);
  DenseNewton full(problem);
  EXPECT_TRUE(full.is_complete());
  ASSERT_TRUE(full.compute(R, U, dR));
  EXPECT_LE(distance(dR, expected), kTol);
  // the analysis serves other reactions too
  const std::vector<Vec3> other = random_reactions(problem, 5.0, seed + 1000);
  const std::vector<Vec3> velocity = velocities_by_blocks(problem, other);
  ASSERT_TRUE(body_space.compute(other, velocity, dR));
  EXPECT_LE(distance(dR, dense_step(problem, other, velocity)), kBlockTol);
}

TEST(NewtonDirection, OfRigidBodiesIsThatOfTheDenseSystem) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    LocalDynamics problem = mixed_problem({10, 30, false, false, false, true}, seed);
    expect_all_forms_equal_the_dense_system(problem, seed);
  }
}

TEST(NewtonDirection, OfRigidAffineAndDenseBodiesWithJointsIsThatOfTheDenseSystem) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    LocalDynamics problem = mixed_problem({9, 30, true, true, false, true}, seed);
    expect_all_forms_equal_the_dense_system(problem, seed);
  }
}

TEST(NewtonDirection, RowOfABodyWithItselfIsNoSpecialCase) {
  LocalDynamics problem = mixed_problem({4, 12, true, false, false, false}, 3);
  for (int i = 0; i < 3; ++i) {
    RowJacobian& row = problem.body_space.row(i);
    row.slave = row.master = i;
    problem.W_diagonal[static_cast<std::size_t>(i)] = problem.body_space.diagonal(i);
  }
  for (int i = 0; i < problem.size(); ++i) {
    problem.W_diagonal[static_cast<std::size_t>(i)] = problem.body_space.diagonal(i);
  }
  expect_all_forms_equal_the_dense_system(problem, 4);
}

TEST(NewtonDirection, WithSpringDashpotsIsThatOfTheDenseSystem) {
  int springs = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    LocalDynamics problem = mixed_problem({9, 30, true, true, true, true}, seed);
    for (const RowLaw& law : problem.law) {
      springs += law.kind == ConstraintKind::spring_dashpot && !law.open ? 1 : 0;
    }
    expect_all_forms_equal_the_dense_system(problem, seed);
  }
  EXPECT_GT(springs, 20);
}

/// A problem of rigid bodies with one mesh of nine nodes beside, seen by some rows.
LocalDynamics with_mesh_rows(int rows, unsigned seed) {
  LocalDynamics problem = mixed_problem({8, 20, false, true, true, false}, seed);
  BodyOperator& W = problem.body_space;
  const int mesh = W.add_nodal_slot();
  for (int k = 0; k < 9; ++k) W.add_node(mesh, 0.01 + 0.001 * k);
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  for (int k = 0; k < rows; ++k) {
    const int i = problem.size();
    RowJacobian row;
    row.frame = frame_of(normalized(vector()));
    row.slave = mesh;
    row.master = k % 2 == 0 ? k % 8 : -1;
    row.master_arm = vector();
    problem.resize(i + 1);
    W.row(i) = row;
    NodalPoint point;
    point.count = 2;
    for (int a = 0; a < 2; ++a) point.node[a] = (k + a) % 9, point.weight[a] = 0.5;
    W.set_points(i, {}, point);
    problem.law[at(i)].friction = 0.4;
    problem.V[at(i)] = {};
    problem.B[at(i)] = vector();
    problem.W_diagonal[at(i)] = W.diagonal(i);
  }
  return problem;
}

TEST(NewtonDirection, RowsOfAMeshStayAndTheOthersMoveAsIfTheyWereAlone) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const LocalDynamics problem = with_mesh_rows(5, seed);
    const LocalDynamics alone = mixed_problem({8, 20, false, true, true, false}, seed);
    const std::vector<Vec3> R = random_reactions(problem, 20.0, seed);
    const std::vector<Vec3> U = velocities_by_blocks(problem, R);
    std::vector<Vec3> dR(R.size(), {7, 7, 7});
    BodyFactor factor;
    BodySpaceNewton newton(problem, factor);
    EXPECT_FALSE(newton.is_complete());
    ASSERT_TRUE(newton.compute(R, U, dR));
    const std::size_t n = alone.law.size();
    for (std::size_t i = n; i < R.size(); ++i) EXPECT_EQ(dR[i], Vec3{});
    dR.resize(n);
    EXPECT_LE(distance(dR, dense_step(alone, {R.begin(), R.begin() + int(n)},
                                      {U.begin(), U.begin() + int(n)})),
              kBlockTol);
  }
}

TEST(NewtonDirection, IsNotOfferedWhereMostRowsSeeAMeshNorWithoutBodies) {
  const LocalDynamics meshes = with_mesh_rows(200, 1);
  BodyFactor factor_of_meshes;
  EXPECT_TRUE(std::isinf(BodySpaceNewton(meshes, factor_of_meshes).cost_in_sweeps()));

  LocalDynamics nothing = mixed_problem({0, 0, false, false, false, true}, 1);
  BodyFactor factor_of_empty;
  BodySpaceNewton empty(nothing, factor_of_empty);
  EXPECT_TRUE(std::isinf(empty.cost_in_sweeps()));
  EXPECT_FALSE(empty.compute(nothing.B, nothing.B, nothing.B));
}

TEST(NewtonDirection, BodiesWithoutARowHaveNoUnknowns) {
  LocalDynamics problem = mixed_problem({60, 8, true, true, false, true}, 2);
  expect_all_forms_equal_the_dense_system(problem, 5);
}

// Wall under gravity, where all contacts stick: the map is piecewise linear, and a step from
// nearby leaves what the regularisation leaves.
TEST(NewtonDirection, StepsConvergeAtOnceNearTheSolutionOfAWall) {
  Scene scene = brick_wall(8, 8, 0.6);
  LocalDynamics& problem = scene.problem();
  std::vector<Vec3> R(problem.law.size());
  std::vector<Vec3> U(R.size());
  SolveReport report;
  GaussSeidelParams params;
  params.residual_tolerance = 1e-13;
  params.max_sweeps = 5000;
  solve_gauss_seidel(problem, params, R, U, report);
  ASSERT_LE(report.residual, 1e-12);

  std::mt19937 rng(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (Vec3& r : R) {
    const double size = 1e-4 * r.z;  // keeps contacts without force open
    r += Vec3{size * unit(rng), size * unit(rng), size * unit(rng)};
  }
  BodyFactor factor_of_newton;
  BodySpaceNewton newton(problem, factor_of_newton);
  std::vector<Vec3> dR(R.size());
  std::vector<double> residuals;
  for (int step = 0; step < 5; ++step) {
    U = velocities_by_blocks(problem, R);
    residuals.push_back(natural_residual(problem, R, U));
    ASSERT_TRUE(newton.compute(R, U, dR));
    for (std::size_t i = 0; i < R.size(); ++i) R[i] += dR[i];
  }
  EXPECT_GT(residuals[0], 1e-7);
  EXPECT_LE(*std::min_element(residuals.begin() + 1, residuals.begin() + 4), 1e-5 * residuals[0])
      << residuals[0] << " " << residuals[1] << " " << residuals[2] << " " << residuals[3];
}

}  // namespace
}  // namespace solfec
