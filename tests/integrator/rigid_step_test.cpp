#include "integrator/rigid_step.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "integrator/rigid_motion.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-13;  // rounding of some thousand steps at unit scale
constexpr double kOrderTol = 0.15;   // of observed orders, from the next term of the error

const Mat3 kInertia = diagonal(1.0, 2.0, 3.0);

/// Free rotation about the unstable middle axis with a perturbation, 10 s.
struct FreeRotation {
  double drift{};           // relative change of kinetic energy at the end
  double largest{};         // largest relative deviation of kinetic energy
  double momentum_error{};  // largest relative change of the spatial angular momentum
  Mat3 rotation;            // at the end
};

FreeRotation free_rotation(Scheme scheme, int steps) {
  Bodies bodies = one_rigid_body(scheme, kInertia);
  bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.02, 2.0, 0.03});
  const double start = kinetic_energy(bodies.rigid, 0);
  const Vec3 momentum = spatial_momentum(bodies);
  FreeRotation result;
  for (int n = 0; n < steps; ++n) {
    EXPECT_TRUE(advance(bodies, 10.0 / steps, 1));
    result.drift = bodies.rigid.energy[0].kinetic / start - 1.0;
    result.largest = std::max(result.largest, std::fabs(result.drift));
    result.momentum_error =
        std::max(result.momentum_error, norm(spatial_momentum(bodies) - momentum) / norm(momentum));
  }
  result.rotation = bodies.rigid.rotation[0];
  return result;
}

/// Order of convergence from the errors with some step and with half of it.
double order(double coarse, double fine) { return std::log2(std::fabs(coarse / fine)); }

double distance(const Mat3& a, const Mat3& b) {
  const Mat3 difference = a - b;
  return std::sqrt(double_dot(difference, difference));
}

/// Second method: Euler's equations J Ω' = JΩ x Ω, R' = R Ω̂ by the classical Runge-Kutta rule.
Mat3 runge_kutta_rotation(int steps) {
  struct State {
    Mat3 R;
    Vec3 angular;
  };
  const auto slope = [](const State& s) {
    return State{s.R * skew(s.angular), inverse(kInertia) * cross(kInertia * s.angular, s.angular)};
  };
  const auto ahead = [](const State& s, double h, const State& k) {
    return State{s.R + h * k.R, s.angular + h * k.angular};
  };
  State s{identity(), {0.02, 2.0, 0.03}};
  const double h = 10.0 / steps;
  for (int n = 0; n < steps; ++n) {
    const State k1 = slope(s);
    const State k2 = slope(ahead(s, 0.5 * h, k1));
    const State k3 = slope(ahead(s, 0.5 * h, k2));
    const State k4 = slope(ahead(s, h, k3));
    s.R += (h / 6.0) * (k1.R + 2.0 * k2.R + 2.0 * k3.R + k4.R);
    s.angular += (h / 6.0) * (k1.angular + 2.0 * k2.angular + 2.0 * k3.angular + k4.angular);
  }
  return s.R;
}

TEST(FreeRotationAboutTheMiddleAxis, RigPosGainsEnergyWithTheCubeOfTheStep) {
  const double coarse = free_rotation(Scheme::rig_pos, 2000).drift;
  const double fine = free_rotation(Scheme::rig_pos, 4000).drift;
  EXPECT_GT(fine, 0.0);
  EXPECT_NEAR(order(coarse, fine), 3.0, kOrderTol);
}

TEST(FreeRotationAboutTheMiddleAxis, RigNegLosesEnergyWithTheCubeOfTheStep) {
  const double coarse = free_rotation(Scheme::rig_neg, 2000).drift;
  const double fine = free_rotation(Scheme::rig_neg, 4000).drift;
  EXPECT_LT(fine, 0.0);
  EXPECT_NEAR(order(coarse, fine), 3.0, kOrderTol);
}

TEST(FreeRotationAboutTheMiddleAxis, RigImpKeepsEnergyWithTheSquareOfTheStep) {
  const double coarse = free_rotation(Scheme::rig_imp, 2000).largest;
  const double fine = free_rotation(Scheme::rig_imp, 4000).largest;
  EXPECT_NEAR(order(coarse, fine), 2.0, kOrderTol);
}

