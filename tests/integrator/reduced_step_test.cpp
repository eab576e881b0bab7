#include "integrator/reduced_step.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "body/finite_element/finite_element_inverse.h"
#include "integrator/integrator.h"
#include "math/rotation.h"
#include "support/reduced_body.h"

namespace solfec {
namespace {

constexpr int kComplete = 54;  // unknowns of the block

void take_step(Bodies& bodies, double h, Vec3 gravity = {}) {
  first_half_step(bodies, h);
  bodies.finite_element.add_gravity(gravity);
  free_velocity(bodies, h);
  EXPECT_EQ(finish_step(bodies, h).not_converged, 0);
}

/// Turning about all axes, which is no principal one.
void spin(FiniteElementBody& body, double speed) {
  body.set_rigid_velocity({0.3, -0.2, 0.1}, speed * Vec3{1.0, 0.6, -0.8});
  update_energies(body);
}

Vec3 linear_momentum(const FiniteElementBody& body) {
  Vec3 sum;
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    sum += body.elements.mass[a] * body.velocity[a];
  }
  return sum;
}

Vec3 angular_momentum(const FiniteElementBody& body) {
  Vec3 sum;
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    sum += body.elements.mass[a] *
           cross(body.elements.node[a] + body.displacement[a], body.velocity[a]);
  }
  return sum;
}

double energy(const FiniteElementBody& body) { return body.energy.kinetic + body.energy.internal; }

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::fmax(largest, norm(a[i] - b[i]));
  return largest;
}

/// Reactions at every other node, as a solution gives them.
void react(FiniteElementBody& body, double h) {
  for (std::size_t a = 0; a < body.reaction.size(); a += 2) body.reaction[a] = {40.0, -90.0, 70.0};
  apply_inverse(body, body.reaction, body.change);
  for (Vec3& change : body.change) change *= h;
}

class CompleteBases : public ::testing::TestWithParam<bool> {};

TEST_P(CompleteBases, MoveTheNodesAsFormBC) {
  constexpr double kStep = 2e-3;
  const bool modal = GetParam();
  // random vectors that are complete together with the rigid motions
  const ReducedBase base = modal ? test::block_modes(kComplete) : test::random_base(48, 11);
  Bodies bodies;
  test::add_block(bodies, FiniteElementForm::corotational, nullptr);
  test::add_block(
      bodies,
      modal ? FiniteElementForm::corotational_modal : FiniteElementForm::corotational_reduced,
      test::shared(base));
  FiniteElementBody& full = bodies.finite_element[0];
  FiniteElementBody& reduced = bodies.finite_element[1];
  for (FiniteElementBody* const body : {&full, &reduced}) {
    body->damping = 1e-4;
    spin(*body, 6.0);
  }
  for (int step = 0; step < 500; ++step) {  // about two turns
    first_half_step(bodies, kStep);
    bodies.finite_element.add_gravity({0.0, 1.0, -9.0});
    free_velocity(bodies, kStep);
    if (step < 100) {
      react(full, kStep);
      react(reduced, kStep);
    }
    EXPECT_EQ(finish_step(bodies, kStep).not_converged, 0);
  }
  ASSERT_GT(full.energy.internal, 1.0);  // J: it is strained
  EXPECT_LT(largest_difference(full.displacement, reduced.displacement), 1e-9);
  EXPECT_LT(largest_difference(full.velocity, reduced.velocity), 1e-7);
  EXPECT_NEAR(reduced.energy.internal, full.energy.internal, 1e-8 * energy(full));
  EXPECT_NEAR(reduced.energy.external, full.energy.external, 1e-8 * energy(full));
}
INSTANTIATE_TEST_SUITE_P(Forms, CompleteBases, ::testing::Bool());

/// Relative change of angular momentum in 2 s, with the linear one kept.
double momentum_change(const ReducedBase& base, int steps) {
  Bodies bodies;
  FiniteElementBody& body =
      test::add_block(bodies, FiniteElementForm::corotational_reduced, test::shared(base));
  spin(body, 8.0);
  const Vec3 linear = linear_momentum(body);
  const Vec3 angular = angular_momentum(body);
  double largest = 0.0;
  for (int step = 0; step < steps; ++step) {
    take_step(bodies, 2.0 / steps);
    largest = std::fmax(largest, norm(angular_momentum(body) - angular) / norm(angular));
  }
  EXPECT_LT(norm(linear_momentum(body) - linear), 1e-11 * norm(linear));
  return largest;
}

