#include "geometry/shape/point_in_shape.h"

#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/mesh_builder.h"
#include "geometry/polyhedron_fixture.h"

namespace solfec {
namespace {

Shape row_of_everything() {
  Shape shape;
  shape.convices.push_back(make_brick({0, 0, 0}, {1, 1, 1}));
  const std::vector<double> nodes{1, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 0, 1, 2, 0, 1,
                                  2, 1, 1, 1, 1, 1, 1, 0, 2, 2, 0, 2, 2, 1, 2, 1, 1, 2};
  const std::vector<int> tower{8, 0, 1, 2, 3, 4, 5, 6, 7, 1, 8, 4, 5, 6, 7, 8, 9, 10, 11, 2};
  shape.meshes.push_back(make_mesh(nodes, tower, std::vector<int>{1}));
  shape.spheres.push_back({{3, 0.5, 0.5}, 0.5, 0, 0});
  return shape;
}

void expect_part(const Shape& shape, Vec3 p, ShapePartKind kind, int index) {
  const auto part = part_containing(shape, p, 1e-6);
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->kind, kind);
  EXPECT_EQ(part->index, index);
}

TEST(PointInShape, FindsTheConvexTheElementAndTheSphere) {
  const Shape shape = row_of_everything();
  expect_part(shape, {0.5, 0.5, 0.5}, ShapePartKind::convex, 0);
  expect_part(shape, {1.5, 0.5, 0.5}, ShapePartKind::element, 0);
  expect_part(shape, {1.5, 0.5, 1.5}, ShapePartKind::element, 1);
  expect_part(shape, {3.2, 0.5, 0.5}, ShapePartKind::sphere, 0);
  EXPECT_FALSE(part_containing(shape, {0.5, 0.5, 1.5}, 1e-6).has_value());
  EXPECT_FALSE(part_containing(shape, {3.6, 0.5, 0.5}, 1e-6).has_value());
}

TEST(PointInShape, ToleranceReachesOutsideAndTheTrueOwnerComesFirst) {
  const Shape shape = row_of_everything();
  expect_part(shape, {-0.5e-6, 0.5, 0.5}, ShapePartKind::convex, 0);
  EXPECT_FALSE(part_containing(shape, {-2e-6, 0.5, 0.5}, 1e-6).has_value());
  expect_part(shape, {1 + 0.5e-6, 0.5, 0.5}, ShapePartKind::element, 0);  // outside of the brick
  expect_part(shape, {1.0, 0.5, 0.5}, ShapePartKind::convex, 0);          // on the border: first
}

TEST(PointInShape, PiecesAnswerLikeTheShape) {
  const Shape shape = row_of_everything();
  const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
  RandomGeometry random(4);
  for (int sample = 0; sample < 2000; ++sample) {
    const Vec3 p = random.in_cube(2.0) + Vec3{1.5, 0.5, 0.5};
    const auto part = part_containing(shape, p, 0.0);
    const int piece = piece_containing(pieces, p, 0.0);
    ASSERT_EQ(part.has_value(), piece >= 0);
    if (part) {
      EXPECT_EQ(pieces.source[piece], part->index);
    }
  }
}

TEST(PointInShape, BentFacesAreRidges) {
  // top corner raised by 1: the ridge joins corners 4 and 6
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 2, 0, 1, 1};
  Shape shape;
  shape.meshes.push_back(
      make_mesh(nodes, std::vector<int>{8, 0, 1, 2, 3, 4, 5, 6, 7, 0}, std::vector<int>{1}));
  EXPECT_TRUE(part_containing(shape, {0.5, 0.5, 1.49}, 0.0).has_value());
  EXPECT_FALSE(part_containing(shape, {0.5, 0.5, 1.51}, 0.0).has_value());
  EXPECT_TRUE(part_containing(shape, {0.9, 0.1, 1.09}, 0.0).has_value());
  EXPECT_FALSE(part_containing(shape, {0.9, 0.1, 1.11}, 0.0).has_value());
}

}  // namespace
}  // namespace solfec
