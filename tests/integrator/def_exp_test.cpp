#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "integrator/energy_deviations.h"
#include "integrator/integrator.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kOrderTol = 0.1;
const double kPi = std::acos(-1.0);

/// Unit cube of the material E = 1e6, nu = 0.25, rho = 1e3 at the origin, so lambda = mu = 4e5.
Bodies unit_cube() {
  Bodies bodies;
  bodies.add(1, BodyKind::pseudo_rigid, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  return bodies;
}

void advance_one(Bodies& bodies, double h, const std::function<void(Bodies&)>& load = nullptr) {
  first_half_step(bodies, h);
  if (load) load(bodies);
  free_velocity(bodies, h);
  EXPECT_EQ(finish_step(bodies, h).not_converged, 0);
}

const Mat3 kBreathing = identity();
const Mat3 kDeviatoric = diagonal(1.0, -1.0, 0.0);

/// Amplitude of the mode in F - 1.
double amplitude(const Bodies& bodies, const Mat3& mode) {
  return double_dot(bodies.pseudo_rigid.gradient[0] - identity(), mode) / double_dot(mode, mode);
}

/// Period from the crossings of zero of a small vibration over ten periods.
double measured_period(const Mat3& mode, double h) {
  Bodies bodies = unit_cube();
  bodies.pseudo_rigid.gradient[0] += 1e-7 * mode;
  int crossings = 0;
  double first = 0.0;
  double before = amplitude(bodies, mode);
  for (int n = 1;; ++n) {
    advance_one(bodies, h);
    const double now = amplitude(bodies, mode);
    if ((before < 0.0) != (now < 0.0)) {
      const double time = h * (n - now / (now - before));
      if (crossings == 0) first = time;
      if (crossings++ == 20) return (time - first) / 10.0;
    }
    before = now;
  }
}

TEST(PseudoRigidVibration, PeriodsAreExactToSecondOrder) {
  // Breathing: omega^2 = 12 (3 lambda + 2 mu) / (rho a^2), deviatoric: omega^2 = 24 mu / (rho a^2).
  const double breathing = 2.0 * kPi / std::sqrt(12.0 * 5.0 * 4e5 / 1e3);
  const double deviatoric = 2.0 * kPi / std::sqrt(24.0 * 4e5 / 1e3);
  EXPECT_NEAR(breathing, 0.0405578, 5e-8);
  EXPECT_NEAR(deviatoric, 0.0641275, 5e-8);
  for (const auto& [mode, exact] : {std::pair(kBreathing, breathing), {kDeviatoric, deviatoric}}) {
    const double coarse = measured_period(mode, exact / 40.0) - exact;
    const double fine = measured_period(mode, exact / 80.0) - exact;
    EXPECT_LE(std::fabs(fine), 1e-3 * exact);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, kOrderTol);
    EXPECT_NEAR(measured_period(mode, exact / 1000.0), exact, 3e-6 * exact);
  }
}

TEST(PseudoRigidVibration, FollowsTheDiscreteCosineOfTheLeapFrog) {
  // For q'' = -omega^2 q the scheme is q_n = q_0 cos(n phi), cos(phi) = 1 - (omega h)^2 / 2.
  const double omega = std::sqrt(24.0 * 4e5 / 1e3);
  const double h = 0.5 / omega;
  const double phi = std::acos(1.0 - 0.5 * 0.25);
  constexpr double kStart = 1e-8;  // so small that the law is linear to 1e-7
  Bodies bodies = unit_cube();
  bodies.pseudo_rigid.gradient[0] += kStart * kDeviatoric;
  for (int n = 1; n <= 100; ++n) {
    advance_one(bodies, h);
    EXPECT_NEAR(amplitude(bodies, kDeviatoric) / kStart, std::cos(n * phi), 1e-5);
  }
}

TEST(PseudoRigidVibration, EnergyOscillatesWithSecondOrderAndDoesNotDrift) {
  // Large strains and a rotation; deviations over the first and the second half of 2 s.
  const auto deviations = [](double h) {
    Bodies bodies = unit_cube();
    bodies.pseudo_rigid.gradient[0] += 0.05 * diagonal(1.0, -0.5, 0.2);
    bodies.set_rigid_velocity({BodyKind::pseudo_rigid, 0}, {1.0, 2.0, 3.0}, {0.5, 1.0, 2.0});
    EXPECT_GT(bodies.pseudo_rigid.energy[0].internal, 0.0);
    return energy_deviations(bodies, 2.0, h, [](Bodies& b, double step) { advance_one(b, step); });
  };
  const auto coarse = deviations(4e-4);
  const auto fine = deviations(2e-4);
  EXPECT_LE(coarse[1], 1.1 * coarse[0]);
  EXPECT_NEAR(std::log2(coarse[0] / fine[0]), 2.0, kOrderTol);
}

TEST(PseudoRigidVibration, DampingDecaysLikeTheViscousOscillator) {
  // q'' = -omega^2 (q + eta q'): amplitude exp(-eta omega^2 t / 2), omega_d^2 = omega^2 (1 - d^2)
  // with d = eta omega / 2.
  const double omega = std::sqrt(24.0 * 4e5 / 1e3);
  const double eta = 0.02 / omega;
  const double h = 1e-3 / omega;
  Bodies bodies = unit_cube();
  bodies.set_damping({BodyKind::pseudo_rigid, 0}, eta);
  constexpr double kStart = 1e-8;
  bodies.pseudo_rigid.gradient[0] += kStart * kDeviatoric;
  const int steps = 40000;
  for (int n = 0; n < steps; ++n) advance_one(bodies, h);
  const double ratio = 0.5 * eta * omega;
  const double damped = omega * std::sqrt(1.0 - ratio * ratio);
  const double t = steps * h;
  const double exact = std::exp(-ratio * omega * t) *
                       (std::cos(damped * t) + ratio * omega / damped * std::sin(damped * t));
  EXPECT_NEAR(amplitude(bodies, kDeviatoric) / kStart, exact, 1e-4);
}

