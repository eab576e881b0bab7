// Separations of ellipsoids against pairs that are built from a known normal and distance, against
// spheres, and against dense samples of directions where several maxima compete.
#include "geometry/collision/ellipsoid_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // m, of bodies of about 1 m

class Random {
 public:
  double unit() { return unit_(rng_); }
  Vec3 vector() { return {normal_(rng_), normal_(rng_), normal_(rng_)}; }
  Vec3 direction() { return normalized(vector()); }
  Mat3 frame() {
    const Vec3 a = direction();
    const Vec3 b = vector();
    const Vec3 c = normalized(cross(a, b));
    return from_columns(a, cross(c, a), c);
  }

 private:
  std::mt19937 rng_{20261122};
  std::uniform_real_distribution<double> unit_{-1.0, 1.0};
  std::normal_distribution<double> normal_;
};

EllipsoidView turned(Random& random, Vec3 radii, Vec3 center) {
  return {center, random.frame() * diagonal(radii.x, radii.y, radii.z)};
}

double least_curvature(Vec3 r) {
  const double least = std::min({r.x, r.y, r.z});
  return least * least / std::max({r.x, r.y, r.z});
}

/// Shapes from round to 1 : 10 : 100.
const std::array<Vec3, 4> kRadii = {Vec3{1, 1, 1}, Vec3{1, 0.8, 0.5}, Vec3{0.1, 1, 0.3},
                                    Vec3{0.01, 1, 0.1}};

/// Asserts that a separation is stationary: the points are those of the surfaces along the normal,
/// and one lies beyond the other along it.
void expect_stationary(const Separation& found, const EllipsoidView& a) {
  EXPECT_NEAR(norm(found.normal), 1.0, kTol);
  EXPECT_LE(norm(found.point_a - a.farthest(found.normal)), kTol);
  EXPECT_LE(norm(found.point_b - found.point_a - found.distance * found.normal), kTol);
}

TEST(EllipsoidDistance, OfAPointThatIsPlacedAlongANormal) {
  Random random;
  for (const Vec3 radii : kRadii) {
    for (int sample = 0; sample < 2000; ++sample) {
      const EllipsoidView a = turned(random, radii, random.vector());
      const Vec3 normal = random.direction();
      // as deep as the centre of curvature the foot is the nearest point
      const double distance = sample % 2 == 0 ? 2.0 * std::abs(random.unit())
                                              : 0.9 * least_curvature(radii) * random.unit();
      const Separation found = separation(a, a.farthest(normal) + distance * normal);
      EXPECT_NEAR(found.distance, distance, kTol);
      EXPECT_LE(norm(found.point_a - a.farthest(normal)), kTol);
      expect_stationary(found, a);
    }
  }
}

TEST(EllipsoidDistance, OfPointsOnTheAxesInside) {
  // from the centre the way out is along the shortest axis, to either side
  const EllipsoidView a{{1, 2, 3}, diagonal(3, 2, 1)};
  EXPECT_NEAR(separation(a, Vec3{1, 2, 3}).distance, -1.0, kTol);
  EXPECT_NEAR(std::abs(separation(a, Vec3{1, 2, 3}).normal.z), 1.0, kTol);
  // on the longest axis, nearer to the centre than (9 - 1) / 3: the foot is off the axis, at
  // x = 9 t / (9 - 1), z^2 = 1 - x^2 / 9
  const double t = 1.0;
  const double x = 9.0 * t / 8.0;
  const double z = std::sqrt(1.0 - x * x / 9.0);
  EXPECT_NEAR(separation(a, Vec3{1 + t, 2, 3}).distance, -std::hypot(x - t, z), kTol);
  // beyond, at the end of the axis
  EXPECT_NEAR(separation(a, Vec3{1 + 2.9, 2, 3}).distance, -0.1, kTol);
}

TEST(EllipsoidDistance, OfTwoThatArePlacedAlongANormal) {
  Random random;
  for (const Vec3 first : kRadii) {
    for (const Vec3 second : kRadii) {
      const double single = least_curvature(first) + least_curvature(second);
      for (int sample = 0; sample < 400; ++sample) {
        const EllipsoidView a = turned(random, first, random.vector());
        EllipsoidView b = turned(random, second, {});
        const Vec3 normal = random.direction();
        const double distance = sample % 3 == 0   ? 2.0 * std::abs(random.unit())
                                : sample % 3 == 1 ? 1e-5 * random.unit() * single
                                                  : -0.9 * single * std::abs(random.unit());
        b.center = a.farthest(normal) + distance * normal - b.farthest(-normal);
        const Separation found = separation(a, b);
        EXPECT_NEAR(found.distance, distance, kTol);
        EXPECT_LE(norm(found.point_a - a.farthest(normal)), 1e-11);
        expect_stationary(found, a);
        const Separation swapped = separation(b, a);
        EXPECT_NEAR(swapped.distance, distance, kTol);
        EXPECT_LE(norm(swapped.point_b - found.point_a), 1e-11);
      }
    }
  }
}

