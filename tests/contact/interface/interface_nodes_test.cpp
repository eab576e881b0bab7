// Rows of interfaces of finite elements: at the nodes of one side, shares, weights at the nodes of
// the other side, identity from step to step, order of bodies.

#include "contact/interface/interface_nodes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::area_of;
using test::BodyOptions;
using test::brick;
using test::Divisions;
using test::part_of;
using test::patch_scene;
using test::Scene;

constexpr double kTol = 1e-9;

/// Area that a node at u of a line of n elements over [0, 1] stands for.
double tributary(double u, int n) { return (u < kTol || u > 1.0 - kTol ? 0.5 : 1.0) / n; }

TEST(InterfaceNodes, OneRowPerNodeOverOneFaceWithItsTributaryArea) {
  Scene scene = patch_scene();
  scene.add(brick({-1, -1, -1}, {2, 2, 0}), {.obstacle = true, .rigid = true});
  scene.add(brick({0, 0, 0}, {1, 1, 1}, {3, 2, 2}));
  scene.detect();
  ASSERT_EQ(scene.contacts.points().size(), 12U);
  for (const ContactPoint& point : scene.contacts.points()) {
    EXPECT_NEAR(point.area, tributary(point.point.x, 3) * tributary(point.point.y, 2), kTol);
    EXPECT_NEAR(point.part, point.area, kTol);
    EXPECT_NEAR(point.gap, 0.0, kTol);
    EXPECT_TRUE(point.gap_law);
    EXPECT_EQ(point.spread, -1);
  }
}

TEST(InterfaceNodes, TheFinerSideHasTheRowsWhateverTheOrder) {
  for (const bool finer_first : {true, false}) {
    Scene scene = patch_scene();
    const int lower = finer_first ? 4 : 3;
    const int upper = finer_first ? 3 : 4;
    scene.add(brick({0, 0, -1}, {1, 1, 0}, {lower, lower, 1}));
    scene.add(brick({0, 0, 0}, {1, 1, 1}, {upper, upper, 1}));
    scene.detect();
    ASSERT_EQ(scene.contacts.points().size(), 25U);
    EXPECT_NEAR(area_of(scene), 1.0, kTol);
    EXPECT_NEAR(part_of(scene), 1.0, kTol);
    for (const ContactPoint& point : scene.contacts.points()) {
      EXPECT_NEAR(point.area, tributary(point.point.x, 4) * tributary(point.point.y, 4), kTol);
    }
  }
}

TEST(InterfaceNodes, UniformPressureIsOneForBothSidesAndHasNoMoment) {
  for (const auto& [coarse, fine] : {std::pair(3, 4), {2, 5}, {1, 3}}) {
    Scene scene = patch_scene();
    scene.add(brick({0, 0, -1}, {1, 1, 0}, {coarse, coarse, 1}));
    scene.add(brick({0, 0, 0}, {1, 1, 1}, {fine, fine, 1}));
    scene.detect();
    const Divisions n{coarse, coarse, 1};
    const std::vector<Vec3> nodes = test::hex_nodes({0, 0, -1}, {1, 1, 0}, n);
    std::map<int, double> force;
    for (const ContactPoint& point : scene.contacts.points()) {
      ASSERT_GE(point.spread, 0);
      const NodeSpread& spread = scene.contacts.spreads()[point.spread];
      EXPECT_TRUE(spread.of_first);
      double sum = 0.0;
      Vec3 mean;
      for (int a = 0; a < spread.count; ++a) {
        sum += spread.weight[a];
        mean += spread.weight[a] * nodes[spread.node[a]];
        force[spread.node[a]] += spread.weight[a] * point.area;
      }
      EXPECT_NEAR(sum, 1.0, kTol);
      EXPECT_LE(norm(mean - point.point), kTol);
    }
    for (const auto& [node, value] : force) {
      const Vec3 place = nodes[node];
      EXPECT_NEAR(value, tributary(place.x, coarse) * tributary(place.y, coarse), kTol);
    }
    EXPECT_EQ(count(force), (coarse + 1) * (coarse + 1));
  }
}

