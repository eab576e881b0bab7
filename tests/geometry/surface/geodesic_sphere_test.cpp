#include "geometry/surface/geodesic_sphere.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "base/check.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-13;

double volume_of(const UnitSphere& sphere) {
  double volume = 0.0;
  for (const auto& t : sphere.triangle) {
    volume += dot(sphere.vertex[t[0]], cross(sphere.vertex[t[1]], sphere.vertex[t[2]])) / 6.0;
  }
  return volume;
}

/// Distance from the centre to the surface along a direction: the nearest plane of the convex
/// polyhedron, all of them tried.
double reach_along(const UnitSphere& sphere, Vec3 direction) {
  double reach = 1e9;
  for (const auto& t : sphere.triangle) {
    const Vec3 a = sphere.vertex[t[0]];
    const Vec3 normal = cross(sphere.vertex[t[1]] - a, sphere.vertex[t[2]] - a);
    const double along = dot(normal, direction);
    if (along > 0.0) reach = std::min(reach, dot(normal, a) / along);
  }
  return reach;
}

/// Against the least number of triangles: what the header promises.
double surplus(double error) {
  if (error > 0.2) return 3.0;
  if (error > 0.1) return 2.6;
  if (error > 0.01) return 1.8;
  return error > 0.001 ? 1.5 : 1.3;
}

class GeodesicSphere : public ::testing::TestWithParam<double> {};

TEST_P(GeodesicSphere, IsClosedAndHasItsCornersOnTheSphere) {
  const UnitSphere sphere = make_unit_sphere(GetParam());
  std::map<std::pair<int, int>, int> uses;
  for (const auto& t : sphere.triangle) {
    for (int k = 0; k < 3; ++k) ++uses[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, times] : uses) {
    EXPECT_EQ(times, 1);
    EXPECT_TRUE(uses.contains({edge.second, edge.first}));
  }
  const long edges = static_cast<long>(uses.size()) / 2;
  EXPECT_EQ(long(sphere.vertex.size()) - edges + long(sphere.triangle.size()), 2);  // Euler
  for (const Vec3& v : sphere.vertex) EXPECT_NEAR(norm(v), 1.0, kTol);
}

TEST_P(GeodesicSphere, StaysWithinTheErrorAlongSampledDirections) {
  const UnitSphere sphere = make_unit_sphere(GetParam());
  EXPECT_LE(sphere.chord_error, GetParam());
  RandomGeometry random(20261101);
  double farthest = 0.0;
  for (int sample = 0; sample < 2000; ++sample) {
    const double reach = reach_along(sphere, random.direction());
    EXPECT_LE(reach, 1.0 + kTol);
    farthest = std::max(farthest, 1.0 - reach);
  }
  EXPECT_LE(farthest, sphere.chord_error + kTol);
  for (const auto& t : sphere.triangle) {  // where planes are nearest, more or less
    const Vec3 middle = sphere.vertex[t[0]] + sphere.vertex[t[1]] + sphere.vertex[t[2]];
    farthest = std::max(farthest, 1.0 - reach_along(sphere, normalized(middle)));
  }
  EXPECT_GE(farthest, 0.9 * sphere.chord_error);  // the error that it states is no excuse
}

TEST_P(GeodesicSphere, HasTheVolumeBetweenTheTwoBalls) {
  const double error = GetParam();
  const double ball = 4.0 / 3.0 * std::numbers::pi;
  const double volume = volume_of(make_unit_sphere(error));
  EXPECT_LT(volume, ball);
  EXPECT_GE(volume, ball * std::pow(1.0 - std::min(error, 1.0), 3));
}

TEST_P(GeodesicSphere, HasFewTrianglesAgainstTheLeastPossible) {
  const double error = GetParam();
  const double triangles = double(make_unit_sphere(error).triangle.size());
  EXPECT_GE(triangles, least_triangles(error) - 1e-6);
  EXPECT_LE(triangles, surplus(error) * least_triangles(error));
}

INSTANTIATE_TEST_SUITE_P(Errors, GeodesicSphere,
                         ::testing::Values(2.0, 0.5, 0.3, 0.199, 0.1, 0.07, 0.05, 0.03, 0.02, 0.012,
                                           0.0099, 0.006, 0.003, 0.002));

TEST(GeodesicSphereCounts, EverySpacingStaysNearTheLeastPossible) {
  for (double error = 0.199; error > 3e-4; error *= 0.97) {
    const double triangles = double(make_unit_sphere(error).triangle.size());
    EXPECT_LE(triangles, surplus(error) * least_triangles(error)) << error;
  }
}

TEST(GeodesicSphereCounts, RegularPolyhedraAreTheLeastPossible) {
  // Errors by hand: a regular tetrahedron in the unit sphere has the inner radius 1/3, an
  // octahedron 1/√3, an icosahedron 0.79465...
  const double icosahedron = 1.0 - std::sqrt((5.0 + 2.0 * std::sqrt(5.0)) / 15.0);
  for (const auto& [error, triangles] :
       {std::pair{2.0 / 3.0, 4}, {1.0 - 1.0 / std::sqrt(3.0), 8}, {icosahedron, 20}}) {
    EXPECT_NEAR(least_triangles(error), triangles, 1e-9);
    const UnitSphere sphere = make_unit_sphere(error + 1e-12);
    EXPECT_EQ(int(sphere.triangle.size()), triangles);
    EXPECT_NEAR(sphere.chord_error, error, 1e-12);
    EXPECT_GT(int(make_unit_sphere(error - 1e-12).triangle.size()), triangles);
  }
}

TEST(GeodesicSphereCounts, TooSmallErrorsAreRefused) {
  EXPECT_THROW(make_unit_sphere(1e-7), InputError);
  EXPECT_THROW(make_unit_sphere(1e-20), InputError);
}

}  // namespace
}  // namespace solfec
