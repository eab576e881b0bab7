#include "geometry/collision/gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-10;  // relative tolerance 1e-12 of the square, a few ulps of coordinates

double segment_distance(Vec3 p, Vec3 q, Vec3 r, Vec3 s) {
  // Minimum of a convex quadratic on the unit square: interior, else four sides.
  const Vec3 d = q - p;
  const Vec3 e = s - r;
  const auto at = [&](double u, double v) { return norm(p + u * d - r - v * e); };
  const auto foot = [](Vec3 x, Vec3 a, Vec3 b) {
    return std::clamp(dot(x - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
  };
  double best = std::min(
      {at(0, foot(p, r, s)), at(1, foot(q, r, s)), at(foot(r, p, q), 0), at(foot(s, p, q), 1)});
  const double det = dot(d, d) * dot(e, e) - dot(d, e) * dot(d, e);
  if (det > 1e-12 * dot(d, d) * dot(e, e)) {
    const Vec3 w = p - r;
    const double u = (dot(d, e) * dot(e, w) - dot(e, e) * dot(d, w)) / det;
    const double v = (dot(d, d) * dot(e, w) - dot(d, e) * dot(d, w)) / det;
    if (u > 0 && u < 1 && v > 0 && v < 1) best = std::min(best, at(u, v));
  }
  return best;
}

/// Distance of a point from a convex polygon when it projects into it, else infinity.
double face_distance(Vec3 p, const PlanedPolyhedron& body, int f) {
  const Vec3 n = body.normal[f];
  const auto face = body.convex.face(f);
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3 a = body.convex.vertices[face[k]];
    const Vec3 b = body.convex.vertices[face[(k + 1) % face.size()]];
    if (dot(cross(b - a, p - a), n) < 0.0) return std::numeric_limits<double>::infinity();
  }
  return std::fabs(dot(n, p) - body.offset[f]);
}

std::vector<std::pair<int, int>> edges_of(const Convex& convex) {
  std::vector<std::pair<int, int>> edges;
  for (int f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    for (std::size_t k = 0; k < face.size(); ++k) {
      edges.emplace_back(face[k], face[(k + 1) % face.size()]);
    }
  }
  return edges;
}

bool separated_along(Vec3 axis, const Convex& a, const Convex& b) {
  double high_a = -1e300;
  double low_b = 1e300;
  for (const Vec3& p : a.vertices) high_a = std::max(high_a, dot(axis, p));
  for (const Vec3& p : b.vertices) low_b = std::min(low_b, dot(axis, p));
  return low_b > high_a;
}

/// Separating-axis test over all face normals and edge products.
bool separated(const PlanedPolyhedron& a, const PlanedPolyhedron& b) {
  for (const Vec3& n : a.normal) {
    if (separated_along(n, a.convex, b.convex)) return true;
  }
  for (const Vec3& n : b.normal) {
    if (separated_along(-n, a.convex, b.convex)) return true;
  }
  for (const auto& [p, q] : edges_of(a.convex)) {
    for (const auto& [r, s] : edges_of(b.convex)) {
      const Vec3 axis = cross(a.convex.vertices[q] - a.convex.vertices[p],
                              b.convex.vertices[s] - b.convex.vertices[r]);
      if (separated_along(axis, a.convex, b.convex)) return true;
      if (separated_along(-axis, a.convex, b.convex)) return true;
    }
  }
  return false;
}

/// Closest features by trying all pairs.
double brute_force_distance(const PlanedPolyhedron& a, const PlanedPolyhedron& b) {
  if (!separated(a, b)) return 0.0;
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [p, q] : edges_of(a.convex)) {
    for (const auto& [r, s] : edges_of(b.convex)) {
      best = std::min(best, segment_distance(a.convex.vertices[p], a.convex.vertices[q],
                                             b.convex.vertices[r], b.convex.vertices[s]));
    }
  }
  for (const Vec3& p : a.convex.vertices) {
    for (int f = 0; f < b.convex.face_count(); ++f) best = std::min(best, face_distance(p, b, f));
  }
  for (const Vec3& p : b.convex.vertices) {
    for (int f = 0; f < a.convex.face_count(); ++f) best = std::min(best, face_distance(p, a, f));
  }
  return best;
}

