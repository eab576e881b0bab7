#include "geometry/collision/convex_patch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/count.h"
#include "geometry/collision/penetration.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-4;  // m
constexpr double kTol = 1e-12;

struct Found {
  ConvexPatch patch;
  std::vector<PatchPoint> points;
};

Found patch_of(const PlanedPolyhedron& a, const PlanedPolyhedron& b, Vec3 previous_normal = {},
               std::span<const PatchFeature> previous = {}) {
  ConvexPatchScratch scratch;
  const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
  const PatchQuery query{kTolerance, {1e-2 * kTolerance}, previous_normal, previous, {}};
  const ConvexPatch patch = convex_patch(a.view(), b.view(), query, closest, scratch);
  return {patch, scratch.polygon.points};
}

Found patch_of(const Convex& a, const Convex& b) {
  return patch_of(PlanedPolyhedron(a), PlanedPolyhedron(b));
}

double share_sum(const std::vector<PatchPoint>& points) {
  double sum = 0.0;
  for (const PatchPoint& p : points) sum += p.share;
  return sum;
}

bool has_point(const std::vector<PatchPoint>& points, Vec3 place, double tolerance) {
  return std::any_of(points.begin(), points.end(),
                     [&](const PatchPoint& p) { return norm(p.point - place) <= tolerance; });
}

Mat3 turn_about_y(double angle) {
  const Mat3 k = skew({0, 1, 0});
  return identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * (k * k);
}

// --- face on face -------------------------------------------------------------------------------

class FlatPatch : public ::testing::TestWithParam<double> {};

TEST_P(FlatPatch, FlushBricksGiveTheirFourCorners) {
  const double gap = GetParam();
  RandomGeometry random(3);
  for (int sample = 0; sample < 30; ++sample) {
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(20);
    Convex a = make_brick({0, 0, 0}, {1, 2, 1});
    Convex b = make_brick({0, 0, 1 + gap}, {1, 2, 3});
    move_convex(a, rotation, shift);
    move_convex(b, rotation, shift);
    const auto [patch, points] = patch_of(a, b);
    ASSERT_TRUE(patch.found);
    EXPECT_LE(norm(patch.normal - rotation * Vec3{0, 0, 1}), kTol);
    EXPECT_EQ(a.surface[patch.face_a], 5);
    EXPECT_EQ(b.surface[patch.face_b], 4);
    EXPECT_NEAR(patch.area, 2.0, 1e-10);
    ASSERT_EQ(points.size(), 4U);
    for (const PatchPoint& p : points) {
      EXPECT_NEAR(p.gap, gap, 1e-11);
      EXPECT_NEAR(p.share, 0.5, 1e-10);
    }
    for (const double x : {0.0, 1.0}) {
      for (const double y : {0.0, 2.0}) {
        EXPECT_TRUE(has_point(points, rotation * Vec3{x, y, 1 + 0.5 * gap} + shift, 1e-10));
      }
    }
  }
}

TEST_P(FlatPatch, PartOfAFaceGivesTheCornersOfTheOverlap) {
  const double gap = GetParam();
  const auto [patch, points] =
      patch_of(make_brick({0, 0, 0}, {2, 1, 1}), make_brick({1.5, 0.25, 1 + gap}, {3, 4, 2}));
  ASSERT_TRUE(patch.found);
  EXPECT_NEAR(patch.area, 0.5 * 0.75, kTol);
  EXPECT_NEAR(share_sum(points), patch.area, kTol);
  ASSERT_EQ(points.size(), 4U);
  for (const Vec3 corner : {Vec3{1.5, 0.25, 1}, {2, 0.25, 1}, {2, 1, 1}, {1.5, 1, 1}}) {
    EXPECT_TRUE(has_point(points, corner + Vec3{0, 0, 0.5 * gap}, kTol));
  }
}

INSTANTIATE_TEST_SUITE_P(Gaps, FlatPatch, ::testing::Values(0.0, 5e-5, -5e-5, -2e-3));

