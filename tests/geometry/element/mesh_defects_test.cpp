#include "geometry/element/mesh_defects.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/check.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

std::string message(const Mesh& mesh) {
  try {
    check_deformable_mesh(mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Two meshes as one list of elements, without shared nodes.
Mesh side_by_side(Mesh a, const Mesh& b) {
  const int first = static_cast<int>(a.nodes.size());
  a.nodes.insert(a.nodes.end(), b.nodes.begin(), b.nodes.end());
  for (MeshElement element : b.elements) {
    for (int k = 0; k < element.node_count; ++k) element.node[std::size_t(k)] += first;
    a.elements.push_back(element);
  }
  a.faces.clear();
  find_outer_faces("test", 1, a);
  return a;
}

Mesh moved(Mesh mesh, Vec3 by) {
  for (Vec3& node : mesh.nodes) node += by;
  return mesh;
}

TEST(MeshDefects, ProperMeshesPass) {
  std::mt19937 rng(5);
  EXPECT_EQ(message(test::hexahedra_block({1, 2, 3}, {3, 2, 4})), "");
  EXPECT_EQ(message(test::tetrahedra_block({1, 2, 3}, {3, 2, 2})), "");
  EXPECT_EQ(message(test::MixedMesh::make(0.15, rng, true)), "");
  EXPECT_EQ(message(moved(test::hexahedra_block({1e-3, 1e-3, 1e-3}, {5, 5, 5}), {50, 60, 70})), "");
}

TEST(MeshDefects, PartsWithoutSharedNodesAreNamed) {
  const Mesh block = test::hexahedra_block({1, 1, 1}, {2, 1, 1});
  EXPECT_NE(message(side_by_side(block, moved(block, {5, 0, 0})))
                .find("elements 0 and 2 belong to parts that share no node"),
            std::string::npos);
}

// Two blocks that share one node and lie on each other beyond it.
TEST(MeshDefects, NodesAtTheSamePlaceAndHangingNodesAreNamed) {
  const Mesh block = test::hexahedra_block({1, 1, 1}, {1, 1, 1});
  Mesh twice = side_by_side(block, moved(block, {1, 0, 0}));
  twice.elements[1].node[0] = twice.elements[0].node[1];
  twice.faces.clear();
  find_outer_faces("test", 1, twice);
  EXPECT_NE(message(twice).find("lie at the same place"), std::string::npos) << message(twice);

  Mesh hanging =
      side_by_side(block, moved(test::hexahedra_block({1, 0.5, 0.5}, {1, 1, 1}), {1, 0, 0}));
  hanging.elements[1].node[0] = hanging.elements[0].node[1];
  hanging.faces.clear();
  find_outer_faces("test", 1, hanging);
  EXPECT_NE(message(hanging).find("of element 1 lies on a face of element 0"), std::string::npos)
      << message(hanging);
}

}  // namespace
}  // namespace solfec
