#include "domain/joints/joint_velocities.h"

#include <cmath>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-3;
constexpr double kTol = 1e-12;  // a few ulps at unit scale, with masses of 1e3 kg

class JointVelocitiesTest : public DomainFixture {
 protected:
  BodyId cube(BodyKind kind, Vec3 center, Vec3 velocity, Vec3 spin = {}) {
    const Vec3 half{0.2, 0.3, 0.25};
    const BodyId id = add(kind, box_shape(center - half, center + half));
    domain_.set_rigid_velocity(id, velocity, spin);
    return id;
  }
  [[nodiscard]] Energies energy(BodyId id) const { return domain_.energies({&id, 1}); }
};

TEST_F(JointVelocitiesTest, ALinkLeavesTheCommonVelocityAlongItAndAllAcrossIt) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    const BodyId a = cube(kind, {0, 0, 0}, {1, 0.5, 0});
    const BodyId b = cube(kind, {1, 0, 0}, {0, -0.5, 0});
    const ConstraintId link = domain_.add_constraint(make_rigid_link(a, b, {}, {1, 0, 0}, 1e-4));
    const double before = energy(a).kinetic + energy(b).kinetic;
    run(1, kStep);
    EXPECT_NEAR(speed(a, {}).x, 0.5, 2e-3);  // the link turns with 1/s
    EXPECT_NEAR(speed(b, {1, 0, 0}).x, 0.5, 2e-3);
    EXPECT_NEAR(speed(a, {}).y, 0.5, 2e-3);
    const double mass = domain_.characteristics(a).mass;
    EXPECT_NEAR(energy(a).kinetic + energy(b).kinetic, before - 0.25 * mass, 1e-3 * mass);
    // what has gone is in EXTERNAL; the reaction of the step holds the impulse m / 2 · 1 m/s
    for (const BodyId id : {a, b}) {
      const double given = 0.5 * mass * (id == a ? 1.25 : 0.25);
      const Energies now = energy(id);
      EXPECT_NEAR(now.kinetic + now.internal - now.external, given, 1e-9 * mass);
    }
    EXPECT_NEAR(std::fabs(domain_.find_constraint(link)->R.z), 0.5 * mass / kStep,
                2e-2 * mass / kStep);
    EXPECT_NEAR(domain_.take_forbidden().speed, 1.0, kTol);
  }
}

TEST_F(JointVelocitiesTest, APinnedBodyTurnsAsTheImpulseAtThePinLeavesIt) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {0, 0, 2}, {0, 0.7, 0});
  domain_.add_constraint(make_fixed_point(a, {0.5, 0, 0}));
  run(1, 1e-9);  // what a step adds is of this order
  // angular momentum about the pin stays: J ω + c x m v with the centre at -0.5 x
  const double mass = domain_.characteristics(a).mass;
  const double inertia = mass * (0.4 * 0.4 + 0.5 * 0.5) / 12.0;
  const double momentum = inertia * 0.7 + 0.5 * mass * 2.0;  // (-.5, 0, 0) x (0, 0, 2) = (0, 1, 0)
  const double spin = momentum / (inertia + 0.25 * mass);
  const BodyMotion motion = domain_.bodies.motion(domain_.body_ref(a));
  EXPECT_NEAR(norm(motion.linear - cross({0, spin, 0}, {-0.5, 0, 0})), 0.0, 1e-8);
  EXPECT_NEAR(energy(a).kinetic, 0.5 * momentum * spin, 1e-8 * mass);
}

TEST_F(JointVelocitiesTest, RowsThatDependOnEachOtherDoNoHarm) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 2, 3}, {3, 2, 1});
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.3, 0.3}) domain_.add_constraint(make_fixed_point(a, {x, y, 0.25}));
  }
  run(1, kStep);
  const BodyMotion motion = domain_.bodies.motion(domain_.body_ref(a));
  EXPECT_LE(norm(motion.linear), 1e-10);
  EXPECT_LE(energy(a).kinetic, 1e-16);
}