/// Prism over a convex polygon in the plane z = low.
Convex prism(const std::vector<Vec3>& polygon, double low, double high) {
  std::vector<Vec3> cloud;
  for (const Vec3 p : polygon) {
    cloud.push_back({p.x, p.y, low});
    cloud.push_back({p.x, p.y, high});
  }
  return make_convex_hull(cloud, 0, 0);
}

std::vector<Vec3> random_polygon(RandomGeometry& random, Vec3 center) {
  const int n = random.integer(3, 9);
  const double start = random.between(0.0, 6.0);
  std::vector<Vec3> polygon;
  for (int k = 0; k < n; ++k) {
    const double angle = start + 2.0 * M_PI * (k + random.between(-0.2, 0.2)) / n;
    polygon.push_back(center + Vec3{std::cos(angle), std::sin(angle), 0.0});
  }
  return polygon;
}

bool inside(const std::vector<Vec3>& polygon, Vec3 p) {
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 edge = polygon[(k + 1) % polygon.size()] - polygon[k];
    if (cross(edge, p - polygon[k]).z < -1e-12) return false;
  }
  return true;
}

/// Corners of the intersection of two convex polygons, by trying all candidates.
std::vector<Vec3> brute_intersection(const std::vector<Vec3>& p, const std::vector<Vec3>& q) {
  std::vector<Vec3> corners;
  const auto try_it = [&](Vec3 x) {
    if (inside(p, x) && inside(q, x)) corners.push_back(x);
  };
  for (const Vec3 x : p) try_it(x);
  for (const Vec3 x : q) try_it(x);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Vec3 u = p[(i + 1) % p.size()] - p[i];
      const Vec3 v = q[(j + 1) % q.size()] - q[j];
      const double det = cross(u, v).z;
      if (std::abs(det) < 1e-12) continue;
      const double s = cross(q[j] - p[i], v).z / det;
      try_it(p[i] + s * u);
    }
  }
  Vec3 middle;
  for (const Vec3 x : corners) middle += x / static_cast<double>(corners.size());
  std::sort(corners.begin(), corners.end(), [&](Vec3 x, Vec3 y) {
    return std::atan2(x.y - middle.y, x.x - middle.x) < std::atan2(y.y - middle.y, y.x - middle.x);
  });
  return corners;
}

double polygon_area(const std::vector<Vec3>& polygon, Vec3& centroid) {
  double area = 0.0;
  Vec3 moment;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 p = polygon[k];
    const Vec3 q = polygon[(k + 1) % polygon.size()];
    area += 0.5 * cross(p, q).z;
    moment += cross(p, q).z / 6.0 * (p + q);
  }
  centroid = moment / area;
  return area;
}

/// Distance of a point of the plane from a convex polygon, 0 inside.
double distance_to(const std::vector<Vec3>& polygon, Vec3 p) {
  if (inside(polygon, p)) return 0.0;
  double least = 1e300;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 along = polygon[(k + 1) % polygon.size()] - polygon[k];
    const double s = std::clamp(dot(p - polygon[k], along) / dot(along, along), 0.0, 1.0);
    least = std::min(least, norm(p - polygon[k] - s * along));
  }
  return least;
}

