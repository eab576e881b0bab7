#include "geometry/collision/rod_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/farthest_on_ellipse.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-9;  // closest points are good to about 1e-12 of the size

RodView upright(double half, double radius) {
  return {{0, 0, 0}, {0, 0, 1}, half, radius, {1, 0, 0}};
}

class Random {
 public:
  double number() { return unit_(rng_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Vec3 direction() { return normalized(vector()); }
  RodView rod(Vec3 center) {
    const Vec3 axis = direction();
    const Vec3 spoke = normalized(cross(axis, direction()));
    return {center, axis, 0.6 + 0.4 * number(), 0.6 + 0.4 * number(), spoke};
  }

 private:
  std::mt19937 rng_{20260101};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

TEST(RodView, TheFarthestPointIsAsFarAsTheSupportFunctionAndNoSampleIsFarther) {
  Random random;
  for (int sample = 0; sample < 200; ++sample) {
    const RodView rod = random.rod(random.vector());
    const Vec3 n = random.direction();
    EXPECT_NEAR(dot(n, rod.farthest(n) - rod.center), rod.height(n), kTol);
    for (const double side : {-1.0, 1.0}) {
      for (int k = 0; k < 16; ++k) {
        EXPECT_LE(dot(n, rod.rim_point(side, k, 16) - rod.center), rod.height(n) + kTol);
      }
    }
  }
}

TEST(RodDistance, PointsAreMeasuredFromSideEndAndRim) {
  const RodView rod = upright(1.0, 0.5);
  const struct {
    Vec3 point;
    double distance;
    Vec3 normal;
  } kCases[] = {
      {{2, 0, 0.3}, 1.5, {1, 0, 0}},              // side
      {{0.1, 0, 1.25}, 0.25, {0, 0, 1}},          // end
      {{0.5 + 3, 0, 1 + 4}, 5.0, {0.6, 0, 0.8}},  // rim
      {{0.4, 0, 0}, -0.1, {1, 0, 0}},             // inside, the side is nearer
      {{0.1, 0, -0.9}, -0.1, {0, 0, -1}},         // inside, the end is nearer
      {{0, 0, 0}, -0.5, {1, 0, 0}},               // on the axis: the spoke
  };
  for (const auto& each : kCases) {
    const Separation at = separation(rod, each.point);
    EXPECT_NEAR(at.distance, each.distance, kTol);
    EXPECT_LE(norm(at.normal - each.normal), kTol);
    EXPECT_LE(norm(at.point_a + at.distance * at.normal - each.point), kTol);
  }
}

/// Largest s(n) over very many directions: a lower bound of the distance, by brute force.
template <typename Height>
double brute_distance(const RodView& a, Vec3 between, const Height& other) {
  double best = -1e30;
  constexpr int kPolar = 600;
  for (int i = 0; i <= kPolar; ++i) {
    const double theta = M_PI * i / kPolar;
    for (int j = 0; j < 2 * kPolar; ++j) {
      const double phi = M_PI * j / kPolar;
      const Vec3 n{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                   std::cos(theta)};
      best = std::max(best, dot(n, between) - a.height(n) - other(n));
    }
  }
  return best;
}

TEST(RodDistance, OfTwoRodsIsTheLargestGapBetweenParallelPlanes) {
  Random random;
  for (int sample = 0; sample < 12; ++sample) {
    const RodView a = random.rod({});
    const RodView b = random.rod(2.6 * random.direction());
    const double expected = brute_distance(a, b.center, [&](Vec3 n) { return b.height(n); });
    const Separation at = separation(a, b);
    if (expected < 0.05) continue;
    ASSERT_NE(at.normal, Vec3{});
    // rims are rounded by the skin, planes are sampled every 0.3 degrees
    const double rims = 0.4143 * (skin_of(a) + skin_of(b));
    EXPECT_GE(at.distance, expected - kTol) << sample;
    EXPECT_LE(at.distance, expected + rims + 2e-4) << sample;
    EXPECT_LE(norm(at.point_a + at.distance * at.normal - at.point_b), kTol);
  }
}

TEST(RodDistance, OfAHullOnTheSideAndOnTheEndIsExactAlsoOfSmallOverlaps) {
  const RodView rod = upright(1.0, 0.5);
  for (const double gap : {0.1, 1e-6, 0.0, -1e-6, -0.004}) {
    const std::vector<Vec3> beside{
        {0.5 + gap, -2, -0.5}, {0.5 + gap, 2, -0.5}, {0.5 + gap, 0, 0.5}, {3, 0, 0}};
    const Separation side = separation(rod, beside);
    EXPECT_NEAR(side.distance, gap, kTol);
    EXPECT_LE(norm(side.normal - Vec3{1, 0, 0}), kTol);
    const std::vector<Vec3> above{{-2, -2, 1 + gap}, {2, -2, 1 + gap}, {0, 2, 1 + gap}, {0, 0, 3}};
    const Separation end = separation(rod, above);
    EXPECT_NEAR(end.distance, gap, kTol);
    EXPECT_LE(norm(end.normal - Vec3{0, 0, 1}), kTol);
  }
}

TEST(RodDistance, OfAHullAtARimIsThatOfTheRoundedRim) {
  const RodView rod = upright(1.0, 0.5);
  const Vec3 way = normalized({3, 0, 4});
  const Vec3 corner = Vec3{0.5, 0, 1.0} + 0.3 * way;
  const std::array<Vec3, 1> point{corner};
  const Separation at = separation(rod, point);
  const double skin = skin_of(rod);
  const Vec3 core{0.5 - skin, 0, 1.0 - skin};
  EXPECT_NEAR(at.distance, norm(corner - core) - skin, kTol);
}

TEST(RodDistance, BeyondTheLimitALowerBoundIsGiven) {
  const RodView rod = upright(1.0, 0.5);
  const std::array<Vec3, 1> point{Vec3{3, 0, 0}};
  const Separation far = separation(rod, point, 1.0);
  EXPECT_TRUE(far.beyond_limit);
  EXPECT_GT(far.distance, 1.0);
  EXPECT_LE(far.distance, 2.5 + kTol);
}

TEST(RodDistance, OfASphereAsAnEllipsoidIsThatOfItsCentre) {
  Random random;
  for (int sample = 0; sample < 50; ++sample) {
    const RodView rod = random.rod({});
    const Vec3 center = 3.0 * random.direction();
    const EllipsoidView ball{center, 0.3 * identity()};
    const Separation at = separation(rod, ball);
    const double exact = separation(rod, center).distance - 0.3;
    EXPECT_GE(at.distance, exact - kTol);
    EXPECT_LE(at.distance, exact + 0.4143 * skin_of(rod) + kTol);
  }
}

TEST(RodDistance, DeepOverlapsHaveTheShortestWayOutAlongEndsAndSides) {
  const RodView rod = upright(1.0, 0.5);
  const std::array<Vec3, 4> deep{Vec3{0.2, -2, -2}, {0.2, 2, -2}, {0.2, 0, 2}, {3, 0, 0}};
  EXPECT_EQ(separation(rod, deep).normal, Vec3{});
  RodView other = upright(1.0, 0.5);
  other.center = {0.7, 0, 0.1};
  const Separation out = deep_separation(rod, other);
  EXPECT_NEAR(out.distance, -0.3, kTol);
  EXPECT_LE(norm(out.normal - Vec3{1, 0, 0}), kTol);
  const EllipsoidView ball{{0, 0, 1.2}, 0.4 * identity()};
  const Separation above = deep_separation(rod, ball);
  EXPECT_NEAR(above.distance, -0.2, kTol);
  EXPECT_LE(norm(above.normal - Vec3{0, 0, 1}), kTol);
}

TEST(FarthestOnEllipse, PlacesAreLocalMaximaAndTheLargestIsThatOfDenseSamples) {
  Random random;
  for (int sample = 0; sample < 200; ++sample) {
    const Ellipse curve{0.3 * random.vector(), random.vector(), random.vector()};
    const Vec3 axis = random.direction();
    const auto far = [&](double t) {
      const Vec3 x = curve.at(t);
      return norm(x - dot(x, axis) * axis);
    };
    double dense = 0.0;
    for (int k = 0; k < 20000; ++k) dense = std::max(dense, far(2.0 * M_PI * k / 20000));
    double best = 0.0;
    const FarPlaces farthest = farthest_from_axis(curve, axis);
    for (const double t : farthest.all()) {
      EXPECT_GE(far(t), far(t + 1e-4) - 1e-12);
      EXPECT_GE(far(t), far(t - 1e-4) - 1e-12);
      best = std::max(best, far(t));
    }
    EXPECT_NEAR(best, dense, 1e-6);
    EXPECT_GE(best, dense - 1e-12);
  }
}

TEST(FarthestOnEllipse, OfACircleOffTheAxisLiesAwayFromItHoweverNear) {
  for (const double offset : {0.5, 1e-5, 1e-9}) {
    const Ellipse circle{offset * normalized({3, 4, 0}), {1, 0, 0}, {0, 1, 0}};
    const FarPlaces found = farthest_from_axis(circle, {0, 0, 1});
    ASSERT_EQ(found.size, 1);
    const Vec3 way = normalized(circle.at(found.angle[0]));
    EXPECT_LE(norm(way - Vec3{0.6, 0.8, 0}), 1e-6);
  }
}

TEST(FarthestOnEllipse, AnEllipseAboutTheAxisHasTwo) {
  const Ellipse ellipse{{0, 0, 5}, {2, 0, 0}, {0, 1, 0}};
  const FarPlaces found = farthest_from_axis(ellipse, {0, 0, 1});
  ASSERT_EQ(found.size, 2);
  EXPECT_NEAR(std::cos(found.angle[0]) * std::cos(found.angle[1]), -1.0, 1e-9);
}

}  // namespace
}  // namespace solfec
