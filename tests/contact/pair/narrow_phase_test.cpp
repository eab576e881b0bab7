#include "contact/pair/narrow_phase.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "contact/examine.h"
#include "contact/scene.h"

namespace solfec {
namespace {

using test::Examined;
using test::Scene;

constexpr double kTol = 1e-10;       // closest points are good to about 1e-12
constexpr double kTolerance = 1e-4;  // geometric tolerance of the scenes, m

struct PairOptions {
  bool old = false;
  bool first_is_slave = true;
};

Examined examine(Scene& scene, PairOptions options = {}, PiecePair pair = {0, 1}) {
  scene.pieces.refresh(kTolerance);
  PairQuery query{pair, options.old ? 0 : -1, options.first_is_slave, {}};
  return test::examine_query(scene.pieces, {.tolerance = kTolerance}, query);
}

Examined examine_pair_of(const Shape& first, const Shape& second, PairOptions options = {}) {
  Scene scene;
  scene.add(first);
  scene.add(second);
  return examine(scene, options);
}

// --- two spheres

TEST(NarrowPhase, TwoSpheresTouchOnTheLineOfTheirCentres) {
  // centres 1.5 apart along (2, 1, 2)/3, radii 1 and 0.5 less a penetration of 0.1
  const Vec3 along = Vec3{2, 1, 2} / 3.0;
  const Vec3 a{0.3, -0.2, 0.7};
  const Examined contact =
      examine_pair_of(test::ball(a, 1.0, 5), test::ball(a + 1.4 * along, 0.5, 6));
  ASSERT_TRUE(contact.found);
  EXPECT_TRUE(contact.first_is_slave);
  EXPECT_NEAR(contact.gap, -0.1, kTol);
  EXPECT_NEAR(contact.distance, -0.1, kTol);
  EXPECT_EQ(contact.area, 1.0);
  EXPECT_LE(norm(contact.normal - along), kTol);
  EXPECT_LE(norm(contact.point - (a + 0.9 * along)), kTol);  // on the master, the second
  EXPECT_EQ(contact.first_surface, 5);
  EXPECT_EQ(contact.second_surface, 6);
}

TEST(NarrowPhase, SphereWithTheLexicographicallySmallerCentreIsTheSlave) {
  const Examined contact =
      examine_pair_of(test::ball({1, 0, 0}, 0.5, 5), test::ball({0, 9e-5, 0}, 0.5, 6));
  ASSERT_TRUE(contact.found);
  EXPECT_FALSE(contact.first_is_slave);
  EXPECT_GT(contact.normal.x, 0.9);         // out of the second into the first
  EXPECT_NEAR(contact.point.x, 0.5, 1e-8);  // on the master, the first
  EXPECT_EQ(contact.first_surface, 5);
  EXPECT_EQ(contact.gap, 0.0);  // a little apart, within the tolerance
  EXPECT_GT(contact.distance, 0.0);
}

TEST(NarrowPhase, RolesOfAnOldPairStayWhateverTheCentres) {
  const Examined contact = examine_pair_of(test::ball({1, 0, 0}, 0.5), test::ball({0, 0, 0}, 0.5),
                                           {.old = true, .first_is_slave = true});
  ASSERT_TRUE(contact.found);
  EXPECT_TRUE(contact.first_is_slave);
  EXPECT_LE(norm(contact.normal - Vec3{-1, 0, 0}), kTol);
  EXPECT_LE(norm(contact.point - Vec3{0.5, 0, 0}), kTol);
}

TEST(NarrowPhase, SpheresWithOneCentreTouchAlongTheAxisZ) {
  for (const double radius : {0.2, 0.5}) {
    const Examined contact =
        examine_pair_of(test::ball({1, 2, 3}, 0.5), test::ball({1, 2, 3}, radius));
    ASSERT_TRUE(contact.found);
    EXPECT_EQ(std::fabs(contact.normal.z), 1.0);
    EXPECT_NEAR(contact.gap, -0.5 - radius, kTol);
  }
}

// --- reach of new and old pairs, the same for every kind

struct Approach {
  const char* name;
  Shape first;
  Shape second;  // touches `first` from above when moved by 0
};

std::vector<Approach> approaches() {
  const Shape floor = test::brick({-1, -1, -1}, {1, 1, 0});
  const Shape ball = test::ball({0.1, 0.2, 0.5}, 0.5);
  return {{"Spheres", test::ball({0.1, 0.2, -0.25}, 0.25), ball},
          {"PolyhedronAndSphere", floor, ball},
          {"Polyhedra", floor, test::brick({-0.5, -0.5, 0}, {0.5, 0.5, 1})}};
}

TEST(NarrowPhase, NewPairsReachOneToleranceAndOldOnesTen) {
  for (const Approach& approach : approaches()) {
    const auto at = [&](double height, bool old) {
      Scene scene;
      scene.add(approach.first);
      scene.translate(scene.add(approach.second), {0, 0, height});
      return examine(scene, {.old = old});
    };
    for (const double height : {-0.5, 0.0, 0.5, 0.99}) {
      EXPECT_TRUE(at(height * kTolerance, false).found) << approach.name << height;
      EXPECT_LE(at(height * kTolerance, true).gap, 0.0) << approach.name << height;
    }
    for (const double height : {1.01, 5.0, 9.99}) {
      EXPECT_FALSE(at(height * kTolerance, false).found) << approach.name << height;
      const Examined open = at(height * kTolerance, true);
      ASSERT_TRUE(open.found) << approach.name << height;
      EXPECT_NEAR(open.gap, height * kTolerance, kTol) << approach.name << height;
      EXPECT_NEAR(open.distance, height * kTolerance, kTol) << approach.name << height;
      EXPECT_LE(norm(open.normal - Vec3{0, 0, 1}), kTol) << approach.name << height;
    }
    EXPECT_FALSE(at(10.01 * kTolerance, true).found) << approach.name;
  }
}

TEST(NarrowPhase, GapWithinTheToleranceIsClosedAndPenetrationIsMeasured) {
  for (const Approach& approach : approaches()) {
    for (const double height : {0.9e-4, 0.0, -1e-3, -1e-2}) {
      Scene scene;
      scene.add(approach.first);
      scene.translate(scene.add(approach.second), {0, 0, height});
      const Examined contact = examine(scene);
      ASSERT_TRUE(contact.found) << approach.name << height;
      EXPECT_NEAR(contact.gap, std::min(height, 0.0), kTol) << approach.name << height;
      EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), kTol) << approach.name << height;
    }
  }
}

