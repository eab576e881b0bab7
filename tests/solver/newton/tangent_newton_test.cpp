#include "solver/newton/tangent_newton.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "base/count.h"
#include "math/rotation.h"
#include "solver/mixed_problem.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/mesh_newton.h"
#include "solver/newton/row_linearisation.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kStep = 0.01;  // of mixed_problem, s
constexpr double kC = 0.003;    // s²

/// Springs with random directions between random nodes of a mesh, its masses and its rotation.
struct Mesh {
  BlockCsr K;
  std::vector<double> mass;
  Mat3 rotation;
  Eigen::MatrixXd inverse;  // of Q (M + c K) Qᵀ

  Mesh(int nodes, unsigned seed) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3L * nodes, 3L * nodes);
    Eigen::MatrixXi joined = Eigen::MatrixXi::Identity(nodes, nodes);
    for (int k = 0; k < 5 * nodes; ++k) {
      const int a = k % nodes;
      const int b = (a + 1 + k / nodes) % nodes;
      const Vec3 axis = vector();
      const Eigen::Vector3d e(axis.x, axis.y, axis.z);
      const Eigen::Matrix3d block = 400.0 * e * e.transpose();
      full.block<3, 3>(3L * a, 3L * a) += block;
      full.block<3, 3>(3L * b, 3L * b) += block;
      full.block<3, 3>(3L * a, 3L * b) -= block;
      full.block<3, 3>(3L * b, 3L * a) -= block;
      joined(a, b) = joined(b, a) = 1;
    }
    for (int i = 0; i < nodes; ++i) {
      mass.push_back(1.0 + 0.1 * i);
      for (int j = 0; j < nodes; ++j) {
        if (joined(i, j) == 0) continue;
        K.column.push_back(j);
        Mat3 block;
        Eigen::Map<Eigen::Matrix3d>(block.m) = full.block<3, 3>(3L * i, 3L * j);
        K.block.push_back(block);
      }
      K.row_start.push_back(count(K.column));
    }
    rotation = exponential_map(vector());
    Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3L * nodes, 3L * nodes);
    for (int i = 0; i < nodes; ++i) {
      turn.block<3, 3>(3L * i, 3L * i) = Eigen::Map<const Eigen::Matrix3d>(rotation.m);
    }
    full *= kC;
    for (int i = 0; i < 3 * nodes; ++i) full(i, i) += mass[at(i / 3)];
    inverse = turn * full.inverse() * turn.transpose();
  }

  /// Velocity of a point per force at another.
  [[nodiscard]] Mat3 response(const NodalPoint& one, const NodalPoint& other) const {
    Mat3 block;
    Eigen::Map<Eigen::Matrix3d> sum(block.m);
    for (int a = 0; a < one.count; ++a) {
      for (int b = 0; b < other.count; ++b) {
        sum += one.weight[a] * other.weight[b] *
               inverse.block<3, 3>(3L * one.node[a], 3L * other.node[b]);
      }
    }
    return block;
  }
};

/// Rigid, affine and dense bodies with two meshes beside, whose nodes touch bodies, each other and
/// themselves.
LocalDynamics with_meshes(const std::vector<Mesh>& meshes, int rows, unsigned seed) {
  LocalDynamics problem = mixed_problem({8, 20, true, true, true, false}, seed);
  problem.push = problem.step;
  BodyOperator& W = problem.body_space;
  std::vector<int> slots;
  for (std::size_t k = 0; k < meshes.size(); ++k) slots.push_back(W.add_factored_slot());
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&] { return Vec3{unit(rng), unit(rng), unit(rng)}; };
  const auto random_point = [&](int k) {
    NodalPoint point;
    const int nodes = meshes[at(k)].K.row_count();
    point.count = 3;
    const int first = static_cast<int>(rng() % static_cast<unsigned>(nodes));
    for (int a = 0; a < 3; ++a) {
      point.node[a] = (first + 2 * a) % nodes;
      point.weight[a] = 0.2 + 0.1 * a + (a == 2 ? 0.1 : 0.0);
    }
    return point;
  };
  const int before = problem.size();
  problem.resize(before + rows);
  for (int i = before; i < before + rows; ++i) {
    const int k = i % count(meshes);
    RowJacobian row;
    row.frame = frame_of(normalized(vector()));
    row.slave = slots[at(k)];
    NodalPoint master;
    if (i % 4 == 0) {
      row.master = static_cast<int>(rng() % 8U);
      row.master_arm = vector();
    } else if (i % 4 == 1) {
      row.master = slots[at((i / 4) % count(meshes))];
      master = random_point((i / 4) % count(meshes));
    }
    W.row(i) = row;
    W.set_points(i, master, random_point(k));
    problem.law[at(i)].friction = i % 3 == 0 ? 2.0 : 0.3;
    problem.V[at(i)] = {};
    problem.B[at(i)] = vector();
  }
  W.allocate_factored_sides();
  for (int k = 0; k < count(meshes); ++k) {
    const Mesh& mesh = meshes[at(k)];
    const int slot = slots[at(k)];
    W.set_tangent(slot, {&mesh.K, mesh.mass, kC, mesh.rotation, 1e5, 1e4});
    const auto places = W.factored_places(slot);
    for (int s = 0; s < count(places); ++s) {
      for (int t = 0; t <= s; ++t) {
        const Mat3 block = mesh.response(W.point(places[at(t)]), W.point(places[at(s)]));
        W.set_factored_inverse(slot, t, s, problem.push * block);
      }
    }
  }
  for (int i = 0; i < problem.size(); ++i) problem.W_diagonal[at(i)] = W.diagonal(i);
  return problem;
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

