#include "contact/pair/rod_contact.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contact/pair/narrow_phase.h"
#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-9;
constexpr double kTolerance = 1e-4;  // m

Shape rod(Vec3 center, Vec3 half_axis, double radius) {
  Shape shape;
  const Vec3 guide = std::abs(half_axis.x) > 0.9 * norm(half_axis) ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 spoke =
      normalized(guide - dot(guide, half_axis) / dot(half_axis, half_axis) * half_axis);
  shape.rods.push_back({center, half_axis, radius * spoke, 5, 1});
  return shape;
}

Shape bore(Vec3 center, Vec3 half_axis, double radius) {
  Shape shape;
  const SolidRod like = rod(center, half_axis, radius).rods[0];
  shape.bores.push_back({like.center, like.half_axis, like.spoke, 0.2, 6, 1});
  return shape;
}

Shape ellipsoid(Vec3 center, Vec3 radii) {
  Shape shape;
  shape.ellipsoids.push_back({center, radii, identity(), 2, 1});
  return shape;
}

/// Contacts of two shapes, in either order, with exact gaps (patches).
std::vector<PairContact> contacts_of(const Shape& first, const Shape& second) {
  Scene scene;
  scene.add(first);
  scene.add(second);
  scene.pieces.refresh(kTolerance);
  ContactParams params{.tolerance = kTolerance};
  params.points = ContactPoints::patch;
  PairQuery query{{0, 1}, -1, true, {}};
  PairContacts contacts;
  contacts.resize(1);
  NarrowScratch scratch;
  const std::array<int, 1> list{0};
  pair_function(scene.pieces.kind[0], scene.pieces.kind[1])(
      {scene.pieces, params, {&query, 1}, {}, nullptr, contacts}, list, scratch);
  contacts.sort(0);
  const auto all = contacts.of(0);
  return {all.begin(), all.end()};
}

/// Normal out of the first piece, whichever is the slave.
Vec3 out_of_first(const PairContact& contact) {
  return contact.first_is_slave ? contact.normal : -contact.normal;
}

/// Examines a pair in both orders, which must give the same points with mirrored normals.
std::vector<PairContact> examine(const Shape& first, const Shape& second) {
  const std::vector<PairContact> contacts = contacts_of(first, second);
  std::vector<PairContact> swapped = contacts_of(second, first);
  EXPECT_EQ(contacts.size(), swapped.size());
  for (const PairContact& contact : contacts) {
    const auto same = std::find_if(swapped.begin(), swapped.end(), [&](const PairContact& other) {
      return norm(other.point - contact.point) < 1e-6;
    });
    if (same == swapped.end()) {
      ADD_FAILURE() << "no such point in the swapped pair";
      continue;
    }
    EXPECT_NEAR(same->gap, contact.gap, kTol);
    EXPECT_LE(norm(out_of_first(*same) + out_of_first(contact)), 1e-6);
    EXPECT_EQ(same->first_surface, contact.second_surface);
    EXPECT_EQ(same->second_surface, contact.first_surface);
  }
  return contacts;
}

std::vector<double> coordinates(const std::vector<PairContact>& contacts, int axis) {
  std::vector<double> values;
  for (const PairContact& contact : contacts) values.push_back(contact.point[axis]);
  std::sort(values.begin(), values.end());
  return values;
}

TEST(RodContact, ASideOnAFaceTouchesAtBothEndsOfWhatIsOverTheFace) {
  const Shape table = test::brick({-1, -1, -1}, {1, 1, 0});
  for (const double gap : {-1e-5, 0.0, 5e-5}) {
    // it leans over the edge at y = 1
    const auto contacts = examine(table, rod({0, 0.5, 0.25 + gap}, {0, 0.8, 0}, 0.25));
    ASSERT_EQ(contacts.size(), 2u);
    const auto y = coordinates(contacts, 1);
    EXPECT_NEAR(y[0], -0.3, kTol);
    EXPECT_NEAR(y[1], 1.0, 1e-8);
    for (const PairContact& contact : contacts) {
      EXPECT_NEAR(contact.gap, gap, kTol);
      EXPECT_LE(norm(out_of_first(contact) - Vec3{0, 0, 1}), kTol);
      EXPECT_EQ(contact.second_surface, 5);
      EXPECT_NEAR(contact.point.x, 0.0, kTol);
    }
  }
}

