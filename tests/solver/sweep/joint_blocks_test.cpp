#include "solver/sweep/joint_blocks.h"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "math/rotation.h"
#include "solver/law/law.h"
#include "solver/one_solution.h"
#include "solver/row/sweep.h"
#include "solver/sweep/momentum.h"

namespace solfec {
namespace {

constexpr int kSpace = -1;
constexpr JointGoal kTight{.relative = 1e-9};
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Rigid bodies of different masses at random places, and rows between them with random frames.
class JointBlocksTest : public ::testing::Test {
 protected:
  JointBlocksTest() { problem_.step = 1e-3; }

  int add_body(double mass) {
    const double h = problem_.step;
    const Mat3 inverse = diagonal(h * 11.0 / mass, h * 14.0 / mass, h * 130.0 / mass);
    return problem_.body_space.add_slot(SlotKind::rigid, inverse, h / mass);
  }
  int add_row(ConstraintKind kind, int master, int slave) {
    const int i = problem_.size();
    problem_.resize(i + 1);
    problem_.springs.resize(at(i + 1));
    RowJacobian& row = problem_.body_space.row(i);
    row = {};
    row.master = master;
    row.slave = slave;
    row.frame = exponential_map({3.0 * number(), 3.0 * number(), 3.0 * number()});
    row.master_arm = {number(), number(), number()};
    row.slave_arm = {number(), number(), number()};
    problem_.law[at(i)] = {};
    problem_.law[at(i)].kind = kind;
    problem_.law[at(i)].friction = 0.3;
    problem_.law[at(i)].target = number();
    problem_.V[at(i)] = {number(), number(), number()};
    problem_.B[at(i)] = {number(), number(), number()};
    problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
    return i;
  }
  /// A point that two bodies share, and two directions there that they keep.
  void add_hinge(int master, int slave) {
    const int point = add_row(ConstraintKind::fixed_point, master, slave);
    for (int k = 0; k < 2; ++k) {
      const int i = add_row(ConstraintKind::fixed_direction, master, slave);
      problem_.body_space.row(i).slave_arm = problem_.body_space.row(point).slave_arm;
      problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
    }
  }
  void add_chain(int links) {
    for (int k = 0; k < links; ++k) {
      const int body = add_body(k + 1 == links ? 2000.0 : 0.5 + number() * 0.2);
      add_hinge(body, body - 1);
    }
  }
  /// Says a second time what row i says.
  int repeat(int i) {
    const RowJacobian row = problem_.body_space.row(i);
    const int j = add_row(problem_.law[at(i)].kind, row.master, row.slave);
    problem_.body_space.row(j) = row;
    problem_.W_diagonal[at(j)] = problem_.W_diagonal[at(i)];
    problem_.law[at(j)] = problem_.law[at(i)];
    problem_.V[at(j)] = problem_.V[at(i)];
    problem_.B[at(j)] = problem_.B[at(i)];
    return j;
  }
  /// Velocities that bodies can have: without it rows of a loop contradict each other.
  void make_possible() {
    std::vector<Vec3> q(at(problem_.size()));
    for (std::vector<Vec3>* to : {&problem_.V, &problem_.B}) {
      for (Vec3& one : q) one = 300.0 * Vec3{number(), number(), number()};
      for (int i = 0; i < problem_.size(); ++i) {
        (*to)[at(i)] = {};
        for (int j = 0; j < problem_.size(); ++j) {
          (*to)[at(i)] += problem_.body_space.block(i, j) * q[at(j)];
        }
      }
    }
  }
  double number() { return unit_(rng_); }

