#include "geometry/collision/farthest_point.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

/// The first point of which no other one is farther, by comparing all with all.
int first_of_farthest(const std::vector<Vec3>& points, Vec3 direction) {
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    bool beaten = false;
    for (const Vec3& p : points) beaten = beaten || dot(p, direction) > dot(points[i], direction);
    if (!beaten) return i;
  }
  return -1;
}

void expect_same(const std::vector<Vec3>& points, Vec3 direction) {
  const int n = static_cast<int>(points.size());
  const int expected = first_of_farthest(points, direction);
  ASSERT_EQ(farthest_point_baseline(points.data(), n, direction), expected) << n;
  ASSERT_EQ(farthest_point(points, direction), expected) << n;
}

TEST(FarthestPoint, IsTheOneThatComparingAllFinds) {
  RandomGeometry random(1);
  for (int sample = 0; sample < 4000; ++sample) {
    std::vector<Vec3> points(random.integer(1, 70));
    for (Vec3& p : points) p = random.in_cube(1.0);
    expect_same(points, random.direction());
  }
}

TEST(FarthestPoint, IsTheFirstOfEquals) {
  RandomGeometry random(2);
  for (int sample = 0; sample < 4000; ++sample) {
    std::vector<Vec3> points(random.integer(1, 40));
    const auto place = [&] { return static_cast<double>(random.integer(-1, 1)); };
    for (Vec3& p : points) p = {place(), place(), place()};
    expect_same(points, {place(), place(), place()});  // also along no direction
    expect_same(points, random.direction());
  }
}

TEST(FarthestPoint, RoundsAsDotDoesDownToDenormals) {
  RandomGeometry random(3);
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (int sample = 0; sample < 4000; ++sample) {
    std::vector<Vec3> points(random.integer(4, 40));
    // differences of the last bit: a fused product or another order would choose others
    for (Vec3& p : points) p = Vec3{0.1, 0.7, 0.3} + random.in_cube(2e-16);
    expect_same(points, random.direction());
    for (Vec3& p : points) p = {3.0 * kLeast * random.integer(-3, 3), 1e-300, -0.0};
    expect_same(points, {random.between(0.0, 2.0), kLeast, 1.0});
  }
}

/// Kernels must not read past their points whatever coordinates are.
TEST(FarthestPoint, IsSomePointWhereCoordinatesAreNoNumbers) {
  RandomGeometry random(4);
  const double bad[] = {
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::max()};
  for (const double value : bad) {
    for (int n = 1; n < 40; ++n) {
      std::vector<Vec3> points(n);
      for (const int share : {1, 2, 3}) {  // of the points are bad: all, a half, a third
        for (int i = 0; i < n; ++i) {
          points[i] = i % share == 0 ? Vec3{value, -value, value} : random.in_cube(1.0);
        }
        for (const Vec3 direction : {random.direction(), Vec3{value, value, 1.0}, Vec3{}}) {
          for (const auto kernel : {farthest_point_baseline, farthest_point_kernel()}) {
            const int found = kernel(points.data(), n, direction);
            ASSERT_GE(found, 0);
            ASSERT_LT(found, n);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace solfec