TEST_F(JointVelocitiesTest, ALongChainOfUnequalBodiesIsStoppedAlongItself) {
  constexpr int kCount = 40;
  std::vector<BodyId> all;
  double mass = 0.0;
  double momentum = 0.0;
  for (int k = 0; k < kCount; ++k) {
    const Vec3 center{1.0 * k, 0, 0};
    const Vec3 half = (k % 3 == 0 ? 0.4 : 0.01) * Vec3{1, 1, 1};
    all.push_back(add(BodyKind::rigid, box_shape(center - half, center + half)));
    domain_.set_rigid_velocity(all.back(), {k == 7 ? 5.0 : 0.0, 0, 0}, {});
    const double own = domain_.characteristics(all.back()).mass;
    mass += own;
    if (k == 7) momentum = 5.0 * own;
    if (k == 0) continue;
    domain_.add_constraint(
        make_rigid_link(all[at(k - 1)], all[at(k)], {1.0 * k - 1.0, 0, 0}, {1.0 * k, 0, 0}, 1e-4));
  }
  run(1, kStep);
  for (int k = 0; k < kCount; ++k) {
    EXPECT_NEAR(speed(all[at(k)], {1.0 * k, 0, 0}).x, momentum / mass, 1e-10) << k;  // of 5 m/s
  }
}

TEST_F(JointVelocitiesTest, APrescribedVelocityIsThereFromTheStart) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {});
  PrescribedMotion motion;
  motion.constant = 3.0;
  domain_.add_constraint(make_prescribed_motion(a, {0, 0, 0}, {1, 0, 0}, motion));
  run(5, kStep);
  EXPECT_NEAR(point(a, {}).x, 5 * 3.0 * kStep, 1e-14);
  EXPECT_EQ(domain_.take_forbidden().speed, 0.0);
}

TEST_F(JointVelocitiesTest, VelocitiesThatFitStayToTheBit) {
  // the pinned pendulum: v = ω x arm to rounding
  const BodyId a = cube(BodyKind::rigid, {0.5, 0, 0}, {0, 0, -0.35}, {0, 0.7, 0});
  domain_.add_constraint(make_fixed_point(a, {0, 0, 0}));
  JointVelocities settled;
  const BodyMotion before = domain_.bodies.motion(domain_.body_ref(a));
  settled.settle(domain_.bodies, domain_.user_constraints(), 0.0);
  const BodyMotion after = domain_.bodies.motion(domain_.body_ref(a));
  EXPECT_EQ(before.linear, after.linear);
  EXPECT_EQ(settled.take_forbidden().speed, 0.0);
  EXPECT_EQ(energy(a).external, 0.0);
}

TEST_F(JointVelocitiesTest, OnlyEventsAreAnsweredAndSpringsForbidNothing) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 0, 0});
  domain_.add_constraint(make_spring(a, 0, {}, {-1, 0, 0}, make_linear_spring(1.0), {}));
  run(1, kStep);
  EXPECT_NEAR(speed(a, {}).x, 1.0, 1e-4);
  const ConstraintId pin = domain_.add_constraint(make_fixed_point(a, {kStep, 0, 0}));
  run(1, kStep);
  EXPECT_NEAR(domain_.take_forbidden().speed, 1.0, 1e-4);
  EXPECT_LE(norm(speed(a, {kStep, 0, 0})), 1e-12);
  EXPECT_EQ(domain_.take_forbidden().speed, 0.0);
  run(1, kStep);
  EXPECT_LE(norm(domain_.find_constraint(pin)->R), 1e-6 * domain_.characteristics(a).mass / kStep);
}

/// A pendulum swings by steps long enough to leave errors of its joint; another body far away gets
/// its velocity meanwhile, which is free, then one that its own joint forbids.
TEST_F(JointVelocitiesTest, OnlyJointsOfBodiesWhoseVelocityWasGivenAreTold) {
  const BodyId swings = cube(BodyKind::rigid, {0.5, 0, 0}, {0, 0, -0.35}, {0, 0.7, 0});
  domain_.add_constraint(make_fixed_point(swings, {0, 0, 0}));
  const BodyId flies = cube(BodyKind::rigid, {50, 0, 0}, {1, 0, 0});
  run(3, 0.1);
  (void)domain_.take_forbidden();
  domain_.set_rigid_velocity(flies, {2, 0, 0}, {});
  run(1, 0.1);
  EXPECT_EQ(domain_.take_forbidden().speed, 0.0);
  const Vec3 end = point(flies, {50, 0, 0});
  const ConstraintId pin = domain_.add_constraint(make_fixed_point(flies, end));
  run(1, 0.1);
  const ForbiddenVelocity gone = domain_.take_forbidden();
  EXPECT_NEAR(gone.speed, 2.0, 1e-12);
  EXPECT_EQ(gone.constraint, pin);
}

