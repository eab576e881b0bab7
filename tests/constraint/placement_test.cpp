#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "constraint/followed_displacement.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;  // rounding at unit scale

/// A body whose points are at x = x̄ + F (X - X̄), placed by hand.
struct Placement {
  Vec3 reference_center;
  Vec3 center;
  Mat3 gradient;
  [[nodiscard]] Vec3 operator()(Vec3 X) const {
    Vec3 x = center;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) x[i] += gradient(i, j) * (X[j] - reference_center[j]);
    }
    return x;
  }
};

/// Body 1 is rigid and turned by `angle` about z, body 2 pseudo-rigid and sheared, body 3 an
/// obstacle; all have left their reference places.
class PlacedBodies : public ::testing::TestWithParam<double> {
 protected:
  PlacedBodies() {
    const double c = std::cos(GetParam());
    const double s = std::sin(GetParam());
    place_[0] = {{0.5, 0.0, 0.2}, {0.7, -0.3, 0.2}, {{c, s, 0, -s, c, 0, 0, 0, 1}}};
    place_[1] = {{4.0, 1.0, 0.0}, {4.1, 1.2, -0.3}, {{1.1, 0.2, 0, 0.3, 0.9, 0.1, 0, 0.05, 1.2}}};
    place_[2] = {{-3.0, 0.0, 0.0}, {-3.0, 0.0, 0.0}, identity()};
    BulkMaterial material;
    material.density = 1.0;
    material.young = 1.0;
    const BodyKind kinds[] = {BodyKind::rigid, BodyKind::pseudo_rigid, BodyKind::obstacle};
    for (int k = 0; k < 3; ++k) {
      MassProperties properties;
      properties.volume = 1.0;
      properties.center = place_[k].reference_center;
      properties.euler = identity();
      bodies_.add(k + 1, kinds[k], properties, material);
    }
    bodies_.rigid.center[0] = place_[0].center;
    bodies_.rigid.rotation[0] = place_[0].gradient;
    bodies_.pseudo_rigid.center[0] = place_[1].center;
    bodies_.pseudo_rigid.gradient[0] = place_[1].gradient;
  }

  Bodies bodies_;
  Placement place_[3];
};

TEST_P(PlacedBodies, AFixedPointKeepsGlobalAxesAndItsPlaceInSpace) {
  const Vec3 X{1.0, 2.0, 3.0};
  for (const int body : {1, 2}) {
    UserConstraint joint = make_fixed_point(body, X);
    joint.start_point = X;
    place_constraint(bodies_, joint);
    EXPECT_EQ(joint.kind, ConstraintKind::fixed_point);
    EXPECT_LE(norm(joint.point - place_[body - 1](X)), kTol);
    EXPECT_EQ(joint.slave_point, X);
    EXPECT_EQ(joint.frame, identity());
  }
}

TEST_P(PlacedBodies, AFixedPointOfTwoBodiesFollowsBoth) {
  const Vec3 X{2.0, 0.5, 0.1};
  UserConstraint joint = make_rigid_link(1, 2, X, X, 1e-4);
  ASSERT_EQ(joint.kind, ConstraintKind::fixed_point);
  place_constraint(bodies_, joint);
  EXPECT_LE(norm(joint.point - place_[0](X)), kTol);
  EXPECT_LE(norm(joint.slave_point - place_[1](X)), kTol);
  EXPECT_EQ(joint.frame, identity());
}

TEST_P(PlacedBodies, DirectionsStayWhereTheUserPutThem) {
  const Vec3 X{-0.4, 0.3, 1.0};
  const Vec3 n = Vec3{2.0, -3.0, 6.0} / 7.0;
  PrescribedMotion motion;
  motion.constant = 2.0;
  for (UserConstraint row :
       {make_fixed_direction(2, X, 7.0 * n), make_prescribed_motion(2, X, 0.1 * n, motion)}) {
    row.start_point = X;
    place_constraint(bodies_, row);
    EXPECT_LE(norm(row.direction - n), kTol);
    EXPECT_LE(norm(row.frame.column(2) - n), kTol);
    EXPECT_LE(std::fabs(dot(row.frame.column(0), n)), kTol);
    EXPECT_LE(norm(cross(row.frame.column(0), row.frame.column(1)) - n), kTol);  // right-handed
    EXPECT_LE(norm(row.point - place_[1](X)), kTol);
    EXPECT_EQ(row.slave_point, X);
    const Vec3 way = place_[1](X) - X;
    EXPECT_NEAR(displacement_along(row), (2.0 * way.x - 3.0 * way.y + 6.0 * way.z) / 7.0, kTol);
  }
}

