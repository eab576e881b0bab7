#include "geometry/shape/element_parts.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "geometry/element/shape_functions.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/rough_hex.h"
#include "math/rotation.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

Convex random_hull(Vec3 center, double radius, int points, VolumeId volume, std::mt19937& rng) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> vertices;
  for (int i = 0; i < points; ++i) {
    vertices.push_back(center + radius * normalized({normal(rng), normal(rng), normal(rng)}));
  }
  return make_convex_hull(vertices, volume, 1);
}

/// ∫ 1, ∫ X over the parts by their points and by the integrals of the shape functions.
struct Sums {
  double volume{};
  Vec3 moment;
  double by_shape{};
  Vec3 moment_by_shape;

  explicit Sums(const BackgroundMesh& background) {
    for (const ElementPart& part : background.parts) {
      const MeshElement& element = background.mesh.elements[std::size_t(part.element)];
      const auto corner = [&](std::size_t a) {
        return background.mesh.nodes[std::size_t(element.node[a])];
      };
      const auto n = std::size_t(element.node_count);
      for (std::size_t a = 0; a < n; ++a) {
        by_shape += part.shape_integral[a];
        moment_by_shape += part.shape_integral[a] * corner(a);
      }
      for (const QuadraturePoint& point : part.points) {
        const ShapeFunctions shape = shape_functions(element.node_count, point.local);
        volume += point.weight;
        for (std::size_t a = 0; a < n; ++a) moment += point.weight * shape.value[a] * corner(a);
      }
    }
  }
};

void expect_integrals(const Shape& shape, const Mesh& mesh) {
  const BackgroundMesh background = cut_by_elements(shape, mesh);
  const MassProperties exact = mass_properties(shape);
  const Sums sums(background);
  EXPECT_NEAR(sums.by_shape, exact.volume, 1e-12 * exact.volume);
  EXPECT_LE(norm(sums.moment_by_shape / exact.volume - exact.center), 1e-12);
  for (const ElementPart& part : background.parts) {
    if (part.whole) return;  // has no points of its own
  }
  EXPECT_NEAR(sums.volume, exact.volume, 1e-12 * exact.volume);
  EXPECT_LE(norm(sums.moment / exact.volume - exact.center), 1e-12);
}

TEST(ElementParts, AddUpToTheShape) {
  std::mt19937 rng(7);
  Shape shape;
  shape.convices = {random_hull({0.4, 0.4, 0.5}, 0.35, 30, 1, rng),
                    random_hull({0.9, 0.9, 1.4}, 0.4, 12, 1, rng)};
  expect_integrals(shape, test::hexahedra_block({2, 2, 2}, {1, 1, 1}));
  expect_integrals(shape, test::hexahedra_block({2, 2, 2}, {3, 2, 5}));
  expect_integrals(shape, test::tetrahedra_block({2, 2, 2}, {2, 2, 2}));
  expect_integrals(shape, test::MixedMesh::make(0.0, rng));
}

TEST(ElementParts, KeepTheElementsThatAreTouchedAndKnowWholeOnes) {
  Shape shape;
  shape.convices = {make_convex_hull(std::vector<Vec3>{{0, 0, 0},
                                                       {1.5, 0, 0},
                                                       {0, 1, 0},
                                                       {1.5, 1, 0},
                                                       {0, 0, 1},
                                                       {1.5, 0, 1},
                                                       {0, 1, 1},
                                                       {1.5, 1, 1}},
                                     3, 1)};
  const BackgroundMesh background =
      cut_by_elements(shape, test::hexahedra_block({4, 2, 1}, {4, 2, 1}));
  ASSERT_EQ(background.mesh.elements.size(), 2U);
  EXPECT_EQ(background.mesh.nodes.size(), 12U);
  ASSERT_EQ(background.parts.size(), 2U);
  EXPECT_TRUE(background.parts[0].whole);
  EXPECT_FALSE(background.parts[1].whole);
  EXPECT_EQ(background.parts[0].volume, 3);
  double half = 0.0;
  for (const QuadraturePoint& point : background.parts[1].points) half += point.weight;
  EXPECT_NEAR(half, 0.5, 1e-13);
}

TEST(ElementParts, OfTwoVolumeIdsInOneElementAreTwo) {
  std::mt19937 rng(7);
  Shape shape;
  shape.convices = {random_hull({0.3, 0.3, 0.3}, 0.2, 10, 5, rng),
                    random_hull({0.7, 0.7, 0.7}, 0.2, 10, 4, rng)};
  const BackgroundMesh background =
      cut_by_elements(shape, test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  ASSERT_EQ(background.parts.size(), 2U);
  EXPECT_EQ(background.parts[0].volume, 4);
  EXPECT_EQ(background.parts[1].volume, 5);
}

TEST(ElementParts, AMeshThatDoesNotCoverTheShapeIsRefused) {
  std::mt19937 rng(7);
  Shape shape;
  shape.convices = {random_hull({1.0, 0.5, 0.5}, 0.4, 20, 1, rng)};
  try {
    (void)cut_by_elements(shape, test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("must cover"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)cut_by_elements(shape, test::hexahedra_block({9, 9, 0.1}, {1, 1, 1})),
               InputError);
}

TEST(RoughHex, EnclosesTheShapeAlongItsPrincipalDirections) {
  const Mat3 turn = exponential_map({0.1, -0.2, 0.3});
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.push_back(turn * Vec3{(i & 1) * 3.0, (i & 2) * 1.0, (i & 4) * 0.25} + Vec3{5, 6, 7});
  }
  Shape shape;
  shape.convices = {make_convex_hull(vertices, 1, 1)};
  const Mesh mesh = make_rough_hex(shape, {3, 2, 1}, {});
  ASSERT_EQ(mesh.elements.size(), 6U);
  const double size = std::sqrt(9.0 + 4.0 + 1.0);
  // its corners are those of the brick, but for the margin
  const std::size_t corner[8] = {0, 3, 8, 11, 12, 15, 20, 23};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_LE(norm(mesh.nodes[corner[i]] - vertices[i]), 2e-6 * size) << i;
    EXPECT_GT(norm(mesh.nodes[corner[i]] - vertices[i]), 1e-7 * size) << i;
  }
  EXPECT_EQ(mesh.elements[0].volume, 2147483647);
  EXPECT_EQ(cut_by_elements(shape, mesh).parts.size(), 6U);
}

TEST(RoughHex, OfACubeFollowsItsEdges) {
  Shape shape;
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.push_back({(i & 1) * 1.0, (i & 2) * 0.5, (i & 4) * 0.25});
  }
  shape.convices = {make_convex_hull(vertices, 1, 1)};
  const Mesh mesh = make_rough_hex(shape, {1, 1, 1}, {});
  const std::size_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (const std::size_t i : order) EXPECT_LE(norm(mesh.nodes[i] - vertices[i]), 4e-6) << i;
}

}  // namespace
}  // namespace solfec
