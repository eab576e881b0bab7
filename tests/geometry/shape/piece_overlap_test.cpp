#include "geometry/shape/piece_overlap.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "geometry/shape/convex_hull.h"
#include "geometry/shape/shape.h"
#include "geometry/shape/shape_pieces.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kEstimate = 0.1;  // error of 512 points, of which a thin lens holds 57

ShapePieces pieces_of(const Shape& shape, double size = 1.0) {
  return make_shape_pieces(shape, 1e-4 * size);
}

Convex box(Vec3 lo, Vec3 hi) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z});
  }
  return make_convex_hull(corners, 1, 1);
}

TEST(PieceOverlap, OfTwoSpheresIsTheLens) {
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const double way : {0.2, 1.0, 1.7}) {  // between the centres, over the radius
      Shape shape;
      shape.spheres.push_back({{0, 0, 0}, size, 1, 1});
      shape.spheres.push_back({{0, way * size, 0}, size, 1, 1});
      const double lens = std::numbers::pi / 12.0 * (4.0 + way) * (2.0 - way) * (2.0 - way);
      const PieceOverlap found = piece_overlap(pieces_of(shape, size));
      EXPECT_NEAR(found.volume / std::pow(size, 3), lens, kEstimate * lens);
      EXPECT_EQ(found.first, 0);
      EXPECT_EQ(found.second, 1);
    }
  }
}

TEST(PieceOverlap, OfPiecesSideBySideIsNone) {
  Shape shape;
  shape.convices.push_back(box({0, 0, 0}, {1, 1, 1}));
  shape.convices.push_back(box({1, 0, 0}, {2, 1, 1}));
  shape.spheres.push_back({{0.5, 0.5, 1.5}, 0.5, 1, 1});  // touches the first box
  const PieceOverlap found = piece_overlap(pieces_of(shape));
  EXPECT_EQ(found.volume, 0.0);
  EXPECT_EQ(found.first, -1);
}

/// Bricks of a block that is turned, so that rounding makes their faces overlap and part.
TEST(PieceOverlap, PiecesThatTouchByRoundingHaveNone) {
  const Mat3 turn = exponential_map({0.3, -0.7, 0.4});
  Shape shape;
  for (int i = 0; i < 27; ++i) {
    const Vec3 low{i % 3 / 3.0, i / 3 % 3 / 3.0, i / 9 / 3.0};
    const double third = 1.0 / 3.0;
    Convex brick = box(low, low + Vec3{third, third, third});
    for (Vec3& corner : brick.vertices) corner = 1e3 * (turn * corner) + Vec3{1e4, -2e4, 3e4};
    shape.convices.push_back(std::move(brick));
  }
  EXPECT_EQ(piece_overlap(pieces_of(shape, 1e3)).volume, 0.0);
}

TEST(PieceOverlap, OfABallInsideABoxIsTheBall) {
  Shape shape;
  shape.convices.push_back(box({0, 0, 0}, {1, 1, 1}));
  shape.spheres.push_back({{0.5, 0.5, 0.5}, 0.3, 1, 1});
  const double ball = 4.0 / 3.0 * std::numbers::pi * 0.027;
  EXPECT_NEAR(piece_overlap(pieces_of(shape)).volume, ball, 0.03 * ball);
}

/// A turned ellipsoid that is cut by a large box through its centre: half of it.
TEST(PieceOverlap, OfAnEllipsoidCutThroughItsCentreIsItsHalf) {
  Shape shape;
  Ellipsoid one;
  one.center = {0, 0, 0};
  one.radii = {0.5, 0.3, 0.2};
  one.axes = exponential_map({0.3, -0.7, 0.4});
  shape.ellipsoids.push_back(one);
  shape.convices.push_back(box({0, -2, -2}, {2, 2, 2}));
  const double half = 2.0 / 3.0 * std::numbers::pi * 0.03;
  EXPECT_NEAR(piece_overlap(pieces_of(shape)).volume, half, 0.03 * half);
}

/// A bar of 20000 slices each of which overlaps the next ones by a tenth of its length.
TEST(PieceOverlap, ManyPiecesHaveFewerPointsEach) {
  Shape shape;
  constexpr int kSlices = 20000;
  for (int i = 0; i < kSlices; ++i) shape.convices.push_back(box({1.0 * i, 0, 0}, {i + 1.1, 1, 1}));
  EXPECT_NEAR(piece_overlap(pieces_of(shape)).volume, 0.1 * (kSlices - 1), 1e-6);
}

TEST(PieceOverlap, SumsOverPairsAndNamesTheLargest) {
  Shape shape;
  shape.convices.push_back(box({0, 0, 0}, {1, 1, 1}));
  shape.convices.push_back(box({0.9, 0, 0}, {2, 1, 1}));       // 0.1
  shape.convices.push_back(box({1.5, 0.25, 0}, {3, 1, 0.5}));  // 0.5 x 0.75 x 0.5 with the second
  const PieceOverlap found = piece_overlap(pieces_of(shape));
  EXPECT_NEAR(found.volume, 0.1 + 0.1875, 1e-12);  // boxes fill their common boxes
  EXPECT_EQ(found.first, 1);
  EXPECT_EQ(found.second, 2);
}

}  // namespace
}  // namespace solfec
