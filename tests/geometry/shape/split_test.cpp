#include "geometry/shape/split.h"

#include <random>

#include <gtest/gtest.h>

#include "geometry/expect_message.h"
#include "geometry/shape/convex_checks.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/mass_properties.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // a few hundred roundings at unit scale

Shape random_hull(std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int k = 0; k < 20; ++k) points.push_back({normal(random), normal(random), normal(random)});
  Shape shape;
  shape.convices.push_back(make_convex_hull(points, 4, 7));
  return shape;
}

Shape unit_cube() {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({(i & 1) * 1.0, ((i >> 1) & 1) * 1.0, ((i >> 2) & 1) * 1.0});
  }
  Shape shape;
  shape.convices.push_back(make_convex_hull(corners, 4, 7));
  return shape;
}

TEST(Split, PartsAreConvexAndFillTheWhole) {
  std::mt19937 random(20260101);
  std::normal_distribution<double> normal;
  for (int sample = 0; sample < 200; ++sample) {
    const Shape whole = random_hull(random);
    const Vec3 n{normal(random), normal(random), normal(random)};
    const Vec3 p{0.5 * normal(random), 0.5 * normal(random), 0.5 * normal(random)};
    const SplitShape parts = split(whole, p, n, {{9, 9}});
    const MassProperties sum = mass_properties(whole);
    double volume = 0.0;
    Vec3 first;
    for (const Shape* side : {&parts.below, &parts.above}) {
      const double sign = side == &parts.above ? 1.0 : -1.0;
      for (const Convex& convex : side->convices) {
        EXPECT_EQ(convex_defect(convex), "");
        EXPECT_EQ(convex.volume, 4);
        for (const Vec3 vertex : convex.vertices) {
          EXPECT_GE(sign * dot(n, vertex - p), -1e-8 * norm(n));
        }
      }
      const MassProperties part = mass_properties(*side);
      volume += part.volume;
      first += part.volume * part.center;
    }
    EXPECT_NEAR(volume, sum.volume, kTol * sum.volume);
    EXPECT_LE(norm(first - sum.volume * sum.center), kTol * sum.volume);
  }
}

TEST(Split, CubeThroughItsMiddleGivesTwoBoxesWithNewFaces) {
  const SplitShape parts = split(unit_cube(), {0, 0, 0.25}, {0, 0, 3}, {{9, 9}});
  ASSERT_EQ(parts.below.convices.size(), 1u);
  ASSERT_EQ(parts.above.convices.size(), 1u);
  EXPECT_NEAR(mass_properties(parts.below).volume, 0.25, kTol);
  EXPECT_NEAR(mass_properties(parts.above).volume, 0.75, kTol);
  for (const Shape* side : {&parts.below, &parts.above}) {
    const Convex& box = side->convices[0];
    EXPECT_EQ(box.face_count(), 6);
    EXPECT_EQ(std::count(box.surface.begin(), box.surface.end(), 9), 1);
    EXPECT_EQ(std::count(box.surface.begin(), box.surface.end(), 7), 5);
  }
}

TEST(Split, PlanesThroughVerticesEdgesAndFacesMakeNoSlivers) {
  // along the diagonal plane x = y: two wedges of five faces
  const SplitShape wedges = split(unit_cube(), {0, 0, 0}, {1, -1, 0}, {{9, 9}});
  EXPECT_EQ(wedges.below.convices[0].face_count(), 5);
  EXPECT_EQ(wedges.above.convices[0].vertices.size(), 6u);
  // through three corners: a tetrahedron is cut off
  const SplitShape corner = split(unit_cube(), {1, 0, 0}, {1, 1, 1}, {{9, 9}});
  EXPECT_EQ(corner.below.convices[0].face_count(), 4);
  EXPECT_NEAR(mass_properties(corner.below).volume, 1.0 / 6.0, kTol);
  // in a face, up to rounding
  const SplitShape whole = split(unit_cube(), {0, 0, 1.0 - 1e-12}, {0, 0, 1}, {{9, 9}});
  EXPECT_TRUE(whole.above.empty());
  EXPECT_EQ(whole.below.convices[0].face_count(), 6);
}

TEST(Split, SpheresGoWholeToTheSideOfTheirCentres) {
  Shape shape;
  shape.spheres = {{{0, 0, -0.1}, 1.0, 1, 1}, {{0, 0, 0.0}, 1.0, 2, 1}};
  const SplitShape parts = split(shape, {}, {0, 0, 1}, {{9, 9}});
  ASSERT_EQ(parts.below.spheres.size(), 1u);
  ASSERT_EQ(parts.above.spheres.size(), 1u);
  EXPECT_EQ(parts.above.spheres[0].surface, 2);
}

TEST(Split, MeshesAreCutAndThoseBesideThePlaneStayWhole) {
  Shape shape;
  shape.meshes.push_back(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  shape.meshes.push_back(test::hexahedra_block({1, 1, 1}, {2, 2, 2}));
  for (Vec3& node : shape.meshes[1].nodes) node.z += 5;
  const SplitShape parts = split(shape, {0, 0, 0.25}, {0, 0, 2}, {{8, 9}});
  ASSERT_EQ(parts.below.meshes.size(), 1U);
  ASSERT_EQ(parts.above.meshes.size(), 2U);
  EXPECT_NEAR(mass_properties(parts.below).volume, 0.25, 1e-15);
  EXPECT_EQ(parts.above.meshes[1].elements.size(), 8U);
  EXPECT_NEAR(parts.thinning, 0.25, 1e-12);
}

TEST(Split, ZeroNormalsAndAdjacentPartsOfPolyhedraAreRefused) {
  EXPECT_THROW(split(unit_cube(), {0, 0, 0.5}, {0, 0, 1}, {{9, 9}, true}), InputError);
  EXPECT_THROW(split(unit_cube(), {}, {}, {{9, 9}}), InputError);
}

}  // namespace
}  // namespace solfec
