#include "geometry/collision/patch_polygon.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kSpacing = 1e-6;  // m
constexpr PointSpacing kGiven{kSpacing};

/// Points without gap whose features are their numbers from 1 on.
std::vector<PatchPoint> polygon(const std::vector<Vec3>& corners) {
  std::vector<PatchPoint> points;
  for (const Vec3 corner : corners) points.push_back({corner, 0.0, 0.0, points.size() + 1});
  return points;
}

std::vector<PatchFeature> left_of(std::vector<PatchPoint> points, PointSpacing spacing = kGiven,
                                  const std::vector<PatchFeature>& previous = {}) {
  reduce_points(previous, spacing, points);
  std::vector<PatchFeature> left;
  for (const PatchPoint& p : points) left.push_back(p.feature);
  return left;
}

using Features = std::vector<PatchFeature>;

/// A rectangle of length 1 with one more corner in the middle of a long edge, turned and moved.
std::vector<PatchPoint> strip(double width, double scale, Vec3 shift = {}) {
  const Mat3 turn = exponential_map({0.3, -0.2, 0.9});
  std::vector<PatchPoint> points =
      polygon({{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {1, width, 0}, {0, width, 0}});
  for (PatchPoint& p : points) p.point = scale * (turn * p.point) + shift;
  return points;
}

class NarrowStrip : public ::testing::TestWithParam<double> {};

TEST_P(NarrowStrip, KeepsBothEdgesAtEverySize) {
  const double width = GetParam();
  for (const double scale : {1e-3, 1.0, 1e3}) {
    EXPECT_EQ(left_of(strip(width, scale), {1e-4 * scale}), (Features{1, 3, 4, 5})) << scale;
    EXPECT_EQ(left_of(strip(width, scale), {0.0}), (Features{1, 3, 4, 5})) << scale;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, NarrowStrip,
                         ::testing::Values(1.0, 0.1, 4e-3, 1e-4, 1e-6, 1e-8, 2e-9));

TEST(ReducePoints, AStripAsNarrowAsRoundingIsALine) {
  // of its length, and of its coordinates: 4 ulp of 1e3 m are 9e-13 m
  EXPECT_EQ(left_of(strip(0.5e-9, 1.0)).size(), 2U);
  EXPECT_EQ(left_of(strip(1e-7, 1e-6, {1e3, 0, 0}), {0.0}).size(), 2U);
  EXPECT_EQ(left_of(strip(1e-5, 1e-6, {1e3, 0, 0}), {0.0}).size(), 4U);
}

TEST(ReducePoints, ASpacingThatTheUserAsksForHoldsAcrossAStrip) {
  EXPECT_EQ(left_of(strip(4e-3, 1.0), {1e-2, true}).size(), 2U);
  EXPECT_EQ(left_of(strip(4e-3, 1.0), {1e-2, false}).size(), 4U);
}

TEST(ReducePoints, APointOnTheStripLiesOutsideByPartsOfItsWidth) {
  // A corner 0.5 % of the width beside a long edge goes, one of 2 % stays; both are far below 1 %
  // of the radius.
  for (const double part : {0.005, 0.02}) {
    const double w = 1e-3;
    const auto points = polygon({{0, 0, 0}, {0.5, -part * w, 0}, {1, 0, 0}, {1, w, 0}, {0, w, 0}});
    EXPECT_EQ(left_of(points, {0.0}).size(), part < 0.01 ? 4U : 5U);
  }
}

TEST(ReducePoints, APointWithinOnePercentOfTheRadiusGoes) {
  for (const double part : {0.009, 0.013}) {
    const auto points =
        polygon({{0, 0, 0}, {0.5, -part * std::sqrt(0.5), 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
    EXPECT_EQ(left_of(points).size(), part < 0.01 ? 4U : 5U) << part;
  }
}

TEST(ReducePoints, OldPointsCountTwice) {
  const auto points = polygon({{0, 0, 0}, {0.5, -0.005, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(left_of(points), (Features{1, 3, 4, 5}));
  EXPECT_EQ(left_of(points, kGiven, {2}), (Features{1, 2, 3, 4, 5}));
}

TEST(ReducePoints, APointThatIsLiftedGoesBeforeOneThatTouches) {
  // Two corners at the end of an edge, either superfluous: the one that touches lies less far
  // outside, but the bodies meet there.
  std::vector<PatchPoint> points =
      polygon({{0, 0, 0}, {1, 0, 0}, {1.004, 0.003, 0}, {1, 1, 0}, {0, 1, 0}});
  points[1].gap = 1e-3;
  EXPECT_EQ(left_of(points), (Features{1, 3, 4, 5}));
  points[1].gap = 0.0;
  points[2].gap = 1e-3;
  EXPECT_EQ(left_of(points), (Features{1, 2, 4, 5}));
}

TEST(ReducePoints, LiftedMeansHigherThanTheSpacing) {
  // both within the spacing above the lowest: the distance decides, which is least for the third
  std::vector<PatchPoint> points =
      polygon({{0, 0, 0}, {1, 0, 0}, {1.004, 0.003, 0}, {1, 1, 0}, {0, 1, 0}});
  const Features even = left_of(points);
  points[1].gap = points[2].gap = 0.5 * kSpacing;
  EXPECT_EQ(left_of(points), even);
}

TEST(ReducePoints, OfTwoPointsThatAreOneTheDeeperStays) {
  for (const bool first : {true, false}) {
    std::vector<PatchPoint> points = polygon({{0, 0, 0}, {0.9 * kSpacing, 0, 0}});
    points[first ? 0 : 1].gap = -1e-3;
    EXPECT_EQ(left_of(points), Features{first ? PatchFeature{1} : PatchFeature{2}});
  }
  EXPECT_EQ(left_of(polygon({{0, 0, 0}, {1.1 * kSpacing, 0, 0}})).size(), 2U);
}

TEST(ReducePoints, APatchSmallerThanTheSpacingIsOnePoint) {
  const double a = 0.4 * kSpacing;
  std::vector<PatchPoint> points = polygon({{0, 0, 0}, {a, 0, 0}, {a, a, 0}, {0, a, 0}});
  points[2].gap = -1e-3;
  EXPECT_EQ(left_of(points), Features{3});
}

TEST(ReducePoints, NoMoreThanTheLimitStay) {
  std::vector<Vec3> circle;
  for (int k = 0; k < 40; ++k) {
    circle.push_back({std::cos(2 * M_PI * k / 40), std::sin(2 * M_PI * k / 40), 0.0});
  }
  EXPECT_EQ(left_of(polygon(circle)).size(), static_cast<std::size_t>(kMostPatchPoints));
}

// --- areas --------------------------------------------------------------------------------------

TEST(TouchingArea, IsThatOfThePolygonBelowTheLimit) {
  // gap = x over the unit square: below 0.25 lies a quarter
  std::vector<PatchPoint> points = polygon({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  for (PatchPoint& p : points) p.gap = p.point.x;
  PatchScratch scratch;
  EXPECT_NEAR(touching_area(points, {0, 0, 1}, 0.25, scratch), 0.25, 1e-15);
  EXPECT_NEAR(touching_area(points, {0, 0, 1}, 1.0, scratch), 1.0, 1e-15);
  EXPECT_EQ(touching_area(points, {0, 0, 1}, -0.1, scratch), 0.0);
  EXPECT_EQ(touching_area(points, {0, 0, 1}, 0.0, scratch), 0.0);  // an edge
}

TEST(SetShares, HaveTheSumAndTheCentroidOfTheArea) {
  RandomGeometry random(5);
  for (int sample = 0; sample < 200; ++sample) {
    std::vector<Vec3> corners;
    const int n = random.integer(3, 9);
    for (int k = 0; k < n; ++k) {
      const double angle = 2.0 * M_PI * (k + random.between(-0.3, 0.3)) / n;
      corners.push_back({2.0 * std::cos(angle), std::sin(angle), 0.0});
    }
    std::vector<PatchPoint> points = polygon(corners);
    Vec3 moment;  // by triangles from the origin, which lies inside
    double area = 0.0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec3 next = corners[(k + 1) % corners.size()];
      const double part = 0.5 * cross(corners[k], next).z;
      area += part;
      moment += part / 3.0 * (corners[k] + next);
    }
    PatchScratch scratch;
    set_shares(area, 1.0, {0, 0, 1}, points, scratch);
    double sum = 0.0;
    for (const PatchPoint& p : points) {
      sum += p.share;
      moment -= p.share * p.point;
    }
    EXPECT_NEAR(sum, area, 1e-13);
    EXPECT_LE(norm(moment), 1e-13);
  }
}

TEST(SetShares, PointsAboveTheLimitGetNothingAndTwoGetHalves) {
  std::vector<PatchPoint> points = polygon({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  points[2].gap = points[3].gap = 0.2;
  PatchScratch scratch;
  set_shares(3.0, 0.1, {0, 0, 1}, points, scratch);
  EXPECT_EQ(points[0].share, 1.5);
  EXPECT_EQ(points[1].share, 1.5);
  EXPECT_EQ(points[2].share + points[3].share, 0.0);
}

// --- clipping -----------------------------------------------------------------------------------

/// Clips the lower face of b by the upper face of a. @return Whether something is left.
bool clip_facing_faces(const PlanedPolyhedron& a, const PlanedPolyhedron& b, double snap,
                       PatchScratch& scratch) {
  int top = -1;
  int bottom = -1;
  for (int f = 0; f < 6; ++f) {
    if (a.view().normal[static_cast<std::size_t>(f)].z > 0.5) top = f;
    if (b.view().normal[static_cast<std::size_t>(f)].z < -0.5) bottom = f;
  }
  start_loop(b.view(), true, bottom, scratch);
  return clip_loop(a.view(), false, top, snap, scratch);
}

TEST(ClipLoop, CornersWithinTheSnapStayWhatTheyAre) {
  // The upper brick sticks out by half of the snap: its corners keep their names; by twice of it
  // crossings take their place.
  const double snap = 1e-4;
  for (const double out : {0.5 * snap, 2.0 * snap}) {
    const PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 1, 1}));
    const PlanedPolyhedron b(make_brick({out, 0.25, 1}, {1 + out, 0.75, 2}));
    PatchScratch scratch;
    ASSERT_TRUE(clip_facing_faces(a, b, snap, scratch));
    const auto vertices = std::count_if(scratch.loop.begin(), scratch.loop.end(),
                                        [](auto& c) { return is_vertex_of(c.feature, true); });
    EXPECT_EQ(scratch.loop.size(), 4U);
    EXPECT_EQ(vertices, out < snap ? 4 : 2);
  }
}

TEST(ClipLoop, NothingIsLeftOfAFaceThatLiesOnTheBorder) {
  const double snap = 1e-4;
  for (const double in : {0.5 * snap, 2.0 * snap}) {
    const PlanedPolyhedron a(make_brick({0, 0, 0}, {1, 1, 1}));
    const PlanedPolyhedron b(make_brick({1 - in, 0, 1}, {2, 1, 2}));
    PatchScratch scratch;
    EXPECT_EQ(clip_facing_faces(a, b, snap, scratch), in > snap);
  }
}

}  // namespace
}  // namespace solfec