TEST(ConvexPatch, RandomPrismsGiveTheIntersectionOfTheirFaces) {
  RandomGeometry random(11);
  int checked = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const auto p = random_polygon(random, {});
    const auto q = random_polygon(random, {random.between(-1.5, 1.5), random.between(-1, 1), 0});
    const auto brute = brute_intersection(p, q);
    if (brute.size() < 3) continue;
    Vec3 centroid;
    const double area = polygon_area(brute, centroid);
    if (area < 1e-2) continue;
    ++checked;
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(5);
    const double gap = random.between(-1e-4, 1e-4);
    Convex a = prism(p, -2, 0);
    Convex b = prism(q, gap, 3);
    move_convex(a, rotation, shift);
    move_convex(b, rotation, shift);
    const auto [patch, points] = patch_of(a, b);
    ASSERT_TRUE(patch.found);
    EXPECT_LE(norm(patch.normal - rotation * Vec3{0, 0, 1}), 1e-11);
    EXPECT_NEAR(patch.area, area, 1e-6);
    EXPECT_NEAR(share_sum(points), area, 1e-6);
    std::vector<Vec3> hull;
    Vec3 resultant;
    for (const PatchPoint& each : points) {
      EXPECT_NEAR(each.gap, gap, 1e-10);
      EXPECT_GE(each.share, 0.0);
      resultant += each.share / area * each.point;
      const Vec3 flat = transposed_times(rotation, each.point - shift);
      EXPECT_TRUE(std::any_of(brute.begin(), brute.end(), [&](Vec3 corner) {
        return norm(corner - Vec3{flat.x, flat.y, 0}) < 1e-6;
      }));
    }
    EXPECT_LE(norm(resultant - (rotation * (centroid + Vec3{0, 0, 0.5 * gap}) + shift)), 0.02);
    // what was left out lies within a few hundredths of the radius of what stays
    for (const Vec3 corner : brute) {  // in their order
      const Vec3 place = rotation * (corner + Vec3{0, 0, 0.5 * gap}) + shift;
      if (has_point(points, place, 1e-6)) hull.push_back(corner);
    }
    ASSERT_GE(hull.size(), 2U);
    for (const Vec3 corner : brute) EXPECT_LE(distance_to(hull, corner), 0.03);
  }
  EXPECT_GT(checked, 200);
}

TEST(ConvexPatch, SwappedPolyhedraGiveTheSamePatchToTheBit) {
  RandomGeometry random(5);
  for (int sample = 0; sample < 3000; ++sample) {
    Convex a = random.hull(12, {}, 1.0);
    Convex b = random.hull(14, random.direction() * random.between(1.0, 1.9), 1.0);
    const Found one = patch_of(a, b);
    const Found other = patch_of(b, a);
    ASSERT_EQ(one.patch.found, other.patch.found);
    if (!one.patch.found) continue;
    EXPECT_EQ(one.patch.normal, -other.patch.normal);
    ASSERT_EQ(one.points.size(), other.points.size());
    for (const PatchPoint& p : one.points) {
      EXPECT_TRUE(std::any_of(other.points.begin(), other.points.end(), [&](const PatchPoint& q) {
        return p.point == q.point && p.gap == q.gap;
      }));
    }
  }
}

// --- edges and corners --------------------------------------------------------------------------

TEST(ConvexPatch, TiltedBrickTouchesWithTheEndsOfItsEdge) {
  for (const double angle : {0.1, 0.5, M_PI / 4, 1.0}) {
    const Convex floor = make_brick({-5, -5, -1}, {5, 5, 0});
    Convex box = make_brick({0, 0, 0}, {1, 2, 1});
    move_convex(box, turn_about_y(-angle), {0, 0, 0});  // the edge x = z = 0 stays
    const auto [patch, points] = patch_of(floor, box);
    ASSERT_TRUE(patch.found);
    EXPECT_LE(norm(patch.normal - Vec3{0, 0, 1}), kTol);
    ASSERT_EQ(points.size(), 2U) << angle;
    EXPECT_TRUE(has_point(points, {0, 0, 0}, kTol));
    EXPECT_TRUE(has_point(points, {0, 2, 0}, kTol));
    EXPECT_NEAR(points[0].share, points[1].share, kTol);
  }
}

TEST(ConvexPatch, SlightTiltKeepsAllCornersWithTheirGaps) {
  const double angle = 1e-3;
  const Convex floor = make_brick({-5, -5, -1}, {5, 5, 0});
  Convex box = make_brick({0, 0, 0}, {1, 2, 1});
  move_convex(box, turn_about_y(-angle), {});
  const auto [patch, points] = patch_of(floor, box);
  ASSERT_EQ(points.size(), 4U);
  int high = 0;
  for (const PatchPoint& p : points) {
    const bool far_end = p.point.x > 0.5;
    EXPECT_NEAR(p.gap, far_end ? std::sin(angle) : 0.0, kTol);
    high += far_end ? 1 : 0;
    EXPECT_EQ(p.share > 0.0, !far_end);  // a strip of a tenth touches
  }
  EXPECT_EQ(high, 2);
  EXPECT_NEAR(patch.area, 2.0 * kTolerance / std::tan(angle), 1e-4);
}

