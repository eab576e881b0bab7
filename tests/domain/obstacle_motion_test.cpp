#include "domain/obstacle_motion.h"

#include <array>
#include <cmath>
#include <functional>

#include "base/check.h"
#include "domain/domain_fixture.h"
#include "math/rotation.h"
#include "support/message_of.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // rounding of a hundred steps at unit scale
constexpr double kStep = 0.01;

using Function = std::function<double(double)>;

PrescribedMotion motion(MotionKind kind, const Function& f) {
  std::vector<double> times;
  std::vector<double> values;
  for (int k = 0; k <= 300; ++k) {
    times.push_back(k * kStep);
    values.push_back(f(k * kStep));
  }
  return {kind, 0.0, std::make_shared<const TimeSeries>(times, values), 0.0};
}

class ObstacleMotionTest : public DomainFixture {
 protected:
  void drive(BodyId body, Vec3 at, Vec3 along, const PrescribedMotion& given) {
    rows_.push_back(domain_.add_constraint(make_prescribed_motion(body, at, along, given)));
  }
  /// All three components of a point.
  void drive(BodyId body, Vec3 at, const std::function<Vec3(double)>& place) {
    for (int i = 0; i < 3; ++i) {
      Vec3 along;
      along[i] = 1.0;
      drive(body, at, along,
            motion(MotionKind::displacement, [=](double t) { return (place(t) - at)[i]; }));
    }
  }

  void surface(double friction) {
    SurfaceMaterial material;
    material.friction = friction;
    domain_.surface_materials.define(material);
  }

  std::vector<ConstraintId> rows_;
};

TEST_F(ObstacleMotionTest, OnePointTranslatesTheObstacleExactlyForAllThreeKinds) {
  const auto cube = box_shape({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  const BodyId a = add(BodyKind::obstacle, cube);
  const BodyId b = add(BodyKind::obstacle, cube);
  const BodyId c = add(BodyKind::obstacle, cube);
  const Vec3 corner{0.5, 0.5, 0.5};  // not the centre: must not turn
  drive(a, corner, {3, 0, 0}, motion(MotionKind::displacement, [](double t) { return t * t; }));
  drive(b, corner, {0, 1, 0}, motion(MotionKind::velocity, [](double t) { return t; }));
  drive(c, corner, {0, 0, 1}, motion(MotionKind::acceleration, [](double t) { return t; }));
  for (int k = 1; k <= 100; ++k) {
    run(1, kStep);
    const double t = k * kStep;
    EXPECT_LE(norm(point(a, corner) - corner - Vec3{t * t, 0, 0}), kTol);
    EXPECT_LE(norm(point(b, corner) - corner - Vec3{0, 0.5 * t * t, 0}), kTol);
    // a sum of trapezia of t²/2, as a body that sticks to it goes
    EXPECT_LE(
        norm(point(c, corner) - corner - Vec3{0, 0, t * t * t / 6.0 + t * kStep * kStep / 12}),
        kTol);
    EXPECT_LE(norm(point(a, {}) - Vec3{t * t, 0, 0}), kTol);
    // velocities are those of the ends of the step
    EXPECT_NEAR(speed(a, corner).x, 2.0 * t, kTol / kStep);
    EXPECT_NEAR(domain_.find_constraint(rows_[0])->U.z, 2.0 * t, kTol / kStep);
    EXPECT_NEAR(domain_.find_constraint(rows_[0])->V.z, 2.0 * (t - kStep), kTol / kStep);
    EXPECT_NEAR(speed(b, corner).y, t, kTol / kStep);
    EXPECT_NEAR(domain_.find_constraint(rows_[1])->V.z, t - kStep, kTol / kStep);
  }
}

TEST_F(ObstacleMotionTest, ThreePointsTurnIt) {
  const BodyId plate = add(BodyKind::obstacle, box_shape({-1, -1, -0.1}, {1, 1, 0.1}));
  const Vec3 axis = normalized(Vec3{1, 2, -1});
  const auto turned = [&](Vec3 x) {
    return [=](double t) { return exponential_map(2.0 * t * axis) * x + Vec3{t, 0, 0}; };
  };
  for (const Vec3 x : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{-1, -1, 0.1}}) {
    drive(plate, x, turned(x));
  }
  for (int k = 1; k <= 100; ++k) {
    run(1, kStep);
    const Vec3 corner{1, 1, 0.1};
    EXPECT_LE(norm(point(plate, corner) - turned(corner)(k * kStep)), 10.0 * kTol);
  }
}

TEST_F(ObstacleMotionTest, ThreePointsAlongOneDirectionTiltATable) {
  const BodyId table = add(BodyKind::obstacle, box_shape({-1, -1, -0.1}, {1, 1, 0.1}));
  const auto lift = [](double height) {
    return motion(MotionKind::velocity, [=](double /*t*/) { return height; });
  };
  drive(table, {-1, -1, 0}, {0, 0, 1}, lift(0.0));
  drive(table, {-1, 1, 0}, {0, 0, 1}, lift(0.0));
  drive(table, {1, 1, 0}, {0, 0, 1}, lift(0.2));
  run(100, kStep);
  // chord of 2 m that rises by 0.2 m about the edge x = -1, whose height is kept
  EXPECT_NEAR(point(table, {-1, 0, 0}).z, 0.0, kTol);
  EXPECT_NEAR(point(table, {1, 0, 0}).z, 0.2, kTol);
  EXPECT_NEAR(point(table, {0, 0, 0}).z, 0.1, kTol);
  EXPECT_LE(std::fabs(point(table, {0, 0, 0}).x), kTol);
}

TEST_F(ObstacleMotionTest, WhatIsNotPrescribedKeepsTheGivenMotion) {
  const BodyId drum = add(BodyKind::obstacle, box_shape({-1, -1, -1}, {1, 1, 1}));
  domain_.set_rigid_velocity(drum, {0, 0.5, 0}, {0, 0, 2.0});
  drive(drum, {}, {1, 0, 0}, motion(MotionKind::velocity, [](double /*t*/) { return 3.0; }));
  run(100, kStep);
  const Vec3 expected = Vec3{3.0, 0.5, 0.0} + exponential_map({0, 0, 2.0}) * Vec3{1, 0, 0};
  EXPECT_LE(norm(point(drum, {1, 0, 0}) - expected), 10.0 * kTol);
  EXPECT_TRUE(domain_.remove_constraint(rows_[0]));
  run(1, kStep);
  EXPECT_LE(norm(speed(drum, {}) - Vec3{0, 0.5, 0}), kTol);
}

TEST_F(ObstacleMotionTest, TheDrivingForceCarriesWhatLiesOnTheObstacle) {
  const BodyId lift = add(BodyKind::obstacle, box_shape({-1, -1, -0.2}, {1, 1, 0}));
  add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
  domain_.loads.gravity[2].constant = -10.0;
  drive(lift, {1, 1, 0}, {0, 0, 1}, motion(MotionKind::velocity, [](double t) { return 2.0 * t; }));
  run(1, kStep);
  for (int k = 2; k <= 100; ++k) {
    run(1, kStep);
    // 1000 kg accelerated by 2 m/s^2 against gravity
    EXPECT_NEAR(domain_.find_constraint(rows_[0])->R.z, 12000.0, 1e-4);
  }
}

TEST_F(ObstacleMotionTest, ABlockThatSticksStaysWhereItStandsOnAShakenFloor) {
  surface(2.0);
  const BodyId floor = add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-0.2, -0.2, 0}, {0.2, 0.2, 0.1}));
  domain_.loads.gravity[2].constant = -10.0;
  const auto shaken = [](double t) { return 0.2 * std::sin(7.0 * t); };
  drive(floor, {0, 0, 0}, {1, 0, 0}, motion(MotionKind::velocity, shaken));
  drive(floor, {0, 0, 0}, {0, 1, 0}, motion(MotionKind::acceleration, shaken));
  for (int k = 1; k <= 200; ++k) {
    run(1, kStep);
    const Vec3 way = point(block, {}) - point(floor, {});
    EXPECT_LE(std::hypot(way.x, way.y), 2e-5) << k;  // half a step of its velocity is 1e-3
  }
}