TEST(FreeRotationAboutTheMiddleAxis, RigNegAndRigImpKeepSpatialMomentumToRounding) {
  EXPECT_LE(free_rotation(Scheme::rig_neg, 2000).momentum_error, kRounding);
  EXPECT_LE(free_rotation(Scheme::rig_imp, 2000).momentum_error, kRounding);
}

TEST(FreeRotationAboutTheMiddleAxis, RigPosKeepsSpatialMomentumToSecondOrder) {
  const double coarse = free_rotation(Scheme::rig_pos, 2000).momentum_error;
  const double fine = free_rotation(Scheme::rig_pos, 4000).momentum_error;
  EXPECT_NEAR(order(coarse, fine), 2.0, kOrderTol);
}

TEST(FreeRotationAboutTheMiddleAxis, EverySchemeConvergesToTheRungeKuttaRotationWithOrderTwo) {
  const Mat3 exact = runge_kutta_rotation(20000);
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    const double coarse = distance(free_rotation(scheme, 32000).rotation, exact);
    const double fine = distance(free_rotation(scheme, 64000).rotation, exact);
    EXPECT_LT(fine, 1e-2) << name_of(scheme);
    EXPECT_NEAR(order(coarse, fine), 2.0, kOrderTol) << name_of(scheme);
  }
}

TEST(FreeRotationAboutAPrincipalAxis, IsExactForEveryScheme) {
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    Bodies bodies = one_rigid_body(scheme, kInertia);
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.0, 0.0, 1.5});
    EXPECT_TRUE(advance(bodies, 0.01, 1000));
    const Mat3 exact = rotation_about({0, 0, 1}, 15.0 * 180.0 / std::acos(-1.0));
    EXPECT_LE(distance(bodies.rigid.rotation[0], exact), 10.0 * kRounding) << name_of(scheme);
  }
}

/// Heavy symmetrical top on its tip: J = diag(5, 5, 1) about the tip, weight times arm 20 N m, tilt
/// 0.05 rad, spin 50 rad/s, 10 s. @return relative change of the total energy.
double heavy_top_drift(Scheme scheme, double h) {
  constexpr double kMoment = 20.0;
  Bodies bodies = one_rigid_body(scheme, diagonal(5.0, 5.0, 1.0));
  bodies.rigid.rotation[0] = exponential_map({0.05, 0.0, 0.0});
  bodies.rigid.angular[0] = {0.0, 0.0, 50.0};
  const auto energy = [&] {
    return kinetic_energy(bodies.rigid, 0) + kMoment * bodies.rigid.rotation[0](2, 2);
  };
  const double start = energy();
  EXPECT_NEAR(start, 1269.97500521, 1e-8);
  EXPECT_TRUE(advance(bodies, h, static_cast<int>(std::ceil(10.0 / h - 1e-9)), [](Bodies& b) {
    const Vec3 axis = b.rigid.rotation[0].column(2);
    const Vec3 spatial = cross(axis, Vec3{0.0, 0.0, -kMoment});
    b.rigid.torque[0] += transposed_times(b.rigid.rotation[0], spatial);
  }));
  return energy() / start - 1.0;
}

TEST(HeavyTop, EnergyDriftsAsThePublishedSchemesDo) {
  // The published numbers have two digits: half a unit of the second one is the tolerance.
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_pos, 1e-3), 1.6e-9, 0.05e-9);
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_pos, 3e-3), 2.7e-8, 0.05e-8);
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_pos, 9e-3), 5.9e-7, 0.05e-7);
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_neg, 1e-3), -2.2e-9, 0.05e-9);
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_neg, 3e-3), -3.5e-8, 0.05e-8);
  EXPECT_NEAR(heavy_top_drift(Scheme::rig_neg, 9e-3), -7.3e-7, 0.05e-7);
  EXPECT_LE(std::fabs(heavy_top_drift(Scheme::rig_imp, 1e-3)), 2e-9);
  EXPECT_LE(std::fabs(heavy_top_drift(Scheme::rig_imp, 3e-3)), 1.6e-8);
  EXPECT_LE(std::fabs(heavy_top_drift(Scheme::rig_imp, 9e-3)), 1.5e-7);
}

