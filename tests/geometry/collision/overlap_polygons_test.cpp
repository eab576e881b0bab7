#include "geometry/collision/overlap_polygons.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

/// Polygons of all faces of a, then of b.
OverlapScratch clipped(const PlanedPolyhedron& a, const PlanedPolyhedron& b,
                       const Swelling& swelling, double snap = 0.0) {
  OverlapScratch scratch;
  fill_heights(a.view(), b.view(), scratch);
  clip_faces(a.view(), b.view(), swelling, snap, scratch);
  return scratch;
}

int face_towards(const PlanedPolyhedron& body, Vec3 direction) {
  for (int f = 0; f < body.view().face_count(); ++f) {
    if (dot(body.normal[static_cast<std::size_t>(f)], direction) > 0.99) return f;
  }
  return -1;
}

const Swelling kNone{0.0, false, {0, 0, 1}};

TEST(OverlapPolygons, SurfaceOfTheCommonBodyIsTheSumOfAllPolygons) {
  // For two overlapping polyhedra the polygons are the surface of the intersection, whose area
  // vectors sum up to nothing.
  RandomGeometry random(11);
  for (int sample = 0; sample < 100; ++sample) {
    const PlanedPolyhedron a(random.hull(14, {}, 1.0));
    const PlanedPolyhedron b(random.hull(14, random.in_cube(0.4), 1.0));
    const OverlapScratch scratch = clipped(a, b, kNone);
    Vec3 sum;
    double volume = 0.0;  // by the divergence of x / 3
    std::size_t k = 0;
    for (const PlanedPolyhedron* body : {&a, &b}) {
      for (const Vec3 normal : body->normal) {
        const OverlapPolygon& polygon = scratch.polygon[k++];
        sum += polygon.area * normal;
        volume += polygon.area * dot(polygon.centroid, normal) / 3.0;
      }
    }
    EXPECT_LE(norm(sum), kTol);
    EXPECT_GT(volume, 0.0);
  }
}

TEST(OverlapPolygons, BricksHaveTheFacesOfTheirCommonBrick) {
  const PlanedPolyhedron a(make_brick({0, 0, 0}, {2, 2, 1}));
  const PlanedPolyhedron b(make_brick({1, 0.5, 0.75}, {3, 1.5, 2}));
  const OverlapScratch scratch = clipped(a, b, kNone);
  const OverlapPolygon& top = scratch.polygon[static_cast<std::size_t>(face_towards(a, {0, 0, 1}))];
  EXPECT_NEAR(top.area, 1.0, kTol);
  EXPECT_LE(norm(top.centroid - Vec3{1.5, 1.0, 1.0}), kTol);
  EXPECT_TRUE(top.counts);
  EXPECT_EQ(top.weight, 1.0);
  const OverlapPolygon& side =
      scratch.polygon[static_cast<std::size_t>(face_towards(a, {1, 0, 0}))];
  EXPECT_NEAR(side.area, 0.25, kTol);
  const OverlapPolygon& back =
      scratch.polygon[static_cast<std::size_t>(face_towards(a, {-1, 0, 0}))];
  EXPECT_EQ(back.area, 0.0);
  EXPECT_FALSE(back.counts);
}

TEST(OverlapPolygons, APolygonThatEnteredThroughAnInnerFaceDoesNotCount) {
  PlanedPolyhedron a(make_brick({0, 0, 0}, {2, 2, 1}));
  PlanedPolyhedron b(make_brick({0.5, 0.5, 0.75}, {1.5, 1.5, 2}));
  const auto top = static_cast<std::size_t>(face_towards(a, {0, 0, 1}));
  const auto bottom = static_cast<std::size_t>(face_towards(b, {0, 0, -1}));
  EXPECT_TRUE(clipped(a, b, kNone).polygon[top].counts);
  b.outer[bottom] = 0;
  EXPECT_FALSE(clipped(a, b, kNone).polygon[top].counts);
  b.outer[bottom] = 1;
  a.outer[top] = 0;
  EXPECT_FALSE(clipped(a, b, kNone).polygon[top].counts);
}

TEST(OverlapPolygons, SwellingReachesAcrossAGap) {
  const double gap = 1e-3;
  const PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 1, 1}));
  const PlanedPolyhedron b(make_brick({0, 0, 1 + gap}, {1, 1, 2}));
  const auto top = static_cast<std::size_t>(face_towards(a, {0, 0, 1}));
  for (const bool lateral : {false, true}) {
    EXPECT_EQ(clipped(a, b, {0.9 * gap, lateral, {0, 0, 1}}).polygon[top].area, 0.0);
    EXPECT_NEAR(clipped(a, b, {1.1 * gap, lateral, {0, 0, 1}}).polygon[top].area, 1.0, kTol);
  }
}

