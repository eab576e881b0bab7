#include "geometry/collision/convex_overlap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-4;  // size of gaps seen as contact, m
constexpr double kTol = 1e-12;       // a few ulps at unit scale

ConvexOverlap contact_of(const PlanedPolyhedron& a, const PlanedPolyhedron& b,
                         double tolerance = kTolerance) {
  OverlapScratch scratch;
  const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
  return convex_overlap(a.view(), b.view(), tolerance, closest, scratch);
}

ConvexOverlap contact_of(const Convex& a, const Convex& b, double tolerance = kTolerance) {
  return contact_of(PlanedPolyhedron(a), PlanedPolyhedron(b), tolerance);
}

void expect_near(Vec3 a, Vec3 b, double tolerance) { EXPECT_LE(norm(a - b), tolerance); }

class FaceOnFace : public ::testing::TestWithParam<double> {};

TEST_P(FaceOnFace, PartialOverlapGivesTheRectangleAndTheExactNormal) {
  const double gap = GetParam();
  const Convex a = make_brick({0, 0, 0}, {2, 1, 1});
  const Convex b = make_brick({1.5, 0.25, 1 + gap}, {3, 4, 2});
  const ConvexOverlap contact = contact_of(a, b);
  ASSERT_TRUE(contact.found);
  EXPECT_EQ(contact.normal, (Vec3{0, 0, 1}));
  expect_near(contact.point, {1.75, 0.625, 1 + 0.5 * gap}, kTol);
  EXPECT_NEAR(contact.gap, gap, kTol);
  EXPECT_NEAR(contact.area, 0.5 * 0.75, kTol);
  EXPECT_EQ(a.surface[contact.face_a], 5);
  EXPECT_EQ(b.surface[contact.face_b], 4);
}

