#include "integrator/static_repeat.h"

#include <cmath>

#include <gtest/gtest.h>

#include "integrator/quasi_static.h"
#include "integrator/static_balance.h"

namespace solfec {
namespace {

/// Cube of side 1 at the origin, E = 1e6, nu = 0.25, density 1e3.
Bodies unit_cube(BodyKind kind) {
  Bodies bodies;
  bodies.add(1, kind, {1.0, {}, (1.0 / 12.0) * identity()}, BulkMaterial{});
  return bodies;
}

Equilibrium equilibrium_of(Bodies& bodies, double step, double push, double reactions = 0.0) {
  std::vector<BodyBalance> all;
  const ReactionSums sums{std::vector<double>(bodies.rigid.id.size(), reactions),
                          std::vector<double>(bodies.pseudo_rigid.id.size(), reactions)};
  find_balance(bodies, step, push, sums, all);
  return worst_balance(all, largest_load(all));
}

struct Repeated {
  double residual{};
  int repeats{};
};

/// One step of a pseudo-rigid cube under a couple.
Repeated one_step(Bodies& bodies, const Mat3& couple, double step, double tolerance,
                  int failures = 0) {
  begin_static_step(bodies);
  bodies.pseudo_rigid.couple[0] = couple;
  static_free_velocity(bodies, step);
  StaticRepeat repeat;
  repeat.begin(step);
  double residual = 0.0;
  do {
    residual = equilibrium_of(bodies, step, repeat.push()).residual;
  } while (repeat.repeat(bodies, residual, failures-- <= 0, tolerance));
  finish_static_step(bodies, step, repeat.push());
  return {residual, repeat.repeats()};
}

double distance(const Mat3& a, const Mat3& b) {
  const Mat3 difference = a - b;
  return std::sqrt(double_dot(difference, difference));
}

// A couple that has no moment and pulls, since one that pushes turns the cube over; F by many plain
// steps.
const Mat3 kCouple{{2e5, 1e4, 0, 1e4, 1e5, 2e4, 0, 2e4, 5e4}};

Mat3 settled() {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  for (int n = 0; n < 200; ++n) one_step(bodies, kCouple, 0.1, 0.0);
  return bodies.pseudo_rigid.gradient[0];
}

TEST(StaticRepeat, OneStepOfAnyLengthEndsWhereManyPlainStepsDo) {
  const Mat3 expected = settled();
  EXPECT_GT(distance(expected, identity()), 0.1);  // far from linear
  for (const double step : {1e-4, 1e-2, 0.1}) {
    Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
    const Repeated found = one_step(bodies, kCouple, step, 1e-9);
    EXPECT_LE(found.residual, 1e-9) << step;
    EXPECT_GT(found.repeats, 0);
    EXPECT_LE(distance(bodies.pseudo_rigid.gradient[0], expected), 1e-7) << step;
  }
}

TEST(StaticRepeat, PlainStepsAreNotRepeated) {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  const Repeated found = one_step(bodies, kCouple, 1e-3, 0.0);
  EXPECT_EQ(found.repeats, 0);
  EXPECT_GT(found.residual, 0.1);
}

TEST(StaticRepeat, AfterASolverThatFailedTheStepIsMadeAnewByShorterPseudoTimes) {
  Bodies bodies = unit_cube(BodyKind::pseudo_rigid);
  const Repeated found = one_step(bodies, kCouple, 0.1, 0.0, 2);
  EXPECT_GE(found.repeats, 3);
  EXPECT_LE(found.residual, StaticRepeat::kPlainTolerance);
  EXPECT_LE(distance(bodies.pseudo_rigid.gradient[0], settled()), 1e-2);
}

TEST(StaticRepeat, BodyThatNothingHoldsEndsWhereThePlainStepTakesIt) {
  Bodies bodies = unit_cube(BodyKind::rigid);
  constexpr double kStep = 0.1;
  begin_static_step(bodies);
  bodies.rigid.force[0] = {500.0, 0.0, 0.0};
  static_free_velocity(bodies, kStep);
  StaticRepeat repeat;
  repeat.begin(kStep);
  while (repeat.repeat(bodies, equilibrium_of(bodies, kStep, repeat.push()).residual, true, 1e-6)) {
  }
  EXPECT_LT(repeat.repeats(), StaticRepeat::kMostPasses);
  finish_static_step(bodies, kStep, repeat.push());
  EXPECT_NEAR(bodies.rigid.center[0].x, kStep * kStep * 500.0 / 1e3, 1e-12);
}

TEST(StaticBalance, IsWhatLoadsAndReactionsLeaveOverTheLoad) {
  // 1000 kg: 500 N and reactions of 400 N leave 100 N; moments count as forces at 1/2 m, the root
  // mean square distance of the mass of the cube from its centre.
  Bodies bodies = unit_cube(BodyKind::rigid);
  begin_static_step(bodies);
  RigidSet& set = bodies.rigid;
  constexpr double kPush = 0.02;
  set.force[0] = {500.0, 0.0, 0.0};
  set.linear_change[0] = {-400.0 * kPush / set.mass[0], 0.0, 0.0};
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, kPush).residual, 100.0 / 500.0, 1e-12);
  set.torque[0] = {0.0, 30.0, 0.0};
  constexpr double kDistance = 0.5;
  const double moment = 30.0 / kDistance;
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, kPush).residual,
              std::hypot(100.0, moment) / std::hypot(500.0, moment), 1e-12);
  // pressed from two sides by 2000 N, the same resultants
  EXPECT_NEAR(equilibrium_of(bodies, 0.1, kPush, 4000.0).residual,
              std::hypot(100.0, moment) / 4000.0, 1e-12);
  EXPECT_EQ(equilibrium_of(bodies, 0.1, kPush).body, 1);
}

TEST(StaticBalance, CouplesOfPseudoRigidBodiesCountAtTheMeanDistanceOfTheMass) {
  // a box 1 x 2 x 3 m: the mean square distance of its mass from its centre is (1 + 4 + 9)/12 m²
  Bodies bodies;
  bodies.add(1, BodyKind::pseudo_rigid, {6.0, {}, 6.0 * diagonal(1.0 / 12.0, 4.0 / 12.0, 0.75)},
             BulkMaterial{});
  begin_static_step(bodies);
  bodies.pseudo_rigid.couple[0] = diagonal(30.0, 0.0, 40.0);
  bodies.pseudo_rigid.force[0] = {0.0, 20.0, 0.0};
  std::vector<BodyBalance> all;
  find_balance(bodies, 0.1, 0.1, {{}, {0.0}}, all);
  const double couple = 50.0 / std::sqrt(14.0 / 12.0);
  EXPECT_NEAR(all[0].load, std::hypot(20.0, couple), 1e-11);
  EXPECT_NEAR(all[0].out_of_balance, all[0].load, 1e-11);  // nothing resists yet
}

TEST(StaticBalance, RoundingOfWhatNothingLoadsIsNone) {
  EXPECT_EQ(worst_balance({{1, 0.0, 0.0}, {2, 0.0, 0.0}}, 0.0).residual, 0.0);
  const std::vector<BodyBalance> all{{1, 1e-10, 1e-10}, {2, 1.0, 1e5}};
  EXPECT_EQ(worst_balance(all, largest_load(all)).body, 2);
}

}  // namespace
}  // namespace solfec
