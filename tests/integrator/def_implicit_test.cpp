#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "integrator/effective_mass.h"
#include "integrator/energy_deviations.h"
#include "integrator/integrator.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kOrderTol = 0.15;
constexpr double kLambda = 4e5;  // of E = 1e6, nu = 0.25
constexpr double kMu = 4e5;

/// Cube of side 1 at the origin, density 1e3.
Bodies unit_cube(Scheme scheme) {
  Bodies bodies;
  bodies.add(1, BodyKind::pseudo_rigid, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  EXPECT_TRUE(bodies.set_scheme({BodyKind::pseudo_rigid, 0}, scheme));
  return bodies;
}

/// The cube in a large deformation, spinning and flying.
Bodies wild_cube(Scheme scheme) {
  Bodies bodies = unit_cube(scheme);
  bodies.pseudo_rigid.gradient[0] += 0.05 * diagonal(1.0, -0.5, 0.2);
  bodies.pseudo_rigid.energy[0].internal = internal_energy(bodies.pseudo_rigid, 0);
  bodies.set_rigid_velocity({BodyKind::pseudo_rigid, 0}, {1.0, 2.0, 3.0}, {0.5, 1.0, 2.0});
  return bodies;
}

using Load = std::function<void(Bodies&)>;

void advance_one(Bodies& bodies, double h, const Load& load = nullptr,
                 const Load& reactions = nullptr) {
  first_half_step(bodies, h);
  if (load) load(bodies);
  free_velocity(bodies, h);
  if (reactions) reactions(bodies);
  EXPECT_EQ(finish_step(bodies, h).not_converged, 0);
}

double distance(const Mat3& a, const Mat3& b) {
  const Mat3 difference = a - b;
  return std::sqrt(double_dot(difference, difference));
}

Vec3 angular_momentum(const Bodies& bodies) {
  // Σ m x × ẋ = Σ_J row moments of F E Ḟᵀ: twice the axial vector of its skew part, about x̄
  const PseudoRigidSet& set = bodies.pseudo_rigid;
  const Mat3 moment = set.rate[0] * set.euler[0] * transpose(set.gradient[0]);
  return {moment(2, 1) - moment(1, 2), moment(0, 2) - moment(2, 0), moment(1, 0) - moment(0, 1)};
}

/// Number of entries of Ḟ that are not finite.
int find_bad_rate(const Bodies& bodies) {
  const auto& rate = bodies.pseudo_rigid.rate[0].m;
  return static_cast<int>(
      std::count_if(std::begin(rate), std::end(rate), [](double x) { return !std::isfinite(x); }));
}

class ImplicitScheme : public ::testing::TestWithParam<Scheme> {};

TEST_P(ImplicitScheme, SmallVibrationFollowsTheMidPointRuleForEveryStep) {
  // q'' = -omega^2 q by the mid-point rule: q_n = q_0 cos(n phi), tan(phi / 2) = omega h / 2.
  const double omega = std::sqrt(24.0 * kMu / 1e3);
  const Mat3 deviatoric = diagonal(1.0, -1.0, 0.0);
  constexpr double kStart = 1e-8;  // so small that the law is linear to 1e-7
  for (const double h : {0.1 / omega, 1.0 / omega, 20.0 / omega}) {
    Bodies bodies = unit_cube(GetParam());
    bodies.pseudo_rigid.gradient[0] += kStart * deviatoric;
    const double phi = 2.0 * std::atan(0.5 * omega * h);
    for (int n = 1; n <= 50; ++n) {
      advance_one(bodies, h);
      const Mat3 shape = bodies.pseudo_rigid.gradient[0] - identity();
      ASSERT_NEAR(double_dot(shape, deviatoric) / (2.0 * kStart), std::cos(n * phi), 1e-5);
    }
  }
}

TEST_P(ImplicitScheme, DampedSmallVibrationFollowsTheMidPointRule) {
  // M (u1 - u0) = -h (K q_m + eta K u_m) with the means q_m, u_m, q1 - q0 = h u_m; per unit M.
  const double square = 24.0 * kMu / 1e3;  // omega^2
  const double h = 0.3 / std::sqrt(square);
  const double eta = 0.5 * h;
  const Mat3 deviatoric = diagonal(1.0, -1.0, 0.0);
  constexpr double kStart = 1e-8;
  Bodies bodies = unit_cube(GetParam());
  bodies.pseudo_rigid.gradient[0] += kStart * deviatoric;
  bodies.set_damping({BodyKind::pseudo_rigid, 0}, eta);
  double q = kStart;
  double u = 0.0;
  for (int n = 1; n <= 50; ++n) {
    advance_one(bodies, h);
    const double denominator = 1.0 + square * (0.25 * h * h + 0.5 * eta * h);
    const double next =
        (u * (1.0 - square * (0.25 * h * h + 0.5 * eta * h)) - square * h * q) / denominator;
    q += 0.5 * h * (u + next);
    u = next;
    const Mat3 shape = bodies.pseudo_rigid.gradient[0] - identity();
    ASSERT_NEAR(0.5 * double_dot(shape, deviatoric), q, 1e-6 * kStart);
  }
}

TEST_P(ImplicitScheme, LargeMotionIsOfSecondOrder) {
  const auto at_end = [](Scheme scheme, double h) {
    Bodies bodies = wild_cube(scheme);
    const int steps = static_cast<int>(std::lround(0.02 / h));
    for (int n = 0; n < steps; ++n) advance_one(bodies, h);
    return bodies.pseudo_rigid.gradient[0];
  };
  const Mat3 exact = at_end(Scheme::def_exp, 1e-6);  // a second method, itself 1e-3 finer
  const double coarse = distance(at_end(GetParam(), 4e-4), exact);
  const double fine = distance(at_end(GetParam(), 2e-4), exact);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, kOrderTol);
}

