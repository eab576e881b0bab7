#include "solver/newton/body_space_newton.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/mixed_problem.h"
#include "solver/row/row_linearisation.h"
#include "solver/row/row_reaction.h"

namespace solfec {
namespace {

// Stick gives E = d²/ε with ε = 1e-6; factors without pivoting from block to block lose three
// digits more of a condition number of 1e9.
constexpr double kTol = 1e-3;

/// Largest part of k + (1 + E W) dR over the largest k, with W by its blocks.
double miss_of(const LocalDynamics& problem, const std::vector<RowLinearisation>& rows,
               const std::vector<Vec3>& dR) {
  double miss = 0.0;
  double size = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    Vec3 dU;
    for (int j = 0; j < problem.size(); ++j) {
      dU += problem.body_space.block(i, j) * dR[static_cast<std::size_t>(j)];
    }
    miss = std::fmax(miss, norm(rows[at].k + dR[at] + rows[at].E * dU));
    size = std::fmax(size, norm(rows[at].k));
  }
  return miss / size;
}

std::vector<RowLinearisation> linearised(const LocalDynamics& problem, const std::vector<Vec3>& R,
                                         const std::vector<Vec3>& U) {
  std::vector<RowLinearisation> rows;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    rows.push_back(linearise_row(problem, i, R[at], U[at]));
  }
  return rows;
}

TEST(BodySpaceNewton, StepsFulfilTheLinearisedLaws) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const bool soft = seed % 2 == 0;
    const LocalDynamics problem = mixed_problem({8, 25, soft, true, false, true}, seed);
    const std::vector<Vec3> R = random_reactions(problem, 10.0, seed);
    const std::vector<Vec3> U = velocities_by_blocks(problem, R);
    BodyFactor factor;
    BodySpaceNewton newton(problem, factor);
    std::vector<Vec3> dR(R.size());
    ASSERT_TRUE(newton.is_complete());
    ASSERT_TRUE(newton.compute(R, U, dR));
    EXPECT_LE(miss_of(problem, linearised(problem, R, U), dR), kTol) << seed;
  }
}

TEST(BodySpaceNewton, TellsItsCostWithoutMemoryOfAFactor) {
  const LocalDynamics problem = mixed_problem({30, 80, true, true, false, true}, 5);
  BodyFactor factor;
  BodySpaceNewton newton(problem, factor);
  const double cost = newton.cost_in_sweeps();
  EXPECT_TRUE(std::isfinite(cost));
  EXPECT_GT(factor.lu.block_count(), 0);
  EXPECT_FALSE(factor.lu.has_blocks());
  // two visits per product of blocks and sixteen for all else of a row that may have a reaction
  int rows = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!stays_at_rest(problem.law[at], problem.W_diagonal[at])) ++rows;
  }
  EXPECT_NEAR(cost, 16.0 + 2.0 * factor.lu.products() / rows, 1e-9 * cost);
  const std::vector<Vec3> R = random_reactions(problem, 10.0, 5);
  std::vector<Vec3> dR(R.size());
  ASSERT_TRUE(newton.compute(R, velocities_by_blocks(problem, R), dR));
  EXPECT_TRUE(factor.lu.has_blocks());
  EXPECT_EQ(newton.cost_in_sweeps(), cost);
}

TEST(BodySpaceNewton, KeepsOrderAndFactorsWhileTheSameBodiesTouch) {
  const LocalDynamics problem = mixed_problem({12, 30, false, false, false, true}, 9);
  BodyFactor factor;
  const std::vector<Vec3> R = random_reactions(problem, 10.0, 9);
  const std::vector<Vec3> U = velocities_by_blocks(problem, R);
  std::vector<Vec3> first(R.size());
  std::vector<Vec3> again(R.size());
  ASSERT_TRUE(BodySpaceNewton(problem, factor).compute(R, U, first));
  const Block6* const blocks = factor.lu.blocks().data();
  BodySpaceNewton next(problem, factor);
  EXPECT_TRUE(std::isfinite(next.cost_in_sweeps()));
  EXPECT_EQ(factor.lu.blocks().data(), blocks);
  ASSERT_TRUE(next.compute(R, U, again));
  EXPECT_EQ(first, again);
}

}  // namespace
}  // namespace solfec
