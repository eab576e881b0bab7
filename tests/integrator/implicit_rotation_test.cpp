#include "integrator/implicit_rotation.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "integrator/rigid_motion.h"
#include "integrator/rigid_step.h"

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

/// Bars, plates, discs and blocks, the ones with equal moments of inertia, too.
const std::vector<Mat3> kInertias = {
    diagonal(0.0116, 1.0016, 1.01), diagonal(1.0, 1.0, 0.01),   diagonal(1.0, 1.0, 1e-6),
    diagonal(0.5, 0.5, 1.0),        diagonal(0.45, 1.09, 1.36), diagonal(0.8101, 1.0001, 1.81)};

// A spin about the axis of the largest moment of inertia is stable: an error of rounding stays one.
// The explicit velocity of RIG_NEG lets it grow from 0.24 rad a step (thin bar) to 1.3 rad (disc)
// on.
TEST(FastSpin, AboutTheAxisOfTheLargestMomentStaysWhatItIs) {
  for (const Mat3& inertia : kInertias) {
    int axis = 0;
    for (int k = 1; k < 3; ++k) axis = inertia(k, k) > inertia(axis, axis) ? k : axis;
    for (const double turn : {0.001, 0.01, 0.05, 0.1, 0.14, 0.2, 0.3, 0.6, 1.0, 1.3, 2.0, 3.0}) {
      Bodies bodies = one_rigid_body(Scheme::rig_neg, inertia);
      Vec3 spin{1e-9 * turn, 1e-9 * turn, 1e-9 * turn};
      spin[axis] = turn;
      bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, spin);
      const double start = kinetic_energy(bodies.rigid, 0);
      EXPECT_TRUE(advance(bodies, 1.0, 500));
      EXPECT_NEAR(kinetic_energy(bodies.rigid, 0) / start, 1.0, 1e-9)
          << "turn of " << turn << " rad, " << inertia(0, 0) << " " << inertia(2, 2);
    }
  }
}

// A tumbling body keeps its energy within the swing of RIG_IMP, whatever part of the steps is
// explicit.
TEST(FastSpin, ATumblingBodyKeepsItsEnergy) {
  for (const Mat3& inertia : kInertias) {
    for (const double turn : {0.01, 0.05, 0.1, 0.2, 0.4}) {
      Bodies bodies = one_rigid_body(Scheme::rig_neg, inertia);
      bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, turn * normalized(Vec3{1.0, 0.7, 0.4}));
      const double start = kinetic_energy(bodies.rigid, 0);
      double largest = start;
      for (int n = 0; n < 300; ++n) {
        EXPECT_TRUE(advance(bodies, 1.0, 1));
        largest = std::fmax(largest, kinetic_energy(bodies.rigid, 0));
      }
      EXPECT_LE(largest, (1.0 + 0.2 * turn * turn) * start)
          << "turn of " << turn << " rad, " << inertia(0, 0) << " " << inertia(2, 2);
    }
  }
}

// The free velocity is the implicit one, too: what the gyroscopic torque does to it is booked as
// numerical, and the momentum changes by the impulse of the torque.
TEST(FastSpin, EnergyAndMomentumOfATorqueAreBooked) {
  for (const Scheme scheme : {Scheme::rig_neg, Scheme::rig_imp}) {
    for (const Mat3& inertia : kInertias) {
      Bodies bodies = one_rigid_body(scheme, inertia);
      bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, 0.4 * normalized(Vec3{1.0, 0.7, 0.4}));
      const Vec3 torque = inertia * Vec3{0.02, -0.01, 0.03};  // in the axes of the body
      const double start = kinetic_energy(bodies.rigid, 0);
      Vec3 momentum = spatial_momentum(bodies);
      for (int n = 0; n < 20; ++n) {
        EXPECT_TRUE(advance(bodies, 1.0, 1, [&](Bodies& now) {
          now.rigid.torque[0] = torque;
          momentum += now.rigid.rotation[0] * torque;
        }));
        const Energies& energy = bodies.rigid.energy[0];
        EXPECT_NEAR(energy.kinetic, start + energy.external + energy.numerical,
                    1e-12 * (start + energy.kinetic + std::fabs(energy.numerical)));
        EXPECT_LE(norm(spatial_momentum(bodies) - momentum), 1e-12 * norm(momentum));
      }
    }
  }
}

// Free motion of the implicit equation: without reactions a step ends with the velocity that its
// rows saw.
TEST(FastSpin, RowsSeeTheVelocityThatTheFreeBodyEndsWith) {
  for (const Mat3& inertia : kInertias) {
    Bodies bodies = one_rigid_body(Scheme::rig_neg, inertia);
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, 0.6 * normalized(Vec3{1.0, 0.7, 0.4}));
    first_half_step(bodies, 1.0);
    free_velocity(bodies, 1.0);
    const Vec3 free = bodies.rigid.angular[0];
    EXPECT_EQ(finish_step(bodies, 1.0).not_converged, 0);
    const bool far = turns_far(inertia, inverse(inertia), Vec3{0.6, 0, 0}, 1.0);
    const double miss = norm(bodies.rigid.angular[0] - free) / norm(free);
    EXPECT_EQ(miss <= 1e-12, far) << miss << ", " << inertia(0, 0) << " " << inertia(2, 2);
  }
}

// tr 1 tr 1 = 9: the border of a ball is 2/3 rad.
TEST(TurnsFar, FromTheBorderOn) {
  EXPECT_FALSE(turns_far(identity(), identity(), {0, 0, 0.666}, 1.0));
  EXPECT_TRUE(turns_far(identity(), identity(), {0, 0, 0.667}, 1.0));
  EXPECT_TRUE(turns_far(identity(), identity(), {0, -6.67, 0}, 0.1));
  EXPECT_FALSE(turns_far(diagonal(4, 4, 4), diagonal(0.25, 0.25, 0.25), {0.666, 0, 0}, 1.0));
  EXPECT_TRUE(turns_far(diagonal(1, 1, 0.01), diagonal(1, 1, 100), {0, 0, 0.14}, 1.0));
  EXPECT_FALSE(turns_far(diagonal(1, 1, 0.01), diagonal(1, 1, 100), {0, 0, 0.139}, 1.0));
  EXPECT_FALSE(turns_far(identity(), {}, {0, 0, 100.0}, 1.0));  // rotation disabled
}

}  // namespace
}  // namespace solfec