TEST_P(ImplicitScheme, ReactionsActThroughTheEffectiveMass) {
  // The change of velocity A⁻¹ p ⊗ X of an impulse p brings the momentum p and, for a body that
  // does not turn within the step, the moment x × p.
  Bodies bodies = unit_cube(GetParam());
  constexpr double kStep = 1e-3;
  const Vec3 impulse{1e-4, -2e-4, 3e-4};
  const Vec3 arm{0.5, 0.4, -0.3};
  advance_one(bodies, kStep, nullptr, [&](Bodies& b) {
    PseudoRigidSet& set = b.pseudo_rigid;
    ASSERT_EQ(set.implicit[0], 1);
    set.rate_change[0] = product(set.effective_inverse[0], outer(impulse, arm));
    set.linear_change[0] = impulse / set.mass[0];
  });
  const PseudoRigidSet& set = bodies.pseudo_rigid;
  EXPECT_LE(norm_inf(set.mass[0] * set.linear[0] - impulse), 1e-18);
  EXPECT_LE(norm_inf(angular_momentum(bodies) - cross(arm, impulse)), 1e-9);
}

TEST(EffectiveMass, IsTheMassPlusTheStiffnessAndTimesItsInverseGivesUnity) {
  Bodies bodies = wild_cube(Scheme::def_lim);
  PseudoRigidSet& set = bodies.pseudo_rigid;
  set.euler[0] = {{3.0, 0.2, 0.1, 0.2, 2.0, -0.3, 0.1, -0.3, 1.0}};
  constexpr double kFactor = 1e-6;
  const Mat3 F = set.gradient[0];
  set_effective_mass(set, 0, F, kFactor);
  for (int k = 0; k < 9; ++k) {
    Mat3 rate;
    rate.m[k] = 1.0;
    const Mat3 force = internal_couple_change(set, 0, F, rate);
    const Mat3 expected = rate * set.euler[0] + kFactor * force;
    EXPECT_LE(distance(product(set.effective_mass[0], rate), expected), 1e-12);
    EXPECT_LE(distance(product(set.effective_inverse[0], expected), rate), 1e-12);
  }
}

TEST(EffectiveMass, OfASingularMatrixHasNoFiniteSolution) {
  Matrix9x9 A{};
  const Mat3 B = diagonal(1.0, 2.0, 3.0);
  for (std::size_t i = 0; i < 9; ++i) A[i + 9 * i] = 2.0;
  EXPECT_LE(distance(solution(A, B), 0.5 * B), 1e-15);
  A[4 + 9 * 4] = 0.0;
  for (const double entry : solution(A, B).m) EXPECT_TRUE(std::isnan(entry));
}

TEST(DefImp, SatisfiesTheMidPointEquationWithForcesFromTheStrainEnergy) {
  // f_int by differences of the strain energy at the mid-point of the motion.
  Bodies bodies = wild_cube(Scheme::def_imp);
  constexpr double kStep = 5e-3;
  constexpr double kDifference = 1e-5;
  const Mat3 couple = diagonal(100.0, -50.0, 20.0);
  const Mat3 before = bodies.pseudo_rigid.gradient[0];
  const Mat3 start = bodies.pseudo_rigid.rate[0];
  advance_one(bodies, kStep, [&](Bodies& b) { b.pseudo_rigid.couple[0] = couple; });
  PseudoRigidSet set = bodies.pseudo_rigid;
  const Mat3 inertia = (set.rate[0] - start) * set.euler[0];
  const Mat3 middle = 0.5 * (before + set.gradient[0]);
  for (int k = 0; k < 9; ++k) {
    set.gradient[0] = middle;
    set.gradient[0].m[k] += kDifference;
    const double up = internal_energy(set, 0);
    set.gradient[0].m[k] -= 2.0 * kDifference;
    const double slope = (up - internal_energy(set, 0)) / (2.0 * kDifference);
    EXPECT_NEAR(inertia.m[k], kStep * (couple.m[k] - slope), 1e-6);
  }
}

