#include "solver/measure/cone_error.h"

#include <cmath>

#include <gtest/gtest.h>

#include "solver/scene.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

/// A sphere without arm on the ground: W = w 1 with w = h / m.
Scene sphere_without_arm(double friction) {
  Scene scene(0.01, {0, 0, -10});
  const int ball = scene.add_sphere(1000.0, 0.1, {0, 0, 0.1});
  scene.add_contact(ball, kGround, {0, 0, 0.1}, {0, 0, 1}, friction);
  return scene;
}

TEST(ConeError, OfNoReactionIsTheFreeVelocityOverItself) {
  Scene scene = sphere_without_arm(0.5);
  const LocalDynamics& problem = scene.finish();
  // r = 0, u = (0, 0, -g h): r - P(r - u) = -(0, 0, g h)
  EXPECT_NEAR(cone_error(problem, std::vector<Vec3>(1), problem.B), 1.0, kTol);
}

TEST(ConeError, VanishesWhereReactionAndVelocityAreOrthogonalOnBothCones) {
  // r = (-μ, 0, 1) p on K and u = (1, 0, μ) c on its dual: r·u = 0, although u_N > 0.
  const double mu = 0.5;
  Scene scene = sphere_without_arm(mu);
  const LocalDynamics& problem = scene.finish();
  const double w = trace(problem.W_diagonal[0]) / 3.0;
  const std::vector<Vec3> R{(3.0 / w) * Vec3{-mu, 0.0, 1.0}};
  EXPECT_NEAR(cone_error(problem, R, std::vector<Vec3>{0.2 * Vec3{1.0, 0.0, mu}}), 0.0, kTol);

  // Coulomb's law has u_N = 0: trial (-1.5 - c, 0, 3), of which K takes n = (3 + μ(1.5 + c))/(1 +
  // μ²)
  const double c = 0.2;
  const double n = (3.0 + mu * (3.0 * mu + c)) / (1.0 + mu * mu);
  const double miss = std::hypot(-3.0 * mu + mu * n, 3.0 - n);
  EXPECT_NEAR(cone_error(problem, R, std::vector<Vec3>{{c, 0.0, 0.0}}),
              miss / (3.0 * std::sqrt(1.0 + mu * mu)), kTol);
}

TEST(ConeError, LargestRowCountsSoCopiesOfAProblemHaveTheSameError) {
  double errors[2] = {};
  for (const int copies : {1, 3}) {
    Scene scene(0.01, {0, 0, -10});
    for (int k = 0; k < copies; ++k) {
      const int ball = scene.add_sphere(1000.0, 0.1, {1.0 * k, 0, 0.1});
      scene.add_contact(ball, kGround, {1.0 * k, 0, 0.1}, {0, 0, 1}, 0.5);
    }
    const LocalDynamics& problem = scene.finish();
    const double w = trace(problem.W_diagonal[0]) / 3.0;
    const std::vector<Vec3> R(problem.law.size(), Vec3{0, 0, 0.09 / w});
    const std::vector<Vec3> U(problem.law.size(), Vec3{0, 0, -0.01});
    errors[copies == 1 ? 0 : 1] = cone_error(problem, R, U);
  }
  EXPECT_NEAR(errors[0], 0.01 / 0.09, kTol);
  EXPECT_EQ(errors[0], errors[1]);
}

}  // namespace
}  // namespace solfec
