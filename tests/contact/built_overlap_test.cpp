#include "contact/built_overlap.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"
#include "math/rotation.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kDepth = 2e-3;  // m, 20 tolerances

const auto kAll = [](const ContactPoint& /*contact*/) { return true; };

/// A floor and a brick of 1 x 0.4 m that lies `kDepth` deep in it, both rigid.
class BuiltOverlapTest : public ::testing::Test {
 protected:
  BuiltOverlapTest() {
    scene_.params.points = ContactPoints::patch;
    scene_.add(test::brick({-3, -3, -1}, {3, 3, 0}), {.obstacle = true, .rigid = true});
    brick_ = scene_.add(test::brick({0, 0, 0}, {1, 0.4, 0.5}), {.rigid = true});
    scene_.translate(brick_, {0, 0, -kDepth});
  }
  std::vector<ContactPoint> detect() {
    const auto points = scene_.detect();
    return {points.begin(), points.end()};
  }
  void find() {
    overlaps_ = {};
    overlaps_.add(BuiltOverlaps::find(scene_.pieces, detect(), tolerance(), kAll));
  }
  /// Deepest of the gaps with their zero.
  double lowest_gap() {
    std::vector<ContactPoint> points = detect();
    overlaps_.shift_gaps(scene_.pieces, points, kAll);
    double lowest = 1.0;
    for (const ContactPoint& point : points) lowest = std::min(lowest, point.gap);
    return lowest;
  }
  void update() { overlaps_.apply(overlaps_.changes(scene_.pieces, detect(), tolerance())); }
  [[nodiscard]] double tolerance() const { return scene_.params.tolerance; }

  Scene scene_;
  BuiltOverlaps overlaps_;
  int brick_ = 0;
};

TEST_F(BuiltOverlapTest, IsTheZeroOfTheGapAndMovesWithTheBody) {
  find();
  ASSERT_EQ(overlaps_.entries().size(), 1U);
  EXPECT_NEAR(overlaps_.entries()[0].deepest, kDepth, 1e-12);
  EXPECT_NEAR(overlaps_.entries()[0].width, 0.4, 1e-12);
  EXPECT_NEAR(lowest_gap(), 0.0, 1e-14);
  for (const double by : {3e-4, -4e-4}) {
    scene_.translate(brick_, {0, 0, by});
    EXPECT_NEAR(lowest_gap(), by > 0 ? 3e-4 : -1e-4, 1e-14);
  }
}

TEST_F(BuiltOverlapTest, OfATiltedBodyIsZeroAtEveryPoint) {
  scene_.transform(brick_, exponential_map({1e-3, 2e-3, 0}), {0.5, 0.2, 0.0});
  find();
  std::vector<ContactPoint> points = detect();
  ASSERT_EQ(points.size(), 4U);
  overlaps_.shift_gaps(scene_.pieces, points, kAll);
  for (const ContactPoint& point : points) EXPECT_NEAR(point.gap, 0.0, 1e-12);
  // both bodies turned and moved: the same zero
  const Mat3 turn = exponential_map({0.4, 0.3, -1.0});
  for (const int body : {0, brick_}) scene_.transform(body, turn, {1, 2, 3}, {5, 5, 5});
  points = detect();
  ASSERT_EQ(points.size(), 4U);
  overlaps_.shift_gaps(scene_.pieces, points, kAll);
  for (const ContactPoint& point : points) EXPECT_NEAR(point.gap, 0.0, 1e-12);
}

TEST_F(BuiltOverlapTest, StaysWhileTheJointOpensByLessThanTenTolerances) {
  find();
  scene_.translate(brick_, {0, 0, 9.9 * tolerance()});
  update();
  scene_.translate(brick_, {0, 0, -9.9 * tolerance()});
  EXPECT_NEAR(lowest_gap(), 0.0, 1e-14);
}

TEST_F(BuiltOverlapTest, IsWhatIsLeftOnceTheJointHasOpenedByTenTolerances) {
  find();
  scene_.translate(brick_, {0, 0, 10.1 * tolerance()});
  update();
  EXPECT_NEAR(overlaps_.entries()[0].deepest, kDepth - 10.1 * tolerance(), 1e-12);
  EXPECT_NEAR(lowest_gap(), 0.0, 1e-14);
  // and never grows again
  scene_.translate(brick_, {0, 0, -10.1 * tolerance()});
  update();
  EXPECT_NEAR(lowest_gap(), -10.1 * tolerance(), 1e-12);
}

TEST_F(BuiltOverlapTest, EndsWhereNothingOverlapsAnyMore) {
  find();
  scene_.translate(brick_, {0, 0, kDepth + 0.1 * tolerance()});
  update();
  EXPECT_TRUE(overlaps_.empty());
  find();
  EXPECT_TRUE(overlaps_.empty());
}

TEST_F(BuiltOverlapTest, OfBodiesThatAreFarApartEnds) {
  find();
  scene_.translate(brick_, {0, 0, 2});
  update();
  EXPECT_TRUE(overlaps_.empty());
}

TEST_F(BuiltOverlapTest, IsMeasuredAnewOnceThePatchHasSlidByItsWidth) {
  find();
  for (const double way : {0.39, 0.41}) {
    scene_.translate(brick_, {way, 0, 3.0 * tolerance()});  // it opens less than needed meanwhile
    update();
    const bool anew = way > 0.4;
    EXPECT_NEAR(overlaps_.entries()[0].deepest, kDepth - (anew ? 3.0 * tolerance() : 0.0), 1e-12);
    scene_.translate(brick_, {-way, 0, -3.0 * tolerance()});
  }
}

TEST_F(BuiltOverlapTest, DoesNotGrowWhereABodySlidesDeeper) {
  find();
  scene_.translate(brick_, {0.41, 0, -1e-3});
  update();
  EXPECT_NEAR(lowest_gap(), -1e-3, 1e-12);
}

