#include "solver/measure/merit.h"

#include <cmath>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "solver/gauss_seidel.h"
#include "solver/law/signorini_contact.h"
#include "solver/measure/natural_residual.h"
#include "solver/measure/row_residual.h"
#include "solver/one_solution.h"
#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;  // blocks are regularised by 1e-12 of their trace

double inverse_square(const Mat3& W, Vec3 x) {
  const Eigen::Map<const Eigen::Matrix3d> map(W.m);
  const Eigen::Vector3d v(x.x, x.y, x.z);
  return v.dot(map.ldlt().solve(v));
}

struct Solution {
  std::vector<Vec3> R;
  std::vector<Vec3> U;
  SolveReport report;
};

Solution solve_tightly(LocalDynamics& problem) {
  Solution solution;
  solution.R.resize(problem.law.size());
  solution.U.resize(problem.law.size());
  GaussSeidelParams params;
  params.relative_tolerance = 1e-13;
  params.max_sweeps = 20000;
  solve_gauss_seidel(problem, params, solution.R, solution.U, solution.report);
  return solution;
}

Scene one_sphere(double friction) {
  Scene scene(0.01, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.set_velocity(ball, {1, 0.5, -2});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, friction);
  return scene;
}

TEST(Merit, OfTheFreeMotionIntoAPlaneIsOneWithoutTangentialMotion) {
  // R = 0, U = B = (0, 0, -v): C = F + m(-F) = F, hence the ratio is one.
  Scene scene(0.01, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
  LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> R(1);
  EXPECT_NEAR(merit(problem, R, problem.B, {}), 1.0, kTol);
}

TEST(Merit, VanishesAtTheSolutionAndGrowsAwayFromIt) {
  Scene scene = one_sphere(0.3);
  LocalDynamics& problem = scene.finish();
  Solution s = solve_tightly(problem);
  EXPECT_LE(merit(problem, s.R, s.U, {}), 1e-20);
  EXPECT_LE(natural_residual(problem, s.R, s.U), 1e-11);
  s.R[0] *= 1.1;
  s.U[0] = problem.B[0] + problem.W_diagonal[0] * s.R[0];
  EXPECT_GE(merit(problem, s.R, s.U, {}), 1e-4);
  EXPECT_GE(natural_residual(problem, s.R, s.U), 1e-2);
}

TEST(Merit, RowValuesSumToTheMerit) {
  Scene scene = brick_wall(3, 3, 0.6);
  LocalDynamics& problem = scene.problem();
  const std::vector<Vec3> R(problem.law.size(), Vec3{1, 2, 30});
  std::vector<Vec3> U(problem.law.size(), Vec3{0.1, 0.2, -0.3});
  std::vector<double> rows(problem.law.size());
  const double total = merit(problem, R, U, rows);
  double sum = 0.0;
  for (const double row : rows) sum += row;
  EXPECT_NEAR(total, sum, kTol * total);
  EXPECT_GT(total, 0.0);
}

TEST(Merit, OnePassGivesItAndTheNaturalResidual) {
  Scene scene = brick_wall(3, 3, 0.6);
  LocalDynamics& problem = scene.problem();
  problem.law[2].open = true;
  problem.rounding.assign(problem.law.size(), 1e-3);
  std::vector<Vec3> R(problem.law.size(), Vec3{1, 2, 30});
  std::vector<Vec3> U(problem.law.size(), Vec3{0.1, 0.2, -0.3});
  R[1] = {};
  U[1] = {1e-4, 0, 0.2};
  const Residual both = residual_of(problem, R, U);
  const NaturalViolation map = natural_violation(problem, R, U);
  EXPECT_EQ(both.map.violation, map.violation);
  EXPECT_EQ(both.map.scale, map.scale);
  EXPECT_EQ(both.map.velocity_scale, map.velocity_scale);
  EXPECT_EQ(both.map.worst, map.worst);
  EXPECT_EQ(both.map.worst_row, map.worst_row);
  EXPECT_EQ(both.merit, merit(problem, R, U, {}));
  EXPECT_GT(both.merit, 0.0);
}

TEST(Merit, FixedPointMeasuresTheEnergyOfTheMissedVelocity) {
  Scene scene(0.01, {0, 0, -10});
  const int body = scene.add_box(100.0, {1, 2, 3}, {0, 0, 0});
  scene.set_velocity(body, {1, 0, 0});
  scene.add_row(ConstraintKind::fixed_point, body, kGround, {0.5, 1, 1.5}, {0, 0, 1});
  LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> R(1);
  const std::vector<Vec3> U{{0.2, -0.1, 0.4}};
  const double expected = inverse_square(problem.W_diagonal[0], U[0] + problem.V[0]) /
                          inverse_square(problem.W_diagonal[0], problem.B[0]);
  EXPECT_NEAR(merit(problem, R, U, {}), expected, kTol * expected);
}

TEST(Merit, PrescribedMotionMeasuresTheMissAlongItsDirection) {
  Scene scene(0.01, {0, 0, -10});
  const int body = scene.add_box(100.0, {1, 2, 3}, {0, 0, 0});
  scene.set_velocity(body, {1, 0, 0});
  RowLaw& law =
      scene.add_row(ConstraintKind::velocity_direction, body, kGround, {0.5, 1, 1.5}, {0, 0, 1});
  law.target = 0.7;
  LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> R{{3, -4, 5}};  // no part of it
  const Mat3& W = problem.W_diagonal[0];
  const double scale = inverse_square(W, problem.B[0]) + inverse_square(W, {0, 0, 0.7});
  for (const double along : {0.0, 0.4, 0.7, 1.2}) {
    const std::vector<Vec3> U{{0.2, -0.1, along}};
    const double expected = inverse_square(W, {0, 0, along - 0.7}) / scale;
    EXPECT_NEAR(merit(problem, R, U, {}), expected, kTol);
  }
}

TEST(Merit, OpenContactsContributeNothing) {
  Scene scene = one_sphere(0.3);
  LocalDynamics& problem = scene.finish();
  problem.law[0].open = true;
  const std::vector<Vec3> R(1);
  EXPECT_EQ(merit(problem, R, problem.B, {}), 0.0);
  EXPECT_EQ(natural_residual(problem, R, problem.B), 0.0);
}

TEST(Merit, WithoutFreeMotionTheDenominatorIsOne) {
  Scene scene(0.01, {0, 0, 0});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
  LocalDynamics& problem = scene.finish();
  const std::vector<Vec3> R(1);
  const std::vector<Vec3> U{{0, 0, -1}};
  EXPECT_EQ(merit(problem, R, problem.B, {}), 0.0);
  EXPECT_NEAR(merit(problem, R, U, {}), inverse_square(problem.W_diagonal[0], {0, 0, -1}),
              1e-6 * inverse_square(problem.W_diagonal[0], {0, 0, -1}));
}

TEST(ContactResidual, IsZeroExactlyForTheStatesOfTheLaw) {
  RowLaw law;
  law.friction = 0.5;
  EXPECT_LE(norm(contact_residual(law, 1.0, {}, {1, 2, 3})), 0.0);                 // open
  EXPECT_LE(norm(contact_residual(law, 1.0, {1, -1, 4}, {})), 0.0);                // stick
  EXPECT_LE(norm(contact_residual(law, 1.0, {1.2, -1.6, 4}, {-3, 4, 0})), 1e-14);  // slip
  EXPECT_GE(norm(contact_residual(law, 1.0, {1.2, -1.6, 4}, {3, -4, 0})), 1.0);  // wrong direction
  EXPECT_GE(norm(contact_residual(law, 1.0, {}, {0, 0, -1})), 0.9);              // penetrating
  EXPECT_GE(norm(contact_residual(law, 1.0, {0, 0, 1}, {0, 0, 1})), 0.9);  // pushing while open
}

TEST(ContactResidual, SeesApproachBesideSlipWhateverTheFriction) {
  for (const double friction : {0.0, 0.5, 9.9, 10.1, 1e3, 1e6, 1e10}) {
    RowLaw law;
    law.friction = friction;
    const Vec3 missed = contact_residual(law, 1.0, {}, {1, 0, -0.3});
    EXPECT_GE(norm(missed), 0.3 / std::fmin(1.0 + friction, 11.0)) << friction;
    if (friction > 10.0) {
      EXPECT_NEAR(missed.z, -0.3, 1e-15) << friction;
      EXPECT_NEAR(norm(contact_residual(law, 1.0, {0, 0, 2}, {0.1, 0, 0})), 0.1, 1e-15);  // no slip
      const double excess = norm(contact_residual(law, 1.0, {2.5 * friction, 0, 2}, {-1, 0, 0}));
      EXPECT_NEAR(excess, 0.5 * friction, 1e-12 * friction);  // outside of the cone
    }
    EXPECT_EQ(norm(contact_residual(law, 1.0, {}, {1, 2, 3})), 0.0);  // open
    EXPECT_EQ(norm(contact_residual(law, 1.0, {0, 0, 4}, {})), 0.0);  // at rest
    const Vec3 on_cone{0.6 * friction * 2, -0.8 * friction * 2, 2};
    EXPECT_LE(norm(contact_residual(law, 1.0, on_cone, {-3, 4, 0})), 1e-14 * (1.0 + friction));
  }
}

TEST(ContactResidual, SeesRestitutionAndCohesion) {
  RowLaw law;
  law.velocity_shift = -2.0;
  law.cohesion = 10.0;
  EXPECT_LE(norm(contact_residual(law, 1.0, {0, 0, 5}, {0, 0, 2})), 1e-14);  // rebound with U_N = 2
  EXPECT_LE(norm(contact_residual(law, 1.0, {0, 0, -4}, {0, 0, 2})), 1e-14);  // pulled, bond holds
  EXPECT_LE(norm(contact_residual(law, 1.0, {0, 0, -10}, {0, 0, 3})), 1e-14);
  EXPECT_GE(norm(contact_residual(law, 1.0, {0, 0, -11}, {0, 0, 2})), 0.9);
}

// Lengths, velocities and accelerations are `size` times those of size 1, forces size³ times with
// the density; the step is that of size 1.
TEST(Merit, DoesNotDependOnTheSizeOrTheDensityOfTheModel) {
  const auto merit_of = [](double size, double density, Vec3 share) {
    Scene scene(0.01, {0, 0, -10 * size});
    const int ball = scene.add_sphere(density, 0.1 * size, {0, 0, 0.1 * size});
    scene.set_velocity(ball, {size, 0, -2 * size});
    scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
    LocalDynamics& problem = scene.finish();
    const double force = size / problem.W_diagonal[0](2, 2);
    const std::vector<Vec3> R{force * share};
    const std::vector<Vec3> U{problem.B[0] + problem.W_diagonal[0] * R[0]};
    return merit(problem, R, U, {});
  };
  for (const Vec3 share : {Vec3{0, 0, 2.5}, Vec3{0.5, 0, 2}, Vec3{-0.3, 0.1, 1}, Vec3{0, 0, 9}}) {
    const double expected = merit_of(1.0, 1e3, share);
    EXPECT_GT(expected, 1e-3);
    for (const double size : {1e-6, 1e-3, 1e3}) {
      EXPECT_NEAR(merit_of(size, 1e3, share), expected, 1e-9 * expected) << size;
      EXPECT_NEAR(merit_of(size, 1.0, share), expected, 1e-9 * expected) << size;
    }
  }
}

// A ball that leaves the ground is pushed by w⁻¹ v: all of that push is spurious.
TEST(Merit, APushOfAContactThatOpensCountsByTheVelocityThatItGives) {
  for (const double density : {1e-3, 1.0, 1e6}) {
    Scene scene(0.01, {0, 0, 0});
    const int ball = scene.add_sphere(density, 0.1, {0, 0, 0.1});
    scene.set_velocity(ball, {0, 0, 1});
    scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.0);
    LocalDynamics& problem = scene.finish();
    const Mat3& W = problem.W_diagonal[0];
    const double w = trace(W) / 3.0;
    const std::vector<Vec3> R{{0, 0, 0.1 / W(2, 2)}};
    const std::vector<Vec3> U{problem.B[0] + W * R[0]};
    // C = w R n, B = n: W_nn w² R² against W_nn
    const double expected = (w * R[0].z) * (w * R[0].z);
    EXPECT_NEAR(merit(problem, R, U, {}), expected, 1e-9 * expected);
  }
}