TEST(RodContact, ARodThatLeansHasTheGapOfEachEnd) {
  const double angle = 2e-5;  // of a length of 1.6 m: the upper end is still within the tolerance
  const Shape table = test::brick({-1, -1, -1}, {1, 1, 0});
  const Vec3 half = 0.8 * Vec3{0, std::cos(angle), std::sin(angle)};
  const double height = 0.25 * std::cos(angle) + 0.8 * std::sin(angle);
  const auto contacts = examine(table, rod({0, 0, height}, half, 0.25));
  ASSERT_EQ(contacts.size(), 2u);
  for (const PairContact& contact : contacts) {
    const double expected = contact.point.y < 0.0 ? 0.0 : 1.6 * std::sin(angle);
    EXPECT_NEAR(contact.gap, expected, kTol);
  }
}

TEST(RodContact, ARimTouchesAFaceAtItsLowestPoint) {
  const Shape table = test::brick({-1, -1, -1}, {1, 1, 0});
  for (const double degrees : {5.0, 45.0, 85.0}) {
    const double angle = degrees * M_PI / 180.0;
    const double low = 0.5 * std::sin(angle) + 0.25 * std::cos(angle);
    const auto contacts = examine(
        table, rod({0, 0, low - 1e-5}, 0.5 * Vec3{std::cos(angle), 0, std::sin(angle)}, 0.25));
    ASSERT_EQ(contacts.size(), 1u) << degrees;
    EXPECT_NEAR(contacts[0].gap, -1e-5, kTol);
    EXPECT_NEAR(contacts[0].point.x, -0.5 * std::cos(angle) + 0.25 * std::sin(angle), 1e-6);
  }
}

TEST(RodContact, AFlatEndStandsOnEightPointsOfItsRim) {
  const Shape table = test::brick({-1, -1, -1}, {1, 1, 0});
  const auto contacts = examine(table, rod({0.1, 0.2, 0.5 - 1e-6}, {0, 0, 0.5}, 0.25));
  ASSERT_EQ(contacts.size(), 8u);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-6, kTol);
    EXPECT_NEAR(std::hypot(contact.point.x - 0.1, contact.point.y - 0.2), 0.25, kTol);
    EXPECT_LE(norm(out_of_first(contact) - Vec3{0, 0, 1}), kTol);
  }
}

TEST(RodContact, ALargeFlatEndStandsOnTheCornersOfASmallFace) {
  const Shape post = test::brick({-0.1, -0.1, -1}, {0.1, 0.1, 0});
  const auto contacts = examine(post, rod({0, 0, 0.5 - 1e-6}, {0, 0, 0.5}, 0.5));
  ASSERT_EQ(contacts.size(), 4u);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-6, kTol);
    EXPECT_NEAR(std::abs(contact.point.x), 0.1, kTol);
    EXPECT_NEAR(std::abs(contact.point.y), 0.1, kTol);
  }
}

TEST(RodContact, AFlatEndOverAnEdgeStandsOnItsRimAndWhereTheEdgeCrossesIt) {
  const Shape table = test::brick({-1, -1, -1}, {0, 1, 0});
  const auto contacts = examine(table, rod({0.05, 0, 0.5}, {0, 0, 0.5}, 0.25));
  ASSERT_EQ(contacts.size(), 5u);  // three of eight points of the rim lie at x < 0
  int on_edge = 0;
  for (const PairContact& contact : contacts) {
    EXPECT_LE(contact.point.x, kTol);
    if (std::abs(contact.point.x) > kTol) continue;
    ++on_edge;
    EXPECT_NEAR(std::abs(contact.point.y), std::sqrt(0.25 * 0.25 - 0.05 * 0.05), kTol);
  }
  EXPECT_EQ(on_edge, 2);
}