  std::vector<SingleRow> singles(double start = 1.0) {
    std::vector<SingleRow> rows;
    for (int i = 0; i < problem_.size(); ++i) {
      rows.push_back({make_sweep_row(problem_, i), start * Vec3{0.1 * i, 0.2, -0.3}, {}, {}});
    }
    return rows;
  }
  /// Visits once. @return The reactions; the velocities are checked against the blocks of W.
  std::vector<Vec3> visit(JointBlocks& blocks, std::vector<SingleRow>& rows) {
    BodyVelocities velocities(problem_.body_space);
    for (const SingleRow& row : rows) velocities.scatter(row.row.row, row.R);
    blocks.find(problem_, rows, {}, kTight);
    blocks.visit({problem_, {}}, rows, velocities, tally_);
    std::vector<Vec3> R;
    for (const SingleRow& row : rows) R.push_back(row.R);
    const std::vector<Vec3> U = velocities_of(R);
    for (int i = 0; i < count(rows); ++i) {
      EXPECT_LE(norm(problem_.B[at(i)] + velocities.gather(i) - U[at(i)]), 1e-9);
    }
    return R;
  }
  std::vector<Vec3> velocities_of(const std::vector<Vec3>& R) {
    std::vector<Vec3> U = problem_.B;
    for (int i = 0; i < problem_.size(); ++i) {
      for (int j = 0; j < problem_.size(); ++j) {
        U[at(i)] += problem_.body_space.block(i, j) * R[at(j)];
      }
    }
    return U;
  }
  /// Largest miss of the laws of rows that are no contacts, m/s.
  double miss(const std::vector<Vec3>& R) {
    const std::vector<Vec3> U = velocities_of(R);
    double worst = 0.0;
    for (int i = 0; i < problem_.size(); ++i) {
      if (is_contact(problem_.law[at(i)].kind)) continue;
      const double w = trace(problem_.W_diagonal[at(i)]) / 3.0;
      const Vec3 one = law_of(problem_, i).residual(problem_, i, w, R[at(i)], U[at(i)]);
      worst = std::max(worst, norm(one));
      if (problem_.law[at(i)].kind == ConstraintKind::fixed_point) continue;
      worst = std::max(worst, w * std::hypot(R[at(i)].x, R[at(i)].y));
    }
    return worst;
  }
  /// Solution of least Σ A_kk x_k² of the equations A x = -c(0) by orthogonal decomposition of the
  /// dense matrix, as reactions. Rows that hold alone.
  std::vector<Vec3> dense_solution() {
    std::vector<std::pair<int, int>> unknown;  // row and component
    for (int i = 0; i < problem_.size(); ++i) {
      const bool whole = problem_.law[at(i)].kind == ConstraintKind::fixed_point;
      for (int k = whole ? 0 : 2; k < 3; ++k) unknown.emplace_back(i, k);
    }
    const int n = count(unknown);
    Eigen::MatrixXd A(n, n);
    Eigen::VectorXd b(n);
    for (int r = 0; r < n; ++r) {
      const auto [i, k] = unknown[at(r)];
      const Vec3 c = law_of(problem_, i).residual(problem_, i, 1.0, {}, problem_.B[at(i)]);
      b[r] = -(k == 0 ? c.x : k == 1 ? c.y : c.z);
      for (int s = 0; s < n; ++s) {
        A(r, s) = problem_.body_space.block(i, unknown[at(s)].first)(k, unknown[at(s)].second);
      }
    }
    const Eigen::VectorXd d = A.diagonal().cwiseSqrt().cwiseInverse();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> cod;
    cod.setThreshold(1e-9);
    cod.compute(d.asDiagonal() * A * d.asDiagonal());
    const Eigen::VectorXd x = d.asDiagonal() * cod.solve(d.asDiagonal() * b);
    std::vector<Vec3> R(at(problem_.size()));
    for (int r = 0; r < n; ++r) {
      const auto [i, k] = unknown[at(r)];
      (k == 0 ? R[at(i)].x : k == 1 ? R[at(i)].y : R[at(i)].z) = x[r];
    }
    return R;
  }
  static double distance(const std::vector<Vec3>& one, const std::vector<Vec3>& other) {
    double worst = 0.0;
    double size = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      worst = std::max(worst, norm(one[i] - other[i]));
      size = std::max(size, norm(other[i]));
    }
    return worst / size;
  }
  GaussSeidelParams strict(Acceleration acceleration) {
    GaussSeidelParams params;
    params.relative_tolerance = 1e-10;
    params.merit_tolerance = 1e-18;
    params.max_sweeps = 200000;
    params.acceleration = acceleration;
    return params;
  }

