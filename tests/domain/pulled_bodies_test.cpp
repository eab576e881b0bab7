#include "domain/pulled_bodies.h"

#include <cmath>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kTension = 1e3;  // N
constexpr double kLength = 0.4;   // m
constexpr double kMass = 0.4 * 0.04 * 0.02 * 1e3;

/// A bar along x about the origin; each step is h = 0.01 s.
class PulledBodiesTest : public DomainFixture {
 protected:
  BodyId bar() {
    return add(BodyKind::rigid,
               box_shape({-0.5 * kLength, -0.02, -0.01}, {0.5 * kLength, 0.02, 0.01}));
  }
  /// Holds both ends of a bar, whose reactions pull it with a tension.
  void hold_ends(BodyId id, double tension = kTension) {
    for (const double sign : {-1.0, 1.0}) {
      held_.push_back(make_fixed_point(id, {0.5 * sign * kLength, 0, 0}));
      held_.back().R = {sign * tension, 0, 0};
    }
    place();
  }
  void place() {
    for (UserConstraint& one : held_) place_constraint(domain_.bodies, one);
  }
  [[nodiscard]] PullingForces forces(double step) const {
    return {domain_.loads, 0.0, step, held_};
  }
  bool begin(double step) { return pulled_.begin(domain_.bodies, forces(step), nullptr); }
  bool renew(double step, const std::vector<Vec3>& R) {
    PullingForces all = forces(step);
    all.R = R;
    return pulled_.renew(domain_.bodies, all, nullptr);
  }
  RigidSet& rigid() { return domain_.bodies.rigid; }
  /// h up to which the bar of a tension keeps the arms of mid-step.
  static double limit(double tension) {
    const double about_y = kMass * (kLength * kLength + 0.02 * 0.02) / 12.0;
    const double about_z = kMass * (kLength * kLength + 0.04 * 0.04) / 12.0;
    const double sum = tension * kLength * (1.0 / about_y + 1.0 / about_z);  // of ω², 1/s²
    return 0.8 * 2.0 / std::sqrt(sum);
  }
  static void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(a.m[k], b.m[k], tolerance) << k;
  }

  std::vector<UserConstraint> held_;
  PulledBodies pulled_;
};

TEST_F(PulledBodiesTest, ABarUnderTensionResistsTurningAcrossItsAxis) {
  hold_ends(bar());
  const double stiff = kTension * kLength;
  EXPECT_FALSE(begin(0.999 * limit(kTension)));
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
  EXPECT_TRUE(begin(1.001 * limit(kTension)));
  expect_near(rigid().turning_stiffness[0], diagonal(0.0, stiff, stiff), 1e-9);
}

TEST_F(PulledBodiesTest, TheStiffnessTurnsWithTheBar) {
  const BodyId id = bar();
  domain_.set_rigid_velocity(id, {}, {0, 0, 0.5});
  run(100, 1e-2);
  held_.push_back(make_fixed_point(id, {-0.5 * kLength, 0, 0}));
  held_.push_back(make_fixed_point(id, {0.5 * kLength, 0, 0}));
  place();
  const Vec3 axis = normalized(held_[1].point - held_[0].point);
  held_[0].R = -kTension * axis;
  held_[1].R = kTension * axis;
  EXPECT_TRUE(begin(1.0));
  const double stiff = kTension * kLength;
  expect_near(rigid().turning_stiffness[0], diagonal(0.0, stiff, stiff), 1e-9);
}

TEST_F(PulledBodiesTest, ThrustHoldsNothing) {
  hold_ends(bar(), -kTension);
  EXPECT_FALSE(begin(1e3));
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
}

TEST_F(PulledBodiesTest, TheSlaveIsPulledTheOtherWay) {
  const BodyId id = bar();
  const BodyId other = add(BodyKind::rigid, ball_shape({0.3, 0, 0}, 0.1));
  held_.push_back(make_rigid_link(other, id, {0.3, 0, 0}, {0.5 * kLength, 0, 0}, 1e-6));
  held_.back().R = {0, 0, -kTension};  // pulls the bar at its end along x
  place();
  EXPECT_TRUE(begin(1.0));
  expect_near(rigid().turning_stiffness[0], diagonal(0, 200, 200), 1e-9);
  EXPECT_EQ(rigid().turning_stiffness[1], Mat3{});  // at its centre
}

TEST_F(PulledBodiesTest, ForcesPullThatKeepTheirDirection) {
  const BodyId id = bar();
  hold_ends(id, 0.0);
  domain_.loads.forces.push_back(
      {id, LoadFrame::spatial, {0.5 * kLength, 0, 0}, {1, 0, 0}, {kTension, nullptr}});
  EXPECT_TRUE(begin(1.0));
  expect_near(rigid().turning_stiffness[0], diagonal(0, 200, 200), 1e-9);
  domain_.loads.forces[0].frame = LoadFrame::convected;
  EXPECT_FALSE(begin(1.0));
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
}

TEST_F(PulledBodiesTest, GuidesAndDrivesOfJointsFollowTheirBodies) {
  hold_ends(bar());
  for (UserConstraint& one : held_) one.joint.kind = JointRowKind::guide;
  held_[0].joint.kind = JointRowKind::turn;
  PulledBodies pulled;
  PullingForces all = forces(1.0);
  for (UserConstraint& one : held_) one.R = {kTension, 0, 0};
  EXPECT_FALSE(pulled.begin(domain_.bodies, all, nullptr));
}