TEST_P(PlacedBodies, ALinkPointsFromSlaveToMasterAndKeepsTheLengthOfItsMaking) {
  const Vec3 A{1.0, 0.0, 0.0};
  const Vec3 B{4.0, 2.0, 1.0};
  for (const BodyId slave : {BodyId{2}, BodyId{3}, BodyId{0}}) {
    UserConstraint link = make_rigid_link(1, slave, A, B, 1e-4);
    place_constraint(bodies_, link);
    const Vec3 slave_point = slave == 0 ? B : place_[static_cast<std::size_t>(slave) - 1](B);
    EXPECT_LE(norm(link.slave_point - slave_point), kTol);
    EXPECT_NEAR(link.length, std::sqrt(14.0), kTol);
    const Vec3 way = place_[0](A) - slave_point;
    EXPECT_LE(norm(link.frame.column(2) - way / std::sqrt(dot(way, way))), kTol);
    EXPECT_NEAR(dot(link.frame.column(0), way), 0.0, 10 * kTol);
  }
}

TEST_P(PlacedBodies, ALinkOfNoLengthKeepsTheFrameThatItHad) {
  UserConstraint link = make_rigid_link(1, 0, {1, 0, 0}, {3, 0, 0}, 1e-4);
  place_constraint(bodies_, link);
  const Mat3 frame = link.frame;
  link.slave_reference = link.point;  // both ends at one place
  place_constraint(bodies_, link);
  EXPECT_EQ(link.frame, frame);
}

