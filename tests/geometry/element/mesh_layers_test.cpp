#include "geometry/element/mesh_layers.h"

#include <gtest/gtest.h>

#include "geometry/element/mesh_faces.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

TEST(MeshLayers, AMeshOfHexahedraIsOneLayerAlongItsLeastCount) {
  for (const std::array<int, 3> counts :
       {std::array{2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {3, 2, 1}, {2, 1, 3}, {1, 4, 2}}) {
    EXPECT_TRUE(is_one_layer(test::hexahedra_block({1, 1, 1}, counts))) << counts[0];
  }
  EXPECT_FALSE(is_one_layer(test::hexahedra_block({1, 1, 1}, {1, 1, 1})));  // a single element
  for (const std::array<int, 3> counts : {std::array{2, 2, 2}, {5, 2, 2}, {2, 3, 4}}) {
    EXPECT_FALSE(is_one_layer(test::hexahedra_block({1, 1, 1}, counts))) << counts[0];
  }
}

/// Wedges of a square column: two over its cross-section, `layers` along it.
Mesh wedges(int layers) {
  Mesh mesh;
  for (int k = 0; k <= layers; ++k) {
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      mesh.nodes.push_back({double(x), double(y), double(k)});
    }
  }
  for (int k = 0; k < layers; ++k) {
    const int i = 4 * k;
    mesh.elements.push_back({6, {i, i + 1, i + 2, i + 4, i + 5, i + 6}, 1});
    mesh.elements.push_back({6, {i, i + 2, i + 3, i + 4, i + 6, i + 7}, 1});
  }
  find_outer_faces("test", 1, mesh);
  return mesh;
}

TEST(MeshLayers, WedgesAreALayerWhereBothTrianglesAreOutside) {
  EXPECT_TRUE(is_one_layer(wedges(1)));
  EXPECT_FALSE(is_one_layer(wedges(2)));
}

TEST(MeshLayers, TetrahedraAreNone) {
  EXPECT_FALSE(is_one_layer(test::tetrahedra_block({1, 1, 1}, {3, 3, 1})));
}

}  // namespace
}  // namespace solfec