TEST(ConvexPatch, CornerOnFaceIsOnePointInTheNormalOfTheFace) {
  RandomGeometry random(8);
  const Convex floor = make_brick({-5, -5, -1}, {5, 5, 0});
  for (int sample = 0; sample < 50; ++sample) {
    Convex box = make_brick({-1, -1, -1}, {1, 1, 1});
    move_convex(box, random.rotation(), {});
    const auto low = *std::min_element(box.vertices.begin(), box.vertices.end(),
                                       [](Vec3 p, Vec3 q) { return p.z < q.z; });
    const double depth = random.between(-5e-5, 1e-3);
    for (Vec3& p : box.vertices) p += Vec3{0, 0, -low.z - depth};
    std::vector<double> heights;
    for (const Vec3& p : box.vertices) heights.push_back(p.z);
    std::sort(heights.begin(), heights.end());
    if (heights[1] < 0.1) continue;
    const auto [patch, points] = patch_of(floor, box);
    ASSERT_TRUE(patch.found);
    EXPECT_EQ(patch.normal, (Vec3{0, 0, 1}));
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, -depth, kTol);
    EXPECT_LE(norm(points[0].point - Vec3{low.x, low.y, -0.5 * depth}), kTol);
  }
}

TEST(ConvexPatch, CrossingEdgesTouchAlongTheirCommonPerpendicular) {
  for (const double depth : {-5e-5, 0.0, 1e-3, 2e-2}) {
    Convex lower = make_brick({-2, -0.5, -0.5}, {2, 0.5, 0.5});
    Convex upper = make_brick({-0.5, -2, -0.5}, {0.5, 2, 0.5});
    const double half = std::sqrt(0.5);
    const Mat3 about_x = identity() + std::sin(M_PI / 4) * skew({1, 0, 0}) +
                         (1 - std::cos(M_PI / 4)) * (skew({1, 0, 0}) * skew({1, 0, 0}));
    move_convex(lower, about_x, {});
    move_convex(upper, turn_about_y(M_PI / 4), {0.3, 0.2, 2 * half - depth});
    const auto [patch, points] = patch_of(lower, upper);
    ASSERT_TRUE(patch.found) << depth;
    EXPECT_LE(norm(patch.normal - Vec3{0, 0, 1}), 1e-10) << depth;
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].gap, -depth, 1e-10);
    EXPECT_LE(norm(points[0].point - Vec3{0.3, 0, half - 0.5 * depth}), 1e-10);
  }
}

double distance_to_segment(Vec3 place, Vec3 start, Vec3 end) {
  const Vec3 along = end - start;
  const double part = std::clamp(dot(place - start, along) / dot(along, along), 0.0, 1.0);
  return norm(place - start - part * along);
}

/// Distance of a place from the nearest edge of a polyhedron, m.
double distance_to_edges(const Convex& polyhedron, Vec3 place) {
  double least = 1e300;
  for (int f = 0; f < polyhedron.face_count(); ++f) {
    const auto face = polyhedron.face(f);
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vec3 start = polyhedron.vertices[face[k]];
      const Vec3 end = polyhedron.vertices[face[(k + 1) % face.size()]];
      least = std::min(least, distance_to_segment(place, start, end));
    }
  }
  return least;
}

/// Cube of which every vertex is moved, as an element that has bent, in a random place.
Convex bent_cube(RandomGeometry& random, Vec3 center) {
  Convex cube = make_brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  for (Vec3& p : cube.vertices) p += random.in_cube(0.15);
  move_convex(cube, random.rotation(), center);
  return cube;
}