TEST(InterfaceNodes, MatchingMeshesMeetNodeOnNode) {
  Scene scene = patch_scene();
  scene.add(brick({0, 0, -1}, {1, 1, 0}, {3, 3, 1}));
  scene.add(brick({0, 0, 0}, {1, 1, 1}, {3, 3, 1}));
  scene.detect();
  EXPECT_EQ(scene.contacts.points().size(), 16U);
  EXPECT_TRUE(scene.contacts.spreads().empty());
  EXPECT_NEAR(area_of(scene), 1.0, kTol);
}

/// Moves the nodes of a mesh at the top of the unit square to z = height(x, y).
template <typename Height>
void bend_top(Scene& scene, int body, const Height& height) {
  for (Vec3& vertex : scene.vertices(body)) {
    if (vertex.z > -0.5) vertex.z = height(vertex.x, vertex.y);
  }
}

TEST(InterfaceNodes, GapsOverABentFaceAreThoseOverItsBilinearSurface) {
  constexpr double kWarp = 2e-3;  // m, twenty tolerances
  const auto height = [](double x, double y) { return kWarp * (2.0 * x - 1.0) * (2.0 * y - 1.0); };
  for (const bool block_first : {true, false}) {
    Scene scene = patch_scene();
    const Shape block = brick({0.1, 0.2, 0}, {0.4, 0.7, 0.3});
    const BodyOptions held{.obstacle = true, .rigid = true};
    if (block_first) scene.add(block, held);
    const int mesh = scene.add(brick({0, 0, -1}, {1, 1, 0}));
    if (!block_first) scene.add(block, held);
    bend_top(scene, mesh, height);
    scene.detect();
    ASSERT_EQ(scene.contacts.points().size(), 4U);
    for (const ContactPoint& point : scene.contacts.points()) {
      EXPECT_NEAR(point.gap, -height(point.point.x, point.point.y), 1e-2 * kWarp);
      EXPECT_NEAR(point.point.z, 0.5 * height(point.point.x, point.point.y), 1e-2 * kWarp);
    }
  }
}

TEST(InterfaceNodes, MeansThatWouldHideADeepNodeGiveWayToThePlaceBesideIt) {
  // The middle node of 2 x 2 faces below is higher than the others by w; at an inner node above,
  // (1/3, 1/3) or its like, the surface has the height 4/9 w. The mean that this node sees there is
  // another one.
  constexpr double kSlight = 1e-5;  // m: means are off by less than the tolerance of 1e-4
  constexpr double kMuch = 4e-3;
  for (const double w : {kSlight, kMuch}) {
    Scene scene = patch_scene();
    const int lower = scene.add(brick({0, 0, -1}, {1, 1, 0}, {2, 2, 1}));
    scene.add(brick({0, 0, 0}, {1, 1, 1}, {3, 3, 1}));
    bend_top(scene, lower, [&](double x, double y) {
      return w * (1.0 - std::abs(2.0 * x - 1.0)) * (1.0 - std::abs(2.0 * y - 1.0));
    });
    scene.detect();
    int inner = 0;
    int means = 0;
    for (const ContactPoint& point : scene.contacts.points()) {
      const double off_x = std::abs(point.point.x - 0.5);
      const double off_y = std::abs(point.point.y - 0.5);
      if (std::abs(off_x - 1.0 / 6.0) > 1e-3 || std::abs(off_y - 1.0 / 6.0) > 1e-3) continue;
      ++inner;
      means += point.spread >= 0 ? 1 : 0;
      if (point.spread < 0) {
        EXPECT_NEAR(point.gap, -4.0 / 9.0 * w, 2e-2 * w);
      }
    }
    EXPECT_EQ(inner, 4);
    EXPECT_EQ(means, w == kSlight ? 4 : 0);
  }
}

