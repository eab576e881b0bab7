#include "solver/sweep/linear_blocks.h"

#include <cmath>
#include <memory>
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "math/rotation.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/row/sweep.h"
#include "solver/sweep/packed_kernel.h"

namespace solfec {
namespace {

constexpr int kNodes = 60;  // of the body

/// A chain of stiff springs between nodes, of which many are held: FIXPNT, FIXDIR and VELODIR with
/// frames of their own, as master and as slave, and some contacts with the ground between.
class LinearBlocksTest : public ::testing::Test {
 protected:
  explicit LinearBlocksTest(int contacts = 0, bool twice = false) {
    BodyOperator& W = problem_.body_space;
    problem_.step = 1e-3;
    W.add_factored_slot();
    for (int node = 0; node < 30; ++node) {
      constexpr ConstraintKind kKinds[] = {ConstraintKind::fixed_point,
                                           ConstraintKind::fixed_direction,
                                           ConstraintKind::velocity_direction};
      add_row(kKinds[node % 3], node % 2 == 0, node);
    }
    if (twice) add_row(ConstraintKind::fixed_point, true, 3);
    for (int k = 0; k < contacts; ++k) add_row(ConstraintKind::contact, true, 31 + 2 * k);
    W.allocate_factored_sides();
    set_inverse();
    for (int i = 0; i < problem_.size(); ++i) problem_.W_diagonal[at(i)] = W.diagonal(i);
  }

  void add_row(ConstraintKind kind, bool master, int node) {
    const int i = problem_.size();
    problem_.resize(i + 1);
    RowJacobian& row = problem_.body_space.row(i);
    row = {};
    (master ? row.master : row.slave) = 0;
    Eigen::Matrix3d any;
    for (int k = 0; k < 9; ++k) any(k / 3, k % 3) = number();
    const Eigen::Matrix3d Q = any.householderQr().householderQ();
    for (int k = 0; k < 9; ++k) row.frame(k / 3, k % 3) = Q(k / 3, k % 3);
    NodalPoint point;
    point.count = 2;
    point.node[0] = node;
    point.node[1] = node + 1;
    point.weight[0] = 0.8;
    point.weight[1] = 0.2;
    problem_.body_space.set_points(i, point, point);
    problem_.law[at(i)] = {};
    problem_.law[at(i)].kind = kind;
    problem_.law[at(i)].friction = 0.3;
    problem_.law[at(i)].target = number();
    problem_.V[at(i)] = {number(), number(), number()};
    problem_.B[at(i)] = {number(), number(), -1.0 + 0.5 * number()};
  }
  /// G of all places from the dense inverse of a chain.
  void set_inverse() {
    constexpr double kMass = 1.0;
    constexpr double kSpring = 200.0;  // neighbours move nearly as one
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * (kNodes + 1), 3 * (kNodes + 1));
    for (int a = 0; a <= kNodes; ++a) {
      for (int k = 0; k < 3; ++k) A(3 * a + k, 3 * a + k) += kMass;
      if (a == kNodes) break;
      for (int k = 0; k < 3; ++k) {
        const double spring = kSpring * (1.0 + 0.3 * k);
        A(3 * a + k, 3 * a + k) += spring;
        A(3 * a + 3 + k, 3 * a + 3 + k) += spring;
        A(3 * a + k, 3 * a + 3 + k) -= spring;
        A(3 * a + 3 + k, 3 * a + k) -= spring;
      }
      for (int k = 0; k < 2; ++k) {  // one more, inclined
        for (int l = 0; l < 2; ++l) {
          A(3 * a + k, 3 * a + l) += kSpring;
          A(3 * a + 3 + k, 3 * a + 3 + l) += kSpring;
          A(3 * a + k, 3 * a + 3 + l) -= kSpring;
          A(3 * a + 3 + k, 3 * a + l) -= kSpring;
        }
      }
    }
    const Eigen::MatrixXd inverse = A.inverse();
    BodyOperator& W = problem_.body_space;
    const auto places = W.factored_places(0);
    for (int s = 0; s < count(places); ++s) {
      for (int t = 0; t <= s; ++t) {
        Mat3 block;
        const NodalPoint& p = W.point(places[at(t)]);
        const NodalPoint& q = W.point(places[at(s)]);
        for (int a = 0; a < p.count; ++a) {
          for (int b = 0; b < q.count; ++b) {
            for (int r = 0; r < 3; ++r) {
              for (int c = 0; c < 3; ++c) {
                block(r, c) +=
                    p.weight[a] * q.weight[b] * inverse(3 * p.node[a] + r, 3 * q.node[b] + c);
              }
            }
          }
        }
        W.set_factored_inverse(0, t, s, block);
      }
    }
  }
  double number() { return unit_(rng_); }