TEST(NaturalResidual, DoesNotDependOnTheUnitOfMass) {
  const auto residual = [](double density) {
    Scene scene(0.01, {0, 0, -10});
    const int ball = scene.add_sphere(density, 0.1, {0, 0, 0.1});
    scene.set_velocity(ball, {1, 0, -2});
    scene.add_contact(ball, kGround, {0, 0, 0}, {0, 0, 1}, 0.5);
    LocalDynamics& problem = scene.finish();
    const std::vector<Vec3> R{{0, 0, density}};
    const std::vector<Vec3> U{problem.B[0] + problem.W_diagonal[0] * R[0]};
    return natural_residual(problem, R, U);
  };
  EXPECT_NEAR(residual(1e-3), residual(1e3), 1e-12);
  EXPECT_GT(residual(1.0), 1e-3);
}

TEST(NaturalResidual, NamesTheRowThatIsMostWrong) {
  Scene scene(0.01, {0, 0, -10});
  for (int k = 0; k < 3; ++k) {
    const Vec3 place{1.0 * k, 0, 0.1};
    scene.add_contact(scene.add_sphere(1000, 0.1, place), kGround, {1.0 * k, 0, 0}, {0, 0, 1}, 0.5);
  }
  LocalDynamics& problem = scene.finish();
  Solution s = solve_tightly(problem);
  s.R[1] *= 1.1;
  s.R[2] *= 1.01;
  for (std::size_t i = 0; i < 3; ++i) s.U[i] = problem.B[i] + problem.W_diagonal[i] * s.R[i];
  int worst = 0;
  const double residual = natural_residual(problem, s.R, s.U, &worst);
  EXPECT_EQ(worst, 1);
  EXPECT_EQ(residual, natural_residual(problem, s.R, s.U));
}

}  // namespace
}  // namespace solfec