/// A guide sees the slave where the gap of the fixed point of its joint leads, and no other row
/// does.
TEST_P(PlacedBodies, AGuideTakesTheGapOfTheFixedPointOfItsJoint) {
  const Vec3 gap{3e-3, -2e-3, 1e-3};
  JointGap gaps;
  gaps.set(7, gap);
  for (const JointRowKind kind : {JointRowKind::guide, JointRowKind::turn, JointRowKind::slide}) {
    for (const ConstraintId joint : {7, 8}) {
      UserConstraint row = make_fixed_direction(1, {1.0, 2.0, 3.0}, {0, 0, 1});
      row.slave = 2;
      row.joint.joint = joint;
      row.joint.kind = kind;
      row.joint.origin = {0.5, 0.0, 0.2};
      row.joint.axis = {0, 0, 1};
      row.joint.master_mark = row.joint.slave_mark = {1, 0, 0};
      place_constraint(bodies_, row, gaps);
      EXPECT_LE(norm(row.point - place_[0]({1.0, 2.0, 3.0})), kTol);
      const bool takes = kind == JointRowKind::guide && joint == 7;
      EXPECT_LE(norm(row.point - row.slave_point - (takes ? gap : Vec3{})), kTol);
      EXPECT_LE(norm(place_[1](row.slave_reference) - row.slave_point), 10 * kTol);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Angles, PlacedBodies, ::testing::Values(0.0, 0.3, -2.0));

/// ∫ f from a to b by Simpson's rule on many pieces; exact for the kinks of tests at multiples of
/// 1/64.
double integral(const std::function<double(double)>& f, double a, double b) {
  const int pieces = static_cast<int>(std::lround((b - a) * 64.0));
  const double width = (b - a) / pieces;
  double sum = 0.0;
  for (int k = 0; k < pieces; ++k) {
    const double x = a + k * width;
    sum += (f(x) + 4.0 * f(x + 0.5 * width) + f(x + width)) * width / 6.0;
  }
  return sum;
}

/// 1 at 0, 3 at 1, -1 at 2.
PrescribedMotion zigzag(MotionKind kind, double start) {
  PrescribedMotion motion;
  motion.kind = kind;
  motion.series = std::make_shared<TimeSeries>(std::vector<double>{0.0, 1.0, 2.0},
                                               std::vector<double>{1.0, 3.0, -1.0});
  motion.start = start;
  return motion;
}
double zigzag_value(double t) { return t < 1.0 ? 1.0 + 2.0 * t : 3.0 - 4.0 * (t - 1.0); }

TEST(PrescribedMotion, DisplacementIsTheIntegralOfWhatIsGiven) {
  const double start = 0.25;
  for (const double t : {0.25, 0.75, 1.0, 1.5, 2.0}) {
    const auto velocity = [](double s) {  // ∫₀ˢ by hand
      return s < 1.0 ? s + s * s : 2.0 + 3.0 * (s - 1.0) - 2.0 * (s - 1.0) * (s - 1.0);
    };
    EXPECT_NEAR(zigzag(MotionKind::displacement, start).displacement(t),
                zigzag_value(t) - zigzag_value(start), kTol);
    EXPECT_NEAR(zigzag(MotionKind::velocity, start).displacement(t),
                t > start ? integral(zigzag_value, start, t) : 0.0, kTol);
    EXPECT_NEAR(zigzag(MotionKind::velocity, start).velocity(t), zigzag_value(t), kTol);
    EXPECT_NEAR(zigzag(MotionKind::acceleration, start).velocity(t), velocity(t), kTol);
    EXPECT_NEAR(zigzag(MotionKind::acceleration, start).displacement(t),
                t > start ? integral(velocity, start, t) : 0.0, 1e-12);
  }
  PrescribedMotion steady;
  steady.constant = 3.0;
  steady.start = 0.5;
  EXPECT_DOUBLE_EQ(steady.velocity(7.0), 3.0);
  EXPECT_DOUBLE_EQ(steady.displacement(2.5), 6.0);
}

// The scheme moves the point by h/2 with V, then by h/2 with U.
TEST(PrescribedMotion, StepsFollowALineFromAnyStartAfterTwoOfThem) {
  PrescribedMotion line;
  line.kind = MotionKind::displacement;
  line.series = std::make_shared<TimeSeries>(std::vector<double>{0.0, 100.0},
                                             std::vector<double>{0.0, 250.0});
  const double h = 0.125;
  double place = 0.7;  // wrong by 0.7 m
  double V = -4.0;     // and by -6.5 m/s
  for (int step = 0; step < 6; ++step) {
    const double t = step * h;
    const double middle = place + 0.5 * h * V;
    const double U = prescribed_end_velocity(line, middle, t, h, false);
    place = middle + 0.5 * h * U;
    V = U;
    if (step < 2) continue;
    EXPECT_NEAR(place, 2.5 * (t + h), 1e-12);
    EXPECT_NEAR(V, 2.5, 1e-12);
  }
}

TEST(PrescribedMotion, QuasiStaticStepsEndAtTheVeryPlaces) {
  const double h = 0.25;
  for (const MotionKind kind :
       {MotionKind::displacement, MotionKind::velocity, MotionKind::acceleration}) {
    const PrescribedMotion motion = zigzag(kind, 0.0);
    double place = 0.0;
    for (int step = 0; step < 6; ++step) {
      place += h * prescribed_end_velocity(motion, place, step * h, h, true);
      EXPECT_NEAR(place, motion.displacement((step + 1) * h), 1e-13);
    }
  }
}

TEST(PrescribedMotion, DynamicVelocitiesAreThoseOfTheEndOfTheStep) {
  EXPECT_DOUBLE_EQ(
      prescribed_end_velocity(zigzag(MotionKind::velocity, 0.0), 99.0, 0.5, 0.25, false), 2.5);
  EXPECT_NEAR(prescribed_end_velocity(zigzag(MotionKind::acceleration, 0.0), 99.0, 0.5, 0.5, false),
              2.0,
              kTol);  // ∫₀¹ (1 + 2 t)
}

}  // namespace
}  // namespace solfec