TEST(OverlapPolygons, FlushFacesStayWholeWithinTheSnap) {
  const double snap = 1e-4;
  const PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 1, 1}));
  for (const double out : {0.5 * snap, 2.0 * snap}) {
    const PlanedPolyhedron b(make_brick({out, 0, 0.5}, {1 + out, 1, 2}));
    const auto top = static_cast<std::size_t>(face_towards(a, {0, 0, 1}));
    const double area = clipped(a, b, kNone, snap).polygon[top].area;
    EXPECT_NEAR(area, out < snap ? 1.0 : 1.0 - out, kTol);
  }
}

TEST(OverlapPolygons, SliversCountByAFifthOfTheirWay) {
  EXPECT_EQ(sliver_weight(0.0099), 0.0);
  EXPECT_EQ(sliver_weight(0.05), 1.0);
  EXPECT_NEAR(sliver_weight(0.03), 0.5, kTol);  // in the middle of 1 % and 5 %
  EXPECT_NEAR(sliver_weight(0.02), 0.15625, kTol);
  EXPECT_NEAR(sliver_weight(0.02) + sliver_weight(0.04), 1.0, kTol);
}

TEST(OverlapPolygons, MoreThan64FacesAreClippedByAll) {
  // A prism over a polygon of 80 corners in a box that holds half of it.
  std::vector<Vec3> cloud;
  const int n = 80;
  for (int k = 0; k < n; ++k) {
    const double angle = 2.0 * M_PI * (k + 0.5) / n;
    for (const double z : {0.0, 1.0}) cloud.push_back({std::cos(angle), std::sin(angle), z});
  }
  const PlanedPolyhedron prism(make_convex_hull(cloud, 0, 0));
  const PlanedPolyhedron box(make_brick({-2, -2, 0.5}, {0, 2, 3}));
  const auto top = static_cast<std::size_t>(face_towards(prism, {0, 0, 1}));
  const auto bottom = prism.normal.size() + static_cast<std::size_t>(face_towards(box, {0, 0, -1}));
  const double half = 0.25 * n * std::sin(2.0 * M_PI / n);
  const OverlapScratch scratch = clipped(prism, box, kNone);
  EXPECT_NEAR(scratch.polygon[top].area, half, kTol);
  EXPECT_NEAR(scratch.polygon[bottom].area, half, kTol);
}

// --- rays ---------------------------------------------------------------------------------------

TEST(RayExit, IsTheFirstFaceOnTheWay) {
  const PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 2, 3}));
  const Vec3 direction = normalized(Vec3{1, 1, 1});
  const RayExit exit = ray_exit(a.view(), {0.5, 0.5, 0.5}, direction);
  EXPECT_EQ(exit.face, face_towards(a, {1, 0, 0}));
  EXPECT_NEAR(exit.length, 0.5 * std::sqrt(3.0), kTol);
  EXPECT_EQ(ray_exit(a.view(), {0.5, 0.5, 0.5}, {0, 0, 1}).face, face_towards(a, {0, 0, 1}));
}

TEST(RayExit, OuterFacesOnlyAndNotFartherOutsideThanAllowed) {
  PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 2, 3}));
  const Vec3 direction = normalized(Vec3{1, 1, 0});
  a.outer[static_cast<std::size_t>(face_towards(a, {1, 0, 0}))] = 0;
  EXPECT_EQ(outer_ray_exit(a.view(), {0.5, 0.5, 0.5}, direction, 1e-3).face,
            face_towards(a, {0, 1, 0}));
  const RayExit above = outer_ray_exit(a.view(), {0.5, 0.5, 3.2}, {0, 0, 1}, 1e-3);
  EXPECT_EQ(above.face, face_towards(a, {0, 0, 1}));
  EXPECT_EQ(above.length, -1e-3);
}

TEST(RayExit, AGrazedFaceDecidesOnlyWhenNoOtherDoes) {
  // outside of the side face by 0.1 and nearly along it
  PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 1, 1}));
  const Vec3 grazing = normalized(Vec3{0.05, 0, 1});
  const Vec3 point{1.1, 0.5, 0.5};
  EXPECT_EQ(outer_ray_exit(a.view(), point, grazing, 1.0).face, face_towards(a, {0, 0, 1}));
  a.outer[static_cast<std::size_t>(face_towards(a, {0, 0, 1}))] = 0;
  EXPECT_EQ(outer_ray_exit(a.view(), point, grazing, 1.0).face, face_towards(a, {1, 0, 0}));
  // at a cosine above a tenth it is not grazed
  a.outer[static_cast<std::size_t>(face_towards(a, {0, 0, 1}))] = 1;
  EXPECT_EQ(outer_ray_exit(a.view(), point, normalized(Vec3{0.2, 0, 1}), 1.0).face,
            face_towards(a, {1, 0, 0}));
}

}  // namespace
}  // namespace solfec