TEST(Projectile, FliesTheExactParabola) {
  // The mid-point rule integrates a constant acceleration exactly.
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    Bodies bodies = one_rigid_body(scheme, kInertia);
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {2.0, 0.0, 12.0}, {});
    EXPECT_TRUE(advance(bodies, 1.0 / 64, 128, [](Bodies& b) { b.rigid.force[0].z -= 9.81; }));
    const Vec3 exact{4.0, 0.0, 24.0 - 0.5 * 9.81 * 4.0};
    EXPECT_LE(norm_inf(bodies.rigid.center[0] - exact), kRounding);
    EXPECT_NEAR(bodies.rigid.linear[0].z, 12.0 - 2.0 * 9.81, kRounding);
  }
}

TEST(RigidReactions, ChangeTheSpatialMomentumByTheirImpulse) {
  for (const Scheme scheme : {Scheme::rig_neg, Scheme::rig_imp}) {
    Bodies bodies = one_rigid_body(scheme, kInertia);
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.5, 2.0, -1.0});
    const Vec3 before = spatial_momentum(bodies);
    const Vec3 torque{0.3, -0.2, 0.4};            // referential, N m
    const Vec3 reaction_impulse{-0.1, 0.5, 0.2};  // referential, N m s
    constexpr double kStep = 0.05;

    first_half_step(bodies, kStep);
    const Mat3 mid_rotation = bodies.rigid.rotation[0];
    bodies.rigid.torque[0] = torque;
    free_velocity(bodies, kStep);
    bodies.rigid.angular_change[0] = inverse(kInertia) * reaction_impulse;
    EXPECT_EQ(finish_step(bodies, kStep).not_converged, 0);

    const Vec3 impulse = mid_rotation * (kStep * torque + reaction_impulse);
    EXPECT_LE(norm(spatial_momentum(bodies) - before - impulse), kRounding) << name_of(scheme);
  }
}

TEST(ArmsThatTurn, TakeTheirMomentAtTheMeanOfTheStepAndBookItsWork) {
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    Bodies bodies = one_rigid_body(scheme, kInertia);
    RigidSet& set = bodies.rigid;
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.5, 2.0, -1.0});
    const Vec3 before = spatial_momentum(bodies);
    const double kinetic = set.energy[0].kinetic;
    const Vec3 start = set.angular[0];
    constexpr double kStep = 0.05;
    first_half_step(bodies, kStep);
    const Mat3 mid_rotation = set.rotation[0];
    set.torque[0] = {0.3, -0.2, 0.4};
    free_velocity(bodies, kStep);
    set.turning_stiffness[0] = 1e4 * from_columns({3, 1, 0}, {1, 2, 0.5}, {0, 0.5, 4});
    turning_free_velocity(set, 0, kStep);

    const Vec3 free_change = set.angular[0] - start;
    const Vec3 arms = (0.25 * kStep * kStep) * (set.turning_stiffness[0] * free_change);
    const Vec3 moments = kInertia * free_change + arms;
    const Vec3 expected = kStep * (set.torque[0] + set.gyroscopic[0]);
    EXPECT_LE(norm(moments - expected), kRounding) << name_of(scheme);
    EXPECT_GT(norm(arms), 1e-3);

    const Vec3 impulse{-0.1, 0.5, 0.2};  // of reactions with their arms that turn
    set.angular_change[0] = inverse(kInertia) * impulse;
    EXPECT_EQ(finish_step(bodies, kStep).not_converged, 0);
    const Energies& energy = set.energy[0];
    EXPECT_NEAR(energy.kinetic - kinetic, energy.external + energy.numerical, kRounding);
    if (scheme == Scheme::rig_pos) continue;  // does not keep spatial momentum
    const Vec3 all = mid_rotation * (kStep * set.torque[0] - arms + impulse);
    EXPECT_LE(norm(spatial_momentum(bodies) - before - all), kRounding) << name_of(scheme);
  }
}