TEST(ReducedSteps, KeepMomentumAsFormBCDoes) {
  // DEF_LIM: A turns bent bodies a little; of a body that is rigid nothing is left of that
  const ReducedBase some = test::random_base(5, 2);
  const double coarse = momentum_change(some, 1000);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_GT(coarse / momentum_change(some, 2000), 3.5);
  EXPECT_LT(momentum_change(test::block_modes(6), 1000), 1e-12);
}

/// Body-frame angular velocity of a free rigid body by Euler's equations, with many small steps of
/// Runge and Kutta.
Mat3 rotation_by_euler(const Mat3& inertia, Vec3 omega, double time) {
  const Mat3 inverse_inertia = inverse(inertia);
  const auto rate = [&](Vec3 w) { return inverse_inertia * cross(inertia * w, w); };
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  Mat3 R = identity();
  for (int k = 0; k < kSteps; ++k) {
    const Vec3 k1 = rate(omega);
    const Vec3 k2 = rate(omega + 0.5 * h * k1);
    const Vec3 k3 = rate(omega + 0.5 * h * k2);
    const Vec3 k4 = rate(omega + h * k3);
    R = R * exponential_map(h * (omega + 0.5 * h * k2));  // of the middle, order 2
    omega += (h / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return R;
}

TEST(ReducedSteps, ABaseOfRigidMotionsTumblesAsEulersEquationsSay) {
  const double time = 1.0;
  const auto error = [&](int steps, double* energy_change) {
    Bodies bodies;
    FiniteElementBody& body = test::add_block(bodies, FiniteElementForm::corotational_modal,
                                              test::shared(test::block_modes(6)));
    EXPECT_EQ(body.reduced->modes, 0);
    spin(body, 5.0);
    const double before = energy(body);
    Mat3 moment;
    for (std::size_t a = 0; a < body.reduced->arm.size(); ++a) {
      moment += body.elements.mass[a] * outer(body.reduced->arm[a], body.reduced->arm[a]);
    }
    const double sum = trace(moment);
    const Mat3 expected =
        rotation_by_euler(diagonal(sum, sum, sum) - moment, 5.0 * Vec3{1.0, 0.6, -0.8}, time);
    for (int step = 0; step < steps; ++step) take_step(bodies, time / steps);
    *energy_change = std::abs(energy(body) - before) / before;
    double largest = 0.0;
    for (int k = 0; k < 9; ++k) {
      largest = std::fmax(largest, std::abs(body.rotation.m[k] - expected.m[k]));
    }
    return largest;
  };
  double coarse_energy = 0.0;
  double fine_energy = 0.0;
  const double coarse = error(100, &coarse_energy);
  const double fine = error(200, &fine_energy);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
  EXPECT_LT(coarse_energy, 2e-3);
  EXPECT_GT(coarse_energy / fine_energy, 3.0);
}

TEST(ReducedSteps, AModeVibratesWithThePeriodOfTheMidPointRule) {
  constexpr double kStep = 1e-3;
  const ReducedBase modes = test::block_modes(12);
  Bodies bodies;
  FiniteElementBody& body =
      test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
  const std::size_t mode = 8;
  constexpr double kSpeed = 1e-6;  // √kg m/s, too small for other modes to notice
  const double* const shape = modes.vector.data() + kComplete * mode;
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    body.velocity[a] = kSpeed * Vec3{shape[3 * a], shape[3 * a + 1], shape[3 * a + 2]};
  }
  const double omega = std::sqrt(modes.eigenvalue[mode]);
  // The mid-point rule turns the phase by 2 atan(ωh/2) in a step, from u at whole steps.
  const double phase = 2.0 * std::atan(0.5 * omega * kStep);
  ASSERT_GT(phase, 0.01);
  for (int step = 1; step <= 400; ++step) {
    take_step(bodies, kStep);
    double amount = 0.0;
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      amount += body.elements.mass[a] *
                dot(body.velocity[a], Vec3{shape[3 * a], shape[3 * a + 1], shape[3 * a + 2]});
    }
    EXPECT_NEAR(amount / kSpeed, std::cos(step * phase), 1e-6) << step;
  }
}

