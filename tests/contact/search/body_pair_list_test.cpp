#include "contact/search/body_pair_list.h"

#include <gtest/gtest.h>

#include "contact/feature_step.h"
#include "contact/search/examination.h"
#include "math/rotation.h"

namespace solfec {
namespace {

using test::FeatureStep;
using test::found_point;

constexpr double kTol = 1e-12;

/// Two pairs with three points each that have references.
FeatureStep resting_step() {
  FeatureStep step;
  const auto patch = [](double x) {
    std::vector<PairContact> points;
    for (const std::uint64_t feature : {1u, 2u, 3u}) {
      points.push_back(
          found_point(feature, {x, 0.1 * static_cast<double>(feature), 0.5}, {1, 0, 0}));
      points.back().measured = -1e-6 * static_cast<double>(feature);
    }
    return points;
  };
  step.run({patch(1.5), {}, patch(3.5)});
  return step;
}

std::vector<bool> resting(FeatureStep& step) {
  step.bodies.find_resting(step.scene.pieces, step.scene.params.tolerance, step.queries,
                           step.points);
  std::vector<bool> rests;
  for (const PairQuery& query : step.queries) rests.push_back(step.bodies.is_resting(query));
  return rests;
}

TEST(BodyPairList, PairRestsWhenAllOfItsPointsHaveReferences) {
  FeatureStep step = resting_step();
  EXPECT_EQ(resting(step), (std::vector<bool>{true, false, true}));
}

TEST(BodyPairList, OnePointWithoutReferenceKeepsItsPairFromRest) {
  for (int c = 0; c < 3; ++c) {
    FeatureStep step = resting_step();
    step.of(0)[static_cast<std::size_t>(c)].state.referenced = false;
    EXPECT_EQ(resting(step), (std::vector<bool>{false, false, true})) << c;
  }
}

TEST(BodyPairList, OneBondKeepsItsPairFromRest) {
  for (int c = 0; c < 3; ++c) {
    FeatureStep step = resting_step();
    step.of(2)[static_cast<std::size_t>(c)].state.bonded = true;
    EXPECT_EQ(resting(step), (std::vector<bool>{true, false, false})) << c;
  }
}

TEST(BodyPairList, BondThatIsNotFoundAnyMoreLeavesNoReference) {
  FeatureStep step = resting_step();
  step.of(0)[1].state.bonded = true;
  const auto keep = [&](int k, std::uint64_t without) {
    std::vector<PairContact> points;
    for (const ContactPoint& point : step.of(k)) {
      if (point.key.feature == without) continue;
      points.push_back(found_point(point.key.feature, point.point, {1, 0, 0}));
    }
    return points;
  };
  step.run({keep(0, 2), {}, keep(2, 0)});
  ASSERT_EQ(step.of(0).size(), 3u);
  for (const ContactPoint& point : step.of(0)) EXPECT_FALSE(point.state.referenced);
  for (const ContactPoint& point : step.of(2)) EXPECT_TRUE(point.state.referenced);
  EXPECT_EQ(step.bodies.references().size(), 1u);
}

TEST(BodyPairList, EveryPointOfAPairAtRestIsCarriedOnFromItsOwnReference) {
  FeatureStep step = resting_step();
  const std::vector<ContactPoint> before = step.points;
  const Mat3 turn = rotation_about({0, 0, 1}, 0.4);
  const Vec3 by{0.1, 0.2, 0.3};
  for (int b = 0; b < 3; ++b) step.scene.transform(b, turn, {}, by);
  ASSERT_EQ(resting(step), (std::vector<bool>{true, false, true}));

  Clearances clearances;
  clearances.find_apart(step.scene.pieces, step.scene.params, true, step.queries);
  Examination examination;
  examination.prepare(step.scene.pieces, step.queries, step.scene.params.points, true);
  examination.run({step.scene.pieces, step.scene.params, step.queries, 0, step.bodies, clearances,
                   step.memories, nullptr},
                  step.points);
  for (std::size_t c = 0; c < before.size(); ++c) {
    const ContactPoint& now = step.points[c];
    EXPECT_LE(norm(now.point - (turn * before[c].point + by)), kTol);
    EXPECT_LE(norm(now.frame.column(2) - turn * before[c].frame.column(2)), kTol);
    EXPECT_NEAR(now.gap, -1e-6 * static_cast<double>(now.key.feature), kTol);
    EXPECT_EQ(now.state.age, before[c].state.age + 1);
  }
}

}  // namespace
}  // namespace solfec