  std::vector<SingleRow> singles() {
    std::vector<SingleRow> rows;
    for (int i = 0; i < problem_.size(); ++i) {
      rows.push_back({make_sweep_row(problem_, i), {0.1 * i, 0.2, -0.3}, {}, {}});
    }
    return rows;
  }
  /// U = B + W R from the blocks of W.
  std::vector<Vec3> velocities_of(const std::vector<Vec3>& R) {
    std::vector<Vec3> U = problem_.B;
    for (int i = 0; i < problem_.size(); ++i) {
      for (int j = 0; j < problem_.size(); ++j) {
        U[at(i)] += problem_.body_space.block(i, j) * R[at(j)];
      }
    }
    return U;
  }
  /// Largest miss of the laws that are no contacts, and of R_T = 0 of those along a direction.
  double miss(const std::vector<Vec3>& R) {
    const std::vector<Vec3> U = velocities_of(R);
    double worst = 0.0;
    for (int i = 0; i < problem_.size(); ++i) {
      const Vec3 held = -problem_.V[at(i)];
      const RowLaw& law = problem_.law[at(i)];
      if (law.kind == ConstraintKind::contact) continue;
      if (law.kind == ConstraintKind::fixed_point) {
        worst = std::max(worst, norm(U[at(i)] - held));
        continue;
      }
      const double target = law.kind == ConstraintKind::fixed_direction ? held.z : law.target;
      worst = std::max(worst, std::fabs(U[at(i)].z - target));
      worst = std::max(worst, std::hypot(R[at(i)].x, R[at(i)].y));
    }
    return worst;
  }

  std::mt19937 rng_{20260801};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  LocalDynamics problem_;
};

class LinearBlocksWithContacts : public LinearBlocksTest {
 protected:
  LinearBlocksWithContacts() : LinearBlocksTest(10) {}
};

class LinearBlocksWithRepetition : public LinearBlocksTest {
 protected:
  LinearBlocksWithRepetition() : LinearBlocksTest(0, true) {}
};

TEST_F(LinearBlocksTest, OneVisitObeysAllLaws) {
  std::vector<SingleRow> rows = singles();
  BodyVelocities velocities(problem_.body_space);
  for (const SingleRow& row : rows) velocities.scatter(row.row.row, row.R);
  LinearBlocks blocks;
  blocks.find(problem_, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_TRUE(blocks.has(k));
  SweepTally tally;
  blocks.visit(problem_, {}, false, rows, velocities, tally);
  std::vector<Vec3> R;
  double change = 0.0;
  double size = 0.0;
  double alone = 0.0;
  for (int i = 0; i < count(rows); ++i) {
    R.push_back(rows[at(i)].R);
    const Vec3 start{0.1 * i, 0.2, -0.3};
    change += dot(R.back() - start, R.back() - start);
    size += dot(R.back(), R.back());
    alone += trace(rows[at(i)].row.block.matrix()) / 3.0 * dot(R.back(), R.back());
    EXPECT_LE(norm(rows[at(i)].gradient + R.back() - start), 1e-12);
  }
  EXPECT_LE(miss(R), 1e-10);
  EXPECT_NEAR(tally.change_squared, change, 1e-12 * change);
  EXPECT_NEAR(tally.size_squared, size, 1e-12 * size);
  EXPECT_NEAR(tally.alone_squared, alone, 1e-12 * alone);
  const std::vector<Vec3> U = velocities_of(R);
  for (int i = 0; i < count(rows); ++i) {
    EXPECT_LE(norm(problem_.B[at(i)] + velocities.gather(i) - U[at(i)]), 1e-10);
  }
}

/// Linear blocks of a problem with the inverse in a frame that has turned with the body.
class LinearBlocksOfATurnedBody : public LinearBlocksTest {
 protected:
  LinearBlocksOfATurnedBody() {
    auto& inverse = problem_.body_space.factored().inverse(0);
    block_ = std::make_shared<std::vector<double>>(*inverse.block);
  }
  void turn(Vec3 angle, double scale, std::uint64_t matrix) {
    problem_.body_space.set_factored_inverse(
        0, {.block = block_, .rotation = exponential_map(angle), .scale = scale, .matrix = matrix});
    for (int i = 0; i < problem_.size(); ++i) {
      problem_.W_diagonal[at(i)] = problem_.body_space.diagonal(i);
    }
  }
  /// After one visit.
  std::vector<Vec3> visited(LinearBlocks& blocks) {
    std::vector<SingleRow> rows = singles();
    BodyVelocities velocities(problem_.body_space);
    for (const SingleRow& row : rows) velocities.scatter(row.row.row, row.R);
    blocks.find(problem_, rows);
    SweepTally tally;
    blocks.visit(problem_, {}, false, rows, velocities, tally);
    std::vector<Vec3> R;
    for (const SingleRow& row : rows) R.push_back(row.R);
    const std::vector<Vec3> U = velocities_of(R);
    for (int i = 0; i < count(rows); ++i) {
      EXPECT_LE(norm(problem_.B[at(i)] + velocities.gather(i) - U[at(i)]), 1e-10);
    }
    return R;
  }

  std::shared_ptr<std::vector<double>> block_;
};

TEST_F(LinearBlocksOfATurnedBody, OneVisitObeysAllLawsWithKeptFactors) {
  LinearBlocks blocks;
  turn({0.3, -0.2, 0.5}, 1.0, 7);
  EXPECT_LE(miss(visited(blocks)), 1e-10);
  turn({-0.1, 0.9, 0.4}, 0.25, 7);  // the factors of the points stay
  const std::vector<Vec3> kept = visited(blocks);
  EXPECT_LE(miss(kept), 1e-10);
  LinearBlocks others;
  EXPECT_EQ(visited(others), kept);  // to the bit as those made now
  LinearBlocks plain;
  turn({-0.1, 0.9, 0.4}, 0.25, 0);  // and to rounding as without any
  const std::vector<Vec3> expected = visited(plain);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_LE(norm(kept[i] - expected[i]), 1e-9 * (1.0 + norm(expected[i])));
  }
}

TEST_F(LinearBlocksOfATurnedBody, AnotherMatrixOrOtherPointsHaveFactorsOfTheirOwn) {
  LinearBlocks blocks;
  turn({0.3, -0.2, 0.5}, 1.0, 7);
  (void)visited(blocks);
  for (double& entry : *block_) entry *= 2.0;
  turn({0.3, -0.2, 0.5}, 1.0, 8);
  EXPECT_LE(miss(visited(blocks)), 1e-10);
  problem_.law[0].kind = ConstraintKind::fixed_direction;  // had been a point
  EXPECT_LE(miss(visited(blocks)), 1e-10);
}

// x = R + beta d is where the visit starts, and the direction follows as for a single row.
TEST_F(LinearBlocksTest, MomentumIsThatOfASingleRow) {
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
  LinearBlocks blocks;
  blocks.find(problem_, rows);
  SweepTally tally;
  blocks.visit(problem_, momentum, true, rows, velocities, tally);
  std::vector<Vec3> R;
  double gradient = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Vec3 step = momentum.beta * before[k].direction;
    EXPECT_LE(norm(rows[k].direction - (step - momentum.sigma * before[k].gradient)), 1e-14);
    EXPECT_LE(norm(rows[k].gradient - (before[k].R + step - rows[k].R)), 1e-12);
    gradient += trace(problem_.W_diagonal[k]) / 3.0 * dot(rows[k].gradient, rows[k].gradient);
    R.push_back(rows[k].R);
  }
  EXPECT_NEAR(tally.gradient_squared, gradient, 1e-10 * gradient);
  EXPECT_LE(miss(R), 1e-10);
}

