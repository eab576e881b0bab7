#include "local_dynamics/stored/unit_problem.h"

#include <cmath>

#include <gtest/gtest.h>

namespace solfec {
namespace {

/// Two contacts that know each other, with W over `mobility` and q over `speed`.
StoredProblem problem_of(double mobility, double speed) {
  StoredProblem problem;
  problem.W.row_start = {0, 2, 4};
  problem.W.column = {0, 1, 0, 1};
  const Mat3 own = {{3, 0.5, 0.25, 0.5, 2, 0, 0.25, 0, 4}};
  const Mat3 other = {{0.5, 0, 0, 0, 0.25, 0, 0, 0, 1}};
  problem.W.block = {own * mobility, other * mobility, other * mobility, own * mobility};
  problem.q = {Vec3{1, 2, -3} * speed, Vec3{0.5, 0, -1} * speed};
  problem.mu = {0.5, 0.25};
  problem.solution = {{Vec3{0, 0, 1} * (speed / mobility), {}}, {{}, Vec3{0, 0, 2} * speed}};
  return problem;
}

bool same_bits(const StoredProblem& a, const StoredProblem& b) {
  bool same = a.q == b.q && a.solution.r == b.solution.r && a.solution.u == b.solution.u;
  for (std::size_t k = 0; k < a.W.block.size(); ++k) {
    for (int i = 0; i < 9; ++i) same = same && a.W.block[k].m[i] == b.W.block[k].m[i];
  }
  return same;
}

TEST(UnitProblem, UnitsOfPowersOfTwoLeaveNoTrace) {
  StoredProblem one = problem_of(1.0, 1.0);
  use_own_units(one);
  for (const int exponent : {-900, -30, 7, 900}) {
    StoredProblem other = problem_of(std::ldexp(1.0, exponent), std::ldexp(1.0, exponent / 3));
    use_own_units(other);
    EXPECT_TRUE(same_bits(one, other)) << exponent;
  }
}

// Mean diagonal (3 + 2 + 4) / 3 = 3, largest component 3: both are divided by 2.
TEST(UnitProblem, BringsTheMeanDiagonalAndTheLargestVelocityBetweenOneAndTwo) {
  StoredProblem problem = problem_of(1.0, 1.0);
  use_own_units(problem);
  EXPECT_EQ(problem.W.block[0](0, 0), 1.5);
  EXPECT_EQ(problem.q[0], (Vec3{0.5, 1, -1.5}));
  // u = W r keeps its truth: r is over speed / mobility, u over speed
  EXPECT_EQ(problem.solution.r[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(problem.solution.u[1], (Vec3{0, 0, 1}));
}

TEST(UnitProblem, ProblemsWithoutNumbersStayAsTheyAre) {
  StoredProblem empty;
  use_own_units(empty);
  EXPECT_EQ(empty.row_count(), 0);
  StoredProblem still = problem_of(1.0, 0.0);
  use_own_units(still);
  EXPECT_EQ(still.q[0], Vec3{});
  EXPECT_EQ(still.W.block[0](0, 0), 1.5);
}

}  // namespace
}  // namespace solfec
