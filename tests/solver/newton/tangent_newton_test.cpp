#include "solver/newton/tangent_newton.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "solver/mesh_problem.h"
#include "solver/mixed_problem.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/mesh_newton.h"
#include "solver/row/row_linearisation.h"
#include "solver/scene.h"

namespace solfec {
namespace {

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
    const std::vector<SpringMesh> meshes{{12, seed}, {17, seed + 100}};
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
  const std::vector<SpringMesh> meshes{{12, 5}, {17, 6}};
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
  const std::vector<SpringMesh> meshes{{40, 1}, {45, 2}};
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
  const std::vector<SpringMesh> meshes{{12, 5}};
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
  const std::vector<SpringMesh> meshes{{40, 1}};
  TangentFactor memory;
  const LocalDynamics many = with_meshes(meshes, 300, 3);
  EXPECT_LT(TangentNewton(many, memory).cost_in_sweeps(), DenseNewton(many).cost_in_sweeps());
  MeshNewton chosen(many, memory);
  EXPECT_EQ(chosen.cost_in_sweeps(), TangentNewton(many, memory).cost_in_sweeps());
}

}  // namespace
}  // namespace solfec