TEST(PseudoRigidMotion, AngularMomentumIsKeptToRounding) {
  // Spatial angular momentum about the centre: the skew part of 2 F E Ḟᵀ. The mid-point placement
  // keeps it because P Fᵀ is symmetric.
  const auto momentum = [](const Bodies& b) {
    const PseudoRigidSet& set = b.pseudo_rigid;
    const Mat3 m = set.rate[0] * set.euler[0] * transpose(set.gradient[0]);
    return Vec3{m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  };
  Bodies bodies = unit_cube();
  bodies.set_characteristics({BodyKind::pseudo_rigid, 0},
                             {1000.0, 1.0, {}, diagonal(50.0, 80.0, 110.0)});
  bodies.pseudo_rigid.gradient[0] += 0.05 * diagonal(1.0, -0.5, 0.2);
  bodies.set_rigid_velocity({BodyKind::pseudo_rigid, 0}, {}, {5.0, 10.0, 2.0});
  const Vec3 start = momentum(bodies);
  for (int n = 0; n < 2000; ++n) advance_one(bodies, 5e-4);
  EXPECT_LE(norm(momentum(bodies) - start), 1e-12 * norm(start));
}

TEST(PseudoRigidMotion, FreeFallIsExactAndItsWorkBalances) {
  Bodies bodies = unit_cube();
  for (int n = 0; n < 128; ++n) {
    advance_one(bodies, 1.0 / 128, [](Bodies& b) { b.pseudo_rigid.force[0].z -= 9810.0; });
  }
  EXPECT_NEAR(bodies.pseudo_rigid.center[0].z, -0.5 * 9.81, 1e-13);
  const Energies& energy = bodies.pseudo_rigid.energy[0];
  EXPECT_NEAR(energy.external, 9810.0 * 0.5 * 9.81, 1e-8);
  EXPECT_NEAR(energy.kinetic, energy.external, 1e-8);
}

TEST(PseudoRigidMotion, WorkOfCouplesAndReactionsAppearsAsEnergyToSecondOrder) {
  const auto imbalance = [](double h) {
    Bodies bodies = unit_cube();
    double largest = 0.0;
    const int steps = static_cast<int>(std::lround(0.5 / h));
    for (int n = 0; n < steps; ++n) {
      first_half_step(bodies, h);
      const double t = (n + 0.5) * h;
      bodies.pseudo_rigid.couple[0] = 2e3 * std::sin(20.0 * t) * diagonal(1.0, 0.0, -1.0);
      free_velocity(bodies, h);
      bodies.pseudo_rigid.rate_change[0](0, 1) = 0.2 * h * std::cos(10.0 * t);
      EXPECT_EQ(finish_step(bodies, h).not_converged, 0);
      const Energies& e = bodies.pseudo_rigid.energy[0];
      largest = std::max(largest, std::fabs(e.kinetic + e.internal - e.external));
    }
    EXPECT_GT(bodies.pseudo_rigid.energy[0].external, 0.1);
    return largest;
  };
  const double coarse = imbalance(4e-4);
  const double fine = imbalance(2e-4);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, kOrderTol);
}

TEST(PseudoRigidMotion, CoupleActsOnTheRateThroughTheEulerTensor) {
  // One step from rest: each row of the rate is h times the row of the couple times E^-1.
  Bodies bodies = unit_cube();
  const Mat3 E = {{5.0, 1.0, 0.0, 1.0, 4.0, 0.5, 0.0, 0.5, 3.0}};
  bodies.set_characteristics({BodyKind::pseudo_rigid, 0}, {1.0, 1.0, {}, E});
  const Mat3 couple = {{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0}};
  advance_one(bodies, 1e-3, [&](Bodies& b) { b.pseudo_rigid.couple[0] = couple; });
  const Mat3 recovered = (1.0 / 1e-3) * (bodies.pseudo_rigid.rate[0] * E);
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(recovered.m[k], couple.m[k], 1e-12);
}

TEST(PseudoRigidMotion, StressCoupleIsMinusTheSlopeOfTheEnergyAtMidStep) {
  Bodies bodies = unit_cube();
  bodies.pseudo_rigid.gradient[0] += 0.1 * outer({1.0, 2.0, -1.0}, {0.5, -1.0, 1.0});
  first_half_step(bodies, 1e-3);
  free_velocity(bodies, 1e-3);
  constexpr double kDifference = 1e-5;
  PseudoRigidSet set = bodies.pseudo_rigid;
  for (int k = 0; k < 9; ++k) {
    set.gradient[0].m[k] += kDifference;
    const double up = internal_energy(set, 0);
    set.gradient[0].m[k] -= 2.0 * kDifference;
    const double down = internal_energy(set, 0);
    set.gradient[0].m[k] += kDifference;
    EXPECT_NEAR(set.stress_couple[0].m[k], (up - down) / (2.0 * kDifference), 1e-3);
  }
}

}  // namespace
}  // namespace solfec
