#include "geometry/element/element_locator.h"

#include <random>

#include <gtest/gtest.h>

#include "geometry/element/local_coordinates.h"
#include "geometry/element/shape_functions.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // m; the meshes have a size of one

/// Distorted hexahedra in a box, 5 x 4 x 3.
Mesh distorted_mesh(unsigned seed) {
  Mesh mesh;
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  constexpr int kCells[3] = {5, 4, 3};
  for (int k = 0; k <= kCells[2]; ++k) {
    for (int j = 0; j <= kCells[1]; ++j) {
      for (int i = 0; i <= kCells[0]; ++i) {
        mesh.nodes.push_back({(i + 0.15 * unit(rng)) / 5.0, (j + 0.15 * unit(rng)) / 5.0,
                              (k + 0.15 * unit(rng)) / 5.0});
      }
    }
  }
  const auto node = [&](int i, int j, int k) { return i + 6 * (j + 5 * k); };
  for (int k = 0; k < kCells[2]; ++k) {
    for (int j = 0; j < kCells[1]; ++j) {
      for (int i = 0; i < kCells[0]; ++i) {
        mesh.elements.push_back({8,
                                 {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k),
                                  node(i, j + 1, k), node(i, j, k + 1), node(i + 1, j, k + 1),
                                  node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)},
                                 0});
      }
    }
  }
  return mesh;
}

TEST(ElementLocator, FindsTheElementOfAPointAndWeightsThatGiveItBack) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Mesh mesh = distorted_mesh(seed);
    const ElementLocator locator(mesh);
    std::mt19937 rng(seed + 100);
    std::uniform_real_distribution<double> inside(-0.99, 0.99);
    for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e) {
      const ShapeFunctions shape = shape_functions(8, {inside(rng), inside(rng), inside(rng)});
      Vec3 point;
      for (std::size_t a = 0; a < 8; ++a) {
        point += shape.value[a] * mesh.nodes[static_cast<std::size_t>(
                                      mesh.elements[static_cast<std::size_t>(e)].node[a])];
      }
      double distance = 1.0;
      const MeshPoint found = locator.find(mesh, point, &distance);
      EXPECT_EQ(found.element, e);
      EXPECT_LT(distance, 0.0);
      for (std::size_t a = 0; a < 8; ++a) EXPECT_NEAR(found.weight[a], shape.value[a], 1e-10);
      EXPECT_LE(norm(found.of(mesh.nodes) - point), kTol);
    }
  }
}

TEST(ElementLocator, PointsOutsideBelongToAnElementOfTheSurfaceAndAreFarByTheirDistance) {
  const Mesh mesh = distorted_mesh(3);
  const ElementLocator locator(mesh);
  double distance = 0.0;
  // 0.1 below the middle of the bottom: half an element of 0.2, so one unit of local coordinates
  const MeshPoint below = locator.find(mesh, {0.5, 0.4, -0.1}, &distance);
  EXPECT_LT(below.element, 20);
  EXPECT_NEAR(distance, 1.0, 0.5);
  EXPECT_LE(norm(below.of(mesh.nodes) - Vec3{0.5, 0.4, -0.1}), kTol);  // weights extrapolate
  const MeshPoint far = locator.find(mesh, {30.0, 0.1, 0.5}, &distance);
  EXPECT_GT(distance, 10.0);
  EXPECT_NEAR(far.of(mesh.nodes).x, 0.9, 0.05);  // centre of an element of the nearest side
}

TEST(ElementLocator, PointOfAMovedElementIsWhereItsNodesPutIt) {
  const Mesh mesh = distorted_mesh(4);
  std::mt19937 rng(9);
  std::uniform_real_distribution<double> unit(-0.02, 0.02);
  std::vector<Vec3> moved = mesh.nodes;
  for (Vec3& x : moved) x += Vec3{3.0 + unit(rng), unit(rng), unit(rng)};
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e) {
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(e)];
    const ElementCorners corners =
        corners_of(element, [&](int node) { return moved[static_cast<std::size_t>(node)]; });
    Vec3 middle;
    for (const Vec3 x : corners.all()) middle += 0.125 * x;
    const Vec3 point = middle + Vec3{0.03, -0.02, 0.04};
    const MeshPoint found = point_of_element(element, e, corners, point);
    EXPECT_EQ(found.element, e);
    EXPECT_LE(norm(found.of(moved) - point), kTol);
    double sum = 0.0;
    for (const double weight : found.weight) sum += weight;
    EXPECT_NEAR(sum, 1.0, kTol);
  }
}

}  // namespace
}  // namespace solfec
