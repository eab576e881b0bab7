#include "domain/joint_step.h"

#include <cmath>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

class JointStepTest : public DomainFixture {
 protected:
  /// Balls of 0.5 kg and a heavy one at the end, in a row of links of 0.1 m that hangs at rest.
  void chain(int balls, double heavy) {
    domain_.loads.gravity[2].constant = -10.0;
    BodyId last = 0;
    for (int k = 0; k <= balls; ++k) {
      const Vec3 center{0, 0, -0.1 * (k + 1)};
      const BodyId ball = add(BodyKind::rigid, ball_shape(center, 0.04));
      const double mass = k < balls ? 0.5 : heavy;
      domain_.bodies.set_characteristics(domain_.body_ref(ball),
                                         {mass, 1e-4, center, mass * 3.2e-4 * identity()});
      domain_.add_constraint(make_rigid_link(ball, last, center, center + Vec3{0, 0, 0.1}, 1e-6));
      balls_.push_back(last = ball);
    }
  }
  CriticalStep critical() { return JointStep().find(domain_.bodies, domain_.user_constraints()); }

  std::vector<BodyId> balls_;
};

TEST_F(JointStepTest, ALinkUnderTensionIsAPendulumOfItsFrequency) {
  chain(0, 2.0);
  EXPECT_TRUE(std::isinf(critical().step));  // nothing pulls yet
  run(1, 1e-3);
  EXPECT_NEAR(critical().step, 2.0 / std::sqrt(10.0 / 0.1), 1e-4);  // ω² = g / L
  EXPECT_EQ(critical().body, balls_[0]);
}

TEST_F(JointStepTest, AHeavyLoadOnALightChainNeedsAShorterStep) {
  chain(10, 2e4);
  run(1, 1e-5);
  // ω² of a long string of beads, 4 T / (m L)
  EXPECT_NEAR(critical().step, 2.0 / std::sqrt(4.0 * 2e5 / (0.5 * 0.1)), 1e-6);
  const StepChoice bound{1e-3, 0};
  const StepChoice choice =
      JointStep().limit(bound, domain_.bodies, domain_.user_constraints(), 1.0);
  EXPECT_EQ(choice.step, 1e-3 / 3.0);  // 0.9 of the critical one, in whole parts
  EXPECT_TRUE(choice.by_joints);
  const StepChoice small{1e-4, 0};
  EXPECT_EQ(JointStep().limit(small, domain_.bodies, domain_.user_constraints(), 1.0).step, 1e-4);
  // with the bound as it is, a push grows; with the choice it swings for ever
  for (const bool limited : {false, true}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    balls_.clear();
    chain(10, 2e4);
    domain_.set_rigid_velocity(balls_[5], {1e-3, 0, 0}, {});
    double fastest = 0.0;
    for (int k = 0; k < 60; ++k) {
      run(1, limited ? domain_.choose_step(1e-3).step : 1e-3);
      fastest = std::fmax(fastest, norm(speed(balls_[5], {0, 0, -0.6})));
    }
    EXPECT_EQ(fastest < 1e-2, limited) << fastest;
  }
}

TEST_F(JointStepTest, PushedLinksAndSpringsAlongADirectionOfTheirOwnLimitNothing) {
  const BodyId a = add(BodyKind::rigid, ball_shape({}, 0.1));
  domain_.loads.gravity[2].constant = -10.0;
  domain_.add_constraint(make_rigid_link(a, 0, {}, {0, 0, -0.5}, 1e-6));  // stands on it
  Spring fixed = make_linear_spring(1e6);
  fixed.direction = SpringDirection::fixed;
  domain_.add_constraint(make_spring(a, 0, {}, {1, 0, 0}, fixed, {1, 0, 0}));
  run(2, 1e-3);
  EXPECT_TRUE(std::isinf(critical().step));
}

}  // namespace
}  // namespace solfec