TEST_P(FaceOnFace, FlushBricksKeepTheNormalInAnyFrame) {
  const double gap = GetParam();
  RandomGeometry random(1);
  for (int sample = 0; sample < 50; ++sample) {
    Convex a = make_brick({0, 0, 0}, {1, 2, 1});
    Convex b = make_brick({0, 0, 1 + gap}, {1, 2, 2});
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(10);
    move_convex(a, rotation, shift);
    move_convex(b, rotation, shift);
    const PlanedPolyhedron pa(a);
    const ConvexOverlap contact = contact_of(pa, PlanedPolyhedron(b));
    ASSERT_TRUE(contact.found);
    EXPECT_EQ(contact.normal, pa.normal[5]);  // the top face of a, to the bit
    expect_near(contact.point, rotation * Vec3{0.5, 1, 1 + 0.5 * gap} + shift, 1e-11);
    EXPECT_NEAR(contact.gap, gap, 1e-13);
    EXPECT_NEAR(contact.area, 2.0, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Gap, FaceOnFace,
                         ::testing::Values(5e-5, 1e-4, 1e-6, 0.0, -1e-9, -1e-5, -1e-3));

TEST(ConvexOverlap, APairBeyondTheToleranceStillHasAContactWithItsGap) {
  const ConvexOverlap contact =
      contact_of(make_brick({0, 0, 0}, {1, 1, 1}), make_brick({0.5, 0.5, 1.001}, {2, 2, 2}), 1e-4);
  ASSERT_TRUE(contact.found);
  EXPECT_EQ(contact.normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(contact.gap, 1e-3, kTol);
  expect_near(contact.point, {0.75, 0.75, 1.0005}, kTol);
}

TEST(ConvexOverlap, ExchangeOfTheBodiesTurnsTheNormal) {
  const Convex a = make_brick({0, 0, 0}, {2, 1, 1});
  const Convex b = make_brick({1.5, 0.25, 1 - 1e-4}, {3, 4, 2});
  const ConvexOverlap ab = contact_of(a, b);
  const ConvexOverlap ba = contact_of(b, a);
  EXPECT_EQ(ab.normal, -ba.normal);
  expect_near(ab.point, ba.point, kTol);
  EXPECT_NEAR(ab.gap, ba.gap, kTol);
  EXPECT_NEAR(ab.area, ba.area, kTol);
  EXPECT_EQ(ab.face_a, ba.face_b);
}

/// Roof-shaped prism: ridge along x at height 0 pointing up, base below.
Convex ridge_up() {
  const std::vector<Vec3> points{{-1, 0, 0},  {1, 0, 0},   {-1, -1, -1},
                                 {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}};
  return make_convex_hull(points, 0, 0);
}

TEST(ConvexOverlap, CrossedEdgesMeetWhereTheyCross) {
  for (const double gap : {5e-5, 0.0, -1e-5, -1e-3}) {
    const Convex a = ridge_up();
    Convex b = ridge_up();
    // the ridge of b runs along y and points down
    move_convex(b, {{0, 1, 0, 1, 0, 0, 0, 0, -1}}, {0, 0, gap});
    const ConvexOverlap contact = contact_of(a, b);
    ASSERT_TRUE(contact.found) << gap;
    expect_near(contact.normal, {0, 0, 1}, 1e-9);
    expect_near(contact.point, {0, 0, 0.5 * gap}, 1e-9);
    EXPECT_NEAR(contact.gap, gap, 1e-9);
    EXPECT_GT(contact.area, 0.0);
    EXPECT_LT(contact.area, 1e-4);
  }
}

TEST(ConvexOverlap, AVertexOnAFaceGivesTheFaceNormalAndTheVertex) {
  const Convex table = make_brick({-1, -1, -1}, {1, 1, 0});
  for (const double gap : {5e-5, 0.0, -1e-5, -1e-3}) {
    const Vec3 tip{0.2, 0.1, gap};
    const std::vector<Vec3> points{tip, tip + Vec3{0.5, 0, 1}, tip + Vec3{-0.5, 0.5, 1},
                                   tip + Vec3{-0.5, -0.5, 1}};
    const ConvexOverlap contact = contact_of(table, make_convex_hull(points, 0, 0));
    ASSERT_TRUE(contact.found) << gap;
    EXPECT_GT(contact.normal.z, 0.9);  // sides of the tip have their share
    EXPECT_LE(norm(contact.point - tip), 5.0 * (kTolerance + std::fabs(gap)));
    EXPECT_NEAR(contact.gap, gap, 0.5 * std::fabs(gap) + 0.2 * kTolerance) << gap;
    EXPECT_EQ(contact.face_a, 5);
  }
}

TEST(ConvexOverlap, ABodyInsideAnotherLeavesByTheNearestFace) {
  const Convex a = make_brick({0, 0, 0}, {4, 4, 4});
  const Convex b = make_brick({1.5, 1.5, 2.5}, {2.5, 2.5, 3.5});
  const ConvexOverlap contact = contact_of(a, b);
  ASSERT_TRUE(contact.found);
  EXPECT_EQ(contact.normal, (Vec3{0, 0, 1}));
  EXPECT_NEAR(contact.gap, -1.5, kTol);  // b must rise by 1.5 m to leave
}

/// Four bricks in a row along x: elements of one mesh; faces between them are not outer.
std::vector<PlanedPolyhedron> element_row() {
  std::vector<PlanedPolyhedron> row;
  for (int k = 0; k < 4; ++k) {
    row.emplace_back(make_brick({1.0 * k, 0, 0}, {1.0 + k, 1, 1}));
    if (k > 0) row.back().outer[0] = 0;
    if (k < 3) row.back().outer[1] = 0;
  }
  return row;
}

TEST(ConvexOverlap, ElementsOfAMeshShareALoadWithoutTiltedNormals) {
  for (const double gap : {5e-5, 0.0, -1e-4, -0.02, -0.1}) {
    const PlanedPolyhedron b(make_brick({0.5, 0.2, 1 + gap}, {2.5, 0.8, 2}));
    const double width[4] = {0.5, 1.0, 0.5, 0.0};
    for (int k = 0; k < 3; ++k) {
      const ConvexOverlap contact = contact_of(element_row()[k], b);
      ASSERT_TRUE(contact.found) << gap;
      expect_near(contact.normal, {0, 0, 1}, 1e-12);
      EXPECT_NEAR(contact.gap, gap, 1e-2 * std::fabs(gap) + kTol);
      if (gap >= -1e-4) {
        EXPECT_NEAR(contact.area, 0.6 * width[k], 1e-12);
      }
    }
  }
}

TEST(ConvexOverlap, ASliverOnTheNextElementHasAnUprightNormalAndASmallArea) {
  for (const double gap : {5e-5, 0.0, -1e-4, -0.01}) {
    // b ends on the border between elements 1 and 2, or goes a hair beyond
    for (const double beyond : {0.0, 1e-9, 1e-6, 1e-5, -1e-9, -1e-5}) {
      const PlanedPolyhedron b(make_brick({0.5, 0.2, 1 + gap}, {2 + beyond, 0.8, 2}));
      const ConvexOverlap contact = contact_of(element_row()[2], b);
      if (!contact.found) continue;  // it may be left out
      EXPECT_LE(norm(contact.normal - Vec3{0, 0, 1}), 1e-2) << gap << " " << beyond;
      EXPECT_LE(contact.area, 0.6 * (4e-4 + std::fabs(gap)));
      EXPECT_NEAR(contact.gap, gap, 1e-6) << beyond;
    }
  }
}

TEST(ConvexOverlap, PiecesThatTouchThroughInnerFacesOnlyHaveNoContact) {
  std::vector<PlanedPolyhedron> row = element_row();
  PlanedPolyhedron beside(make_brick({2, 0.1, 0.1}, {3, 0.9, 0.9}));  // where element 2 is
  EXPECT_FALSE(contact_of(row[1], beside).found);
  EXPECT_FALSE(contact_of(beside, row[1]).found);
}

TEST(ConvexOverlap, BricksThatTouchAlongAnEdgeHaveAStableNormal) {
  // lower left and upper right: rounding must not decide between x and z
  const Convex a = make_brick({0, 0, 0}, {1, 1, 1});
  for (const double dx : {0.0, 1e-15, -1e-15, 1e-12, -1e-12}) {
    for (const double dz : {0.0, 1e-15, -1e-15, 1e-12, -1e-12}) {
      const ConvexOverlap contact = contact_of(a, make_brick({1 + dx, 0, 1 + dz}, {2, 1, 2}));
      ASSERT_TRUE(contact.found);
      expect_near(contact.normal, normalized({1, 0, 1}), 1e-6);
      expect_near(contact.point, {1, 0.5, 1}, 1e-3);
      EXPECT_LT(contact.area, 1e-3);
    }
  }
}

/// True when the direction is a face normal or edge product: the contact of a face or two edges.
bool is_contact_axis(const PlanedPolyhedron& a, const PlanedPolyhedron& b, Vec3 direction) {
  constexpr double kSame = 1e-7;
  for (const Vec3& n : a.normal) {
    if (norm(n - direction) < kSame) return true;
  }
  for (const Vec3& n : b.normal) {
    if (norm(n + direction) < kSame) return true;
  }
  for (const Vec3& u : edge_vectors(a.convex)) {
    for (const Vec3& v : edge_vectors(b.convex)) {
      const Vec3 n = cross(u, v);
      if (norm(n) > 1e-6 && norm(cross(n, direction)) < kSame * norm(n)) return true;
    }
  }
  return false;
}

TEST(ConvexOverlap, ShallowContactsKeepTheNormalTheyHadWhenApart) {
  RandomGeometry random(83);
  for (const double depth : {-5e-5, 1e-9, 1e-6, 1e-4}) {
    int compared = 0;
    int turned = 0;
    for (int sample = 0; sample < 500; ++sample) {
      const PlanedPolyhedron a(random.hull(random.integer(4, 12), {}, 1.0));
      Convex b = random.hull(random.integer(4, 12), 3.0 * random.direction(), 1.0);
      const GjkResult apart = gjk_distance(a.convex.vertices, b.vertices);
      const Vec3 direction = normalized(apart.point_b - apart.point_a);
      if (!is_contact_axis(a, PlanedPolyhedron(b), direction)) continue;
      move_convex(b, identity(), -(apart.distance + depth) * direction);
      const ConvexOverlap contact = contact_of(a, PlanedPolyhedron(b));
      ASSERT_TRUE(contact.found) << sample;
      turned += dot(contact.normal, direction) < 0.8 ? 1 : 0;
      ++compared;
    }
    EXPECT_GT(compared, 50);
    EXPECT_LE(turned, compared / 50) << depth;  // those next to the border of the contact
  }
}

/// Intersection of the half-spaces of two bodies around an inner point, by duality: the hull of the
/// points ν / (d - ν.p) has one facet per vertex of the intersection.
Convex intersection(const PlanedPolyhedron& a, const PlanedPolyhedron& b, Vec3 inside) {
  std::vector<Vec3> dual;
  for (const PlanedPolyhedron* body : {&a, &b}) {
    for (std::size_t k = 0; k < body->normal.size(); ++k) {
      const Vec3 n = body->normal[k];
      dual.push_back(n / (body->offset[k] - dot(n, inside)));
    }
  }
  const PlanedPolyhedron polar(make_convex_hull(dual, 0, 0));
  std::vector<Vec3> corners;
  for (std::size_t k = 0; k < polar.normal.size(); ++k) {
    corners.push_back(inside + polar.normal[k] / polar.offset[k]);
  }
  return make_convex_hull(corners, 0, 0);
}

/// Area and centroid of one polygon of a hull.
std::pair<double, Vec3> polygon_moments(const PlanedPolyhedron& body, int f) {
  const auto face = body.convex.face(f);
  double area = 0.0;
  Vec3 sum;
  for (std::size_t k = 1; k + 1 < face.size(); ++k) {
    const Vec3 p = body.convex.vertices[face[0]];
    const Vec3 q = body.convex.vertices[face[k]];
    const Vec3 r = body.convex.vertices[face[k + 1]];
    const double part = 0.5 * norm(cross(q - p, r - p));
    area += part;
    sum += part / 3.0 * (p + q + r);
  }
  return {area, sum / area};
}

double depth(const PlanedPolyhedron& a, const PlanedPolyhedron& b, Vec3 n) {
  double highest = -1e300;
  double lowest = 1e300;
  for (const Vec3& p : a.convex.vertices) highest = std::max(highest, dot(p, n));
  for (const Vec3& p : b.convex.vertices) lowest = std::min(lowest, dot(p, n));
  return highest - lowest;
}

/// Direction of least penetration: all face normals, then all edge products if clearly less deep.
Vec3 least_deep_axis(const PlanedPolyhedron& a, const PlanedPolyhedron& b) {
  Vec3 best;
  double least = 1e300;
  const auto offer = [&](Vec3 n) {
    if (depth(a, b, n) >= least) return;
    least = depth(a, b, n);
    best = n;
  };
  for (const Vec3& n : a.normal) offer(n);
  for (const Vec3& n : b.normal) offer(-n);
  least *= 0.95;
  for (const Vec3& u : edge_vectors(a.convex)) {
    for (const Vec3& v : edge_vectors(b.convex)) {
      const Vec3 n = cross(u, v);
      if (norm(n) > 1e-9 * norm(u) * norm(v)) offer(normalized(n));
    }
  }
  return best;
}

/// The documented sums over the faces of the intersection polyhedron; facets that the hull could
/// not merge are put together by the plane that they come from.
ConvexOverlap oracle(const PlanedPolyhedron& a, const PlanedPolyhedron& b, Vec3 inside) {
  const PlanedPolyhedron overlap(intersection(a, b, inside));
  std::vector<std::pair<double, Vec3>> moments(a.normal.size() + b.normal.size());
  for (int f = 0; f < overlap.convex.face_count(); ++f) {
    const auto [area, centroid] = polygon_moments(overlap, f);
    std::size_t nearest = 0;
    double least = 1e300;
    for (std::size_t k = 0; k < moments.size(); ++k) {
      const bool of_a = k < a.normal.size();
      const Vec3 n = of_a ? a.normal[k] : b.normal[k - a.normal.size()];
      const double d = of_a ? a.offset[k] : b.offset[k - a.normal.size()];
      const double apart = norm(n - overlap.normal[f]) + std::fabs(d - dot(n, centroid));
      if (apart < least) {
        least = apart;
        nearest = k;
      }
    }
    moments[nearest].first += area;
    moments[nearest].second += area * centroid;
  }
  const auto normal_of = [&](std::size_t k) {
    return k < a.normal.size() ? a.normal[k] : -b.normal[k - a.normal.size()];
  };
  const auto smooth = [](double share) {
    const double t = std::clamp((share - 0.01) / 0.04, 0.0, 1.0);
    return t * t * (3 - 2 * t);
  };
  double largest = 0.0;
  for (const auto& plane : moments) largest = std::max(largest, plane.first);
  ConvexOverlap sum;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const double area = moments[k].first;
    const double s = smooth(area / largest);
    sum.area += 0.5 * s * area;
    sum.point += s * moments[k].second;
  }
  const Vec3 provisional = least_deep_axis(a, b);
  const auto cosine = [&](std::size_t k) {
    const double c = dot(normal_of(k), provisional);
    return c > 0.01 ? c : 0.0;
  };
  largest = 0.0;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    largest = std::max(largest, moments[k].first * cosine(k));
  }
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const double c = cosine(k);
    const double area = moments[k].first * c;
    sum.normal += smooth(area / largest) * area * area * (c * normal_of(k) + (1 - c) * provisional);
  }
  sum.point = sum.point / (2.0 * sum.area);
  sum.normal = normalized(sum.normal);
  return sum;
}

