#include "geometry/shape/element_convices.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/shape/convex_checks.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/surface/surface.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-6;  // m, of neighbouring pieces

Mesh block(int n) {
  const std::vector<double> corners{0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0,
                                    0, 0, 1, 2, 0, 1, 2, 3, 1, 0, 3, 1};
  const std::vector<int> surfaces{1, 2, 3, 4, 5, 6};
  return make_hex_mesh({corners, {n, n, n}, 7, surfaces, {}});
}

Shape of_convices(const Mesh& mesh) {
  Shape shape;
  shape.convices = element_convices(mesh);
  return shape;
}

Shape of_mesh(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return shape;
}

TEST(ElementConvices, AreProperPolyhedraWithTheVolumeOfTheMesh) {
  const Mesh mesh = block(3);
  const Shape shape = of_convices(mesh);
  ASSERT_EQ(shape.convices.size(), 27u);
  for (const Convex& convex : shape.convices) {
    EXPECT_EQ(convex_defect(convex), "");
    EXPECT_EQ(convex.volume, 7);
  }
  EXPECT_NEAR(mass_properties(shape).volume, 6.0, 1e-13);
}

TEST(ElementConvices, HaveTheContactPiecesOfTheMesh) {
  for (const int n : {1, 2, 3}) {
    const ShapePieces own = make_shape_pieces(of_convices(block(n)), kTolerance);
    const ShapePieces of = make_shape_pieces(of_mesh(block(n)), kTolerance);
    EXPECT_EQ(own.piece_count(), n * n * n - std::max(n - 2, 0));  // the middle one touches nothing
    EXPECT_EQ(own.vertex, of.vertex);
    EXPECT_EQ(own.loop, of.loop);
    EXPECT_EQ(own.outer, of.outer);
    EXPECT_EQ(own.surface, of.surface);
    EXPECT_EQ(own.source, of.source);
    EXPECT_EQ(own.face_group, of.face_group);
    EXPECT_EQ(own.adjacent, of.adjacent);
  }
}

TEST(ElementConvices, BesideAMeshKeepTheirNeighbours) {
  // 27 polyhedra, one without outer face, and a mesh of two elements far away
  Shape shape = of_convices(block(3));
  const std::vector<double> corners{9, 0, 0, 11, 0, 0, 11, 1, 0, 9, 1, 0,
                                    9, 0, 1, 11, 0, 1, 11, 1, 1, 9, 1, 1};
  const std::vector<int> surfaces(6, 1);
  shape.meshes.push_back(make_hex_mesh({corners, {2, 1, 1}, 1, surfaces, {}}));
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  ASSERT_EQ(pieces.piece_count(), 28);
  EXPECT_TRUE(adjacent_pieces(pieces, 26, 27));
  EXPECT_FALSE(adjacent_pieces(pieces, 25, 26));
}

TEST(ElementConvices, ShowNoInnerFaces) {
  const Surface surface = make_surface(of_convices(block(2)), {});
  EXPECT_EQ(surface.triangle.size(), 2u * 6u * 4u);
}

TEST(ElementConvices, BentFacesBecomeTrianglesWithAnOutwardRidge) {
  // the top corner 6 of the second of two stacked cubes' common face is lifted
  const std::vector<double> nodes{0, 0, 0,   1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1,
                                  1, 1, 1.2, 0, 1, 1, 0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
  const std::vector<int> tower{8, 0, 1, 2, 3, 4, 5, 6, 7, 1, 8, 4, 5, 6, 7, 8, 9, 10, 11, 2};
  const Mesh mesh = make_mesh(nodes, tower, std::vector<int>{9});
  const std::vector<Convex> convices = element_convices(mesh);
  ASSERT_EQ(convices.size(), 2u);
  for (const Convex& convex : convices) {
    EXPECT_EQ(convex.face_count(), 7);
    EXPECT_EQ(std::count(convex.surface.begin(), convex.surface.end(), kInnerSurface), 2);
  }
  // the tetrahedron between the two pairs of triangles has the volume 0.2 / 6
  EXPECT_NEAR(mass_properties(of_convices(mesh)).volume, 2.0 + 0.2 / 6.0, 1e-13);
}

}  // namespace
}  // namespace solfec
