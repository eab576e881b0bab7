#include "geometry/collision/penetration.h"

#include <algorithm>
#include <cmath>
#include <utility>
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

// --- hulls that fit each other
// --------------------------------------------------------------------

using Points = std::vector<Vec3>;
using PointsPair = std::pair<Points, Points>;

Points differences(const Points& points) {
  Points all;
  for (std::size_t j = 1; j < points.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) all.push_back(points[j] - points[i]);
  }
  return all;
}

/// Least depth over the products of all lines through two points: those of the faces and edges of
/// the hulls are among them, however the points lie.
double depth_by_all_lines(const PointsPair& pair) {
  const Points& a = pair.first;
  const Points& b = pair.second;
  const Points lines_a = differences(a);
  const Points lines_b = differences(b);
  double least = 1e300;
  const auto ask = [&](const Points& us, const Points& vs) {
    for (const Vec3& u : us) {
      for (const Vec3& v : vs) {
        const Vec3 n = cross(u, v);
        if (!(norm(n) > 1e-14 * norm(u) * norm(v))) continue;
        least = std::min(least, depth_along(a, b, normalized(n)));
        least = std::min(least, depth_along(a, b, -normalized(n)));
      }
    }
  };
  ask(lines_a, lines_b);
  ask(lines_a, lines_a);
  ask(lines_b, lines_b);
  return least;
}

Points cube_at(Vec3 lo) { return make_brick(lo, lo + Vec3{1, 1, 1}).vertices; }

/// Two hulls that touch, or are the same, in an upright frame.
PointsPair fitting_pair(int kind, RandomGeometry& random) {
  const double thin = std::pow(10.0, -random.integer(1, 6));
  const double half = 0.5 * random.integer(0, 2);
  switch (kind) {
    case 0:
      return {cube_at({0, 0, 0}), cube_at({1, 0, 1})};  // one edge in common
    case 1:
      return {cube_at({0, 0, 0}), cube_at({1, 1, 1})};
    case 2:
      return {cube_at({0, 0, 0}), cube_at({half, 0.25 * random.integer(0, 4), 1})};
    case 3:
      return {cube_at({0, 0, 0}), cube_at({0, 0, 0})};
    case 4:  // plates
      return {make_brick({0, 0, 0}, {1, 1, thin}).vertices,
              make_brick({half, 0, thin}, {1 + half, 1, 2 * thin}).vertices};
    case 5:  // needles
      return {make_brick({0, 0, 0}, {1, thin, thin}).vertices,
              make_brick({half, 0, thin}, {1 + half, thin, 2 * thin}).vertices};
    case 6: {  // small on large, flush with an edge of it
      const double side = std::pow(10.0, -random.integer(1, 3));
      return {make_brick({-1, -1, -1}, {1, 1, 0}).vertices,
              make_brick({1, 1 - side, 0}, {1 + side, 1, side}).vertices};
    }
    default: {  // elements that have bent by as much as a tenth of their size
      PointsPair pair{cube_at({0, 0, 0}), cube_at({1, 0, 1})};
      for (Vec3& p : pair.first) p += random.in_cube(thin);
      for (Vec3& p : pair.second) p += random.in_cube(thin);
      return pair;
    }
  }
}

constexpr double kSteps = 4e-12;  // some of the lattice, of the size

class FittingHulls : public ::testing::TestWithParam<int> {
 protected:
  /// Turns and shifts a pair, adds noise and makes it as large as `size`.
  void spoil(PointsPair& pair, double size, double noise) {
    const Mat3 turn = random_.integer(0, 3) == 0 ? identity() : random_.rotation();
    const Vec3 shift = random_.in_cube(random_.integer(0, 1) * 20.0);
    for (Points* points : {&pair.first, &pair.second}) {
      for (Vec3& p : *points) p = size * (turn * (p + shift + random_.in_cube(noise)));
    }
  }

  RandomGeometry random_{20261130};
};

TEST_P(FittingHulls, HaveTheDepthOfAllAxesAndNoLimitIsPassedFalsely) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (int sample = 0; sample < 480; ++sample) {
      const double noise = sample % 12 == 0 ? 0.0 : std::pow(10.0, -17 + sample % 12);
      PointsPair pair = fitting_pair(GetParam(), random_);
      spoil(pair, size, noise);
      const double exact = depth_by_all_lines(pair);
      const Penetration way = penetration_depth(pair.first, pair.second);
      ASSERT_NEAR(norm(way.normal), 1.0, 1e-12);
      EXPECT_EQ(way.depth, depth_along(pair.first, pair.second, way.normal));
      // of hulls that are apart only the sign is known
      EXPECT_LE(way.depth, std::max(exact, 0.0) * (1.0 + 1e-6) + kSteps * size)
          << size << " " << noise << " " << sample;
      for (const double limit : {0.0, 0.5 * exact, exact, 2.0 * exact, 1e-4 * size}) {
        const Penetration limited = penetration_depth(pair.first, pair.second, limit);
        if (limited.depth == way.depth) continue;
        EXPECT_GT(limited.depth, limit) << size << " " << noise << " " << sample;
        EXPECT_LE(limited.depth, exact + kSteps * size) << size << " " << noise << " " << sample;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FittingHulls, ::testing::Range(0, 8));

TEST(Penetration, HullsWithoutVolumeHaveNoWayOut) {
  RandomGeometry random(9);
  const Mat3 turn = random.rotation();
  Points flat{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (Vec3& p : flat) p = turn * p;
  const Points point(4, Vec3{0.5, 0.5, 0.5});
  for (const PointsPair& pair : {PointsPair{flat, flat}, PointsPair{point, point}}) {
    const Penetration way = penetration_depth(pair.first, pair.second);
    EXPECT_EQ(way.depth, 0.0);
    EXPECT_EQ(way.normal, Vec3{});
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

TEST(Penetration, FullCapacityGivesTheBestDirectionSoFar) {
  // concentric balls: all directions are about as good, and the search cannot end
  RandomGeometry random(3);
  for (int sample = 0; sample < 6; ++sample) {
    const Convex a = random.hull(400, {}, 1.0);
    const Convex b = random.hull(400, {}, 1.0);
    const Penetration way = penetration_depth(a.vertices, b.vertices);
    EXPECT_EQ(way.depth, depth_along(a.vertices, b.vertices, way.normal));
    EXPECT_LT(way.depth, 1.98) << sample;  // the last direction has some 1.99
  }
}

}  // namespace
}  // namespace solfec
