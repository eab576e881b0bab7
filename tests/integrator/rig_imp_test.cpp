#include "integrator/rig_imp.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "integrator/rigid_motion.h"

namespace solfec {
namespace {

class ImplicitRotationProperty : public ::testing::Test {
 protected:
  Vec3 random_vector() { return {unit_(rng_), unit_(rng_), unit_(rng_)}; }

 private:
  std::mt19937 rng_{20260104};  // fixed seed: failures must reproduce
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST_F(ImplicitRotationProperty, JacobianIsTheDerivativeOfTheExponentialMap) {
  constexpr double kStep = 1e-5;
  constexpr double kDifference = 1e-9;  // error of central differences
  for (const double size : {0.0, 1e-8, 1e-4, 0.05, 0.0999, 0.1001, 1.0, 3.0}) {
    for (int sample = 0; sample < 20; ++sample) {
      const Vec3 psi = size == 0.0 ? Vec3{} : size * normalized(random_vector());
      const Mat3 T = exponential_jacobian(psi);
      const Mat3 R = exponential_map(psi);
      for (int j = 0; j < 3; ++j) {
        Vec3 d;
        d[j] = kStep;
        const Mat3 slope = (0.5 / kStep) * (exponential_map(psi + d) - exponential_map(psi - d));
        const Mat3 expected = R * skew(T.column(j));
        for (int k = 0; k < 9; ++k) EXPECT_NEAR(slope.m[k], expected.m[k], kDifference);
      }
    }
  }
}

TEST_F(ImplicitRotationProperty, JacobianIsContinuousWhereTheSeriesEnds) {
  for (int sample = 0; sample < 20; ++sample) {
    const Vec3 direction = normalized(random_vector());
    const Mat3 below = exponential_jacobian((0.1 - 1e-13) * direction);
    const Mat3 above = exponential_jacobian((0.1 + 1e-13) * direction);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(below.m[k], above.m[k], 1e-12);
  }
}

TEST_F(ImplicitRotationProperty, FindsTheVelocityThatMadeTheMomentum) {
  for (const double step : {1e-6, 1e-3, 0.1, 0.5}) {
    for (int sample = 0; sample < 200; ++sample) {
      const Mat3 axes = exponential_map(random_vector());
      const Mat3 J = axes * diagonal(1.0, 1.6, 2.2) * transpose(axes);
      const Vec3 angular = 2.0 * random_vector();
      const Vec3 momentum = exponential_map(0.5 * step * angular) * (J * angular);
      const ImplicitRotation found =
          solve_implicit_rotation(0.5 * (J + transpose(J)), momentum, inverse(J) * momentum, step);
      EXPECT_TRUE(found.converged);
      EXPECT_LE(found.iterations, 8);
      EXPECT_LE(norm(found.angular - angular), 1e-13);
    }
  }
}

TEST(ImplicitRotation, ReachesRoundingForThinBodiesAndTinySteps) {
  // Inertias a million apart: the residual must be judged by the terms of each row.
  const Mat3 J = diagonal(1e-6, 1.0, 1.0);
  const Vec3 momentum{1e-3, 1e-9, 0.0};
  const ImplicitRotation found = solve_implicit_rotation(J, momentum, inverse(J) * momentum, 1e-7);
  EXPECT_TRUE(found.converged);
  const Vec3 residual = found.half_rotation * (J * found.angular) - momentum;
  EXPECT_LE(norm(residual), 1e-17);
}

TEST(ImplicitRotation, ABodyAtRestStaysAtRest) {
  const ImplicitRotation found = solve_implicit_rotation(identity(), {}, {}, 0.1);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.angular, Vec3{});
}

TEST(ImplicitRotation, FailureIsReportedWithTheLowestIdAndTheBodyMovesOn) {
  // Not a number never converges; the third body is fine.
  Bodies bodies;
  for (const BodyId id : {3, 5, 8}) {
    const BodyRef body = bodies.add(id, BodyKind::rigid, {1.0, {}, identity()}, BulkMaterial{});
    bodies.set_scheme(body, Scheme::rig_imp);
    bodies.set_rigid_velocity(body, {}, {1.0, 2.0, 3.0});
  }
  first_half_step(bodies, 0.1);
  bodies.rigid.torque[1].x = std::nan("");
  bodies.rigid.torque[2].x = std::nan("");
  free_velocity(bodies, 0.1);
  EXPECT_EQ(finish_step(bodies, 0.1).not_converged, 5);
  EXPECT_TRUE(is_finite(bodies.rigid.angular[0]));
}

TEST(ImplicitRotation, StepsFarTooLargeForNewtonFallBackToTheMomentumOfTheStep) {
  // Half a turn and more per step: whether or not Newton converges, |J Ω| must be the momentum.
  for (const double spin : {3.0, 30.0, 300.0}) {
    Bodies bodies = one_rigid_body(Scheme::rig_imp, diagonal(1.0, 2.0, 3.0));
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, spin * Vec3{0.3, 1.0, -0.5});
    const double before = norm(spatial_momentum(bodies));
    first_half_step(bodies, 1.0);
    free_velocity(bodies, 1.0);
    (void)finish_step(bodies, 1.0);
    EXPECT_NEAR(norm(spatial_momentum(bodies)) / before, 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace solfec
