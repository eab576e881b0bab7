#include "solver/sweep/coincident_nodes.h"

#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "solver/gauss_seidel.h"
#include "solver/measure/natural_residual.h"
#include "solver/one_solution.h"
#include "solver/row/sweep.h"

namespace solfec {
namespace {

constexpr int kBodies = 8;
constexpr int kNodes = 4;  // of a body

/// Eight bodies around a point, body k in the octant of the bits of k: at node 0 the twelve rows
/// between neighbours, at node 1 rows of single pairs, at node 2 a row to the ground. With `split`
/// some rows see node 0 with a little of node 3.
class PlaceCyclesTest : public ::testing::TestWithParam<bool> {
 protected:
  PlaceCyclesTest() {
    BodyOperator& W = problem_.body_space;
    problem_.step = 1e-3;
    for (int k = 0; k < kBodies; ++k) W.add_factored_slot();
    for (int k = 0; k < kBodies; ++k) {
      for (int axis = 0; axis < 3; ++axis) {
        const int next = k | (1 << axis);
        if (next == k) continue;
        add_row(next, k, axis, 0);
        if (axis < 2) add_row(next, k, axis, 1);
      }
      if (k < 4) add_row(k, -1, 2, 2);
    }
    W.allocate_factored_sides();
    for (int k = 0; k < kBodies; ++k) set_inverse(k);
    for (int i = 0; i < problem_.size(); ++i) problem_.W_diagonal[at(i)] = W.diagonal(i);
  }

  void add_row(int master, int slave, int axis, int node) {
    const int i = problem_.size();
    problem_.resize(i + 1);
    RowJacobian& row = problem_.body_space.row(i);
    row = {};
    row.master = master;
    row.slave = slave;
    for (int c = 0; c < 3; ++c) row.frame((axis + 1 + c) % 3, c) = 1.0;
    NodalPoint point;
    point.count = 1;
    point.node[0] = node;
    point.weight[0] = 1.0;
    if (GetParam() && node == 0 && i % 5 == 0) {
      point.count = 2;
      point.node[1] = 3;
      point.weight[0] = 0.999;
      point.weight[1] = 0.001;
    }
    problem_.body_space.set_points(i, point, point);
    problem_.law[at(i)] = {};
    problem_.law[at(i)].kind = ConstraintKind::contact;
    problem_.law[at(i)].friction = 0.3;
    problem_.V[at(i)] = {};
    problem_.B[at(i)] = {0.4 * number(), 0.4 * number(), -1.0 + 0.5 * number()};
  }
  /// h A⁻¹ of a body of which one half is a common motion.
  void set_inverse(int k) {
    BodyOperator& W = problem_.body_space;
    const Eigen::MatrixXd root =
        Eigen::MatrixXd::NullaryExpr(3 * kNodes, 3 * kNodes, [this] { return 0.2 * number(); });
    Eigen::MatrixXd A = root * root.transpose();
    A += Eigen::MatrixXd::Identity(A.rows(), A.cols());
    for (int a = 0; a < 3 * kNodes; ++a) {
      for (int b = 0; b < 3 * kNodes; ++b) A(a, b) += a % 3 == b % 3 ? 0.3 : 0.0;
    }
    const auto places = W.factored_places(k);
    for (int s = 0; s < count(places); ++s) {
      for (int t = 0; t <= s; ++t) {
        Mat3 block;
        const NodalPoint& p = W.point(places[at(t)]);
        const NodalPoint& q = W.point(places[at(s)]);
        for (int a = 0; a < p.count; ++a) {
          for (int b = 0; b < q.count; ++b) {
            for (int r = 0; r < 3; ++r) {
              for (int c = 0; c < 3; ++c) {
                block(r, c) += p.weight[a] * q.weight[b] * A(3 * p.node[a] + r, 3 * q.node[b] + c);
              }
            }
          }
        }
        W.set_factored_inverse(k, t, s, block);
      }
    }
  }
  double number() { return unit_(rng_); }

  std::vector<SingleRow> singles() {
    std::vector<SingleRow> rows;
    for (int i = 0; i < problem_.size(); ++i) {
      rows.push_back({make_sweep_row(problem_, i), {}, {}, {}});
    }
    return rows;
  }
  /// Natural residual with U = B + W R from the blocks of W.
  double residual(const std::vector<Vec3>& R) {
    std::vector<Vec3> U = problem_.B;
    for (int i = 0; i < problem_.size(); ++i) {
      for (int j = 0; j < problem_.size(); ++j)
        U[at(i)] += problem_.body_space.block(i, j) * R[at(j)];
    }
    return natural_residual(problem_, R, U);
  }

  std::mt19937 rng_{20260715};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  LocalDynamics problem_;
};

TEST_P(PlaceCyclesTest, VelocitiesFollowTheReactionsAndOnlyRowsOfThePlaceChange) {
  std::vector<SingleRow> rows = singles();
  BodyVelocities velocities(problem_.body_space);
  CoincidentNodes places;
  places.find(problem_, rows);
  // the point in the middle, and node 1 of two squares of four bodies; the ground has single rows
  EXPECT_EQ(places.count(), 3);
  SweepTally tally;
  places.run(problem_, {}, rows, velocities, tally);
  std::vector<Vec3> R;
  std::vector<Vec3> velocity;
  for (const SingleRow& row : rows) {
    R.push_back(row.R);
    velocity.push_back(velocities.gather(row.row.row));
    EXPECT_LE(norm(row.gradient + row.R), 1e-14);
    const bool ground = problem_.body_space.rows()[at(row.row.row)].slave < 0;
    if (ground) {
      EXPECT_EQ(row.R, Vec3{});
    }
  }
  velocities.reset(R);
  for (int i = 0; i < problem_.size(); ++i)
    EXPECT_LE(norm(velocity[at(i)] - velocities.gather(i)), 1e-13);
  // places share bodies: what later ones did has changed the first ones, the last one is solved
  double change = 0.0;
  double size = 0.0;
  for (int k = 0; k < 200; ++k) places.run(problem_, {}, rows, velocities, tally);
  std::vector<Vec3> before;
  for (const SingleRow& row : rows) before.push_back(row.R);
  places.run(problem_, {}, rows, velocities, tally);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    change += norm(rows[k].R - before[k]);
    size += norm(before[k]);
  }
  EXPECT_LE(change, 1e-9 * size);
}

TEST_P(PlaceCyclesTest, SolutionIsThatOfPlainSweepsAfterFewerOfThem) {
  GaussSeidelParams params;
  params.relative_tolerance = 1e-9;
  params.merit_tolerance = 1e-17;
  params.max_sweeps = 100000;
  std::vector<Vec3> R(at(problem_.size()));
  std::vector<Vec3> U(R.size());
  std::vector<Vec3> plain_R(R.size());
  std::vector<Vec3> plain_U(R.size());
  SolveReport report;
  SolveReport plain;
  params.acceleration = Acceleration::automatic;
  solve_gauss_seidel(problem_, params, R, U, report);
  params.acceleration = Acceleration::off;
  solve_gauss_seidel(problem_, params, plain_R, plain_U, plain);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_LE(residual(R), 1e-8);
  EXPECT_LE(residual(plain_R), 1e-7);
  EXPECT_LT(report.iterations, plain.iterations);
}

INSTANTIATE_TEST_SUITE_P(SplitNodes, PlaceCyclesTest, ::testing::Bool());

}  // namespace
}  // namespace solfec