/// Whether a feature names one vertex of each polyhedron in place of two edges.
bool is_shortest_way_out(PatchFeature feature) {
  const auto vertex = [&](unsigned shift) { return feature >> shift & 0x7fffU; };
  return vertex(45) == vertex(30) && vertex(15) == vertex(0);
}

TEST(ConvexPatch, CrossingEdgesOfBentElementsAreNoDiagonalsOfTheirFaces) {
  RandomGeometry random(17);
  int crossings = 0;
  for (int sample = 0; sample < 4000; ++sample) {
    const Convex a = bent_cube(random, {0, 0, 0});
    const Convex b = bent_cube(random, random.between(0.8, 1.3) * random.direction());
    const auto [patch, points] = patch_of(a, b);
    if (!patch.found || patch.flat || is_shortest_way_out(points[0].feature)) continue;
    ASSERT_EQ(points.size(), 1U);
    const Vec3 half = 0.5 * points[0].gap * patch.normal;
    const double on_a = distance_to_edges(a, points[0].point - half);
    const double on_b = distance_to_edges(b, points[0].point + half);
    EXPECT_LE(std::max(on_a, on_b), 1e-9) << sample << " gap " << points[0].gap;
    ++crossings;
  }
  EXPECT_GE(crossings, 200);
}

TEST(ConvexPatch, ParallelEdgesThatMeetGetTheNormalOfAFace) {
  for (const double x : {-4e-5, 0.0, 4e-5}) {
    for (const double z : {-4e-5, 0.0, 4e-5}) {
      const auto [patch, points] =
          patch_of(make_brick({0, 0, 0}, {1, 1, 1}), make_brick({1 + x, 0, 1 + z}, {2, 1, 2}));
      if (!patch.found) continue;
      EXPECT_TRUE(patch.normal == (Vec3{0, 0, 1}) || patch.normal == (Vec3{1, 0, 0})) << x << z;
      const double width = patch.normal.z > 0.5 ? -x : -z;  // of the strip that they share
      EXPECT_EQ(points.size(), width > 0.0 ? 4U : 2U);
    }
  }
}

// Elements on either side of a joint that fit each other and meet in one edge.
TEST(ConvexPatch, ElementsThatTouchAlongAnEdgeAreNotDeep) {
  RandomGeometry random(23);
  for (int sample = 0; sample < 3000; ++sample) {
    const double noise = std::pow(10.0, -16 + sample % 10);
    Convex a = make_brick({0, 0, 0}, {1, 1, 1});
    Convex b = make_brick({1, 0, 1}, {2, 1, 2});
    for (Vec3& p : a.vertices) p += random.in_cube(noise);
    for (Vec3& p : b.vertices) p += random.in_cube(noise);
    const Mat3 turn = random.rotation();
    move_convex(a, turn, {});
    move_convex(b, turn, {});
    const auto [patch, points] = patch_of(a, b);
    for (const PatchPoint& p : points) EXPECT_GE(p.gap, -10.0 * noise) << sample;
  }
}

// Hulls with more faces than the search for the shortest way out can hold.
TEST(ConvexPatch, TheShortestWayOutIsHardlyDeeperThanThatOfTheBestFace) {
  RandomGeometry random(29);
  int shortest = 0;
  for (int sample = 0; sample < 100; ++sample) {
    const PlanedPolyhedron a(random.hull(400, {}, 1.0));
    const PlanedPolyhedron b(random.hull(400, {}, 1.0));
    const auto [patch, points] = patch_of(a, b);
    if (!patch.found || patch.flat) continue;
    ASSERT_EQ(points.size(), 1U);
    double by_face = 1e300;
    const auto ask = [&](Vec3 out_of_a) {
      const double depth = depth_along(a.convex.vertices, b.convex.vertices, out_of_a);
      by_face = std::min(by_face, depth);
    };
    for (const Vec3& n : a.normal) ask(n);
    for (const Vec3& n : b.normal) ask(-n);
    EXPECT_GE(points[0].gap, -1.0101 * by_face) << sample;  // best faces are within 1 %
    ++shortest;
  }
  EXPECT_GE(shortest, 2);
}