TEST(RodContact, ASideOnAParallelEdgeTouchesAtBothEndsWithRadialNormals) {
  const Shape table = test::brick({-1, -1, -1}, {0, 1, 0});
  const Vec3 way = normalized({1, 0, 1});
  const auto contacts = examine(table, rod((0.25 - 1e-5) * way, {0, 0.5, 0}, 0.25));
  ASSERT_EQ(contacts.size(), 2u);
  const auto y = coordinates(contacts, 1);
  EXPECT_NEAR(y[0], -0.5, 1e-8);
  EXPECT_NEAR(y[1], 0.5, 1e-8);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-5, kTol);
    EXPECT_LE(norm(out_of_first(contact) - way), kTol);
  }
}

TEST(RodContact, ASideAcrossAnEdgeTouchesAtOnePoint) {
  const Shape table = test::brick({-1, -1, -1}, {0, 1, 0});
  const Vec3 way = normalized({1, 0, 1});
  const Vec3 along = normalized({1, 0, -1});
  const auto contacts = examine(table, rod((0.25 + 1e-5) * way + 0.1 * along, 0.5 * along, 0.25));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 1e-5, kTol);
  EXPECT_LE(norm(out_of_first(contacts[0]) - way), kTol);
}

TEST(RodContact, SpheresAndEllipsoidsTouchASideAtOnePoint) {
  const Shape bar = rod({0, 0, 0}, {0, 0, 1}, 0.25);
  for (const Shape& ball : {test::ball({0.75 - 1e-5, 0, 0.3}, 0.5),
                            ellipsoid({0.75 - 1e-5, 0, 0.3}, {0.5, 0.4, 0.3})}) {
    const auto contacts = examine(bar, ball);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR(contacts[0].gap, -1e-5, kTol);
    EXPECT_LE(norm(out_of_first(contacts[0]) - Vec3{1, 0, 0}), 1e-6);
    EXPECT_NEAR(contacts[0].point.z, 0.3, 1e-6);
  }
}

TEST(RodContact, ParallelRodsTouchAtTheEndsOfTheirCommonLength) {
  const auto contacts =
      examine(rod({0, 0, 0}, {0, 0, 1}, 0.25), rod({0.6 - 1e-5, 0, 0.5}, {0, 0, -1}, 0.35));
  ASSERT_EQ(contacts.size(), 2u);
  const auto z = coordinates(contacts, 2);
  EXPECT_NEAR(z[0], -0.5, kTol);
  EXPECT_NEAR(z[1], 1.0, kTol);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-5, kTol);
    EXPECT_LE(norm(out_of_first(contact) - Vec3{1, 0, 0}), kTol);
  }
}

TEST(RodContact, SidesThatCrossAtASmallAngleTouchAlsoWhereTheyCross) {
  const double angle = 0.02;
  const auto contacts =
      examine(rod({0, 0, 0}, {0, 0, 1}, 0.25),
              rod({0.6 - 1e-5, 0, 0}, {0, std::sin(angle), std::cos(angle)}, 0.35));
  // the ends are farther apart than the tolerance: sqrt(0.6^2 + 0.02^2) - 0.6 = 3.3e-4 m
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, -1e-5, kTol);
  EXPECT_NEAR(contacts[0].point.z, 0.0, 1e-6);
}

TEST(RodContact, ASideOnAFlatEndTouchesAtBothEndsOfWhatIsOverIt) {
  const Shape post = rod({0, 0, -1}, {0, 0, 1}, 0.5);
  const auto contacts = examine(post, rod({0.4, 0.3, 0.25 - 1e-5}, {0.8, 0, 0}, 0.25));
  ASSERT_EQ(contacts.size(), 2u);
  const auto x = coordinates(contacts, 0);
  EXPECT_NEAR(x[0], -0.4, kTol);  // 0.3 m beside the axis
  EXPECT_NEAR(x[1], 0.4, kTol);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-5, kTol);
    EXPECT_LE(norm(out_of_first(contact) - Vec3{0, 0, 1}), kTol);
  }
}

