#include "geometry/shape/mass_properties.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "geometry/element/element_tables.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/point_in_shape.h"
#include "geometry/shape/transforms.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few ulps at unit scale

void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(a.m[k], b.m[k], tolerance) << "entry " << k;
}

Shape shape_of(Convex convex) {
  Shape shape;
  shape.convices.push_back(std::move(convex));
  return shape;
}

/// Single element with the corners of a brick of 2 x 3 x 4 at (1, 1, 1), possibly cut.
Mesh brick_mesh(int node_count) {
  const std::vector<double> nodes{1, 1, 1, 3, 1, 1, 3, 4, 1, 1, 4, 1,
                                  1, 1, 5, 3, 1, 5, 3, 4, 5, 1, 4, 5};
  std::vector<int> element;
  if (node_count == 8) element = {8, 0, 1, 2, 3, 4, 5, 6, 7, 0};
  if (node_count == 6) element = {6, 0, 1, 3, 4, 5, 7, 0};
  if (node_count == 5) element = {5, 0, 1, 2, 3, 4, 0};
  if (node_count == 4) element = {4, 0, 1, 3, 4, 0};
  return make_mesh(nodes, element, std::vector<int>{1});
}

TEST(MassProperties, BrickMatchesTheClosedForm) {
  const MassProperties brick = mass_properties(shape_of(make_brick({1, 2, 3}, {2, 4, 6})));
  EXPECT_NEAR(brick.volume, 6.0, kTol);
  EXPECT_LE(norm(brick.center - Vec3{1.5, 3, 4.5}), kTol);
  expect_near(brick.euler, diagonal(6.0 * 1 / 12, 6.0 * 4 / 12, 6.0 * 9 / 12), kTol);
}

TEST(MassProperties, CornerTetrahedronMatchesTheClosedForm) {
  // unit corner: V = 1/6, centre 1/4, ∫x² = 1/60, ∫xy = 1/120
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const MassProperties tet = mass_properties(shape_of(make_convex_hull(points, 0, 0)));
  EXPECT_NEAR(tet.volume, 1.0 / 6, kTol);
  EXPECT_LE(norm(tet.center - Vec3{0.25, 0.25, 0.25}), kTol);
  const double same = 1.0 / 60 - 1.0 / 96;
  const double mixed = 1.0 / 120 - 1.0 / 96;
  expect_near(tet.euler, {{same, mixed, mixed, mixed, same, mixed, mixed, mixed, same}}, kTol);
}

TEST(MassProperties, SphereMatchesTheClosedForm) {
  Shape shape;
  shape.spheres.push_back({{1, 2, 3}, 2.0, 0, 0});
  const MassProperties ball = mass_properties(shape);
  EXPECT_NEAR(ball.volume, 32.0 / 3 * std::numbers::pi, 1e-12 * 32);
  EXPECT_EQ(ball.center, (Vec3{1, 2, 3}));
  expect_near(ball.euler, ball.volume * 4.0 / 5 * identity(), 1e-11);
}

TEST(MassProperties, ElementsOfAllKindsMatchTheClosedForm) {
  const double block = 24.0;
  const struct {
    int nodes;
    double volume;
    Vec3 center;
  } cases[] = {{8, block, {2, 2.5, 3}},
               {6, block / 2, {1 + 2.0 / 3, 1 + 3.0 / 3, 3}},
               {5, block / 3, {1 + 0.75, 1 + 9.0 / 8, 1 + 1.0}},
               {4, block / 6, {1 + 0.5, 1 + 0.75, 1 + 1.0}}};
  for (const auto& expected : cases) {
    Shape shape;
    shape.meshes.push_back(brick_mesh(expected.nodes));
    const MassProperties element = mass_properties(shape);
    EXPECT_NEAR(element.volume, expected.volume, 24 * kTol) << expected.nodes;
    EXPECT_LE(norm(element.center - expected.center), kTol) << expected.nodes;
  }
}

TEST(MassProperties, ManyBricksFarAwayEqualOneBrick) {
  Shape parts;
  const Vec3 far{1000, -2000, 3000};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3 lo = far + Vec3{0.5 * i, 1.0 * j, 0};
      parts.convices.push_back(make_brick(lo, lo + Vec3{0.5, 1.0, 4.0}));
    }
  }
  const MassProperties sum = mass_properties(parts);
  EXPECT_NEAR(sum.volume, 24, 1e-9);
  EXPECT_LE(norm(sum.center - far - Vec3{1, 1.5, 2}), 1e-9);
  expect_near(sum.euler, diagonal(24 * 4.0 / 12, 24 * 9.0 / 12, 24 * 16.0 / 12), 1e-9);
}