double height_above(Vec3 p, const PlanedPolyhedron& body) {
  double highest = -1e300;
  for (std::size_t f = 0; f < body.normal.size(); ++f) {
    highest = std::max(highest, dot(body.normal[f], p) - body.offset[f]);
  }
  return highest;
}

TEST(Gjk, MatchesExhaustiveClosestFeaturesOfRandomPolyhedra) {
  RandomGeometry random(20260101);
  int apart = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const PlanedPolyhedron a(random.hull(random.integer(4, 20), {}, 1.0));
    const PlanedPolyhedron b(
        random.hull(random.integer(4, 20), random.in_cube(2.0), random.between(0.2, 1.5)));
    const GjkResult result = gjk_distance(a.convex.vertices, b.convex.vertices);
    EXPECT_NEAR(result.distance, brute_force_distance(a, b), kTol) << sample;
    EXPECT_NEAR(norm(result.point_b - result.point_a), result.distance, kTol) << sample;
    EXPECT_LE(height_above(result.point_a, a), kTol) << sample;
    EXPECT_LE(height_above(result.point_b, b), kTol) << sample;
    EXPECT_FALSE(result.beyond_limit);
    apart += result.distance > 0.0 ? 1 : 0;
  }
  EXPECT_GT(apart, 100);  // both cases are well represented
  EXPECT_LT(apart, 350);
}

TEST(Gjk, FindsSmallGapsBetweenParallelFaces) {
  for (const double gap : {1e-3, 1e-6, 1e-9}) {
    const Convex a = make_brick({0, 0, 0}, {1, 1, 1});
    const Convex b = make_brick({0.3, -0.2, 1 + gap}, {2, 0.5, 3});
    EXPECT_NEAR(gjk_distance(a.vertices, b.vertices).distance, gap, 1e-15) << gap;
  }
}

TEST(Gjk, TouchingFacesEdgesAndVerticesAreAtDistanceZero) {
  const Convex a = make_brick({0, 0, 0}, {1, 1, 1});
  for (const Vec3 lo : {Vec3{0.2, 0.2, 1}, Vec3{1, 0.5, 1}, Vec3{1, 1, 1}, Vec3{0, 0, 1}}) {
    const Convex b = make_brick(lo, lo + Vec3{1, 1, 1});
    EXPECT_LE(gjk_distance(a.vertices, b.vertices).distance, 1e-15);
  }
}

TEST(Gjk, ShiftAndRotationOfBothBodiesKeepTheDistance) {
  RandomGeometry random(7);
  for (int sample = 0; sample < 100; ++sample) {
    Convex a = random.hull(12, {}, 1.0);
    Convex b = random.hull(12, 2.2 * random.direction(), 1.0);
    const double before = gjk_distance(a.vertices, b.vertices).distance;
    const Mat3 rotation = random.rotation();
    move_convex(a, rotation, {100, -50, 20});
    move_convex(b, rotation, {100, -50, 20});
    EXPECT_NEAR(gjk_distance(a.vertices, b.vertices).distance, before, 1e-9);
  }
}

TEST(Gjk, SpheresArePointsWithARadius) {
  const std::vector<Vec3> a{{1, 2, 3}};
  const std::vector<Vec3> b{{4, 6, 3}};
  const GjkResult result = gjk_distance(a, b);
  EXPECT_EQ(result.distance, 5.0);
  EXPECT_EQ(result.point_a, a[0]);
  EXPECT_EQ(result.point_b, b[0]);
  EXPECT_EQ(gjk_distance(a, a).distance, 0.0);

  const Convex brick = make_brick({0, 0, 0}, {1, 1, 1});
  const std::vector<Vec3> above{{0.25, 0.75, 1.5}};
  const GjkResult hit = gjk_distance(brick.vertices, above);
  EXPECT_NEAR(hit.distance, 0.5, 1e-15);
  EXPECT_NEAR(norm(hit.point_a - Vec3{0.25, 0.75, 1.0}), 0.0, 1e-15);
}