TEST(ConvexOverlap, RandomOverlapsMatchTheDualHullOfTheHalfSpaces) {
  RandomGeometry random(77);
  int compared = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const PlanedPolyhedron a(random.hull(random.integer(4, 16), {}, 1.0));
    const PlanedPolyhedron b(random.hull(random.integer(4, 16), 1.2 * random.direction(), 1.0));
    const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
    if (closest.distance > 0.0) continue;
    double depth = 1e300;  // of the common point in both bodies
    for (const PlanedPolyhedron* body : {&a, &b}) {
      for (std::size_t k = 0; k < body->normal.size(); ++k) {
        depth = std::min(depth, body->offset[k] - dot(body->normal[k], closest.point_a));
      }
    }
    if (depth < 1e-3) continue;  // duality needs a point inside
    const ConvexOverlap contact = contact_of(a, b, 1e-10);
    const ConvexOverlap exact = oracle(a, b, closest.point_a);
    ASSERT_TRUE(contact.found);
    EXPECT_NEAR(contact.area, exact.area, 1e-7) << sample;
    expect_near(contact.point, exact.point, 1e-7);
    EXPECT_LE(norm(contact.normal - exact.normal), 1e-6) << sample;
    EXPECT_LT(contact.gap, 0.0);
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

TEST(ConvexOverlap, SeparatedRandomBodiesHaveAGapOfAtLeastTheirDistance) {
  RandomGeometry random(78);
  for (int sample = 0; sample < 300; ++sample) {
    const Convex a = random.hull(random.integer(4, 16), {}, 1.0);
    Convex b = random.hull(random.integer(4, 16), 3.0 * random.direction(), 1.0);
    const GjkResult before = gjk_distance(a.vertices, b.vertices);
    const Vec3 way = before.point_a - before.point_b;
    move_convex(b, identity(), (1.0 - 5e-5 / norm(way)) * way);  // to a distance of 5e-5
    const ConvexOverlap contact = contact_of(a, b);
    ASSERT_TRUE(contact.found) << sample;
    EXPECT_GT(dot(contact.normal, -normalized(way)), 0.8) << sample;
    EXPECT_LT(std::fabs(contact.gap - 5e-5), 3e-4) << sample;
  }
}

TEST(ConvexOverlap, TinyMotionsMoveThePointByLittle) {
  RandomGeometry random(79);
  for (int sample = 0; sample < 200; ++sample) {
    const Convex a = random.hull(random.integer(4, 16), {}, 1.0);
    Convex b = random.hull(random.integer(4, 16), 1.5 * random.direction(), 1.0);
    const ConvexOverlap before = contact_of(a, b);
    if (!before.found || before.gap > kTolerance) continue;
    move_convex(b, identity(), 1e-9 * random.direction());
    const ConvexOverlap after = contact_of(a, b);
    ASSERT_TRUE(after.found);
    EXPECT_LE(norm(after.point - before.point), 1e-6) << sample;
    EXPECT_LE(norm(after.normal - before.normal), 1e-5) << sample;
    EXPECT_NEAR(after.gap, before.gap, 1e-6) << sample;
  }
}

TEST(ConvexOverlap, StackedBricksKeepPointAndNormalUnderTinyMotions) {
  RandomGeometry random(80);
  for (int sample = 0; sample < 200; ++sample) {
    const Convex a = make_brick({0, 0, 0}, {1, 1, 1});
    Convex b = make_brick({0, 0, 1}, {1, 1, 2});
    const Vec3 turn = 1e-9 * random.direction();
    move_convex(b, identity() + skew(turn), 1e-9 * random.direction());
    const ConvexOverlap contact = contact_of(a, b);
    ASSERT_TRUE(contact.found);
    expect_near(contact.point, {0.5, 0.5, 1}, 1e-8);
    expect_near(contact.normal, {0, 0, 1}, 1e-8);
    EXPECT_NEAR(contact.area, 1.0, 1e-7);
  }
}

TEST(ConvexOverlap, MovesWithTheFrame) {
  RandomGeometry random(81);
  for (int sample = 0; sample < 200; ++sample) {
    Convex a = random.hull(12, {}, 1.0);
    Convex b = random.hull(12, 1.4 * random.direction(), 1.0);
    const ConvexOverlap before = contact_of(a, b);
    if (!before.found) continue;
    const Mat3 rotation = random.rotation();
    const Vec3 shift = random.in_cube(20);
    move_convex(a, rotation, shift);
    move_convex(b, rotation, shift);
    const ConvexOverlap after = contact_of(a, b);
    ASSERT_TRUE(after.found);
    expect_near(after.point, rotation * before.point + shift, 1e-8);
    expect_near(after.normal, rotation * before.normal, 1e-8);
    EXPECT_NEAR(after.gap, before.gap, 1e-8);
    EXPECT_NEAR(after.area, before.area, 1e-8);
  }
}

TEST(ConvexOverlap, ScratchSpaceIsReusedWithoutEffectOnTheResult) {
  RandomGeometry random(82);
  OverlapScratch scratch;
  for (int sample = 0; sample < 50; ++sample) {
    const PlanedPolyhedron a(random.hull(random.integer(4, 40), {}, 1.0));
    const PlanedPolyhedron b(random.hull(random.integer(4, 40), 1.4 * random.direction(), 1.0));
    const GjkResult closest = gjk_distance(a.convex.vertices, b.convex.vertices);
    const ConvexOverlap shared = convex_overlap(a.view(), b.view(), kTolerance, closest, scratch);
    const ConvexOverlap fresh = contact_of(a, b);
    EXPECT_EQ(shared.point, fresh.point);
    EXPECT_EQ(shared.normal, fresh.normal);
  }
}

TEST(ConvexOverlap, CylindersWithManySidesMeetOnTheirLids) {
  const auto cylinder = [](double bottom) {
    std::vector<Vec3> points;
    for (int k = 0; k < 64; ++k) {
      const double angle = 2.0 * 3.14159265358979323846 * k / 64;
      points.push_back({std::cos(angle), std::sin(angle), bottom});
      points.push_back({std::cos(angle), std::sin(angle), bottom + 1.0});
    }
    return make_convex_hull(points, 0, 0);
  };
  const Convex a = cylinder(0.0);
  Convex b = cylinder(1.0 - 1e-5);
  move_convex(b, identity(), {1.0, 0, 0});
  const ConvexOverlap contact = contact_of(a, b);
  ASSERT_TRUE(contact.found);
  expect_near(contact.normal, {0, 0, 1}, 1e-12);
  expect_near(contact.point, {0.5, 0, 1 - 0.5e-5}, 1e-9);
  // lens of two unit circles at distance 1: 2π/3 - √3/2, less the 64-gon's defect
  EXPECT_NEAR(contact.area, 2.0943951 - 0.8660254, 0.01);
}

}  // namespace
}  // namespace solfec