TEST(InterfaceNodes, OverhangingFacesKeepTheCornersOfTheirSupport) {
  Scene scene = patch_scene();
  scene.add(brick({0.25, -1, -1}, {0.75, 2, 0}), {.obstacle = true, .rigid = true});
  scene.add(brick({0, 0, 0}, {1, 1, 1}));  // all its nodes are off the support
  scene.detect();
  const auto points = scene.contacts.points();
  ASSERT_EQ(points.size(), 4U);
  for (const ContactPoint& point : points) {
    EXPECT_NEAR(std::abs(point.point.x - 0.5), 0.25, kTol);
    EXPECT_NEAR(std::abs(point.point.y - 0.5), 0.5, kTol);
    EXPECT_NEAR(point.area, 0.125, kTol);
  }
}

TEST(InterfaceNodes, RowsStayWhileTheBodySlides) {
  Scene scene = patch_scene();
  scene.add(brick({-1, -1, -1}, {0.5, 2, 0}), {.obstacle = true, .rigid = true});
  scene.add(brick({0.5, -1, -1}, {3, 2, 0}), {.obstacle = true, .rigid = true});
  const int block = scene.add(brick({-0.3, 0, 0}, {0.2, 0.5, 0.25}, {2, 2, 1}));
  for (int step = 0; step < 60; ++step) {
    scene.detect();
    std::set<std::tuple<double, double>> places;
    double area = 0.0;
    for (const ContactPoint& point : scene.contacts.points()) {
      places.insert({std::round(point.point.x * 1e6), std::round(point.point.y * 1e6)});
      EXPECT_NEAR(point.frame(2, 2) * point.frame(2, 2), 1.0, kTol);  // no joint is an obstacle
      area += point.area;
    }
    EXPECT_GE(places.size(), 9U);
    EXPECT_NEAR(area, 0.25, 1e-3);
    scene.translate(block, {0.011, 0, 0});
  }
}

/// Corners that are no nodes of the side with the rows, and how deep they have to lie to be rows.
///
/// Two plane meshes lie on each other in the unit square: 2 x 2 faces below and 3 x 3 above, whose
/// 16 nodes are rows. The lower mesh has nine corners that are no nodes of the upper one: five on
/// each of x = 1/2 and y = 1/2, at 0, 1/3, 1/2, 2/3 and 1, of which (1/2, 1/2) lies inside of the
/// middle face above and the others on edges of two faces above or on the border. Sagittas are
/// given by hand; those of all faces that are not in the interface are 1 m.
class DeepCorners : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr double kTolerance = 0x1p-13;  // m: gaps of plane faces are exact
  static constexpr double kLess = 0x1p-33;       // m, beside the bounds
  static constexpr std::size_t kNodes = 16;
  static constexpr std::size_t kCorners = 9;

  void SetUp() override {
    scene_.params.tolerance = kTolerance;
    const bool upper_first = GetParam();
    if (upper_first) upper_ = add(brick({0, 0, 0}, {1, 1, 1}, {3, 3, 1}));
    lower_ = add(brick({0, 0, -1}, {1, 1, 0}, {2, 2, 1}));
    if (!upper_first) upper_ = add(brick({0, 0, 0}, {1, 1, 1}, {3, 3, 1}));
  }
  int add(const Shape& shape) {
    shapes_.push_back(make_shape_pieces(shape, kTolerance));
    shapes_.back().face_sagitta.assign(shapes_.back().face_sagitta.size(), 1.0);
    const int index = scene_.pieces.body_count();
    scene_.pieces.append(index + 1, false, false, shapes_.back());
    set_sagitta(index, 0.0);
    return index;
  }
  /// Sets the sagitta, m, of the interface faces of a body, or of one of its elements.
  void set_sagitta(int body, double sagitta, int element = -1) {
    PieceSet& pieces = scene_.pieces;
    pieces.refresh(kTolerance);
    const int first = pieces.body_piece_start[body];
    const bool is_lower = pieces.box[first].lo.z < -0.5;
    for (int piece = first; piece < pieces.body_piece_start[body + 1]; ++piece) {
      if (element >= 0 && piece != first + element) continue;
      for (int face = pieces.face_start[piece]; face < pieces.face_start[piece + 1]; ++face) {
        if (pieces.normal[face].z * (is_lower ? 1.0 : -1.0) < 0.5) continue;
        shapes_[body].face_sagitta[face - pieces.face_start[first]] = sagitta;
      }
    }
  }
  /// Rows when the upper mesh overlaps the lower one by a depth, m; negative: a gap.
  std::size_t rows_at(double depth) {
    for (Vec3& vertex : scene_.vertices(upper_)) vertex.z += depth_ - depth;
    depth_ = depth;
    return scene_.detect().size();
  }

  Scene scene_ = patch_scene();
  std::deque<ShapePieces> shapes_;
  int lower_ = 0;
  int upper_ = 0;
  double depth_ = 0.0;
};