class RigidEnergy : public ::testing::TestWithParam<Scheme> {};

TEST_P(RigidEnergy, KineticMinusWorkMinusNumericalIsConstantToRounding) {
  Bodies bodies = one_rigid_body(GetParam(), kInertia);
  bodies.set_rigid_velocity({BodyKind::rigid, 0}, {1.0, 2.0, 3.0}, {0.5, 2.0, -1.0});
  const double start = bodies.rigid.energy[0].kinetic;
  for (int n = 0; n < 100; ++n) {
    first_half_step(bodies, 0.01);
    bodies.rigid.torque[0] = {0.3, -0.2, 0.4};
    bodies.rigid.force[0] = {1.0, -5.0, 2.0};
    free_velocity(bodies, 0.01);
    bodies.rigid.angular_change[0] = {0.01 * std::sin(n), 0.0, -0.02};
    bodies.rigid.linear_change[0] = {0.0, 0.03 * std::cos(n), 0.01};
    EXPECT_EQ(finish_step(bodies, 0.01).not_converged, 0);
  }
  const Energies& energy = bodies.rigid.energy[0];
  EXPECT_GT(std::fabs(energy.external), 1.0);
  EXPECT_GT(std::fabs(energy.numerical), 1e-6);
  EXPECT_NEAR(energy.kinetic - start, energy.external + energy.numerical, 100.0 * kRounding);
}

TEST_P(RigidEnergy, ExternalIsTheWorkOfTheLoadsAlongTheMotion) {
  // A constant force does the work f·Δx exactly; a free body does none, whatever its rotation.
  Bodies bodies = one_rigid_body(GetParam(), kInertia);
  bodies.set_rigid_velocity({BodyKind::rigid, 0}, {1.0, 2.0, 3.0}, {0.5, 2.0, -1.0});
  const Vec3 force{1.0, -5.0, 2.0};
  EXPECT_TRUE(advance(bodies, 0.01, 100, [&](Bodies& b) { b.rigid.force[0] = force; }));
  EXPECT_NEAR(bodies.rigid.energy[0].external, dot(force, bodies.rigid.center[0]),
              100.0 * kRounding);
}

TEST(RigidEnergyOrder, NumericalEnergyOfAFreeRotationFallsWithTheSquareOfTheStepAtLeast) {
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    const auto numerical = [&](double h) {
      Bodies bodies = one_rigid_body(scheme, kInertia);
      bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.5, 2.0, -1.0});
      EXPECT_TRUE(advance(bodies, h, static_cast<int>(std::lround(1.0 / h))));
      return bodies.rigid.energy[0].numerical;
    };
    const double ratio = numerical(0.01) / numerical(0.005);
    EXPECT_GT(ratio, 3.8) << name_of(scheme);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, RigidEnergy,
                         ::testing::Values(Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp));

TEST(RigidRotation, StaysOrthogonalForManySteps) {
  for (const Scheme scheme : {Scheme::rig_pos, Scheme::rig_neg, Scheme::rig_imp}) {
    Bodies bodies = one_rigid_body(scheme, kInertia);
    bodies.set_rigid_velocity({BodyKind::rigid, 0}, {}, {0.5, 2.0, -1.0});
    EXPECT_TRUE(advance(bodies, 0.01, 20000));
    const Mat3& R = bodies.rigid.rotation[0];
    EXPECT_LE(distance(transpose(R) * R, identity()), 2e-15) << name_of(scheme);
  }
}

TEST(Orthonormalized, SquaresTheDistanceFromTheRotation) {
  const Mat3 rotation = rotation_about({1.0, 2.0, 3.0}, 70.0);
  const Mat3 off = rotation * (identity() + 1e-5 * diagonal(1.0, -2.0, 0.5));
  EXPECT_LE(distance(orthonormalized(off), rotation), 1e-9);
  EXPECT_LE(distance(orthonormalized(rotation), rotation), 1e-15);
}

}  // namespace
}  // namespace solfec
