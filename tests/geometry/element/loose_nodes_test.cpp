#include "geometry/element/loose_nodes.h"

#include <gtest/gtest.h>

#include "support/block_mesh.h"

namespace solfec {
namespace {

TEST(LooseNodes, AMeshWithoutAnyStaysAsItIs) {
  Mesh mesh = test::tetrahedra_block({1, 2, 3}, {2, 2, 2});
  const std::vector<Vec3> nodes = mesh.nodes;
  EXPECT_EQ(find_loose_nodes(mesh).count, 0);
  EXPECT_EQ(drop_loose_nodes(mesh).first, -1);
  EXPECT_EQ(mesh.nodes, nodes);
}

// Corners of elements are the same points before and after, whatever the numbers.
TEST(LooseNodes, TheOthersKeepTheirPlacesAndTheirOrder) {
  const Mesh clean = test::hexahedra_block({1, 1, 1}, {2, 2, 1});
  Mesh mesh = clean;
  for (const int place : {0, 4, 4, 11}) {  // a loose node before the node of that number
    mesh.nodes.insert(mesh.nodes.begin() + place, {9.0, 9.0, 9.0 + place});
    for (MeshElement& element : mesh.elements) {
      for (int a = 0; a < element.node_count; ++a) {
        int& node = element.node[static_cast<std::size_t>(a)];
        if (node >= place) ++node;
      }
    }
  }
  const LooseNodes found = find_loose_nodes(mesh);
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.first, 0);
  const LooseNodes dropped = drop_loose_nodes(mesh);
  EXPECT_EQ(dropped.count, 4);
  EXPECT_EQ(mesh.nodes, clean.nodes);
  for (std::size_t e = 0; e < clean.elements.size(); ++e) {
    EXPECT_EQ(mesh.elements[e].node, clean.elements[e].node);
  }
}

}  // namespace
}  // namespace solfec