TEST(ConvexPatch, InnerFacesAreNoWayOut) {
  // two elements side by side: x = 0 is an inner face of both; a block straddles it deeply
  PlanedPolyhedron left(make_brick({-1, 0, -1}, {0, 1, 0}));
  left.outer[1] = 0;
  const double depth = 5e-3;
  for (const double over : {1e-3, 2e-4, 1e-5}) {
    const PlanedPolyhedron block(make_brick({-over, 0.2, -depth}, {1, 0.8, 1}));
    const auto [patch, points] = patch_of(left, block);
    ASSERT_TRUE(patch.found);
    EXPECT_EQ(patch.normal, (Vec3{0, 0, 1}));
    for (const PatchPoint& p : points) EXPECT_NEAR(p.gap, -depth, kTol);
  }
  // beside it the neighbour carries the block
  const PlanedPolyhedron beside(make_brick({5e-5, 0.2, -depth}, {1, 0.8, 1}));
  EXPECT_FALSE(patch_of(left, beside).patch.found);
}

// A lintel on a ledge that is narrower than the tolerance: what rests stays, what passes by passes.
TEST(ConvexPatch, AGrazingPairIsInContactOnlyWhereItRestsAlready) {
  const PlanedPolyhedron ledge(make_brick({-1, -1, -1}, {0, 1, 0}));
  const Vec3 up{0, 0, 1};
  for (const double over : {0.01 * kTolerance, 0.1 * kTolerance, 0.9 * kTolerance}) {
    const auto lintel = [&](double gap) {
      return PlanedPolyhedron(make_brick({-over, -0.1, gap}, {1, 0.1, 0.1}));
    };
    const auto is_found = [&](double gap, Vec3 previous) {
      const Found found = patch_of(ledge, lintel(gap), previous);
      if (found.patch.found) {
        EXPECT_EQ(found.patch.normal, up);
      }
      return found.patch.found;
    };
    for (const double gap : {0.0, 1e-16, 1e-14, 1e-13}) EXPECT_TRUE(is_found(gap, {})) << gap;
    for (const double gap : {1e-10, 1e-6, 0.1 * kTolerance}) {
      EXPECT_FALSE(is_found(gap, {})) << gap;
      EXPECT_FALSE(is_found(gap, {1, 0, 0})) << gap;
      EXPECT_TRUE(is_found(gap, up)) << gap;
    }
  }
  const PlanedPolyhedron free(make_brick({0.1 * kTolerance, -0.1, 1e-10}, {1, 0.1, 0.1}));
  EXPECT_NE(patch_of(ledge, free, up).patch.normal, up);
}

TEST(ConvexPatch, ACornerOfAnElementBehindItsNeighboursHasNoPatch) {
  // an element above the floor whose outer face is on top; its corner reaches into the floor, and
  // so do the neighbours on all sides
  const std::vector<Vec3> corners{{0, 0, 0}, {0, 1, 1}, {1, 1, 1}, {0, 0, 1}};
  for (const double depth : {1e-6, 1e-3, 2e-2}) {
    PlanedPolyhedron element(make_convex_hull(corners, 0, 0));
    for (int f = 0; f < element.view().face_count(); ++f) {
      element.outer[at(f)] = element.view().normal[at(f)].z > 0.99 ? 1 : 0;
    }
    const PlanedPolyhedron floor(make_brick({-1, -1, -1}, {2, 2, depth}));
    EXPECT_FALSE(patch_of(floor, element).patch.found) << depth;
    EXPECT_FALSE(patch_of(element, floor).patch.found) << depth;
  }
}

// --- identity -----------------------------------------------------------------------------------

std::vector<PatchFeature> features_of(const Found& found) {
  std::vector<PatchFeature> features;
  for (const PatchPoint& p : found.points) features.push_back(p.feature);
  return features;
}

