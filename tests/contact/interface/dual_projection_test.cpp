#include "contact/interface/dual_projection.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;

/// A brick and its face that looks along z (up or down), with numbers of its corners.
struct NumberedFace {
  NumberedFace(Vec3 lo, Vec3 hi, double up, const std::vector<Vec3>& places)
      : brick(make_brick(lo, hi)) {
    const PolyhedronView view = brick.view();
    for (int f = 0; f < view.face_count(); ++f) {
      if (up * view.normal[static_cast<std::size_t>(f)].z > 0.5) index = f;
    }
    for (const int v : view.face(index)) {
      int found = -1;
      for (std::size_t k = 0; k < places.size(); ++k) {
        if (norm(places[k] - view.vertex[static_cast<std::size_t>(v)]) < 1e-9) {
          found = static_cast<int>(k);
        }
      }
      number.push_back(found);
    }
  }
  [[nodiscard]] DualProjection::Face face() const { return {brick.view(), index, number}; }

  PlanedPolyhedron brick;
  int index = -1;
  std::vector<int> number;
};

std::array<Vec3, 4> rectangle(double x0, double x1, double y0 = 0.0, double y1 = 1.0) {
  return {Vec3{x0, y0, 0}, Vec3{x1, y0, 0}, Vec3{x1, y1, 0}, Vec3{x0, y1, 0}};
}

const std::vector<Vec3> kOwn{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
const std::vector<Vec3> kOther{{0, 0, 0}, {0.4, 0, 0}, {1, 0, 0},
                               {0, 1, 0}, {0.4, 1, 0}, {1, 1, 0}};

/// One own face over two of the other side, of which the second is covered up to `end`.
DualProjection projection_up_to(double end) {
  static const NumberedFace own({0, 0, -1}, {1, 1, 0}, 1.0, kOwn);
  static const NumberedFace left({0, 0, 0}, {0.4, 1, 1}, -1.0, kOther);
  static const NumberedFace right({0.4, 0, 0}, {1, 1, 1}, -1.0, kOther);
  DualProjection projection;
  projection.start(4);
  projection.add(own.face(), left.face(), rectangle(0.0, 0.4));
  projection.add(own.face(), right.face(), rectangle(0.4, end));
  projection.finish();
  return projection;
}

TEST(DualProjection, WeightsSumUpToOneAndHaveTheNodeAsTheirMeanPlace) {
  const DualProjection projection = projection_up_to(1.0);
  for (int i = 0; i < 4; ++i) {
    NodeSpread spread;
    ASSERT_TRUE(projection.weights(i, spread));
    double sum = 0.0;
    Vec3 mean;
    for (int a = 0; a < spread.count; ++a) {
      sum += spread.weight[static_cast<std::size_t>(a)];
      mean += spread.weight[static_cast<std::size_t>(a)] *
              kOther[static_cast<std::size_t>(spread.node[static_cast<std::size_t>(a)])];
    }
    EXPECT_NEAR(sum, 1.0, kTol);
    EXPECT_LE(norm(mean - kOwn[static_cast<std::size_t>(i)]), kTol);
  }
}

TEST(DualProjection, AUniformPressureOfOneSideIsThatOfTheOther) {
  // nodal forces of the pressure 1: a quarter of the area of each face
  const DualProjection projection = projection_up_to(1.0);
  std::array<double, 6> force{};
  for (int i = 0; i < 4; ++i) {
    NodeSpread spread;
    ASSERT_TRUE(projection.weights(i, spread));
    for (int a = 0; a < spread.count; ++a) {
      force.at(static_cast<std::size_t>(spread.node[static_cast<std::size_t>(a)])) +=
          0.25 * spread.weight[static_cast<std::size_t>(a)];
    }
  }
  const std::array<double, 6> exact{0.1, 0.25, 0.15, 0.1, 0.25, 0.15};
  for (std::size_t j = 0; j < exact.size(); ++j) EXPECT_NEAR(force.at(j), exact.at(j), kTol) << j;
}

TEST(DualProjection, AFaceThatIsNotCoveredHasNoWeights) {
  // 99 % of the area is the border
  NodeSpread spread;
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(projection_up_to(0.991).weights(i, spread)) << i;
    EXPECT_FALSE(projection_up_to(0.989).weights(i, spread)) << i;
    EXPECT_FALSE(projection_up_to(0.5).weights(i, spread)) << i;
  }
}

TEST(DualProjection, ANodeBesideAFaceThatIsNotCoveredHasNoWeights) {
  // The second own face shares the nodes 1 and 3 with the first one.
  const std::vector<Vec3> nodes{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}};
  const NumberedFace first({0, 0, -1}, {1, 1, 0}, 1.0, nodes);
  const NumberedFace second({1, 0, -1}, {2, 1, 0}, 1.0, nodes);
  const NumberedFace other({0, 0, 0}, {1.5, 1, 1}, -1.0,
                           {{0, 0, 0}, {1.5, 0, 0}, {0, 1, 0}, {1.5, 1, 0}});
  DualProjection projection;
  projection.start(6);
  projection.add(first.face(), other.face(), rectangle(0.0, 1.0));
  projection.add(second.face(), other.face(), rectangle(1.0, 1.5));
  projection.finish();
  NodeSpread spread;
  for (const int i : {0, 2}) EXPECT_TRUE(projection.weights(i, spread)) << i;
  for (const int i : {1, 3, 4, 5}) EXPECT_FALSE(projection.weights(i, spread)) << i;
}

TEST(DualProjection, AFaceWithACornerWithoutRowHasNoWeights) {
  NumberedFace own({0, 0, -1}, {1, 1, 0}, 1.0, kOwn);
  const NumberedFace other({0, 0, 0}, {1, 1, 1}, -1.0, kOwn);
  own.number[2] = -1;
  DualProjection projection;
  projection.start(4);
  projection.add(own.face(), other.face(), rectangle(0.0, 1.0));
  projection.finish();
  NodeSpread spread;
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(projection.weights(i, spread)) << i;
}

TEST(DualProjection, MoreNodesThanASpreadHoldsAreNoWeights) {
  // n x n faces above one: (n + 1)² nodes, of which a spread holds 16
  for (const int n : {3, 4}) {
    std::vector<Vec3> nodes;
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) nodes.push_back({1.0 * i / n, 1.0 * j / n, 0.0});
    }
    const NumberedFace own({0, 0, -1}, {1, 1, 0}, 1.0, kOwn);
    DualProjection projection;
    projection.start(4);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Vec3 lo{1.0 * i / n, 1.0 * j / n, 0.0};
        const Vec3 hi{1.0 * (i + 1) / n, 1.0 * (j + 1) / n, 1.0};
        const NumberedFace other(lo, hi, -1.0, nodes);
        projection.add(own.face(), other.face(), rectangle(lo.x, hi.x, lo.y, hi.y));
      }
    }
    projection.finish();
    NodeSpread spread;
    EXPECT_EQ(projection.weights(0, spread), n == 3);
  }
}

}  // namespace
}  // namespace solfec
