#include "geometry/shape/convex_hull.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/expect_message.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/convex_checks.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

double volume_of(const Convex& convex) {
  Shape shape;
  shape.convices.push_back(convex);
  return mass_properties(shape).volume;
}

std::vector<Vec3> grid(int n) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) points.push_back({1.0 * i, 1.0 * j, 1.0 * k});
    }
  }
  return points;
}

TEST(ConvexHull, AGridOfPointsIsACubeOfSixQuadrilaterals) {
  for (const int n : {2, 3, 5}) {
    const Convex cube = make_convex_hull(grid(n), 4, 7);
    EXPECT_EQ(cube.vertices.size(), 8u);
    EXPECT_EQ(cube.face_count(), 6);
    for (int f = 0; f < cube.face_count(); ++f) EXPECT_EQ(cube.face(f).size(), 4u);
    EXPECT_EQ(cube.surface, std::vector<SurfaceId>(6, 7));
    EXPECT_EQ(cube.volume, 4);
    EXPECT_EQ(convex_defect(cube), "");
    EXPECT_NEAR(volume_of(cube), (n - 1.0) * (n - 1.0) * (n - 1.0), 1e-12);
  }
}

TEST(ConvexHull, ATurnedGridFarAwayIsACubeToo) {
  RandomGeometry random(2);
  for (int sample = 0; sample < 50; ++sample) {
    const Mat3 rotation = random.rotation();
    std::vector<Vec3> points = grid(4);
    for (Vec3& p : points) p = rotation * p + Vec3{1000, 2000, -500};
    const Convex cube = make_convex_hull(points, 0, 0);
    EXPECT_EQ(cube.vertices.size(), 8u);
    EXPECT_EQ(cube.face_count(), 6);
    EXPECT_EQ(convex_defect(cube), "");
  }
}

TEST(ConvexHull, RandomHullsContainTheirPointsAndHaveValidFaces) {
  RandomGeometry random(20260101);
  for (int sample = 0; sample < 200; ++sample) {
    const int n = random.integer(4, 80);
    std::vector<Vec3> points;
    points.reserve(n);
    for (int k = 0; k < n; ++k) points.push_back(random.in_cube(1.0));
    const PlanedPolyhedron hull(make_convex_hull(points, 0, 0));
    EXPECT_EQ(convex_defect(hull.convex), "");
    for (std::size_t f = 0; f < hull.normal.size(); ++f) {
      for (const Vec3& p : points) EXPECT_LE(dot(hull.normal[f], p), hull.offset[f] + 1e-12);
    }
    for (const Vec3& v : hull.convex.vertices) {
      EXPECT_NE(std::find(points.begin(), points.end(), v), points.end());
    }
    // Euler: V - E + F = 2
    const int edges = static_cast<int>(hull.convex.face_vertex.size()) / 2;
    EXPECT_EQ(static_cast<int>(hull.convex.vertices.size()) - edges + hull.convex.face_count(), 2);
  }
}

TEST(ConvexHull, EqualInputGivesEqualOutput) {
  RandomGeometry random(6);
  std::vector<Vec3> points;
  points.reserve(200);
  for (int k = 0; k < 200; ++k) points.push_back(random.direction());
  const Convex first = make_convex_hull(points, 0, 0);
  const Convex second = make_convex_hull(points, 0, 0);
  EXPECT_EQ(first.vertices, second.vertices);
  EXPECT_EQ(first.face_vertex, second.face_vertex);
  EXPECT_EQ(first.face_start, second.face_start);
}

TEST(ConvexHull, DegeneratePointsFailWithTheReason) {
  const auto hull_of = [](const std::vector<Vec3>& points) {
    return [points] { make_convex_hull(points, 0, 0); };
  };
  const auto flat = hull_of({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 3, 1}, {4, 1, 1}});
  EXPECT_EQ(message_of(flat).substr(0, 68),
            "HULL: Failed to create convex hull: the points lie in a plane (size ");
  EXPECT_EQ(kind_of(flat), InputErrorKind::runtime);
  EXPECT_EQ(message_of(hull_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}})).substr(0, 66),
            "HULL: Failed to create convex hull: the points lie on a line (leng");
  EXPECT_EQ(message_of(hull_of({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}})),
            "HULL: Failed to create convex hull: all 4 points are equal");
}

TEST(ConvexHull, TooFewOrInfinitePointsAreValueErrors) {
  const auto few = [] { make_convex_hull(std::vector<Vec3>(3), 0, 0); };
  EXPECT_EQ(message_of(few), "HULL: 'points' must have at least 4 points, got 3");
  EXPECT_EQ(kind_of(few), InputErrorKind::value);
  std::vector<double> list(12, 0.0);
  list[4] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of([&] { make_convex_hull(list, 0, 0); }),
            "HULL: 'points' must be finite, got inf as coordinate y of point 1");
}

TEST(ConvexHull, QhullStaysSilent) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  message_of([] {
    make_convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 0, 0);
  });
  make_convex_hull(grid(3), 0, 0);
  message_of([] {
    make_convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-8}}, 0, 0);
  });
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace solfec