TEST(RodContact, CrossedRodsTouchAtOnePoint) {
  const auto contacts =
      examine(rod({0, 0, 0}, {0, 0, 1}, 0.25), rod({0.6 + 2e-5, 0.3, 0.2}, {0, 1, 0.2}, 0.35));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 2e-5, kTol);
  EXPECT_LE(norm(out_of_first(contacts[0]) - Vec3{1, 0, 0}), 1e-6);
  EXPECT_NEAR(contacts[0].point.y, 0.0, 1e-6);
}

TEST(RodContact, ARodStandsOnAnotherAndOverhangs) {
  // equal circles, moved by their radius: they cross at 60 degrees from the line of the centres
  const auto contacts =
      examine(rod({0, 0, 0}, {0, 0, 0.5}, 0.4), rod({0.4, 0, 1.0 - 1e-6}, {0, 0, 0.5}, 0.4));
  ASSERT_GE(contacts.size(), 4u);
  int crossings = 0;
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-6, kTol);
    EXPECT_LE(std::hypot(contact.point.x, contact.point.y), 0.4 + kTol);
    EXPECT_LE(std::hypot(contact.point.x - 0.4, contact.point.y), 0.4 + kTol);
    if (std::abs(contact.point.x - 0.2) < kTol) ++crossings;
  }
  EXPECT_EQ(crossings, 2);
}

TEST(RodContact, ApartMeansNoContact) {
  const Shape table = test::brick({-1, -1, -1}, {1, 1, 0});
  EXPECT_TRUE(examine(table, rod({0, 0, 0.2503}, {0, 0.8, 0}, 0.25)).empty());
  EXPECT_TRUE(examine(rod({0, 0, 0}, {0, 0, 1}, 0.25), test::ball({0.7503, 0, 0}, 0.5)).empty());
}

// ---- bores -------------------------------------------------------------------------------------

TEST(BoreContact, APinTouchesAtBothEndsWithRadialNormalsAndExactGaps) {
  const Shape hole = bore({0, 0, 0}, {0, 0, 1}, 0.5);
  const Vec3 way = normalized({3, 4, 0});
  for (const double gap : {-1e-5, 0.0, 5e-5}) {
    const auto contacts = examine(hole, rod((0.1 - gap) * way, {0, 0, 0.7}, 0.4));
    ASSERT_EQ(contacts.size(), 2u);
    const auto z = coordinates(contacts, 2);
    EXPECT_NEAR(z[0], -0.7, kTol);
    EXPECT_NEAR(z[1], 0.7, kTol);
    for (const PairContact& contact : contacts) {
      EXPECT_NEAR(contact.gap, gap, kTol);
      EXPECT_LE(norm(out_of_first(contact) + way), 1e-7);
      EXPECT_EQ(contact.first_surface, 6);
    }
  }
}

TEST(BoreContact, AShaftThatPassesThroughTouchesAtTheMouths) {
  const Shape hole = bore({0, 0, 0}, {0, 0, 0.5}, 0.5);
  const auto contacts = examine(hole, rod({0, 0.1, 0.3}, {0, 0, 2}, 0.4));
  ASSERT_EQ(contacts.size(), 2u);
  const auto z = coordinates(contacts, 2);
  EXPECT_NEAR(z[0], -0.5, kTol);
  EXPECT_NEAR(z[1], 0.5, kTol);
  for (const PairContact& contact : contacts) EXPECT_NEAR(contact.gap, 0.0, kTol);
}