TEST_F(PulledBodiesTest, BodiesThatDoNotTurnOrAreNotRigidHaveNone) {
  const BodyId id = bar();
  domain_.bodies.rigid.disable_rotation(0, true);
  hold_ends(id);
  const BodyId soft = add(BodyKind::pseudo_rigid, box_shape({1, 0, 0}, {2, 1, 1}));
  held_.push_back(make_fixed_point(soft, {1, 0, 0}));
  held_.back().R = {-kTension, 0, 0};
  place();
  EXPECT_FALSE(begin(1e3));
}

TEST_F(PulledBodiesTest, AStepIsSolvedAnewWhereReactionsChangeAndAtMostThreeTimes) {
  hold_ends(bar(), 0.0);
  EXPECT_FALSE(begin(1.0));
  const auto pull = [](double T) { return std::vector<Vec3>{{-T, 0, 0}, {T, 0, 0}}; };
  EXPECT_TRUE(renew(1.0, pull(kTension)));
  EXPECT_FALSE(renew(1.0, pull(1.0009 * kTension)));
  EXPECT_TRUE(renew(1.0, pull(1.0011 * kTension)));
  EXPECT_FALSE(renew(1.0, pull(2.0 * kTension)));
  EXPECT_FALSE(begin(1.0));
  EXPECT_TRUE(renew(1.0, pull(kTension)));
  EXPECT_FALSE(renew(1.0, pull(0.0)));  // a stiffness that is too large is stable
}

TEST_F(PulledBodiesTest, WithoutConstraintsNothingStays) {
  hold_ends(bar());
  EXPECT_TRUE(begin(1.0));
  held_.clear();
  EXPECT_FALSE(begin(1.0));
  EXPECT_EQ(rigid().turning_stiffness[0], Mat3{});
  rigid().turning_stiffness[0] = identity();  // nobody looks any more
  EXPECT_FALSE(begin(1.0));
  EXPECT_EQ(rigid().turning_stiffness[0], identity());
}

TEST_F(PulledBodiesTest, APulledBarVibratesAsTheTrapezoidalRuleTellsInStepsOfAnyLength) {
  const double about_z = kMass * (kLength * kLength + 0.04 * 0.04) / 12.0;
  const double omega = std::sqrt(kTension * kLength / about_z);
  for (const double step : {2.0 / omega, 10.0 / omega, 100.0 / omega}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    const BodyId id = bar();
    domain_.add_constraint(make_fixed_point(id, {}));
    for (const double sign : {-1.0, 1.0}) {
      domain_.loads.forces.push_back({id,
                                      LoadFrame::spatial,
                                      {0.5 * sign * kLength, 0, 0},
                                      {sign, 0, 0},
                                      {kTension, nullptr}});
    }
    constexpr double kAngle = 1e-6;
    domain_.set_rigid_velocity(id, {}, {0, 0, kAngle * omega});
    const double turn = 2.0 * std::atan(0.5 * omega * step);
    for (int k = 1; k <= 50; ++k) {
      run(1, step);
      const Vec3 end = point(id, {0.5 * kLength, 0, 0});
      EXPECT_NEAR(end.y / (0.5 * kLength * kAngle), std::sin(k * turn), 1e-5) << step << " " << k;
    }
  }
}

TEST_F(PulledBodiesTest, AHeavyLoadOnAChainOfLightBarsStaysInStepsOfAnyLength) {
  for (const double step : {1e-4, 1e-3, 1e-2, 1e-1}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0}).first;
    domain_.loads.gravity[2].constant = -10.0;
    BodyId last = 0;
    std::vector<BodyId> bars;
    for (int k = 0; k <= 5; ++k) {
      const Vec3 top{0, 0, -0.1 * k};
      const double half = k < 5 ? 0.005 : 1.0;
      const double low = k < 5 ? -0.1 * (k + 1) : -2.5;
      bars.push_back(add(BodyKind::rigid, box_shape({-half, -half, low}, {half, half, -0.1 * k})));
      UserConstraint joint = make_rigid_link(bars.back(), last, top, top, 1e-6);
      if (last == 0) joint = make_fixed_point(bars.back(), top);
      domain_.add_constraint(joint);
      if (last != 0) domain_.exclude_contact(bars.back(), last);
      last = bars.back();
    }
    domain_.set_rigid_velocity(bars[2], {1e-3, 0, 0}, {});
    for (int k = 0; k < 200; ++k) {
      run(1, step);
      for (int i = 0; i < 5; ++i) {
        EXPECT_LE(norm(speed(bars[i], {0, 0, -0.1 * i - 0.05})), 1.001e-3) << step << " " << k;
      }
    }
    EXPECT_NEAR(point(last, {0, 0, -0.5}).z, -0.5, 1e-6) << step;
  }
}

// Reactions of absurd size overflow in the sum: the step goes on, and its end says which body has
// no finite velocity.
TEST_F(PulledBodiesTest, PullsThatOverflowGiveNoStiffness) {
  const BodyId id = bar();
  for (int k = 0; k < 4; ++k) hold_ends(id, 1.5e308);
  for (const double step : {1e-3, 1e-2, 1.0}) {
    begin(step);
    EXPECT_EQ(rigid().turning_stiffness[0], Mat3{}) << step;
  }
}

}  // namespace
}  // namespace solfec