/// 1 m/s at the start and -0.8 m/s at the end of a step: 0.9 m/s changes its sign, 0.1 m/s does
/// not.
TEST_F(JointVelocitiesTest, OfTwoErrorsInTurnTheMeanIsLeft) {
  for (const bool is_point : {true, false}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 3, 0});
    const ConstraintId pin = domain_.add_constraint(
        is_point ? make_fixed_point(a, {}) : make_fixed_direction(a, {}, {1, 0, 0}));
    if (is_point) domain_.set_rigid_velocity(a, {1, 0, 0}, {});
    JointVelocities velocities;
    velocities.begin_step(domain_.bodies, domain_.user_constraints(), 0.0);
    domain_.set_rigid_velocity(a, {-0.8, is_point ? 0.0 : 3.0, 0}, {});
    const Energies before = energy(a);
    velocities.end_step(domain_.bodies, domain_.user_constraints(), kStep);
    const double mass = domain_.characteristics(a).mass;
    EXPECT_NEAR(speed(a, {}).x, 0.1, kTol);
    EXPECT_NEAR(speed(a, {}).y, is_point ? 0.0 : 3.0, kTol);
    const Energies after = energy(a);
    EXPECT_NEAR(after.numerical - before.numerical, after.kinetic - before.kinetic, kTol * mass);
    EXPECT_EQ(after.external, before.external);
    EXPECT_NEAR(before.kinetic - after.kinetic, 0.5 * mass * (0.64 - 0.01), kTol * mass);
    std::vector<UserConstraint> all(domain_.user_constraints().begin(),
                                    domain_.user_constraints().end());
    velocities.add_to_reactions(all, kStep);
    EXPECT_NEAR(norm(all[0].R), 0.9 * mass / kStep, 1e-9 * mass / kStep);
    EXPECT_EQ(domain_.find_constraint(pin)->id, all[0].id);
  }
}

TEST_F(JointVelocitiesTest, ErrorsOfRoundingAreLeftAtTheEndOfAStep) {
  for (const double error : {0.9e-11, 2.2e-11}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {error, 1, 0});
    domain_.add_constraint(make_fixed_direction(a, {}, {1, 0, 0}));
    JointVelocities velocities;
    velocities.begin_step(domain_.bodies, domain_.user_constraints(), 0.0);
    domain_.set_rigid_velocity(a, {-error, 1, 0}, {});
    velocities.end_step(domain_.bodies, domain_.user_constraints(), kStep);
    EXPECT_EQ(speed(a, {}).x == -error, error < 1e-11);
  }
}

/// Rows along one direction that ask for 1, 1 and 4 m/s: least squares give their mean, 2 m/s.
/// Speeds whose squares underflow would make reactions that are no numbers.
TEST_F(JointVelocitiesTest, ABodyThatJointsStopRestsAndSpeedsNextToNothingAreNone) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 0, 1});
  for (const Vec3 point : {Vec3{0, 0, 0}, Vec3{0.2, 0, 0}, Vec3{0, 0.3, 0}}) {
    domain_.add_constraint(make_fixed_point(a, point));
  }
  run(1, kStep);
  EXPECT_EQ(speed(a, {0, 0, 0}), Vec3{});
  EXPECT_EQ(speed(a, {0.2, 0.3, 0.25}), Vec3{});
  for (const double v : {1e-59, 1e-61}) {
    domain_.set_rigid_velocity(a, {v, 0, 0}, {});
    JointVelocities velocities;
    velocities.begin_step(domain_.bodies, domain_.user_constraints(), 0.0);
    velocities.end_step(domain_.bodies, domain_.user_constraints(), 0.0);
    EXPECT_EQ(speed(a, {}) == Vec3{}, v < 1e-60) << v;
  }
}