TEST_F(ObstacleMotionTest, ABlockThatSticksFollowsAPrescribedDisplacementToRounding) {
  // on an OBSTACLE and on a RIGID floor
  const double gravity = 10.0;
  GaussSeidelParams params = tight_params();
  params.merit_tolerance = 1e-28;  // no error for masses of a milligram either
  solver_ = GaussSeidelSolver(params);
  for (const BodyKind kind : {BodyKind::obstacle, BodyKind::rigid}) {
    for (const double size : {1e-3, 1.0, 1e3}) {
      domain_ = Domain(Analysis::dynamic, 1e-4 * size);
      domain_.contact_params.points = ContactPoints::patch;
      domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
      surface(2.0);
      rows_.clear();
      const BodyId floor =
          add(kind, box_shape({-2 * size, -2 * size, -size}, {2 * size, 2 * size, 0}));
      const BodyId block = add(BodyKind::rigid, box_shape({-0.2 * size, -0.2 * size, 0},
                                                          {0.2 * size, 0.2 * size, 0.1 * size}));
      domain_.loads.gravity[2].constant = -gravity;
      const double h = kStep * std::sqrt(size);
      const double amount = 0.1 * size;
      const auto wave = [=](double factor) {
        std::vector<double> times;
        std::vector<double> values;
        for (int k = 0; k <= 240; ++k) {
          times.push_back(k * h);
          values.push_back(factor * amount * (1.0 - std::cos(5.0 * k * kStep)));
        }
        return PrescribedMotion{MotionKind::displacement, 0.0,
                                std::make_shared<const TimeSeries>(times, values), 0.0};
      };
      const std::array<double, 3> factor{1.0, -0.5, 0.7};
      for (int i = 0; i < 3; ++i) {
        Vec3 along;
        along[i] = 1.0;
        drive(floor, {0, 0, 0}, along, wave(factor[static_cast<std::size_t>(i)]));
      }
      if (kind == BodyKind::rigid) {
        domain_.bodies.disable_rotation(domain_.body_ref(floor), true);
      }
      for (int k = 1; k <= 200; ++k) {
        run(1, h);
        const double way = amount * (1.0 - std::cos(5.0 * k * kStep));
        const Vec3 exact{way * factor[0], way * factor[1], way * factor[2]};
        ASSERT_LE(norm(point(floor, {}) - exact), 1e-12 * amount) << k;
        ASSERT_LE(norm(point(block, {}) - exact), 1e-11 * amount) << k << ' ' << size;
      }
    }
  }
}