TEST_P(DeepCorners, BecomeRowsBeyondTheToleranceOnPlaneFaces) {
  EXPECT_EQ(rows_at(-0.5 * kTolerance), kNodes);
  EXPECT_EQ(rows_at(0.0), kNodes);
  EXPECT_EQ(rows_at(kTolerance), kNodes);
  EXPECT_EQ(rows_at(kTolerance + kLess), kNodes + kCorners);
}

TEST_P(DeepCorners, MayLieInsideByTheSagittasOfBothFaces) {
  set_sagitta(lower_, 3e-4);
  EXPECT_EQ(rows_at(kTolerance + 3e-4 - kLess), kNodes);
  set_sagitta(upper_, 2e-4);
  EXPECT_EQ(rows_at(kTolerance + 5e-4 - kLess), kNodes);
  EXPECT_EQ(rows_at(kTolerance + 5e-4 + kLess), kNodes + kCorners);
}

TEST_P(DeepCorners, OfSeveralFacesMayLieInsideByTheLeastOfTheirSagittas) {
  set_sagitta(upper_, 2e-4, 4);  // the middle one
  EXPECT_EQ(rows_at(kTolerance - kLess), kNodes);
  EXPECT_EQ(rows_at(kTolerance + kLess), kNodes + kCorners - 1);
  EXPECT_EQ(rows_at(kTolerance + 2e-4 - kLess), kNodes + kCorners - 1);
  EXPECT_EQ(rows_at(kTolerance + 2e-4 + kLess), kNodes + kCorners);
}

TEST_P(DeepCorners, StayRowsUntilTheyOpen) {
  EXPECT_EQ(rows_at(kTolerance + kLess), kNodes + kCorners);
  EXPECT_EQ(rows_at(0.5 * kTolerance), kNodes + kCorners);
  EXPECT_EQ(rows_at(0.0), kNodes + kCorners);  // touching is not open
  EXPECT_EQ(rows_at(-kLess), kNodes);
  EXPECT_EQ(rows_at(0.5 * kTolerance), kNodes);  // those that have opened begin anew
}

TEST_P(DeepCorners, ScaleWithTheModel) {
  for (const double size : {1e-3, 1e3}) {
    Scene scene = patch_scene();
    scene.params.tolerance = size * kTolerance;
    scene.params.minimal_distance = size * kTolerance;
    scene.add(brick(size * Vec3{0, 0, -1}, size * Vec3{1, 1, 0}, {2, 2, 1}));
    const int upper = scene.add(brick({}, size * Vec3{1, 1, 1}, {3, 3, 1}));
    scene.translate(upper, {0, 0, -size * (kTolerance - kLess)});
    EXPECT_EQ(scene.detect().size(), kNodes) << size;
    scene.translate(upper, {0, 0, -2.0 * size * kLess});
    EXPECT_EQ(scene.detect().size(), kNodes + kCorners) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(OrderOfBodies, DeepCorners, ::testing::Bool());

TEST(InterfaceNodes, TheOldRuleHasOnePointPerPair) {
  Scene scene;
  scene.add(brick({-1, -1, -1}, {2, 2, 0}), {.obstacle = true, .rigid = true});
  scene.add(brick({0, 0, 0}, {1, 1, 1}, {3, 2, 2}));
  scene.detect();
  EXPECT_EQ(scene.contacts.points().size(), 6U);
}

}  // namespace
}  // namespace solfec