TEST_F(LinearBlocksTest, TakesOneSweepWherePlainOnesTakeHundreds) {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-17;
  params.max_sweeps = 100000;
  std::vector<Vec3> R(at(problem_.size()));
  std::vector<Vec3> U(R.size());
  std::vector<Vec3> plain_R(R.size());
  SolveReport report;
  SolveReport plain;
  params.acceleration = Acceleration::automatic;
  solve_gauss_seidel(problem_, params, R, U, report);
  params.acceleration = Acceleration::off;
  solve_gauss_seidel(problem_, params, plain_R, U, plain);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_GT(plain.iterations, 100);
  EXPECT_LE(miss(R), 1e-10);
  double size = 0.0;
  for (const Vec3 reaction : R) size = std::max(size, norm(reaction));
  for (std::size_t i = 0; i < R.size(); ++i) EXPECT_LE(norm(R[i] - plain_R[i]), 1e-5 * size);
}

TEST_F(LinearBlocksWithContacts, LeaveContactsToTheSweepsAndSpeedThemUp) {
  std::vector<SingleRow> rows = singles();
  LinearBlocks blocks;
  blocks.find(problem_, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_EQ(blocks.has(k), k < 30);
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-17;
  params.max_sweeps = 100000;
  std::vector<Vec3> R(at(problem_.size()));
  std::vector<Vec3> U(R.size());
  std::vector<Vec3> plain_R(R.size());
  SolveReport report;
  SolveReport plain;
  params.acceleration = Acceleration::automatic;
  solve_gauss_seidel(problem_, params, R, U, report);
  params.acceleration = Acceleration::off;
  solve_gauss_seidel(problem_, params, plain_R, U, plain);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_LT(4 * report.iterations, plain.iterations);
  EXPECT_LE(miss(R), 1e-7);
  EXPECT_LE(natural_residual(problem_, R, velocities_of(R)), 1e-7);
  double size = 0.0;
  for (const Vec3 reaction : R) size = std::max(size, norm(reaction));
  for (std::size_t i = 0; i < R.size(); ++i) EXPECT_LE(norm(R[i] - plain_R[i]), 1e-5 * size);
}

// Reactions of rows that say the same are not unique, so there are no factors.
TEST_F(LinearBlocksWithRepetition, AreLeftToTheSweeps) {
  std::vector<SingleRow> rows = singles();
  LinearBlocks blocks;
  blocks.find(problem_, rows);
  for (int k = 0; k < count(rows); ++k) EXPECT_FALSE(blocks.has(k));
}

}  // namespace
}  // namespace solfec