TEST(BoreContact, ATiltedPinJamsAtOppositeSides) {
  // rims at z = -1 and 1 before the tilt about x; its ends reach R cos + sin(angle) from the axis
  const double angle = 0.1;
  const Vec3 axis{0, -std::sin(angle), std::cos(angle)};
  const double reach = 0.4 * std::cos(angle) + std::sin(angle);
  const auto contacts = examine(bore({0, 0, 0}, {0, 0, 3}, reach), rod({0, 0, 0}, axis, 0.4));
  ASSERT_EQ(contacts.size(), 2u);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.0, kTol);
    EXPECT_NEAR(std::abs(contact.point.y), reach, kTol);
    EXPECT_LT(contact.point.y * contact.point.z, 0.0);
  }
}

TEST(BoreContact, SpheresAndEllipsoidsTouchWhereTheyAreFarthestFromTheAxis) {
  const Shape hole = bore({0, 0, 0}, {0, 0, 1}, 0.5);
  const auto ball = examine(hole, test::ball({0.2, 0, 0.4}, 0.3));
  ASSERT_EQ(ball.size(), 1u);
  EXPECT_NEAR(ball[0].gap, 0.0, kTol);
  EXPECT_LE(norm(ball[0].point - Vec3{0.5, 0, 0.4}), 1e-7);
  const auto egg = examine(hole, ellipsoid({0, 0.1, 0.4}, {0.2, 0.4, 0.3}));
  ASSERT_EQ(egg.size(), 1u);
  EXPECT_NEAR(egg[0].gap, 0.0, kTol);
  EXPECT_LE(norm(egg[0].point - Vec3{0, 0.5, 0.4}), 1e-7);
}

TEST(BoreContact, ABallThatLeavesIsHeldByTheMouth) {
  // 0.18 above the mouth the section of radius 0.24 reaches as far as the wall
  const auto contacts = examine(bore({0, 0, 0}, {0, 0, 1}, 0.5), test::ball({0.26, 0, 1.18}, 0.3));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 0.0, kTol);
  EXPECT_LE(norm(contacts[0].point - Vec3{0.5, 0, 1}), 1e-7);
}

TEST(BoreContact, APolyhedronTouchesWithItsVerticesAndWhereItsEdgesPassAMouth) {
  const Shape hole = bore({0, 0, 0}, {0, 0, 1}, 0.5);
  // edges of the bar lie at 0.3, 0.4 from the axis; it ends at z = 0.5 and comes from below
  const auto contacts = examine(hole, test::brick({-0.3, -0.4, -3}, {0.3, 0.4, 0.5}));
  ASSERT_EQ(contacts.size(), 8u);
  const auto z = coordinates(contacts, 2);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(z[k], -1.0, kTol);
  for (int k = 4; k < 8; ++k) EXPECT_NEAR(z[k], 0.5, kTol);
  for (const PairContact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.0, kTol);
    const Vec3 inwards = -normalized({contact.point.x, contact.point.y, 0});
    EXPECT_LE(norm(out_of_first(contact) - inwards), kTol);
  }
}

TEST(BoreContact, WhatIsOutsideOfTheWallOrBeyondTheMouthsIsNoContact) {
  const Shape hole = bore({0, 0, 0}, {0, 0, 1}, 0.5);
  EXPECT_TRUE(examine(hole, test::ball({0.8, 0, 0}, 0.2)).empty());
  EXPECT_TRUE(examine(hole, rod({1.0, 0, 0}, {0, 0, 1}, 0.4)).empty());
  EXPECT_TRUE(examine(hole, test::brick({0.6, -1, -1}, {1, 1, 1})).empty());
  EXPECT_TRUE(examine(hole, test::ball({0.3, 0, 1.4}, 0.3)).empty());
  EXPECT_TRUE(examine(hole, bore({0, 0.1, 0}, {0, 0, 1}, 0.4)).empty());
  EXPECT_TRUE(examine(hole, rod({0, 0, 0}, {0, 0, 1}, 0.4)).empty());  // with clearance all round
}

}  // namespace
}  // namespace solfec
