#include "solver/law/turning_force.h"

#include <cmath>

#include <gtest/gtest.h>

#include "math/mean_value.h"
#include "solver/law/rigid_link.h"
#include "solver/law/spring_damper.h"

namespace solfec {
namespace {

constexpr double kStep = 0.03;
constexpr double kLength = 0.1;  // m, at both ends of the step

/// Two points that turn about each other with 0.757 m/s in a step of 0.2 radians.
LocalDynamics turning_row(ConstraintKind kind) {
  const double speed = 0.757;
  const double middle = std::hypot(kLength, 0.5 * kStep * speed);
  LocalDynamics problem;
  problem.step = kStep;
  problem.resize(1);
  problem.law[0].kind = kind;
  problem.law[0].turns = true;
  problem.law[0].link = {0, 0, middle};
  problem.law[0].target = kLength;
  problem.V[0] = {0, speed * kLength / middle, 0.5 * kStep * speed * speed / middle};
  problem.B[0] = problem.V[0];
  problem.W_diagonal[0] = kStep * 4.0 * identity();
  problem.springs.resize(1);
  problem.springs[0].stroke = middle - kLength;
  return problem;
}

struct Solution {
  Vec3 R;
  Vec3 U;
  Vec3 start;  // links at both ends of the step, m
  Vec3 end;
};

Solution solve(const LocalDynamics& problem, Vec3 push) {
  const ContactBlock w = make_plain_block(problem.W_diagonal[0]);
  const Vec3 b = problem.B[0] + push;
  Solution solution;
  solution.R = law_of(problem, 0).reaction(problem, 0, w, b, {});
  solution.U = b + w.matrix() * solution.R;
  solution.start = problem.law[0].link - 0.5 * kStep * problem.V[0];
  solution.end = problem.law[0].link + 0.5 * kStep * solution.U;
  const double miss = norm(law_of(problem, 0).residual(problem, 0, 0.12, solution.R, solution.U));
  EXPECT_LE(miss, 1e-8);
  return solution;
}

const Vec3 kPushes[] = {{}, {0.1, 0.3, 0.2}, {0, 1.0, 0.5}, {-0.4, -0.2, 1.0}};

TEST(TurningForce, TheReactionHasTheDirectionOfTheMeanChordAndARigidLinkDoesNoWork) {
  const LocalDynamics problem = turning_row(ConstraintKind::rigid_link);
  for (const Vec3 push : kPushes) {
    const Solution s = solve(problem, push);
    EXPECT_LE(norm(cross(s.R, s.start + s.end)), 1e-12 * norm(s.R));
    EXPECT_NEAR(norm(s.end), kLength, 1e-15);
    EXPECT_LT(s.R.z, 0.0);
    EXPECT_LE(std::fabs(dot(s.R, s.end - s.start)), 1e-13 * norm(s.R) * kLength);
  }
}

TEST(TurningForce, TheWorkOfASpringIsWhatItStores) {
  for (const double stiffness : {1.0, 1e3, 1e6}) {
    LocalDynamics problem = turning_row(ConstraintKind::spring);
    problem.springs[0].stiffness = stiffness;
    for (const Vec3 push : kPushes) {
      const Solution s = solve(problem, push);
      EXPECT_LE(norm(cross(s.R, s.start + s.end)), 1e-9 * norm(s.R) * kLength);
      const auto stored = [&](Vec3 link) {
        return 0.5 * stiffness * (norm(link) - kLength) * (norm(link) - kLength);
      };
      const double work = dot(s.R, s.end - s.start);
      const double size = norm(s.R) * norm(s.end - s.start);
      EXPECT_NEAR(work, stored(s.start) - stored(s.end), 1e-9 * size) << stiffness;
    }
  }
}

TEST(TurningForce, TheForceOfTheEndHoldsAStiffSpringAtItsLengthAndTakesEnergy) {
  LocalDynamics problem = turning_row(ConstraintKind::spring);
  problem.springs[0].stiffness = 1e12;
  problem.springs[0].end_share = 1.0;
  const LocalDynamics link = turning_row(ConstraintKind::rigid_link);
  for (const Vec3 push : kPushes) {
    const Solution s = solve(problem, push);
    const double force = norm(s.R) * (norm(s.start) + norm(s.end)) / norm(s.start + s.end);
    EXPECT_NEAR(norm(s.end) - kLength, force / 1e12, 1e-3 * force / 1e12 + 1e-16);
    EXPECT_LE(norm(s.R - solve(link, push).R), 1e-6 * norm(s.R));
    EXPECT_LE(dot(s.R, s.end - s.start), 0.0);
  }
}

TEST(TurningForce, LinearRowsAreTheDerivativesOfTheLaws) {
  for (const ConstraintKind kind : {ConstraintKind::rigid_link, ConstraintKind::spring}) {
    LocalDynamics problem = turning_row(kind);
    problem.springs[0].stiffness = 1e3;
    const Vec3 R{0.02, -0.03, -1.5};
    const Vec3 U{0.1, 0.8, -0.05};
    const double rho = 8.0;
    const Law& law = law_of(problem, 0);
    const LinearRow row = law.linear_row(problem, 0, rho, R, U);
    for (int k = 0; k < 3; ++k) {
      constexpr double kDifference = 1e-6;
      Vec3 d;
      (k == 0 ? d.x : k == 1 ? d.y : d.z) = kDifference;
      const Vec3 by_U = (law.linear_row(problem, 0, rho, R, U + d).C -
                         law.linear_row(problem, 0, rho, R, U - d).C) /
                        (2.0 * kDifference);
      const Vec3 by_R = (law.linear_row(problem, 0, rho, R + d, U).C -
                         law.linear_row(problem, 0, rho, R - d, U).C) /
                        (2.0 * kDifference);
      // the share of the normal component is not differentiated: a few percent of a small force
      const double near = kind == ConstraintKind::spring ? 0.03 : 1e-7;
      EXPECT_LE(norm(by_U - Vec3{row.X(0, k), row.X(1, k), row.X(2, k)}), near * rho);
      EXPECT_LE(norm(by_R - Vec3{row.Y(0, k), row.Y(1, k), row.Y(2, k)}), near);
    }
  }
}

TEST(TurningForce, CompressionPushesNoFurtherThanARowAloneCanBeSolved) {
  const LocalDynamics problem = turning_row(ConstraintKind::rigid_link);
  const double w = mean_inverse_mass(problem.W_diagonal[0]);
  const Vec3 V = problem.V[0];
  EXPECT_NEAR(turning_force(problem, 0, {0, 0, 1e6}, V).c, -kMostPush / w, 1e-12);
  EXPECT_EQ(turning_force(problem, 0, {0, 0, 1e6}, V).by_reaction, 0.0);
  EXPECT_NEAR(turning_force(problem, 0, {0, 0, 1e-3}, V).c, -2.5e-4 * kStep / kLength,
              0.02 * 2.5e-4 * kStep / kLength);
}

}  // namespace
}  // namespace solfec