// Stick gives E = d²/ε with ε = 1e-6, and velocities to nine digits leave three or more of dR.
constexpr double kTol = 1e-3;

TEST(TangentNewton, IsTheStepOfTheFullMatrix) {
  int slipping = 0;
  TangentFactor memory;  // serves problems of different patterns in turn
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::vector<Mesh> meshes{{12, seed}, {17, seed + 100}};
    const LocalDynamics problem = with_meshes(meshes, 24, seed);
    for (const unsigned other : {0U, 50U}) {
      const std::vector<Vec3> R = random_reactions(problem, 20.0, seed + other);
      const std::vector<Vec3> U = velocities_by_blocks(problem, R);
      std::vector<Vec3> expected(R.size());
      std::vector<Vec3> dR(R.size());
      DenseNewton full(problem);
      ASSERT_TRUE(full.compute(R, U, expected));
      TangentNewton sparse(problem, memory);
      EXPECT_TRUE(sparse.is_complete());
      EXPECT_TRUE(std::isfinite(sparse.cost_in_sweeps()));
      ASSERT_TRUE(sparse.compute(R, U, dR));
      EXPECT_LE(distance(dR, expected), kTol) << seed << " " << sparse.linear_iterations();
      slipping += sparse.linear_iterations() > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(slipping, 10);
}

TEST(TangentNewton, NeedsOneSolutionWhereNothingSlips) {
  const std::vector<Mesh> meshes{{12, 5}, {17, 6}};
  LocalDynamics problem = with_meshes(meshes, 24, 3);
  for (RowLaw& law : problem.law) {
    law.friction = 0.0;
    law.kind = law.kind == ConstraintKind::spring_dashpot ? ConstraintKind::contact : law.kind;
  }
  const std::vector<Vec3> R = random_reactions(problem, 20.0, 9);
  const std::vector<Vec3> U = velocities_by_blocks(problem, R);
  std::vector<Vec3> expected(R.size());
  std::vector<Vec3> dR(R.size());
  DenseNewton full(problem);
  ASSERT_TRUE(full.compute(R, U, expected));
  TangentFactor memory;
  TangentNewton sparse(problem, memory);
  ASSERT_TRUE(sparse.compute(R, U, dR));
  EXPECT_EQ(sparse.linear_iterations(), 0);
  EXPECT_LE(distance(dR, expected), 1e-6);
}

TEST(TangentNewton, OfBodiesWithoutMeshesIsTheStepOfTheFullMatrixToo) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    LocalDynamics problem = mixed_problem({9, 30, true, true, true, true}, seed);
    problem.push = problem.step;
    const std::vector<Vec3> R = random_reactions(problem, 20.0, seed);
    const std::vector<Vec3> U = velocities_by_blocks(problem, R);
    std::vector<Vec3> expected(R.size());
    std::vector<Vec3> dR(R.size());
    DenseNewton full(problem);
    ASSERT_TRUE(full.compute(R, U, expected));
    TangentFactor memory;
    TangentNewton sparse(problem, memory);
    ASSERT_TRUE(sparse.compute(R, U, dR));
    EXPECT_LE(distance(dR, expected), kTol) << seed;
  }
}

TEST(TangentNewton, AnalysesAgainWhenThePatternChangesAlone) {
  const std::vector<Mesh> meshes{{40, 1}, {45, 2}};
  const LocalDynamics problem = with_meshes(meshes, 24, 3);
  const std::vector<Vec3> R = random_reactions(problem, 20.0, 9);
  const std::vector<Vec3> U = velocities_by_blocks(problem, R);
  TangentFactor memory;
  std::vector<Vec3> first(R.size());
  std::vector<Vec3> again(R.size());
  ASSERT_TRUE(TangentNewton(problem, memory).compute(R, U, first));
  const double* blocks = memory.matrix.block.data()->m;
  ASSERT_TRUE(TangentNewton(problem, memory).compute(R, U, again));
  EXPECT_EQ(first, again);
  EXPECT_EQ(blocks, memory.matrix.block.data()->m);  // the matrix was not made anew
}

TEST(TangentNewton, IsNotOfferedWhereTheInverseAloneIsKnown) {
  const std::vector<Mesh> meshes{{12, 5}};
  LocalDynamics problem = with_meshes(meshes, 9, 3);
  const int slot = problem.body_space.slot_count() - 1;
  problem.body_space.set_tangent(slot, {});
  TangentFactor memory;
  TangentNewton sparse(problem, memory);
  EXPECT_FALSE(sparse.is_complete());
  EXPECT_TRUE(std::isinf(sparse.cost_in_sweeps()));
  std::vector<Vec3> dR(problem.law.size());
  EXPECT_FALSE(sparse.compute(problem.B, problem.B, dR));
  MeshNewton chosen(problem, memory);  // the full matrix is left
  EXPECT_TRUE(chosen.is_complete());
  EXPECT_TRUE(chosen.compute(problem.B, problem.B, dR));
}

TEST(TangentNewton, TakesThePlaceOfTheFullMatrixOfManyRows) {
  const std::vector<Mesh> meshes{{40, 1}};
  TangentFactor memory;
  const LocalDynamics many = with_meshes(meshes, 300, 3);
  EXPECT_LT(TangentNewton(many, memory).cost_in_sweeps(), DenseNewton(many).cost_in_sweeps());
  MeshNewton chosen(many, memory);
  EXPECT_EQ(chosen.cost_in_sweeps(), TangentNewton(many, memory).cost_in_sweeps());
}

}  // namespace
}  // namespace solfec