TEST(DefImp, ConvergesUnderStrongDampingOfAFastRotation) {
  // Strain and rotation change K within the step, and the damping force with it.
  for (const double damping : {1e-3, 0.1, 1.0}) {
    Bodies bodies = wild_cube(Scheme::def_imp);
    bodies.set_rigid_velocity({BodyKind::pseudo_rigid, 0}, {}, {10.0, 20.0, -20.0});
    bodies.set_damping({BodyKind::pseudo_rigid, 0}, damping);
    for (int n = 0; n < 100; ++n) advance_one(bodies, 1e-2);  // expects convergence
    EXPECT_EQ(find_bad_rate(bodies), 0);
  }
}

TEST(DefImp, KeepsLinearAndAngularMomentumOfALargeMotion) {
  Bodies bodies = wild_cube(Scheme::def_imp);
  const Vec3 moment = angular_momentum(bodies);
  for (int n = 0; n < 200; ++n) advance_one(bodies, 1e-2);
  EXPECT_LE(norm_inf(angular_momentum(bodies) - moment), 1e-10 * norm(moment));
  EXPECT_EQ(bodies.pseudo_rigid.linear[0], (Vec3{1.0, 2.0, 3.0}));
}

/// Deviations in each half of one second.
std::vector<double> energy_deviations(Scheme scheme, double h) {
  return energy_deviations(wild_cube(scheme), 1.0, h,
                           [](Bodies& b, double step) { advance_one(b, step); });
}

TEST(ImplicitEnergy, OscillatesWithoutDriftForTheConservingSchemes) {
  for (const Scheme scheme : {Scheme::def_lim, Scheme::def_imp}) {
    const auto coarse = energy_deviations(scheme, 1e-3);
    const auto fine = energy_deviations(scheme, 5e-4);
    EXPECT_LE(coarse[1], 1.3 * coarse[0]) << name_of(scheme);
    EXPECT_GE(coarse[0] / fine[0], 3.3) << name_of(scheme);
  }
}

TEST(ImplicitEnergy, DecaysInLargeMotionWithDefLim2) {
  // Manual, Table 4.6: numerical dissipation; here of third order in the step.
  const auto lost = [](double h) {
    Bodies bodies = wild_cube(Scheme::def_lim2);
    const Energies start = bodies.pseudo_rigid.energy[0];
    const int steps = static_cast<int>(std::lround(2.0 / h));
    for (int n = 0; n < steps; ++n) advance_one(bodies, h);
    EXPECT_LT(bodies.pseudo_rigid.energy[0].numerical, 0.0);
    const Energies& end = bodies.pseudo_rigid.energy[0];
    return start.kinetic + start.internal - end.kinetic - end.internal;
  };
  const double coarse = lost(4e-3);
  EXPECT_GT(coarse, 0.0);
  EXPECT_GE(coarse / lost(2e-3), 3.5);
}

class DeformableEnergy : public ::testing::TestWithParam<Scheme> {};

TEST_P(DeformableEnergy, BalanceClosesToRoundingUnderLoadsReactionsAndDamping) {
  Bodies bodies = wild_cube(GetParam());
  bodies.set_damping({BodyKind::pseudo_rigid, 0}, 1e-4);
  const Energies start = bodies.pseudo_rigid.energy[0];
  double before = 0.0;
  for (int n = 0; n < 200; ++n) {
    advance_one(
        bodies, 5e-4,
        [](Bodies& b) {
          b.pseudo_rigid.couple[0] = {{900.0, 10.0, 0, -50.0, 30.0, 5.0, 0, 200.0, -700.0}};
          b.pseudo_rigid.force[0] = {100.0, -500.0, 200.0};
        },
        [n](Bodies& b) {
          b.pseudo_rigid.rate_change[0] = 0.01 * std::sin(n) * outer({1.0, 2.0, 0.5}, {0.3, 1, 2});
          b.pseudo_rigid.linear_change[0] = {0.0, 0.03 * std::cos(n), 0.01};
        });
    const double damping = bodies.pseudo_rigid.energy[0].damping;
    // DEF_EXP damps by the rate at the start: a step in which the strain turns back gives some back
    const double given_back = GetParam() == Scheme::def_exp ? 1e-4 : 0.0;
    EXPECT_GE(damping, before - given_back);
    before = damping;
  }
  const Energies& e = bodies.pseudo_rigid.energy[0];
  const double closed = e.kinetic + e.internal + e.damping - e.external - e.numerical;
  EXPECT_GT(e.damping, 1.0);
  EXPECT_GT(std::fabs(e.external), 10.0);
  EXPECT_NEAR(closed, start.kinetic + start.internal, 1e-12 * (start.kinetic + e.external));
}

constexpr auto scheme_test_name = [](const auto& info) { return std::string(name_of(info.param)); };
INSTANTIATE_TEST_SUITE_P(Schemes, ImplicitScheme,
                         ::testing::Values(Scheme::def_lim, Scheme::def_lim2, Scheme::def_imp),
                         scheme_test_name);
INSTANTIATE_TEST_SUITE_P(Schemes, DeformableEnergy,
                         ::testing::Values(Scheme::def_exp, Scheme::def_lim, Scheme::def_lim2,
                                           Scheme::def_imp),
                         scheme_test_name);

}  // namespace
}  // namespace solfec