// --- polyhedron and sphere

/// Closest point of the box |x_i| <= half_i to c, by clamping.
Vec3 clamp_to_box(Vec3 c, Vec3 half) {
  return {std::clamp(c.x, -half.x, half.x), std::clamp(c.y, -half.y, half.y),
          std::clamp(c.z, -half.z, half.z)};
}

TEST(NarrowPhase, SphereOutsideARotatedBoxMatchesClampingOfItsCentre) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const Vec3 half{0.5, 0.3, 0.8};
  int outside = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    const Vec3 center{1.5 * unit(rng), 1.5 * unit(rng), 1.5 * unit(rng)};
    const double radius = 0.5 + 0.4 * unit(rng);
    const Vec3 closest = clamp_to_box(center, half);
    const double distance = norm(center - closest);
    if (distance < 1e-3) continue;
    ++outside;

    const bool sphere_first = sample % 2 == 0;
    const Mat3 rotation = test::random_rotation(rng);
    const Vec3 shift{unit(rng), unit(rng), unit(rng)};
    Scene scene;
    if (sphere_first) scene.add(test::ball(center, radius));
    scene.add(test::brick(-half, half));
    if (!sphere_first) scene.add(test::ball(center, radius));
    scene.transform(0, rotation, {}, shift);
    scene.transform(1, rotation, {}, shift);
    const Examined contact = examine(scene);

    ASSERT_EQ(contact.found, distance - radius <= kTolerance) << "sample " << sample;
    if (!contact.found) continue;
    const Vec3 normal = rotation * ((center - closest) / distance);
    EXPECT_EQ(contact.first_is_slave, !sphere_first);  // the polyhedron is the slave
    EXPECT_NEAR(contact.gap, std::min(distance - radius, 0.0), kTol);
    EXPECT_LE(norm(contact.normal - normal), 1e-8);
    EXPECT_LE(norm(contact.point - (rotation * center + shift - radius * normal)), 1e-8);
    EXPECT_EQ(contact.area, 1.0);
    EXPECT_EQ(sphere_first ? contact.first_surface : contact.second_surface, 2);
    EXPECT_EQ(sphere_first ? contact.second_surface : contact.first_surface, 1);
  }
  EXPECT_GT(outside, 500);
}