TEST(Gjk, RepeatedCollinearAndCoplanarPointsDoNoHarm) {
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 0, 0}};
  const std::vector<Vec3> grid{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {0, 1, 1},
                               {1, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 0, 1}};
  EXPECT_NEAR(gjk_distance(line, grid).distance, 1.0, 1e-15);
  EXPECT_NEAR(gjk_distance(grid, grid).distance, 0.0, 1e-15);
  EXPECT_NEAR(gjk_distance(line, line).distance, 0.0, 1e-15);
}

TEST(Gjk, ThinSliversAgreeWithTheExhaustiveSearch) {
  RandomGeometry random(11);
  for (int sample = 0; sample < 100; ++sample) {
    Convex thin = random.hull(10, {}, 1.0);
    for (Vec3& p : thin.vertices) p.z *= 1e-5;
    Convex other = random.hull(10, {}, 1.0);
    for (Vec3& p : other.vertices) p.x *= 1e-4;
    move_convex(other, random.rotation(), random.in_cube(1.5));
    const PlanedPolyhedron a(thin);
    const PlanedPolyhedron b(other);
    const GjkResult result = gjk_distance(thin.vertices, other.vertices);
    EXPECT_NEAR(result.distance, brute_force_distance(a, b), 1e-9) << sample;
  }
}

TEST(Gjk, GivesUpBeyondTheLimitWithALowerBound) {
  RandomGeometry random(3);
  for (int sample = 0; sample < 200; ++sample) {
    const Convex a = random.hull(12, {}, 1.0);
    const Convex b = random.hull(12, random.between(1.0, 3.0) * random.direction(), 1.0);
    const double exact = gjk_distance(a.vertices, b.vertices).distance;
    const double limit = 0.2;
    const GjkResult result = gjk_distance(a.vertices, b.vertices, limit);
    EXPECT_EQ(result.beyond_limit, exact > limit) << sample;
    if (result.beyond_limit) {
      EXPECT_GT(result.distance, limit);
      EXPECT_LE(result.distance, exact + kTol);
    } else {
      EXPECT_EQ(result.distance, exact);
    }
  }
}

TEST(Gjk, TheCacheNeverChangesAResultWithinTheLimit) {
  RandomGeometry random(5);
  for (int sample = 0; sample < 100; ++sample) {
    Convex a = random.hull(12, {}, 1.0);
    Convex b = random.hull(12, 2.1 * random.direction(), 1.0);
    GjkCache cache;
    for (int step = 0; step < 10; ++step) {
      move_convex(b, identity(), 0.1 * random.direction());
      const GjkResult warm = gjk_distance(a.vertices, b.vertices, 0.1, &cache);
      const GjkResult cold = gjk_distance(a.vertices, b.vertices, 0.1);
      EXPECT_EQ(warm.beyond_limit, cold.beyond_limit);
      if (warm.beyond_limit) continue;
      EXPECT_EQ(warm.distance, cold.distance);
      EXPECT_EQ(warm.point_a, cold.point_a);
      EXPECT_EQ(warm.point_b, cold.point_b);
    }
  }
}

TEST(Gjk, ExchangeOfTheBodiesExchangesThePoints) {
  RandomGeometry random(9);
  for (int sample = 0; sample < 100; ++sample) {
    const Convex a = random.hull(12, {}, 1.0);
    const Convex b = random.hull(12, 2.5 * random.direction(), 1.0);
    const GjkResult ab = gjk_distance(a.vertices, b.vertices);
    const GjkResult ba = gjk_distance(b.vertices, a.vertices);
    EXPECT_NEAR(ab.distance, ba.distance, kTol);
    EXPECT_NEAR(norm(ab.point_a - ba.point_b), 0.0, 1e-6);
  }
}

}  // namespace
}  // namespace solfec
