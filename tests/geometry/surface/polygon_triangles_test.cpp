#include "geometry/surface/polygon_triangles.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

std::vector<int> numbers(std::size_t n) {
  std::vector<int> loop(n);
  std::iota(loop.begin(), loop.end(), 0);
  return loop;
}

double smallest_angle(const std::vector<Vec3>& x, const std::array<int, 3>& t) {
  double least = std::numbers::pi;
  for (int k = 0; k < 3; ++k) {
    const Vec3 a = x[t[(k + 1) % 3]] - x[t[k]];
    const Vec3 b = x[t[(k + 2) % 3]] - x[t[k]];
    least = std::min(least, std::atan2(norm(cross(a, b)), dot(a, b)));
  }
  return least;
}

/// Largest smallest angle of all triangulations of the corners i .. j, each tried.
double best_angle(const std::vector<Vec3>& x, int i, int j) {
  if (j - i < 2) return std::numbers::pi;
  double best = 0.0;
  for (int k = i + 1; k < j; ++k) {
    const double rest = std::min(best_angle(x, i, k), best_angle(x, k, j));
    best = std::max(best, std::min(rest, smallest_angle(x, {i, k, j})));
  }
  return best;
}

/// Convex polygon in a random plane: random points of an ellipse, or of one with straight parts.
std::vector<Vec3> random_polygon(RandomGeometry& random, int n, bool straight) {
  std::vector<double> angle(n);
  for (double& a : angle) a = random.between(0.0, 2.0 * std::numbers::pi);
  std::sort(angle.begin(), angle.end());
  const double flat = random.between(0.1, 1.0);
  const Mat3 turn = random.rotation();
  std::vector<Vec3> x;
  for (const double a : angle) {
    Vec3 p{std::cos(a), flat * std::sin(a), 0.0};
    if (straight) p.y = std::max(p.y, -0.3 * flat);
    x.push_back(turn * p + Vec3{1, 2, 3});
  }
  return x;
}

double signed_area(const std::vector<Vec3>& x, const std::array<int, 3>& t, Vec3 normal) {
  return 0.5 * dot(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]), normal);
}

TEST(PolygonTriangles, FillThePolygonAndHaveTheBestSmallestAngle) {
  RandomGeometry random(20261102);
  for (int sample = 0; sample < 400; ++sample) {
    const int n = random.integer(3, 10);
    const std::vector<Vec3> x = random_polygon(random, n, sample % 2 == 0);
    Vec3 area;
    for (int k = 1; k + 1 < n; ++k) area += 0.5 * cross(x[k] - x[0], x[k + 1] - x[0]);
    const Triangles triangles = polygon_triangles(x, numbers(x.size()));
    ASSERT_EQ(int(triangles.size()), n - 2);
    double sum = 0.0;
    double least = std::numbers::pi;
    for (const auto& t : triangles) {
      const double part = signed_area(x, t, normalized(area));
      EXPECT_GE(part, -1e-15);
      sum += part;
      least = std::min(least, smallest_angle(x, t));
    }
    EXPECT_NEAR(sum, norm(area), 1e-13);
    EXPECT_GE(least, best_angle(x, 0, n - 1) - 1e-7) << n << " corners, sample " << sample;
  }
}

TEST(PolygonTriangles, ASquareIsCutFromItsFirstCorner) {
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const Triangles expected{{0, 1, 2}, {2, 3, 0}};
  EXPECT_EQ(polygon_triangles(x, numbers(4)), expected);
}

TEST(PolygonTriangles, CornersOfACircleGiveNoFan) {
  constexpr int kCorners = 48;
  std::vector<Vec3> x;
  for (int k = 0; k < kCorners; ++k) {
    const double a = 2.0 * std::numbers::pi * k / kCorners;
    x.push_back({std::cos(a), std::sin(a), 0.0});
  }
  std::vector<int> triangles_of(kCorners, 0);
  for (const auto& t : polygon_triangles(x, numbers(kCorners))) {
    for (const int k : t) ++triangles_of[k];
  }
  EXPECT_LE(*std::max_element(triangles_of.begin(), triangles_of.end()), 12);  // a fan has 46
}

TEST(PolygonTriangles, ManyCornersOnASideGiveNoTriangleWithoutArea) {
  std::vector<Vec3> x;
  for (int k = 0; k <= 20; ++k) x.push_back({0.1 * k, 0, 0});
  x.push_back({2, 1, 0});
  x.push_back({0, 1, 0});
  for (const auto& t : polygon_triangles(x, numbers(x.size()))) {
    EXPECT_GT(smallest_angle(x, t), 0.03);
  }
}

}  // namespace
}  // namespace solfec
