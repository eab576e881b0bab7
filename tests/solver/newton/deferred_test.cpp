#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "local_dynamics/body_velocities.h"
#include "local_dynamics/deferred_inverse.h"
#include "solver/gauss_seidel.h"
#include "solver/mesh_problem.h"
#include "solver/newton_series/newton.h"
#include "solver/scene.h"

namespace solfec {
namespace {

// Rows of meshes whose inverses are deferred, beside the same rows with all blocks.

double largest(const std::vector<Vec3>& vectors) {
  double size = 0.0;
  for (const Vec3 v : vectors) size = std::max(size, norm_inf(v));
  return size;
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) size = std::max(size, norm_inf(a[i] - b[i]));
  return size;
}

struct Pair {
  std::vector<SpringMesh> meshes;
  LocalDynamics deferred;
  LocalDynamics whole;
};

Pair make_pair(unsigned seed) {
  Pair pair{{{12, seed}, {17, seed + 100}}, {}, {}};
  pair.deferred = with_meshes(pair.meshes, 24, seed, true);
  pair.whole = with_meshes(pair.meshes, 24, seed, true);
  pair.whole.body_space.complete_inverses();
  return pair;
}

TEST(DeferredInverse, ProductsAndDiagonalBlocksAreThoseOfAllBlocks) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Pair pair = make_pair(seed);
    EXPECT_TRUE(pair.deferred.body_space.has_deferred());
    EXPECT_FALSE(pair.whole.body_space.has_deferred());
    const std::vector<Vec3> R = random_reactions(pair.whole, 20.0, seed);
    const std::vector<Vec3> expected = velocities_by_blocks(pair.whole, R);
    BodyVelocities W(pair.deferred.body_space);
    std::vector<Vec3> U(R.size());
    for (int turn = 0; turn < 2; ++turn) {  // nothing is left of the first
      W.reset(R);
      for (int i = 0; i < count(U); ++i) U[at(i)] = pair.deferred.B[at(i)] + W.gather(i);
      EXPECT_LE(largest_difference(U, expected), 1e-12 * largest(expected));
    }
    for (int i = 0; i < pair.whole.size(); ++i) {
      const Mat3 difference = pair.deferred.W_diagonal[at(i)] - pair.whole.W_diagonal[at(i)];
      for (int k = 0; k < 3; ++k) EXPECT_LE(norm_inf(difference.column(k)), 1e-15);
    }
    pair.deferred.body_space.complete_inverses();
    W.reset(R);
    for (int i = 0; i < count(U); ++i) U[at(i)] = pair.deferred.B[at(i)] + W.gather(i);
    EXPECT_LE(largest_difference(U, expected), 1e-12 * largest(expected));
    const Mat3 one = pair.deferred.body_space.block(3, pair.whole.size() - 1);
    const Mat3 other = pair.whole.body_space.block(3, pair.whole.size() - 1);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(one.m[k], other.m[k]);
  }
}

struct Outcome {
  int solved = 0;
  int without = 0;  // blocks of W
};

// Solutions of problems that can be solved with all blocks; U is tried by the blocks.
Outcome solve_deferred_problems(bool frictionless) {
  Outcome outcome;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Pair pair = make_pair(seed);
    for (LocalDynamics* problem : {&pair.deferred, &pair.whole}) {
      for (RowLaw& law : problem->law) {
        if (!frictionless) continue;
        law.friction = 0.0;
        if (law.kind == ConstraintKind::spring_dashpot) law.kind = ConstraintKind::contact;
      }
    }
    GaussSeidelParams params;
    params.relative_tolerance = 1e-8;
    params.merit_tolerance = 1e-12;
    params.max_sweeps = 5000;
    const std::size_t n = pair.whole.law.size();
    std::vector<Vec3> R(n);
    std::vector<Vec3> U(n);
    SweepWorkspace work;
    SolveReport report;
    solve_gauss_seidel(pair.whole, params, work, R, U, report);
    if (report.status != SolveStatus::ok) continue;
    ++outcome.solved;
    std::fill(R.begin(), R.end(), Vec3{});
    solve_gauss_seidel(pair.deferred, params, work, R, U, report);
    EXPECT_EQ(report.status, SolveStatus::ok) << seed;
    EXPECT_LE(report.residual, 1e-8) << seed;
    EXPECT_LE(largest_difference(U, velocities_by_blocks(pair.whole, R)), 1e-9 * largest(U));
    if (!pair.deferred.body_space.has_deferred()) continue;
    ++outcome.without;
    EXPECT_GT(report.newton_steps, 0);
    EXPECT_EQ(report.iterations, report.newton_steps);
  }
  return outcome;
}

TEST(DeferredInverse, FrictionlessRowsAreSolvedWithoutBlocks) {
  const Outcome outcome = solve_deferred_problems(true);
  EXPECT_GE(outcome.solved, 8);
  EXPECT_EQ(outcome.without, outcome.solved);
}

// Rows of random directions and friction up to 2, where Newton steps alone often fail.
TEST(DeferredInverse, WhatNewtonStepsDoNotSolveIsSolvedWithAllBlocks) {
  const Outcome outcome = solve_deferred_problems(false);
  EXPECT_GE(outcome.solved, 4);
  EXPECT_LT(outcome.without, outcome.solved);
}

TEST(DeferredInverse, NewtonSolverNeedsNoBlocksOrFindsThem) {
  for (const NewtonVariant variant : {NewtonVariant::smoothed_variational,
                                      NewtonVariant::body_space, NewtonVariant::nonsmooth_hsw}) {
    const Pair pair = make_pair(3);
    NewtonParams params;
    params.variant = variant;
    params.merit_tolerance = 1e-14;
    params.max_iterations = 200;
    std::vector<Vec3> R(pair.whole.law.size());
    std::vector<Vec3> U(R.size());
    NewtonWorkspace work;
    SolveReport report;
    solve_newton({pair.deferred}, params, work, R, U, report);
    EXPECT_EQ(report.status, SolveStatus::ok);
    EXPECT_LE(largest_difference(U, velocities_by_blocks(pair.whole, R)), 1e-9 * largest(U));
    if (variant == NewtonVariant::nonsmooth_hsw) {
      EXPECT_FALSE(pair.deferred.body_space.has_deferred());
    }
  }
}

}  // namespace
}  // namespace solfec