TEST(EllipsoidDistance, OfTwoThatOverlapDeeplyIsTheBestOfDenseDirections) {
  Random random;
  for (const Vec3 radii : {kRadii[1], kRadii[2]}) {
    for (int sample = 0; sample < 100; ++sample) {
      const EllipsoidView a = turned(random, radii, {});
      const EllipsoidView b = turned(random, radii, 0.3 * random.vector());
      double best = -10.0;
      for (int k = 0; k < 4000; ++k) {
        const Vec3 n = random.direction();
        best = std::max(best, dot(n, b.center) - a.height(n) - b.height(n));
      }
      EXPECT_GE(separation(a, b).distance, best - kTol);
    }
  }
}

TEST(EllipsoidDistance, OfAPolyhedronThatIsPlacedAlongANormal) {
  Random random;
  for (const Vec3 radii : kRadii) {
    for (int sample = 0; sample < 3000; ++sample) {
      const EllipsoidView a = turned(random, radii, random.vector());
      const Mat3 frame = random.frame();
      std::vector<Vec3> cube;
      for (int k = 0; k < 8; ++k) {
        cube.push_back(frame * Vec3{k % 2 - 0.5, k / 2 % 2 - 0.5, k / 4 - 0.5});
      }
      // a normal of a face, one that an edge or a corner has
      const Vec3 normal = sample % 3 == 0   ? frame.column(0)
                          : sample % 3 == 1 ? normalized(frame.column(0) + frame.column(1))
                                            : random.direction();
      double low = 1e9;
      for (const Vec3 p : cube) low = std::min(low, dot(p, normal));
      Vec3 foot;
      double weights = 0.0;
      for (const Vec3 p : cube) {  // inside of the lowest part
        if (dot(p, normal) > low + 1e-9) continue;
        const double weight = 1.0 + 0.5 * random.unit();
        foot += weight * p;
        weights += weight;
      }
      foot = foot / weights;
      const double distance = sample % 2 == 0
                                  ? std::abs(random.unit())
                                  : -0.5 * least_curvature(radii) * std::abs(random.unit());
      const Vec3 shift = a.farthest(normal) + distance * normal - foot;
      for (Vec3& p : cube) p += shift;
      const Separation found = separation(a, cube);
      ASSERT_NE(found.normal, Vec3{});
      EXPECT_NEAR(found.distance, distance, kTol);
      EXPECT_LE(norm(found.point_b - (foot + shift)), 1e-11);
      expect_stationary(found, a);
    }
  }
}

TEST(EllipsoidDistance, BeyondTheLimitIsALowerBound) {
  Random random;
  const EllipsoidView a = turned(random, kRadii[1], {});
  const EllipsoidView b = turned(random, kRadii[2], {5, 0, 0});
  const double distance = separation(a, b).distance;
  GjkCache cache;
  for (int twice = 0; twice < 2; ++twice) {  // without and with an axis
    const Separation far = separation(a, b, 0.5 * distance, &cache);
    EXPECT_TRUE(far.beyond_limit);
    EXPECT_GT(far.distance, 0.5 * distance);
    EXPECT_LE(far.distance, distance + kTol);
    const Separation near = separation(a, b, 2.0 * distance, &cache);
    EXPECT_EQ(near.distance, distance);  // to the bit: an axis that is known changes no result
    EXPECT_EQ(near.normal, separation(a, b).normal);
  }
}

TEST(EllipsoidDistance, MainAxesOfADeformedOne) {
  Random random;
  for (int sample = 0; sample < 1000; ++sample) {
    const Mat3 map = from_columns(random.vector(), random.vector(), random.vector());
    const MainAxes main = main_axes(map);
    const Vec3 r = main.radii;
    const Mat3 square =
        main.axes * diagonal(r.x * r.x, r.y * r.y, r.z * r.z) * transpose(main.axes) -
        map * transpose(map);
    EXPECT_LE(double_dot(square, square), 1e-24);
    const Mat3 frame = transpose(main.axes) * main.axes - identity();
    EXPECT_LE(double_dot(frame, frame), 1e-24);
  }
  // small radii beside large ones keep their digits
  const Mat3 thin = random.frame() * diagonal(1e-6, 1.0, 1e3);
  const Mat3 skewed = thin * random.frame();
  const Vec3 r = main_axes(skewed).radii;
  EXPECT_NEAR(std::min({r.x, r.y, r.z}) / 1e-6, 1.0, 1e-6);
}

}  // namespace
}  // namespace solfec
