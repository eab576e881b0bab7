#include "contact/pair/polyhedra_patch.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "contact/pair/narrow_phase.h"
#include "contact/scene.h"
#include "geometry/collision/patch_feature.h"

namespace solfec {
namespace {

using test::Scene;

/// A brick above another one, whose pair is examined.
class PolyhedraPatchTest : public ::testing::Test {
 protected:
  /// @param gap  Between the bricks, m.
  explicit PolyhedraPatchTest(double gap = 0.0) : scene_(test::patch_scene()) {
    scene_.add(test::brick({-1, -1, -1}, {1, 1, 0}));
    scene_.add(test::brick({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
    for (int body = 0; body < 2; ++body) {
      scene_.pieces.body_is_affine[static_cast<std::size_t>(body)] = 1;
    }
    set_gap(gap);
  }
  void set_gap(double gap) { scene_.translate(1, {0, 0, gap - gap_}), gap_ = gap; }

  /// Velocity of the upper brick times the step.
  void set_motion(Vec3 travel, Vec3 turn) {
    scene_.pieces.body_travel[1] = travel;
    scene_.pieces.body_turn[1] = turn;
    scene_.pieces.body_swing[1] = 1.5 * norm(turn);
    scene_.pieces.body_way[1] = norm(travel) + 1.5 * norm(turn);
  }

  std::vector<PairContact> examine(std::span<const ContactPoint> previous = {}) {
    scene_.pieces.refresh(scene_.params.tolerance);
    PairQuery query;
    query.pair = {0, 1};
    if (!previous.empty()) {
      query.previous = 0;
      query.previous_count = static_cast<std::uint16_t>(previous.size());
    }
    PairContacts contacts;
    contacts.resize(1);
    NarrowScratch scratch;
    const PairWork work{scene_.pieces, scene_.params, {&query, 1}, previous, nullptr, contacts};
    examine_patch(work, 0, scratch);
    const auto found = contacts.of(0);
    return {found.begin(), found.end()};
  }
  [[nodiscard]] double tolerance() const { return scene_.params.tolerance; }

  Scene scene_;
  double gap_ = 0.0;
};

TEST_F(PolyhedraPatchTest, FlushBricksHaveFourCornersWithTheAreaBetweenThem) {
  const auto points = examine();
  ASSERT_EQ(points.size(), 4U);
  double area = 0.0;
  double part = 0.0;
  for (const PairContact& point : points) {
    area += point.area;
    part += point.part;
    EXPECT_TRUE(point.gap_law);
    EXPECT_TRUE(is_vertex_of(point.feature, true));
    EXPECT_NEAR(std::fabs(point.point.x), 0.5, 1e-12);
    EXPECT_NEAR(std::fabs(point.normal.z), 1.0, 1e-12);
    EXPECT_GE(point.first_face, 0);
  }
  EXPECT_NEAR(area, 1.0, 1e-12);
  EXPECT_NEAR(part, 1.0, 1e-12);
}

TEST_F(PolyhedraPatchTest, APairBeyondItsReachHasNone) {
  set_gap(2.0 * tolerance());
  EXPECT_TRUE(examine().empty());
  set_gap(0.9 * tolerance());
  EXPECT_EQ(examine().size(), 4U);
}

TEST_F(PolyhedraPatchTest, APairThatMayMeetHasThePatchOfThatPlace) {
  set_gap(0.01);
  set_motion({0.1, 0, -0.02}, {});
  const auto points = examine();
  ASSERT_EQ(points.size(), 4U);
  for (const PairContact& point : points) {
    EXPECT_NEAR(point.gap, 0.01, 1e-9);
    // half of the way to where it meets, 0.05 to the right
    EXPECT_NEAR(std::fabs(point.point.x - 0.025), 0.5, 1e-3);
    EXPECT_NEAR(point.part, 0.25, 1e-9);
  }
  set_motion({0.1, 0, -0.009}, {});  // it does not come down in this step
  EXPECT_TRUE(examine().empty());
}

TEST_F(PolyhedraPatchTest, APairThatPassesHasNone) {
  set_gap(0.01);
  scene_.translate(1, {1.6, 0, -0.2});  // beside the lower one
  set_motion({0.05, 0, -0.3}, {});
  EXPECT_TRUE(examine().empty());
}

TEST_F(PolyhedraPatchTest, ABodyThatTurnsHasThePointsOfTheEndWithoutShares) {
  // rolling about the edge at x = 0.5: present points there, coming ones too, but with no area
  const double tilt = 0.02;
  const Mat3 turn{identity() + tilt * skew({0, 1, 0})};
  scene_.transform(1, turn, {0.5, 0, 0});
  set_motion({0, 0, 0.5 * tilt}, {0, -2.0 * tilt, 0});
  const auto points = examine();
  double area = 0.0;
  int coming = 0;
  for (const PairContact& point : points) {
    area += point.part;
    coming += point.area == 0.0 ? 1 : 0;
  }
  EXPECT_NEAR(area, 1.0, 1e-9);
  EXPECT_GE(coming, 1);
  set_motion({}, {});
  for (const PairContact& point : examine()) EXPECT_GT(point.part + point.gap, 0.0);
}

TEST_F(PolyhedraPatchTest, APairWithABondGetsNoNewPoints) {
  const auto first = examine();
  std::vector<ContactPoint> previous(3);
  for (std::size_t k = 0; k < previous.size(); ++k) {
    previous[k].key.feature = first[k].feature;
    previous[k].frame = contact_frame(first[k].normal);
    previous[k].state.bonded = k == 0;
  }
  EXPECT_EQ(examine(previous).size(), 3U);
  for (const PairContact& point : examine(previous)) EXPECT_TRUE(point.is_old);
  previous[0].state.bonded = false;
  EXPECT_EQ(examine(previous).size(), 4U);
}

}  // namespace
}  // namespace solfec