TEST(MassProperties, SpheresObeyTheParallelAxisTheorem) {
  Shape pair;
  pair.spheres.push_back({{-3, 0, 0}, 1.0, 0, 0});
  pair.spheres.push_back({{3, 0, 0}, 1.0, 0, 0});
  const MassProperties sum = mass_properties(pair);
  const double volume = 4.0 / 3 * std::numbers::pi;
  EXPECT_LE(norm(sum.center), kTol);
  const double own = 2 * volume / 5;
  expect_near(sum.euler, diagonal(own + 2 * volume * 9, own, own), 1e-11);
}

TEST(MassProperties, RandomHullMatchesMonteCarlo) {
  RandomGeometry random(20260101);
  const Shape shape = shape_of(random.hull(30, {}, 1.0));
  const MassProperties exact = mass_properties(shape);
  const int samples = 400000;
  int inside = 0;
  Vec3 first;
  Mat3 second;
  for (int k = 0; k < samples; ++k) {
    const Vec3 p = random.in_cube(1.0);
    if (!part_containing(shape, p, 0.0)) continue;
    ++inside;
    first += p;
    second += outer(p, p);
  }
  const double share = 8.0 / samples;
  EXPECT_NEAR(exact.volume, share * inside, 0.02);  // four standard deviations
  const Vec3 center = first / inside;
  EXPECT_LE(norm(exact.center - center), 0.01);
  expect_near(exact.euler, share * (second - inside * outer(center, center)), 0.02);
}

TEST(MassProperties, TurnsAndMovesWithTheShape) {
  RandomGeometry random(5);
  for (int sample = 0; sample < 20; ++sample) {
    Convex hull = random.hull(15, {}, 1.0);
    const MassProperties before = mass_properties(shape_of(hull));
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(10);
    move_convex(hull, rotation, shift);
    const MassProperties after = mass_properties(shape_of(hull));
    EXPECT_NEAR(after.volume, before.volume, kTol);
    EXPECT_LE(norm(after.center - rotation * before.center - shift), 1e-11);
    expect_near(after.euler, rotation * before.euler * transpose(rotation), 1e-11);
  }
}

TEST(MassProperties, BentFacesBetweenElementsAddUpToTheOuterVolume) {
  // a unit block of 2 x 2 x 2 elements whose inner nodes are moved: volume and moments stay
  const std::vector<double> corners{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                    0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  const std::vector<int> surfaces{0, 1, 2, 3, 4, 5};
  Mesh mesh = make_hex_mesh({corners, {2, 2, 2}, 0, surfaces, {}});
  mesh.nodes[13] += {0.1, -0.07, 0.05};  // the one inside
  Shape shape;
  shape.meshes.push_back(mesh);
  const MassProperties sum = mass_properties(shape);
  EXPECT_NEAR(sum.volume, 1.0, kTol);
  EXPECT_LE(norm(sum.center - Vec3{0.5, 0.5, 0.5}), kTol);
  expect_near(sum.euler, 1.0 / 12 * identity(), kTol);
}

TEST(MassProperties, VolumeUnderABentFaceIsThatOfTheBilinearPatch) {
  // unit cube with one top corner raised by 1: the patch z = 1 + x y holds 1 + 1/4
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 2, 0, 1, 1};
  Shape shape;
  shape.meshes.push_back(
      make_mesh(nodes, std::vector<int>{8, 0, 1, 2, 3, 4, 5, 6, 7, 0}, std::vector<int>{0}));
  EXPECT_NEAR(mass_properties(shape).volume, 1.25, kTol);
}

TEST(MassProperties, DensitiesByVolumeIdGiveMassAndMassCentre) {
  Shape shape;
  shape.spheres.push_back({{-1, 0, 0}, 0.5, 1, 7});
  shape.spheres.push_back({{2, 0, 0}, 0.5, 1, 3});
  const double volume = std::numbers::pi / 6.0;
  const MassProperties sum =
      mass_properties(shape, [](VolumeId id) { return id == 7 ? 2.0 : 4.0; });
  EXPECT_NEAR(sum.volume, 6.0 * volume, kTol);           // kg
  EXPECT_LE(norm(sum.center - Vec3{1, 0, 0}), kTol);     // (2 (-1) + 4 (2)) / 6
  const double own = 6.0 * volume * 0.25 / 5.0;          // m r²/5 of both balls
  const double arms = volume * (2.0 * 4.0 + 4.0 * 1.0);  // m d²
  expect_near(sum.euler, diagonal(own + arms, own, own), kTol);
  const auto volumes = volumes_by_id(shape);
  ASSERT_EQ(volumes.size(), 2u);
  EXPECT_EQ(volumes[0].first, 3);
  EXPECT_EQ(volumes[1].first, 7);
  EXPECT_NEAR(volumes[1].second, volume, kTol);
}

TEST(MassProperties, AnEmptyShapeHasNone) {
  const MassProperties none = mass_properties(Shape{});
  EXPECT_EQ(none.volume, 0.0);
  EXPECT_EQ(none.center, Vec3{});
}

}  // namespace
}  // namespace solfec