TEST_F(JointVelocitiesTest, ABodyThatIsPinnedAtItsCentreGoesOnSpinning) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 0, 1}, {0, 7, 0});
  domain_.add_constraint(make_fixed_point(a, {0, 0, 0}));
  run(40, kStep);
  EXPECT_NEAR(norm(speed(a, {0.2, 0, 0})), 7 * 0.2, 1e-12);
}

TEST_F(JointVelocitiesTest, RowsThatContradictEachOtherAreMetInTheMean) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {0, 1, 0});
  for (const double rate : {1.0, 1.0, 4.0}) {
    PrescribedMotion motion;
    motion.constant = rate;
    domain_.add_constraint(make_prescribed_motion(a, {0, 0, 0}, {1, 0, 0}, motion));
  }
  JointVelocities velocities;
  velocities.settle(domain_.bodies, domain_.user_constraints(), 0.0);
  EXPECT_NEAR(speed(a, {}).x, 2.0, kTol);
  EXPECT_NEAR(speed(a, {}).y, 1.0, kTol);
  std::vector<UserConstraint> all(domain_.user_constraints().begin(),
                                  domain_.user_constraints().end());
  velocities.add_to_reactions(all, kStep);
  double impulse = 0.0;
  for (const UserConstraint& row : all) impulse += kStep * row.R.z;
  const double mass = domain_.characteristics(a).mass;
  EXPECT_NEAR(impulse, 2.0 * mass, 1e-10 * mass);
}

/// Bodies that hardly move, held at four points: errors of rounding do not grow, whatever their
/// size is. Squares of the last ones underflow.
TEST_F(JointVelocitiesTest, RowsOfABodyThatIsHeldFourTimesNeverMakeItFaster) {
  for (const double scale : {1.0, 1e-9, 1e-100, 1e-170, 1e-310}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {});
    for (const double x : {-0.2, 0.2}) {
      for (const double y : {-0.3, 0.3}) domain_.add_constraint(make_fixed_point(a, {x, y, 0.25}));
    }
    JointVelocities velocities;
    domain_.set_rigid_velocity(a, scale * Vec3{1, 2, 3}, scale * Vec3{0.3, 0.2, 0.1});
    velocities.begin_step(domain_.bodies, domain_.user_constraints(), 0.0);
    // no rate of a body that keeps its place: what is left contradicts itself
    domain_.set_rigid_velocity(a, scale * Vec3{-1.1, 2, -3}, scale * Vec3{-0.3, 0.7, 0.1});
    velocities.end_step(domain_.bodies, domain_.user_constraints(), kStep);
    EXPECT_LE(norm(speed(a, {})), 4.0 * scale);
    EXPECT_TRUE(std::isfinite(energy(a).kinetic));
  }
}

/// A row that came within the step has no error at its start: nothing is changed then.
TEST_F(JointVelocitiesTest, RowsThatAreNotThoseOfTheStartChangeNothing) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {1, 0, 0});
  domain_.add_constraint(make_fixed_point(a, {}));
  JointVelocities velocities;
  velocities.begin_step(domain_.bodies, domain_.user_constraints(), 0.0);
  domain_.add_constraint(make_fixed_direction(a, {}, {1, 0, 0}));
  domain_.set_rigid_velocity(a, {-1, 0, 0}, {});
  velocities.end_step(domain_.bodies, domain_.user_constraints(), kStep);
  EXPECT_EQ(speed(a, {}).x, -1.0);
}

TEST_F(JointVelocitiesTest, APinThatASolutionHasMissedIsAtRestTwoStepsLater) {
  const BodyId a = cube(BodyKind::rigid, {0, 0, 0}, {});
  const ConstraintId pin = domain_.add_constraint(make_fixed_point(a, {}));
  run(1, kStep);
  const BodyRef ref = domain_.body_ref(a);
  domain_.bodies.kick(ref, domain_.bodies.point(ref, {}), {1.0, 0, 0});
  run(2, kStep);
  EXPECT_LE(norm(speed(a, {})), kTol);
  run(1, kStep);
  EXPECT_LE(norm(domain_.find_constraint(pin)->R), 1e-9);
}

}  // namespace
}  // namespace solfec
