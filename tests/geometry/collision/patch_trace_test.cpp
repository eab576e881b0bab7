#include "geometry/collision/patch_trace.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/convex_patch.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/convex_hull.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-4;  // m
constexpr double kTol = 1e-12;

class PatchTraceTest : public ::testing::Test {
 protected:
  /// Looks for the patch of a and b and notes how.
  const PatchTrace& trace_of(const Convex& a, const Convex& b, CoverTest cover = {}) {
    const PlanedPolyhedron first(a);
    const PlanedPolyhedron second(b);
    PatchQuery query;
    query.tolerance = kTolerance;
    query.spacing = {1e-2 * kTolerance};
    query.cover = cover;
    query.tracer = PatchTracer(traces_);
    const GjkResult closest = gjk_distance(a.vertices, b.vertices);
    patch_ = convex_patch(first.view(), second.view(), query, closest, scratch_);
    return traces_.back();
  }
  [[nodiscard]] long with_fate(std::string_view fate) const {
    const auto& axes = traces_.back().axes;
    return std::count_if(axes.begin(), axes.end(),
                         [&](const TracedAxis& axis) { return axis.fate == fate; });
  }

  std::vector<PatchTrace> traces_;
  ConvexPatchScratch scratch_;
  ConvexPatch patch_;
};

TEST_F(PatchTraceTest, HasAllAxesWithTheirDistancesFarthestFirst) {
  // the second brick stands 0.5 m beside and 1e-6 m over the first one
  const PatchTrace& trace =
      trace_of(make_brick({0, 0, 0}, {1, 2, 1}), make_brick({0.5, 0, 1 + 1e-6}, {2, 2, 3}));
  ASSERT_EQ(trace.axes.size(), 12U);
  const auto apart_along = [&](Vec3 direction) {
    std::vector<double> found;
    for (const TracedAxis& axis : trace.axes) {
      if (norm(axis.normal - direction) < kTol) found.push_back(axis.apart);
    }
    EXPECT_EQ(found.size(), 2U);  // one of either brick
    EXPECT_NEAR(found.front(), found.back(), kTol);
    return found.front();
  };
  EXPECT_NEAR(apart_along({0, 0, 1}), 1e-6, kTol);
  EXPECT_NEAR(apart_along({0, 0, -1}), -3.0, kTol);
  EXPECT_NEAR(apart_along({1, 0, 0}), -0.5, kTol);
  EXPECT_NEAR(apart_along({-1, 0, 0}), -2.0, kTol);
  EXPECT_NEAR(apart_along({0, 1, 0}), -2.0, kTol);
  EXPECT_TRUE(
      std::is_sorted(trace.axes.begin(), trace.axes.end(),
                     [](const TracedAxis& p, const TracedAxis& q) { return p.apart > q.apart; }));
  EXPECT_EQ(with_fate("chosen"), 1);
  EXPECT_EQ(with_fate(""), 10);  // and the face of the other one is nearly as good
  EXPECT_EQ(trace.when, "now");
  EXPECT_EQ(trace.outcome, "faces that press on each other");
}

TEST_F(PatchTraceTest, HasFacesAndCornersOfThePolygon) {
  const PatchTrace& trace =
      trace_of(make_brick({0, 0, 0}, {1, 2, 1}), make_brick({0.5, 1, 1}, {2, 3, 3}));
  ASSERT_TRUE(patch_.found);
  EXPECT_EQ(trace.face_a, patch_.face_a);
  EXPECT_EQ(trace.face_b, patch_.face_b);
  EXPECT_EQ(trace.loop_a.size(), 4U);
  EXPECT_EQ(trace.loop_b.size(), 4U);
  for (const Vec3& corner : trace.loop_a) EXPECT_NEAR(corner.z, 1.0, kTol);
  ASSERT_EQ(trace.corners.size(), 4U);
  for (const Vec3 place : {Vec3{0.5, 1, 1}, Vec3{1, 1, 1}, Vec3{1, 2, 1}, Vec3{0.5, 2, 1}}) {
    EXPECT_EQ(std::count_if(trace.corners.begin(), trace.corners.end(),
                            [&](const TracedCorner& corner) {
                              return norm(corner.point.point - place) < kTol && corner.fate.empty();
                            }),
              1);
  }
}

