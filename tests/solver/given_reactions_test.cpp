#include "solver/given_reactions.h"

#include <algorithm>
#include <memory>
#include <span>

#include <gtest/gtest.h>

#include "scene.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;     // s
constexpr double kMass = 2.0;      // kg
constexpr double kGravity = 10.0;  // m/s^2

/// A cube at rest on four contacts: each bears a quarter of its weight.
class GivenReactionsTest : public ::testing::Test {
 protected:
  const SolveReport& solve(double share) {
    LocalDynamics& problem = scene_.finish();
    solution_.R.assign(4, {1.0, 2.0, 3.0});
    solution_.U.resize(4);
    given_ = std::make_unique<GivenReactions>(
        judge_, [share](const LocalDynamics& rows, std::span<Vec3> R) {
          EXPECT_EQ(rows.size(), 4);
          EXPECT_EQ(R[0], (Vec3{1.0, 2.0, 3.0}));  // the warm start
          std::fill(R.begin(), R.end(), Vec3{0.0, 0.0, 0.25 * share * kMass * kGravity});
        });
    given_->solve(problem, solution_);
    return given_->report();
  }

  Scene scene_ = cube_stack(1, kMass, 0.5, kStep);
  GaussSeidelSolver judge_{{.relative_tolerance = 1e-9}};
  std::unique_ptr<GivenReactions> given_;
  LocalSolution solution_;
};

TEST_F(GivenReactionsTest, TheExactReactionsMeetAllCriteria) {
  const SolveReport& report = solve(1.0);
  EXPECT_EQ(report.status, SolveStatus::ok);
  EXPECT_EQ(report.missed, Miss::nothing);
  EXPECT_LT(report.residual, 1e-12);
  EXPECT_LT(report.merit, 1e-20);
  for (const Vec3& U : solution_.U) EXPECT_LT(norm(U), 1e-14);
}

TEST_F(GivenReactionsTest, ReactionsThatBearTooLittleMissTheVelocityThatIsLeft) {
  const SolveReport& report = solve(0.75);
  EXPECT_EQ(report.status, SolveStatus::diverged);
  EXPECT_EQ(report.missed, Miss::residual);
  EXPECT_NEAR(report.worst_error, 0.25 * kGravity * kStep, 1e-14);
  EXPECT_NEAR(report.residual, 0.25, 1e-12);  // of the free velocity g h in each row
  // the velocity is that of the weight that nothing bears
  for (const Vec3& U : solution_.U) EXPECT_NEAR(U.z, -0.25 * kGravity * kStep, 1e-14);
}

TEST_F(GivenReactionsTest, CriteriaAreThoseOfTheSolverThatJudges) {
  judge_.params.accuracy.speed = 0.3 * kGravity * kStep;
  EXPECT_EQ(solve(0.75).status, SolveStatus::ok);
  judge_.params.accuracy.speed = 0.2 * kGravity * kStep;
  EXPECT_EQ(solve(0.75).missed, Miss::accuracy);
  EXPECT_EQ(given_->accuracy(1.0), 0.2 * kGravity * kStep);
}

TEST_F(GivenReactionsTest, ReactionsThatPullMiss) {
  EXPECT_EQ(solve(-1.0).status, SolveStatus::diverged);
  // the projection takes away the pull: the error is that of R = 0 and of the reaction itself
  EXPECT_GT(given_->report().worst_error, kGravity * kStep);
}

}  // namespace
}  // namespace solfec