  std::mt19937 rng_{20261127};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  LocalDynamics problem_;
  SweepTally tally_;
};

TEST_F(JointBlocksTest, OneVisitObeysAllLawsOfAChainWithAHeavyEnd) {
  add_chain(30);
  add_row(ConstraintKind::velocity_direction, 3, kSpace);
  add_row(ConstraintKind::fixed_direction, kSpace, 7);
  std::vector<SingleRow> rows = singles();
  JointBlocks blocks;
  const std::vector<Vec3> R = visit(blocks, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_TRUE(blocks.has(k));
  EXPECT_LE(miss(R), 1e-9);
  EXPECT_LE(distance(R, dense_solution()), 1e-7);
  double change = 0.0;
  double size = 0.0;
  double alone = 0.0;
  for (int i = 0; i < count(rows); ++i) {
    const Vec3 start{0.1 * i, 0.2, -0.3};
    change += dot(R[at(i)] - start, R[at(i)] - start);
    size += dot(R[at(i)], R[at(i)]);
    alone += trace(rows[at(i)].row.block.matrix()) / 3.0 * dot(R[at(i)], R[at(i)]);
    EXPECT_LE(norm(rows[at(i)].gradient + R[at(i)] - start), 1e-9 * norm(R[at(i)]));
  }
  EXPECT_NEAR(tally_.change_squared, change, 1e-9 * change);
  EXPECT_NEAR(tally_.size_squared, size, 1e-9 * size);
  EXPECT_NEAR(tally_.alone_squared, alone, 1e-9 * alone);
}

TEST_F(JointBlocksTest, RedundantRowsGetTheReactionsOfLeastNormWhateverTheStart) {
  add_chain(6);
  add_hinge(0, 5);  // closes the loop
  for (const int i : {0, 4, 9, 9}) repeat(i);
  make_possible();
  std::vector<SingleRow> rows = singles();
  JointBlocks blocks;
  const std::vector<Vec3> R = visit(blocks, rows);
  EXPECT_LE(miss(R), 1e-8);
  EXPECT_LE(distance(R, dense_solution()), 1e-5);
  rows = singles(-300.0);
  EXPECT_LE(distance(visit(blocks, rows), R), 1e-5);
}

TEST_F(JointBlocksTest, TheSameProblemHasTheSameBitsAfterOthers) {
  add_chain(8);
  std::vector<SingleRow> rows = singles();
  JointBlocks fresh;
  const std::vector<Vec3> expected = visit(fresh, rows);
  const std::vector<RowJacobian> jacobians(problem_.body_space.rows().begin(),
                                           problem_.body_space.rows().end());
  JointBlocks used;
  for (int i = 0; i < problem_.size(); ++i) {
    problem_.body_space.row(i).frame = exponential_map({number(), number(), number()});
    problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
  }
  rows = singles();
  EXPECT_LE(miss(visit(used, rows)), 1e-8);
  for (int i = 0; i < problem_.size(); ++i) {
    problem_.body_space.row(i) = jacobians[at(i)];
    problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
  }
  rows = singles();
  EXPECT_EQ(visit(used, rows), expected);
}

TEST_F(JointBlocksTest, RowsThatContradictEachOtherAreLeftToTheSweeps) {
  add_chain(4);
  const int i = add_row(ConstraintKind::velocity_direction, 2, kSpace);
  const int j = repeat(i);
  problem_.law[at(j)].target += 0.5;
  std::vector<SingleRow> rows = singles();
  JointBlocks blocks;
  const std::vector<Vec3> R = visit(blocks, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_FALSE(blocks.has(k));
  for (const Vec3 r : R) EXPECT_LE(norm(r), 1e7);
  blocks.find(problem_, rows, {}, kTight);  // a new step looks again
  EXPECT_TRUE(blocks.has(0));
}

TEST_F(JointBlocksTest, MechanismsAreSolvedApartAndSingleRowsAlone) {
  add_chain(3);
  const int lonely = add_body(1.0);
  add_row(ConstraintKind::fixed_point, lonely, kSpace);
  const int hung = add_body(2.0);
  add_row(ConstraintKind::contact, hung, lonely);  // joins no mechanism
  add_hinge(hung, kSpace);
  std::vector<SingleRow> rows = singles();
  JointBlocks blocks;
  const std::vector<Vec3> R = visit(blocks, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_EQ(blocks.has(k), k != 9 && k != 10) << k;
  const std::vector<Vec3> U = velocities_of(R);
  EXPECT_GT(norm(U[9] + problem_.V[9]), 1e-3);
  EXPECT_EQ(R[9], (Vec3{0.9, 0.2, -0.3}));
  for (const int i : {0, 6, 11}) EXPECT_LE(norm(U[at(i)] + problem_.V[at(i)]), 1e-9);
}

TEST_F(JointBlocksTest, MomentumIsThatOfASingleRow) {
  add_chain(5);
  const int drive = add_row(ConstraintKind::drive, 2, 1);
  problem_.springs[at(drive)].motor_limit = kInfinite;
  problem_.springs[at(drive)].motor_velocity = 0.7;
  std::vector<SingleRow> rows = singles();
  for (SingleRow& row : rows) {
    row.gradient = {number(), number(), number()};
    row.direction = {number(), number(), number()};
  }
  const std::vector<SingleRow> before = rows;
  const Momentum momentum{0.7, 1.3, 0.0, 1e-13};
  BodyVelocities velocities(problem_.body_space);
  for (const SingleRow& row : rows) {
    velocities.scatter(row.row.row, row.R + momentum.beta * row.direction);
  }
  JointBlocks blocks;
  blocks.find(problem_, rows, {}, kTight);
  blocks.visit({problem_, momentum, true}, rows, velocities, tally_);
  std::vector<Vec3> R;
  double gradient = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Vec3 step = momentum.beta * before[k].direction;
    EXPECT_LE(norm(rows[k].direction - (step - momentum.sigma * before[k].gradient)), 1e-14);
    EXPECT_LE(norm(rows[k].gradient - (before[k].R + step - rows[k].R)), 1e-9 * norm(rows[k].R));
    gradient += trace(problem_.W_diagonal[k]) / 3.0 * dot(rows[k].gradient, rows[k].gradient);
    R.push_back(rows[k].R);
  }
  EXPECT_NEAR(tally_.gradient_squared, gradient, 1e-9 * gradient);
  EXPECT_LE(miss(R), 1e-8);
}

TEST_F(JointBlocksTest, DrivesThatResistAreSolvedTogetherWithTheirJoints) {
  add_chain(8);
  for (int body = 0; body < 8; ++body) {
    const int i = add_row(ConstraintKind::drive, body, body - 1);
    SpringRow& spring = problem_.springs[at(i)];
    switch (body % 4) {
      case 0:  // a motor without limit
        spring.motor_limit = kInfinite;
        spring.motor_velocity = number();
        break;
      case 1:  // friction that holds
        spring.friction = 1e9;
        break;
      case 2:
        spring.stiffness = 1e5;
        spring.damping = 30.0;
        break;
      default:  // a stop in contact
        spring.lower = 0.0;
        spring.push = -1e8;
    }
  }
  std::vector<SingleRow> rows = singles();
  JointBlocks blocks;
  BodyVelocities velocities(problem_.body_space);
  for (const SingleRow& row : rows) velocities.scatter(row.row.row, row.R);
  blocks.find(problem_, rows, {}, kTight);
  std::vector<Vec3> R(rows.size());
  for (int sweep = 0; sweep < 10; ++sweep) {
    blocks.visit({problem_, {}}, rows, velocities, tally_);
  }
  for (std::size_t k = 0; k < rows.size(); ++k) R[k] = rows[k].R;
  EXPECT_LE(miss(R), 1e-7);
}

TEST_F(JointBlocksTest, AMotorBeyondItsLimitGivesItsLimitAndJointsHold) {
  add_chain(4);
  const int drive = add_row(ConstraintKind::drive, 3, 2);
  problem_.springs[at(drive)].motor_velocity = 50.0;
  for (const double limit : {1e-3, 1.0, kInfinite}) {
    problem_.springs[at(drive)].motor_limit = limit;
    std::vector<Vec3> R(at(problem_.size()));
    std::vector<Vec3> U(R.size());
    SolveReport report;
    solve_gauss_seidel(problem_, strict(Acceleration::automatic), R, U, report);
    EXPECT_EQ(report.status, SolveStatus::ok);
    EXPECT_LE(report.iterations, 10);
    EXPECT_LE(miss(R), 1e-7);
    const bool bounded = limit < kInfinite;
    EXPECT_NEAR(bounded ? R[at(drive)].z / limit : U[at(drive)].z / 50.0, 1.0, 1e-8);
  }
}

TEST_F(JointBlocksTest, TakesFewSweepsWherePlainOnesTakeThousands) {
  add_chain(12);
  std::vector<Vec3> R(at(problem_.size()));
  std::vector<Vec3> U(R.size());
  std::vector<Vec3> plain_R(R.size());
  SolveReport report;
  SolveReport plain;
  solve_gauss_seidel(problem_, strict(Acceleration::automatic), R, U, report);
  solve_gauss_seidel(problem_, strict(Acceleration::off), plain_R, U, plain);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_LE(report.iterations, 2);
  EXPECT_GT(plain.iterations, 1000);
  EXPECT_LE(miss(R), 1e-8);
}

TEST_F(JointBlocksTest, ContactsOfTheSameBodiesAreSolvedInTurn) {
  add_chain(6);
  for (int body = 0; body < 6; ++body) add_row(ConstraintKind::contact, body, kSpace);
  std::vector<Vec3> R(at(problem_.size()));
  std::vector<Vec3> U(R.size());
  SolveReport report;
  solve_gauss_seidel(problem_, strict(Acceleration::automatic), R, U, report);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_LE(miss(R), 1e-7);
  for (int i = 18; i < problem_.size(); ++i) {
    EXPECT_GE(R[at(i)].z, 0.0);
    EXPECT_GE(U[at(i)].z, -1e-7);
    EXPECT_LE(std::hypot(R[at(i)].x, R[at(i)].y), 0.3 * R[at(i)].z * (1.0 + 1e-9) + 1e-12);
  }
}

}  // namespace
}  // namespace solfec