TEST(ReducedSteps, DampingRatiosAreThoseOfEachMode) {
  ReducedBase modes = test::block_modes(10);
  modes.ratio = {0, 0, 0, 0, 0, 0, 0.05, 0.3, 0.0, 0.1};
  const double time = 0.3;
  const auto error = [&](std::size_t mode, int steps) {
    Bodies bodies;
    FiniteElementBody& body =
        test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
    constexpr double kSpeed = 1e-6;
    const double* const shape = modes.vector.data() + kComplete * mode;
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      body.velocity[a] = kSpeed * Vec3{shape[3 * a], shape[3 * a + 1], shape[3 * a + 2]};
    }
    for (int step = 0; step < steps; ++step) take_step(bodies, time / steps);
    double amount = 0.0;
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      amount += body.elements.mass[a] / kSpeed *
                dot(body.velocity[a], Vec3{shape[3 * a], shape[3 * a + 1], shape[3 * a + 2]});
    }
    // z' of z'' + 2 ξ ω z' + ω² z = 0, z(0) = 0, z'(0) = 1
    const double omega = std::sqrt(modes.eigenvalue[mode]);
    const double ratio = modes.ratio[mode];
    const double damped = omega * std::sqrt(1.0 - ratio * ratio);
    const double expected =
        std::exp(-ratio * omega * time) *
        (std::cos(damped * time) - ratio * omega / damped * std::sin(damped * time));
    return std::abs(amount - expected);
  };
  for (const std::size_t mode : {6U, 7U, 8U, 9U}) {
    const double coarse = error(mode, 60);
    const double fine = error(mode, 120);
    EXPECT_LT(fine, 2e-2) << mode;
    EXPECT_NEAR(coarse / fine, 4.0, 0.5) << mode;
  }
}

TEST(ReducedSteps, ABodyThatTumblesAndVibratesKeepsItsEnergyToOrderTwo) {
  const ReducedBase modes = test::block_modes(14);
  const auto deviation = [&](int steps) {
    Bodies bodies;
    FiniteElementBody& body =
        test::add_block(bodies, FiniteElementForm::corotational_modal, test::shared(modes));
    spin(body, 5.0);
    const double before = energy(body);
    double largest = 0.0;
    for (int step = 0; step < steps; ++step) {
      take_step(bodies, 2.0 / steps);
      largest = std::fmax(largest, std::abs(energy(body) - before) / before);
    }
    const Energies e = body.energy;
    EXPECT_NEAR(e.kinetic + e.internal + e.damping - e.external - e.numerical, before,
                1e-10 * before);
    return largest;
  };
  const double coarse = deviation(1000);
  EXPECT_LT(coarse, 2e-3);
  EXPECT_GT(coarse / deviation(2000), 3.0);
}

TEST(ReducedSteps, AFewVectorsComeCloseToFormBC) {
  const auto difference = [&](int count) {
    Bodies bodies;
    test::add_block(bodies, FiniteElementForm::corotational, nullptr, 1e6);
    test::add_block(bodies, FiniteElementForm::corotational_modal,
                    test::shared(test::block_modes(count, 1e6)), 1e6);
    for (FiniteElementBody& body : bodies.finite_element.body) {
      body.damping = 2e-3;
      spin(body, 5.0);
    }
    for (int step = 0; step < 500; ++step) take_step(bodies, 1e-3);
    return largest_difference(bodies.finite_element[0].displacement,
                              bodies.finite_element[1].displacement);
  };
  // the turn differs, since the block that does not stretch has less inertia
  const double rigid = difference(6);
  EXPECT_GT(rigid, 1e-2);
  EXPECT_LT(difference(24), 0.8 * rigid);
  EXPECT_LT(difference(36), 0.4 * rigid);
  EXPECT_LT(difference(kComplete), 1e-9);
}

}  // namespace
}  // namespace solfec