TEST(ConvexPatch, PointsKeepTheirFeaturesWhileABrickSlidesAndRocks) {
  const PlanedPolyhedron floor(make_brick({-5, -5, -1}, {5, 5, 0}));
  const auto at_time = [&](double t) {
    Convex box = make_brick({0, 0, 0}, {1, 2, 1});
    move_convex(box, turn_about_y(1e-3 * std::sin(20 * t)), {t, 0, 0});
    return patch_of(floor, PlanedPolyhedron(box));
  };
  const auto first = features_of(at_time(0.0));
  ASSERT_EQ(first.size(), 4U);
  for (double t = 0.0; t < 1.0; t += 0.01) EXPECT_EQ(features_of(at_time(t)), first);
}

TEST(ConvexPatch, NoiseDoesNotChangeTheFeaturesOfFlushFaces) {
  RandomGeometry random(2);
  const PlanedPolyhedron lower(make_brick({0, 0, 0}, {1, 1, 1}));
  const auto first =
      features_of(patch_of(lower, PlanedPolyhedron(make_brick({0, 0, 1}, {1, 1, 2}))));
  ASSERT_EQ(first.size(), 4U);
  for (int sample = 0; sample < 100; ++sample) {
    Convex upper = make_brick({0, 0, 1}, {1, 1, 2});
    const Vec3 axis = random.direction();
    move_convex(upper, identity() + 1e-9 * skew(axis), random.in_cube(1e-8));
    const auto found = patch_of(lower, PlanedPolyhedron(upper), {0, 0, 1}, first);
    EXPECT_EQ(features_of(found), first);
  }
}

TEST(ConvexPatch, FeaturesOfVerticesAndCrossingsDiffer) {
  const PatchEdge a = patch_edge(false, 3, 1);
  const PatchEdge b = patch_edge(true, 1, 3);
  EXPECT_EQ(crossing_feature(a, b), crossing_feature(b, a));
  EXPECT_NE(crossing_feature(a, b),
            crossing_feature(patch_edge(false, 1, 2), patch_edge(true, 1, 3)));
  EXPECT_NE(vertex_feature(false, 1), vertex_feature(true, 1));
  EXPECT_NE(vertex_feature(false, 0), 0U);
}

TEST(ConvexPatch, RoundFacesKeepAtMostTwentyFourPoints) {
  std::vector<Vec3> circle;
  for (int k = 0; k < 200; ++k) {
    circle.push_back({std::cos(M_PI * k / 100), std::sin(M_PI * k / 100), 0});
  }
  const auto [patch, points] = patch_of(make_brick({-5, -5, -1}, {5, 5, 0}), prism(circle, 0, 1));
  ASSERT_TRUE(patch.found);
  EXPECT_LE(count(points), kMostPatchPoints);
  EXPECT_GE(count(points), 12);
  Vec3 centroid;
  EXPECT_NEAR(patch.area, polygon_area(circle, centroid), 1e-9);
  EXPECT_NEAR(share_sum(points), patch.area, 1e-9);
}

TEST(ConvexPatch, LastChoiceStaysWhileItIsValid) {
  // a corner that is cut off by 1.5 % of the radius: two points there, or one after the other
  std::vector<Vec3> polygon{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-0.006, 0.5, 0}};
  const PlanedPolyhedron floor(make_brick({-5, -5, -1}, {5, 5, 0}));
  const PlanedPolyhedron block(prism(polygon, 0, 1));
  const Found fresh = patch_of(floor, block);
  EXPECT_EQ(fresh.points.size(), 4U);
  ConvexPatchScratch scratch;
  start_loop(block.view(), true, fresh.patch.face_b, scratch.polygon);
  std::vector<PatchFeature> all;
  for (const PatchCorner& corner : scratch.polygon.loop) all.push_back(corner.feature);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(patch_of(floor, block, {}, all).points.size(), 5U);
}

}  // namespace
}  // namespace solfec