TEST_F(PatchTraceTest, TellsWhichRuleLeftACornerOut) {
  // a brick that leans by 0.1 m over its length of 1 m: its far corners are beyond 0.05 of the
  // radius; the near ones touch
  Convex leaning = make_brick({0, 0, 1}, {1, 1, 2});
  for (Vec3& vertex : leaning.vertices) vertex.z += 0.1 * vertex.x;
  const PatchTrace& lifted = trace_of(make_brick({-1, -1, 0}, {2, 2, 1}), leaning);
  const auto count_of = [](const PatchTrace& trace, std::string_view fate) {
    return std::count_if(trace.corners.begin(), trace.corners.end(),
                         [&](const TracedCorner& corner) { return corner.fate == fate; });
  };
  EXPECT_EQ(lifted.corners.size(), 4U);
  EXPECT_EQ(count_of(lifted, "its gap is beyond the reach of the patch"), 2);
  EXPECT_EQ(count_of(lifted, ""), 2);

  // a floor that ends 1e-6 m beside a diagonal of the brick's foot adds a corner that is none
  Convex floor = make_brick({-1, -1, 0}, {2, 2, 1});
  Convex prism = make_brick({0, 0, 1}, {1, 1, 2});
  for (Vec3& vertex : floor.vertices) {
    if (vertex.x > 0.0 && vertex.y > 0.0) vertex = {1.0 - 1e-7, 1.0 - 1e-7, vertex.z};
  }
  const PatchTrace& cut = trace_of(floor, prism);
  EXPECT_GT(cut.corners.size(), 4U);
  EXPECT_EQ(count_of(cut, ""), 4);
  EXPECT_EQ(count_of(cut, "superfluous: the other points can carry its load"),
            static_cast<long>(cut.corners.size()) - 4);
}

TEST_F(PatchTraceTest, TellsWhyThereIsNoFaceOnFace) {
  // two wedges, one upside down, whose edges cross at right angles
  const std::vector<Vec3> roof{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},
                               {1, 1, 0},   {-1, 0, 1}, {1, 0, 1}};
  const std::vector<Vec3> keel{{0, -1, 1}, {0, 1, 1},  {-1, -1, 2},
                               {1, -1, 2}, {-1, 1, 2}, {1, 1, 2}};
  const PatchTrace& crossing = trace_of(make_convex_hull(std::span<const Vec3>(roof), 1, 1),
                                        make_convex_hull(std::span<const Vec3>(keel), 1, 1));
  EXPECT_TRUE(patch_.found);
  EXPECT_EQ(crossing.outcome, "two edges cross and part them better than any face: one point");
  EXPECT_TRUE(crossing.corners.empty());

  // bricks side by side whose faces do not stand before each other: they pass
  const PatchTrace& pass =
      trace_of(make_brick({0, 0, 0}, {1, 1, 1}), make_brick({1 + 1e-6, 1 + 1e-6, 0}, {2, 2, 1}));
  EXPECT_FALSE(patch_.found);
  EXPECT_TRUE(pass.outcome == "edges that only pass each other" ||
              pass.outcome == "nothing stands before the face: they pass each other")
      << pass.outcome;
  EXPECT_TRUE(pass.corners.empty());
}

TEST_F(PatchTraceTest, TellsOfCoveredAxes) {
  // everything is covered: the patch of the only near axis stays, the axis is marked before
  const CoverTest all{[](const void*, bool, int, Vec3) { return true; }, nullptr};
  const PatchTrace& trace =
      trace_of(make_brick({0, 0, 0}, {1, 1, 1}), make_brick({0, 0, 1}, {1, 1, 2}), all);
  EXPECT_GE(with_fate("other bodies cover the patch it leads to") + with_fate("chosen"), 1);
  EXPECT_FALSE(trace.outcome.empty());
}

TEST_F(PatchTraceTest, EachSearchAddsATraceWithItsPlacement) {
  PatchTracer tracer(traces_);
  const PlanedPolyhedron brick(make_brick({0, 0, 0}, {1, 1, 1}));
  tracer.begin(brick.view(), brick.view());
  tracer.at("at the end of the step");
  tracer.begin(brick.view(), brick.view());
  tracer.outcome("none");
  ASSERT_EQ(traces_.size(), 2U);
  EXPECT_EQ(traces_[0].when, "now");
  EXPECT_EQ(traces_[0].outcome, "");
  EXPECT_EQ(traces_[1].when, "at the end of the step");
  EXPECT_EQ(traces_[1].outcome, "none");
}

TEST_F(PatchTraceTest, WithoutAListNothingHappens) {
  const PatchTracer none;
  const PlanedPolyhedron brick(make_brick({0, 0, 0}, {1, 1, 1}));
  none.begin(brick.view(), brick.view());
  none.axis(false, 0, "chosen");
  none.axes_beyond(0.0, "near");
  none.left({}, "rule");
  none.outcome("none");
  EXPECT_TRUE(traces_.empty());
}

}  // namespace
}  // namespace solfec