TEST(NarrowPhase, SphereWithItsCentreInsideIsPushedOutThroughTheNearestFace) {
  const Examined contact =
      examine_pair_of(test::brick({0, 0, 0}, {4, 4, 4}), test::ball({2, 3.7, 2.5}, 0.5));
  ASSERT_TRUE(contact.found);
  EXPECT_LE(norm(contact.normal - Vec3{0, 1, 0}), kTol);
  EXPECT_NEAR(contact.gap, -0.8, kTol);  // continues what it was outside: centre depth + radius
  EXPECT_LE(norm(contact.point - Vec3{2, 3.2, 2.5}), kTol);
}

TEST(NarrowPhase, GapIsContinuousWhenTheCentrePassesThroughTheSurface) {
  for (const double height : {1e-6, 1e-9, 1e-12, 0.0, -1e-12, -1e-9, -1e-6}) {
    const Examined contact =
        examine_pair_of(test::brick({-1, -1, -1}, {1, 1, 0}), test::ball({0.2, 0.1, height}, 0.5));
    ASSERT_TRUE(contact.found) << height;
    EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), 1e-6) << height;
    EXPECT_NEAR(contact.gap, height - 0.5, 1e-9) << height;
  }
}

TEST(NarrowPhase, SphereIsNotPushedThroughAnInnerFaceOfAMesh) {
  // Two elements side by side; the centre is deep in the first, nearer to the common face than to
  // any outer one.
  Scene scene;
  scene.add(test::brick({0, 0, 0}, {2, 1, 1}, {2, 1, 1}));
  scene.add(test::ball({0.9, 0.4, 0.5}, 0.3));
  const Examined own = examine(scene, {}, {0, 2});
  ASSERT_TRUE(own.found);
  EXPECT_LE(norm(own.normal - Vec3{0, -1, 0}), kTol);
  EXPECT_FALSE(examine(scene, {}, {1, 2}).found);
}

TEST(NarrowPhase, SphereStandsOnTheNodeOfAFaceThatHasBeenBent) {
  // The node in the middle of a deforming body's surface is lifted by many tolerances, so it is far
  // from the mean plane of every outer face; a sphere above it presses on the node.
  for (const double lift : {0.0, 1e-4, 1e-3, 1e-2}) {
    Scene scene;
    scene.add(test::brick({0, 0, 0}, {2, 2, 1}, {2, 2, 1}));
    Vec3 top{};
    for (Vec3& vertex : scene.pieces.vertex) {
      if (norm(vertex - Vec3{1, 1, 1}) < kTol) top = vertex = {1, 1, 1 + lift};
    }
    const double depth = 2e-3;
    scene.add(test::ball(top + Vec3{0, 0, 0.5 - depth}, 0.5));
    for (int piece = 0; piece < 4; ++piece) {
      const Examined contact = examine(scene, {}, {piece, 4});
      ASSERT_TRUE(contact.found) << lift;
      EXPECT_NEAR(contact.gap, -depth, kTol) << lift;
      EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), 1e-6) << lift;
    }
  }
}

TEST(NarrowPhase, SurfaceOfASphereContactIsTheOuterFaceItStandsOn) {
  Mesh mesh = test::hex_mesh({0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 0);
  for (int f = 0; f < count(mesh.faces); ++f) mesh.faces[f].surface = 10 + mesh.faces[f].side;
  Shape shape;
  shape.meshes.push_back(mesh);
  const Vec3 middle{0.5, 0.5, 0.5};
  for (const Vec3 way : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0},
                         Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
    const Examined contact = examine_pair_of(shape, test::ball(middle + 0.9 * way, 0.45));
    ASSERT_TRUE(contact.found);
    // the side whose nodes lie on this end of the box
    for (const MeshFace& face : mesh.faces) {
      bool all = true;
      const FaceNodes nodes = face_nodes(mesh.elements[0], face.side);
      for (const int v : nodes.nodes()) {
        all = all && dot(mesh.nodes[v] - middle, way) > 0.4;
      }
      if (all) {
        EXPECT_EQ(contact.first_surface, face.surface);
      }
    }
  }
}

// --- polyhedra