TEST_F(BuiltOverlapTest, OverlapsThatDoNotCountAndRoundingAreNone) {
  EXPECT_TRUE(BuiltOverlaps::find(scene_.pieces, detect(), tolerance(), [](const ContactPoint&) {
                return false;
              }).empty());
  scene_.translate(brick_, {0, 0, kDepth - 0.5e-3 * tolerance()});
  find();
  EXPECT_TRUE(overlaps_.empty());
}

TEST_F(BuiltOverlapTest, ContactsThatDoNotCountKeepTheirGaps) {
  find();
  std::vector<ContactPoint> points = detect();
  overlaps_.shift_gaps(scene_.pieces, points, [](const ContactPoint&) { return false; });
  for (const ContactPoint& point : points) EXPECT_NEAR(point.gap, -kDepth, 1e-12);
}

TEST_F(BuiltOverlapTest, GoesWithItsBodies) {
  find();
  overlaps_.remove_bodies(std::vector<BodyId>{7});
  EXPECT_FALSE(overlaps_.empty());
  overlaps_.remove_bodies(std::vector<BodyId>{2});
  EXPECT_TRUE(overlaps_.empty());
}

TEST_F(BuiltOverlapTest, PiecesOfOnePlaneShareADepth) {
  // A brick of 3 x 3 pieces: the middle one has no point of the patch. Where the brick is cut
  // short by the edge of the floor, points of other pieces come, and have the same zero.
  Scene scene = test::patch_scene();
  scene.add(test::brick({-3, -3, -1}, {1.2, 3, 0}), {.obstacle = true, .rigid = true});
  const int brick = scene.add(test::brick({0, 0, 0}, {0.9, 0.9, 0.5}, {3, 3, 1}), {.rigid = true});
  scene.transform(brick, exponential_map({1e-3, 1e-3, 0}), {0.45, 0.45, 0}, {0, 0, -kDepth});
  BuiltOverlaps overlaps;
  overlaps.add(BuiltOverlaps::find(scene.pieces, scene.detect(), scene.params.tolerance, kAll));
  EXPECT_EQ(overlaps.entries().size(), 4U);  // of the corner pieces
  for (const double way : {0.0, 0.45, 0.2}) {
    scene.translate(brick, {way, 0, 0});
    const auto found = scene.detect();
    std::vector<ContactPoint> points(found.begin(), found.end());
    overlaps.shift_gaps(scene.pieces, points, kAll);
    ASSERT_GE(points.size(), 4U);
    for (const ContactPoint& point : points) EXPECT_NEAR(point.gap, 0.0, 1e-11) << way;
  }
}

TEST_F(BuiltOverlapTest, OnRanksIsJudgedWhereTheContactsAre) {
  // Body 1 is the floor, an obstacle, body 2 the brick, which has their contacts.
  find();
  struct Case {
    bool floor;  // whether the rank knows it, and whether as a ghost
    bool floor_is_ghost;
    bool brick;
    bool brick_is_ghost;
    std::size_t changes;  // of the brick that has gone far away
  };
  for (const Case& rank :
       {Case{true, false, false, false, 0}, Case{true, false, true, true, 0},
        Case{true, true, true, false, 1}, Case{false, false, true, false, 1},
        Case{false, false, true, true, 0}, Case{false, false, false, false, 0}}) {
    PieceSet pieces;
    if (rank.floor) {
      pieces.append(1, true, false, *scene_.pieces.body_shape[0]);
      pieces.make_rigid();
      pieces.body_is_ghost.push_back(rank.floor_is_ghost ? 1 : 0);
      pieces.body_extent.push_back(4.0);
    }
    if (rank.brick) {
      pieces.append(2, false, false, *scene_.pieces.body_shape[1]);
      pieces.make_rigid();
      pieces.body_is_ghost.push_back(rank.brick_is_ghost ? 1 : 0);
      pieces.body_extent.push_back(1.0);
      pieces.body_pivot.back() += Vec3{0, 0, 2};
    }
    EXPECT_EQ(overlaps_.changes(pieces, {}, tolerance()).size(), rank.changes)
        << rank.floor << rank.floor_is_ghost << rank.brick << rank.brick_is_ghost;
  }
}

TEST_F(BuiltOverlapTest, WhatContactsTellCountsMoreThanPlaces) {
  find();
  BuiltOverlap less = overlaps_.entries()[0];
  less.deepest = 1e-3;
  BuiltOverlap least = less;
  least.deepest = 1e-4;
  overlaps_.apply(std::vector<BuiltOverlaps::Change>{{less, false, true}, {least, true, false}});
  ASSERT_EQ(overlaps_.entries().size(), 1U);
  EXPECT_EQ(overlaps_.entries()[0].deepest, 1e-3);
}

TEST_F(BuiltOverlapTest, OfBallsIsTheZeroOfTheirGap) {
  Scene scene = test::patch_scene();
  scene.add(test::ball({0, 0, 0}, 0.5), {.rigid = true});
  const int other = scene.add(test::ball({0, 0, 0.99}, 0.5), {.rigid = true});
  BuiltOverlaps overlaps;
  overlaps.add(BuiltOverlaps::find(scene.pieces, scene.detect(), scene.params.tolerance, kAll));
  ASSERT_EQ(overlaps.entries().size(), 1U);
  scene.translate(other, {0, 0, 1e-4});
  const auto found = scene.detect();
  std::vector<ContactPoint> points(found.begin(), found.end());
  overlaps.shift_gaps(scene.pieces, points, kAll);
  EXPECT_NEAR(points.at(0).gap, 1e-4, 1e-14);
}

}  // namespace
}  // namespace solfec
