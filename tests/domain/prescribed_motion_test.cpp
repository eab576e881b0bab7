#include "constraint/prescribed_motion.h"

#include <cmath>
#include <functional>

#include "domain/domain_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-11;  // rounding of a thousand steps at unit scale
constexpr double kGravity = 9.81;
constexpr double kMass = 1000.0;  // of the unit cube

using Function = std::function<double(double)>;

/// f at the ends of all steps of [0, 2] and a little beyond; linear between them.
std::shared_ptr<const TimeSeries> sampled(const Function& f, double h) {
  std::vector<double> times;
  std::vector<double> values;
  for (int k = 0; k * h < 2.0 + 3.0 * h; ++k) {
    times.push_back(k * h);
    values.push_back(f(k * h));
  }
  return std::make_shared<const TimeSeries>(times, values);
}

struct Errors {
  double place{};     // largest, m
  double velocity{};  // m/s
  double reaction{};  // over the mass, m/s^2
};

class PrescribedMotionOfBodies : public DomainFixture,
                                 public ::testing::WithParamInterface<BodyKind> {
 protected:
  /// Moves a unit cube along (1, 2, 2)/3 for one second under gravity and compares with
  /// x(t), v(t), a(t).
  Errors follow(MotionKind kind, const Function& given, double h, const Function& x,
                const Function& v, const Function& a) {
    domain_ = Domain(Analysis::dynamic, 1e-4);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 1e7, 0.2, 1000.0}).first;
    const BodyId cube = add(GetParam(), box_shape({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
    domain_.loads.gravity[2].constant = -kGravity;
    const Vec3 along = Vec3{1, 2, 2} / 3.0;
    domain_.set_rigid_velocity(cube, v(0.0) * along, {});
    const ConstraintId id = domain_.add_constraint(
        make_prescribed_motion(cube, {}, {2, 4, 4}, {kind, 0.0, sampled(given, h), 0.0}));
    Errors most;
    for (int k = 1; k * h < 1.0 + 0.5 * h; ++k) {
      (void)domain_.step(solver_, h);
      const double t = k * h;
      domain_.set_time(t);
      const ConstraintRecord& row = *domain_.find_constraint(id);
      const double free = kGravity * along.z;  // what the row has to hold
      const auto grow = [](double& largest, double error) {
        largest = std::fmax(largest, std::fabs(error));
      };
      grow(most.place, dot(along, point(cube, {})) - x(t));
      grow(most.velocity, dot(along, speed(cube, {})) - v(t));
      grow(most.velocity, row.U.z - v(t));
      grow(most.reaction, row.R.z / kMass - free - a(t - 0.5 * h));
      grow(most.reaction, std::hypot(row.R.x, row.R.y));
      EXPECT_EQ(row.kind, ConstraintKind::velocity_direction);
      EXPECT_LE(row.merit, 1e-20);
    }
    return most;
  }
};

double zero(double /*t*/) { return 0.0; }
double one(double /*t*/) { return 1.0; }
double two(double /*t*/) { return 2.0; }
double linear(double t) { return t; }
double twice(double t) { return 2.0 * t; }
double square(double t) { return t * t; }
double sine(double t) { return std::sin(t); }
double cosine(double t) { return std::cos(t); }
double minus_sine(double t) { return -std::sin(t); }

TEST_P(PrescribedMotionOfBodies, DisplacementThatIsLinearOrQuadraticIsFollowedExactly) {
  const Errors a = follow(MotionKind::displacement, linear, 1e-2, linear, one, zero);
  const Errors b = follow(MotionKind::displacement, square, 1e-2, square, twice, two);
  for (const Errors& errors : {a, b}) {
    EXPECT_LE(errors.place, kTol);
    EXPECT_LE(errors.velocity, kTol);
    EXPECT_LE(errors.reaction, 1e-9);  // differences of velocities over h
  }
}

TEST_P(PrescribedMotionOfBodies, SmoothDisplacementIsFollowedToThirdOrder) {
  const Errors coarse = follow(MotionKind::displacement, sine, 2e-2, sine, cosine, minus_sine);
  const Errors fine = follow(MotionKind::displacement, sine, 1e-2, sine, cosine, minus_sine);
  EXPECT_LE(fine.place, 1e-6 / 7.0);  // h³/8
  EXPECT_LE(fine.velocity, 1e-4 / 5.0);
  EXPECT_LE(fine.reaction, 3e-3);  // the first two steps find the slope of the series
  EXPECT_GE(coarse.place / fine.place, 7.5);
  EXPECT_GE(coarse.velocity / fine.velocity, 3.5);
}

TEST_P(PrescribedMotionOfBodies, VelocityIsThatOfTheSeriesAtTheEndOfEachStep) {
  const double h = 1e-2;
  const auto half_square = [](double t) { return 0.5 * t * t; };
  const Errors a = follow(MotionKind::velocity, linear, h, half_square, linear, one);
  // the trapezium rule of the position: t³/3 + h² t/6
  const auto cubic = [h](double t) { return t * t * t / 3.0 + h * h * t / 6.0; };
  const Errors b = follow(MotionKind::velocity, square, h, cubic, square, twice);
  for (const Errors& errors : {a, b}) {
    EXPECT_LE(errors.place, kTol);
    EXPECT_LE(errors.velocity, kTol);
    EXPECT_LE(errors.reaction, 1e-9);
  }
  const auto fallen = [](double t) { return 1.0 - std::cos(t); };
  const Errors c = follow(MotionKind::velocity, sine, h, fallen, sine, cosine);
  EXPECT_LE(c.place, h * h / 12.0);
  EXPECT_LE(c.velocity, kTol);
  EXPECT_LE(c.reaction, h * h / 20.0);
}

TEST_P(PrescribedMotionOfBodies, AccelerationGivesTheIntegralOfItsSeries) {
  const double h = 1e-2;
  const auto half_square = [](double t) { return 0.5 * t * t; };
  const Errors a = follow(MotionKind::acceleration, one, h, half_square, linear, one);
  const auto sixth = [h](double t) { return t * t * t / 6.0 + h * h * t / 12.0; };
  const Errors b = follow(MotionKind::acceleration, linear, h, sixth, half_square, linear);
  for (const Errors& errors : {a, b}) {
    EXPECT_LE(errors.place, kTol);
    EXPECT_LE(errors.velocity, kTol);
    EXPECT_LE(errors.reaction, 1e-9);
  }
  const auto x = [](double t) { return t - std::sin(t); };
  const auto v = [](double t) { return 1.0 - std::cos(t); };
  const Errors c = follow(MotionKind::acceleration, sine, h, x, v, sine);
  EXPECT_LE(c.place, h * h / 6.0);
  EXPECT_LE(c.velocity, h * h / 6.0);  // of the samples
  EXPECT_LE(c.reaction, h * h / 6.0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PrescribedMotionOfBodies,
                         ::testing::Values(BodyKind::rigid, BodyKind::pseudo_rigid));

class PrescribedMotionTest : public DomainFixture {};

TEST_F(PrescribedMotionTest, ABodyAtRestCatchesUpWithASuddenDisplacementInTwoSteps) {
  const BodyId cube = add(BodyKind::rigid, box_shape({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  domain_.add_constraint(make_prescribed_motion(
      cube, {}, {1, 0, 0}, {MotionKind::displacement, 0.0, sampled(linear, 0.01), 0.0}));
  run(1, 0.01);
  EXPECT_GT(std::fabs(point(cube, {}).x - 0.01), 1e-3);
  for (int k = 2; k < 50; ++k) {  // no ringing afterwards
    run(1, 0.01);
    EXPECT_NEAR(point(cube, {}).x, k * 0.01, kTol);
    EXPECT_NEAR(speed(cube, {}).x, k > 2 ? 1.0 : speed(cube, {}).x, kTol);
  }
}

TEST_F(PrescribedMotionTest, SeveralPointsOfOneBodyTurnItAsARigidBodyCan) {
  // Two points of a plate on a circle about the origin, prescribed in x and y; the third axis in
  // one point: the plate turns by 0.5 rad/s.
  const double h = 1e-3;
  const double rate = 0.5;
  const BodyId plate = add(BodyKind::rigid, box_shape({-1, -1, -0.1}, {1, 1, 0.1}));
  domain_.set_rigid_velocity(plate, {}, {0, 0, rate});
  const auto drive = [&](Vec3 point, Vec3 along) {
    const auto moved = [=](double t) {
      const double c = std::cos(rate * t);
      const double s = std::sin(rate * t);
      const Vec3 turned{c * point.x - s * point.y, s * point.x + c * point.y, point.z};
      return dot(along, turned - point);
    };
    return domain_.add_constraint(make_prescribed_motion(
        plate, point, along, {MotionKind::displacement, 0.0, sampled(moved, h), 0.0}));
  };
  drive({1, 0, 0}, {1, 0, 0});
  drive({1, 0, 0}, {0, 1, 0});
  drive({-1, 0, 0}, {0, 1, 0});
  drive({0, 0, 0}, {0, 0, 1});
  run(1000, h);
  const double angle = rate * 1000 * h;
  EXPECT_LE(norm(point(plate, {1, 0, 0}) - Vec3{std::cos(angle), std::sin(angle), 0}), 1e-7);
  EXPECT_LE(norm(point(plate, {0, 1, 0}) - Vec3{-std::sin(angle), std::cos(angle), 0}), 1e-6);
}

// A soft cube is held at one corner and torn at another: what it would do without these rows has
// nothing to do with what it does.
TEST_F(DomainFixture, AMidPointSchemeMeetsPrescribedVelocitiesHoweverLargeTheirReactions) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e6, 0.2, 1000.0});
  const BodyId cube = add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  ASSERT_TRUE(domain_.bodies.set_scheme(domain_.body_ref(cube), Scheme::def_imp));
  domain_.add_constraint(make_fixed_point(cube, {0, 0, 0}));
  domain_.add_constraint(make_prescribed_motion(cube, {1, 1, 1}, {1, 0, 0},
                                                {MotionKind::velocity, 2.0, nullptr, 0.0}));
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(domain_.step(solver_, 1e-2).not_converged, 0);
    EXPECT_LE(norm(speed(cube, {0, 0, 0})), 1e-6) << k;
    EXPECT_NEAR(speed(cube, {1, 1, 1}).x, 2.0, 1e-6) << k;
  }
}

/// a = 1 + t in [1, 3] s, nothing before and after.
TEST(PrescribedMotion, AnAccelerationActsWithinTheTimesOfItsSeries) {
  const auto series = std::make_shared<const TimeSeries>(std::vector<double>{1.0, 3.0},
                                                         std::vector<double>{2.0, 4.0});
  const PrescribedMotion motion{MotionKind::acceleration, 0.0, series, 0.5};
  const auto speed = [](double t) { return t + 0.5 * t * t - 1.5; };
  const auto way = [](double t) {
    return 0.5 * (t * t - 1.0) + (t * t * t - 1.0) / 6.0 - 1.5 * (t - 1.0);
  };
  EXPECT_EQ(motion.velocity(0.7), 0.0);
  EXPECT_EQ(motion.displacement(0.9), 0.0);
  EXPECT_NEAR(motion.velocity(2.0), speed(2.0), 1e-14);
  EXPECT_NEAR(motion.displacement(2.0), way(2.0), 1e-14);
  EXPECT_NEAR(motion.velocity(5.0), speed(3.0), 1e-14);
  EXPECT_NEAR(motion.displacement(5.0), way(3.0) + 2.0 * speed(3.0), 1e-13);
}

}  // namespace
}  // namespace solfec
