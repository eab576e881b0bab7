#include "geometry/collision/penetration.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/gjk.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-5;  // relative tolerance 1e-6 of depths up to 2

/// Least depth over all face normals and edge products: exact for polyhedra.
double brute_force_depth(const PlanedPolyhedron& a, const PlanedPolyhedron& b) {
  const auto depth = [&](Vec3 n) { return depth_along(a.convex.vertices, b.convex.vertices, n); };
  double least = 1e300;
  for (const Vec3& n : a.normal) least = std::min(least, depth(n));
  for (const Vec3& n : b.normal) least = std::min(least, depth(-n));
  for (const Vec3& u : edge_vectors(a.convex)) {
    for (const Vec3& v : edge_vectors(b.convex)) {
      const Vec3 n = cross(u, v);
      if (norm(n) > 1e-9 * norm(u) * norm(v)) least = std::min(least, depth(normalized(n)));
    }
  }
  return least;
}

TEST(Penetration, BricksLeaveAlongTheThinnestOverlap) {
  const Convex a = make_brick({0, 0, 0}, {1, 1, 1});
  const Convex b = make_brick({0.2, 0.3, 0.9}, {2, 2, 2});
  const Penetration way = penetration_depth(a.vertices, b.vertices);
  EXPECT_NEAR(way.depth, 0.1, 1e-14);
  EXPECT_LE(norm(way.normal - Vec3{0, 0, 1}), 1e-14);
}

TEST(Penetration, MatchesAllAxesOfRandomPolyhedra) {
  RandomGeometry random(20260101);
  int overlapping = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const PlanedPolyhedron a(random.hull(random.integer(4, 20), {}, 1.0));
    const PlanedPolyhedron b(random.hull(random.integer(4, 20), random.in_cube(1.0), 1.0));
    if (gjk_distance(a.convex.vertices, b.convex.vertices).distance > 0.0) continue;
    const Penetration way = penetration_depth(a.convex.vertices, b.convex.vertices);
    EXPECT_NEAR(way.depth, brute_force_depth(a, b), kTol) << sample;
    EXPECT_NEAR(norm(way.normal), 1.0, 1e-12);
    ++overlapping;
  }
  EXPECT_GT(overlapping, 200);
}

TEST(Penetration, ShallowContactsAreNoDeeperThanTheWayTheyCame) {
  RandomGeometry random(2);
  for (const double depth : {0.0, 1e-9, 1e-6, 1e-4}) {
    for (int sample = 0; sample < 100; ++sample) {
      const Convex a = random.hull(random.integer(4, 20), {}, 1.0);
      Convex b = random.hull(random.integer(4, 20), 3.0 * random.direction(), 1.0);
      const GjkResult apart = gjk_distance(a.vertices, b.vertices);
      const Vec3 direction = normalized(apart.point_b - apart.point_a);
      move_convex(b, identity(), -(apart.distance + depth) * direction);
      const Penetration way = penetration_depth(a.vertices, b.vertices);
      EXPECT_LE(way.depth, depth + 1e-10) << sample;
      const double left = gjk_distance(a.vertices, b.vertices).distance;  // slid past the corner
      EXPECT_EQ(way.depth<-1e-9, left> 1e-9) << sample;
    }
  }
}

TEST(Penetration, LimitEndsTheSearchOnlyWhereTheDepthIsMore) {
  RandomGeometry random(6);
  int given_up = 0;
  for (int sample = 0; sample < 600; ++sample) {
    const Convex a = random.hull(random.integer(4, 20), {}, 1.0);
    const Convex b = random.hull(random.integer(4, 20), random.in_cube(1.0), 1.0);
    if (gjk_distance(a.vertices, b.vertices).distance > 0.0) continue;
    const Penetration whole = penetration_depth(a.vertices, b.vertices);
    const double limit = whole.depth * random.between(-0.5, 2.0);
    const Penetration limited = penetration_depth(a.vertices, b.vertices, limit);
    if (limited.depth == whole.depth) {
      EXPECT_EQ(limited.normal, whole.normal);
      continue;
    }
    EXPECT_GT(limited.depth, limit) << sample;
    EXPECT_LE(limited.depth, whole.depth + 1e-12) << sample;
    ++given_up;
  }
  EXPECT_GT(given_up, 100);
}

TEST(Penetration, RepeatedAndCoplanarPointsDoNoHarm) {
  RandomGeometry random(4);
  for (int sample = 0; sample < 100; ++sample) {
    Convex a = make_brick({0, 0, 0}, {1, 1, 1});
    Convex b = make_brick({0, 0, 0}, {1, 1, 1});
    for (int k = 0; k < 8; ++k) a.vertices.push_back(0.5 * (a.vertices[k] + a.vertices[7 - k]));
    b.vertices.insert(b.vertices.end(), b.vertices.begin(), b.vertices.begin() + 8);
    const Mat3 rotation = sample % 2 == 0 ? identity() : random.rotation();
    const Vec3 shift{0.25 * (sample % 5), 0.25 * (sample % 4), 0.5};
    move_convex(a, rotation, {});
    move_convex(b, rotation, rotation * shift);
    const double exact = 1.0 - std::max({shift.x, shift.y, shift.z});
    EXPECT_NEAR(penetration_depth(a.vertices, b.vertices).depth, exact, 1e-12) << sample;
  }
}

TEST(Penetration, RoundHullsEndWithinTheirCapacity) {
  RandomGeometry random(3);
  const Convex a = random.hull(400, {}, 1.0);
  const Convex b = random.hull(400, {0.5, 0.3, 0.1}, 1.0);
  const Penetration way = penetration_depth(a.vertices, b.vertices);
  const double exact = 2.0 - norm(Vec3{0.5, 0.3, 0.1});  // two unit balls
  EXPECT_NEAR(way.depth, exact, 0.05);
}

}  // namespace
}  // namespace solfec