TEST_F(ObstacleMotionTest, AJumpOfTheVelocityDoesNotRing) {
  surface(2.0);
  const BodyId floor = add(BodyKind::obstacle, box_shape({-9, -2, -1}, {9, 2, 0}));
  const BodyId block = add(BodyKind::rigid, box_shape({-0.2, -0.2, 0}, {0.2, 0.2, 0.1}));
  domain_.loads.gravity[2].constant = -10.0;
  run(3, kStep);
  drive(floor, {0, 0, 0}, {1, 0, 0}, motion(MotionKind::velocity, [](double) { return 0.03; }));
  run(2, kStep);
  EXPECT_NEAR(speed(block, {}).x, 0.03, 1e-4);
  const double way = (point(block, {}) - point(floor, {})).x;
  for (int k = 0; k < 20; ++k) {
    run(1, kStep);
    EXPECT_NEAR(speed(block, {}).x, 0.03, 1e-4);
    EXPECT_NEAR((point(block, {}) - point(floor, {})).x, way, 2e-6);
  }
}

TEST_F(ObstacleMotionTest, ABlockOnATurntableKeepsItsRadius) {
  constexpr double kSpin = 2.0;
  std::vector<double> error;
  for (const int steps : {100, 200}) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.2, 1000.0});
    surface(5.0);
    const BodyId table = add(BodyKind::obstacle, box_shape({-3, -3, -1}, {3, 3, 0}));
    domain_.set_rigid_velocity(table, {}, {0, 0, kSpin});
    const BodyId block = add(BodyKind::rigid, box_shape({0.8, -0.2, 0}, {1.2, 0.2, 0.1}));
    domain_.set_rigid_velocity(block, {0, kSpin, 0}, {0, 0, kSpin});
    domain_.loads.gravity[2].constant = -10.0;
    run(steps, 1.0 / steps);
    const Vec3 center = point(block, {1, 0, 0.05});
    error.push_back(std::hypot(center.x, center.y) - 1.0);
    EXPECT_LE(std::fabs(error.back()), 3e-4);  // half a step of its way outwards is 2e-2
    const Vec3 seen = domain_.bodies.reference_point(domain_.body_ref(table), center);
    EXPECT_LE(norm(seen - Vec3{1, 0, 0.05}), 1e-3);  // O(h²)
  }
  EXPECT_LT(std::fabs(error[1]), std::fabs(error[0]));
}

TEST_F(ObstacleMotionTest, ATableThatTurnsUnderAHeldBlockOnlyPullsAlongItsVelocity) {
  surface(0.3);
  const BodyId table = add(BodyKind::obstacle, box_shape({-3, -3, -1}, {3, 3, 0}));
  domain_.set_rigid_velocity(table, {}, {0, 0, 2.0});
  const BodyId block = add(BodyKind::rigid, box_shape({0.8, -0.2, 0}, {1.2, 0.2, 0.1}));
  domain_.loads.gravity[2].constant = -10.0;
  for (const double z : {0.0, 0.1}) {
    for (const Vec3 along : {Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
      domain_.add_constraint(make_fixed_direction(block, {1, 0, z}, along));
    }
  }
  domain_.add_constraint(make_fixed_direction(block, {1.2, 0, 0.05}, {0, 1, 0}));
  run(20, kStep);
  Vec3 friction;
  for (const ConstraintRecord& row : domain_.constraints()) {
    if (row.kind != ConstraintKind::contact) continue;
    const Vec3 force = row.frame * row.R;
    friction += row.master == table ? -1.0 * force : force;
  }
  EXPECT_GT(friction.y, 40.0);  // 0.3 of 160 N
  EXPECT_LE(std::fabs(friction.x), 1e-6);
}

TEST_F(ObstacleMotionTest, MotionsThatNoRigidBodyCanFollowAreAnError) {
  const BodyId plate = add(BodyKind::obstacle, box_shape({-1, -1, -0.1}, {1, 1, 0.1}), "plate");
  const auto speed = [](double value) {
    return motion(MotionKind::velocity, [=](double /*t*/) { return value; });
  };
  drive(plate, {-1, 0, 0}, {1, 0, 0}, speed(-1.0));
  drive(plate, {1, 0, 0}, {1, 0, 0}, speed(1.0));
  const std::string text = message_of<InputError>([&] { run(1, kStep); });
  EXPECT_NE(text.find("body 'plate' (created at test.py:1) are not those of a rigid body: at "
                      "t=0.01 s its point (-1, 0, 0) m misses its place by 0.01 m"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace solfec