TEST(NarrowPhase, BrickOnBrickMeetsInTheMiddleOfTheCommonRectangle) {
  // tops [0, 2] x [0, 1] and bottom [0.5, 3] x [-0.2, 0.6], penetration 0.001
  const Examined contact =
      examine_pair_of(test::brick({0, 0, 0}, {2, 1, 1}, {1, 1, 1}, 3),
                      test::brick({0.5, -0.2, 0.999}, {3, 0.6, 2}, {1, 1, 1}, 4));
  ASSERT_TRUE(contact.found);
  EXPECT_TRUE(contact.first_is_slave);
  EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), kTol);
  EXPECT_NEAR(contact.gap, -0.001, kTol);
  EXPECT_NEAR(contact.area, 1.5 * 0.6, 2e-3);  // half the boundary: sides add 0.001 (1.5 + 0.6)
  EXPECT_LE(norm(contact.point - Vec3{1.25, 0.3, 0.9995}), 1e-3);
  EXPECT_EQ(contact.first_surface, 3);
  EXPECT_EQ(contact.second_surface, 4);
}

TEST(NarrowPhase, NormalOfPolyhedraPointsOutOfTheSlave) {
  const Shape lower = test::brick({0, 0, 0}, {1, 1, 1});
  const Shape upper = test::brick({0, 0, 1}, {1, 1, 2});
  EXPECT_LE(norm(examine_pair_of(upper, lower).normal - Vec3{0, 0, -1}), kTol);
  const Examined old = examine_pair_of(lower, upper, {.old = true, .first_is_slave = false});
  EXPECT_LE(norm(old.normal - Vec3{0, 0, -1}), kTol);
}

TEST(NarrowPhase, OpenPolyhedraMeetHalfWayBetweenTheClosestPoints) {
  const double height = 5 * kTolerance;
  // lower corner of a tilted cube above a floor: vertex (0, 0, height)
  Scene scene;
  scene.add(test::brick({-2, -2, -1}, {2, 2, 0}, {1, 1, 1}, 3));
  const int cube = scene.add(test::brick({0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 4));
  const Vec3 z = normalized(Vec3{1, 1, 1});
  const Vec3 x = normalized(Vec3{1, -1, 0});
  const Mat3 tilt = transpose(from_columns(x, cross(z, x), z));  // (1, 1, 1) upwards
  scene.transform(cube, tilt, {}, {0, 0, height});
  const Examined contact = examine(scene, {.old = true});
  ASSERT_TRUE(contact.found);
  EXPECT_EQ(contact.area, 0.0);
  EXPECT_NEAR(contact.gap, height, kTol);
  EXPECT_LE(norm(contact.point - Vec3{0, 0, 0.5 * height}), kTol);
  EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), 1e-8);
  EXPECT_EQ(contact.first_surface, 3);
  EXPECT_EQ(contact.second_surface, 4);
}

TEST(NarrowPhase, RememberedSeparatingAxisDoesNotChangeTheResult) {
  std::mt19937 rng(20260101);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Scene scene;
  scene.add(test::brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  const int mover = scene.add(test::brick({-0.4, -0.5, -0.6}, {0.4, 0.5, 0.6}));
  const std::vector<Vec3> home(scene.vertices(mover).begin(), scene.vertices(mover).end());
  PairQuery remembering{{0, 1}, -1, true, {}};
  int hits = 0;
  for (int sample = 0; sample < 500; ++sample) {
    const Mat3 rotation = test::random_rotation(rng);
    const Vec3 by{1.2 * unit(rng), 1.2 * unit(rng), 1.2 * unit(rng)};
    for (std::size_t v = 0; v < home.size(); ++v) {
      scene.vertices(mover)[v] = rotation * home[v] + by;
    }
    const Examined fresh = examine(scene);
    const Examined remembered =
        test::examine_query(scene.pieces, {.tolerance = kTolerance}, remembering);
    ASSERT_EQ(fresh.found, remembered.found);
    if (!fresh.found) continue;
    ++hits;
    EXPECT_EQ(fresh.point, remembered.point);
    EXPECT_EQ(fresh.normal, remembered.normal);
    EXPECT_EQ(fresh.gap, remembered.gap);
  }
  EXPECT_GT(hits, 50);
  EXPECT_LT(hits, 450);
}

}  // namespace
}  // namespace solfec
