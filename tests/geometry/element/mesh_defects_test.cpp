#include "geometry/element/mesh_defects.h"

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

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

/// A bar of 12 elements along x that is bent by as many turns.
Mesh ring(double turns) {
  Mesh mesh = test::hexahedra_block({6.0, 1.0, 1.0}, {12, 1, 1});
  for (Vec3& node : mesh.nodes) {
    const double angle = node.x / 6.0 * turns * 2.0 * std::numbers::pi;
    const double r = 2.0 - node.y;
    node = {r * std::sin(angle), -r * std::cos(angle), node.z};
  }
  return mesh;
}

TEST(MeshDefects, AClosedRingTouchesItselfAtItsEnds) {
  EXPECT_EQ(check_deformable_mesh(ring(0.99)).nodes, 0);
  const MeshTouches closed = check_deformable_mesh(ring(1.0));
  EXPECT_EQ(closed.nodes, 8);
  EXPECT_NE(closed.first.find("lie at the same place"), std::string::npos) << closed.first;
  // the ends have gone through each other; their sides are coplanar
  const MeshTouches overlapping = check_deformable_mesh(ring(1.02));
  EXPECT_GE(overlapping.nodes, 4);
  EXPECT_NE(overlapping.first.find("lies on a face"), std::string::npos) << overlapping.first;
}

/// A block of 4 x 2 x 2 elements cut in its middle plane z = 1 beyond x = 1.
Mesh slit() {
  Mesh mesh = test::hexahedra_block({4, 1, 2}, {4, 2, 2});
  std::vector<int> copy(mesh.nodes.size(), -1);
  for (std::size_t a = 0; a < copy.size(); ++a) {
    if (mesh.nodes[a].z != 1.0 || !(mesh.nodes[a].x > 1.5)) continue;
    copy[a] = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(mesh.nodes[a]);
  }
  for (MeshElement& element : mesh.elements) {
    double middle = 0.0;
    for (const int node : element.node) middle += mesh.nodes[static_cast<std::size_t>(node)].z / 8;
    for (int& node : element.node) {
      if (middle > 1.0 && copy[static_cast<std::size_t>(node)] >= 0) {
        node = copy[static_cast<std::size_t>(node)];
      }
    }
  }
  mesh.faces.clear();
  find_outer_faces("test", 1, mesh);
  return mesh;
}

// The sheets of a fold lie on each other from its line on, and share the nodes of that line.
TEST(MeshDefects, SheetsThatLieOnEachOtherTouch) {
  const Mesh fold = slit();
  const MeshTouches touches = check_deformable_mesh(fold);
  EXPECT_EQ(touches.nodes, 2 * 3 * 3);
  // sheets that do not match: nodes on faces
  Mesh sheared = fold;
  for (std::size_t a = fold.nodes.size() - 9; a < fold.nodes.size(); ++a) {  // of the upper sheet
    sheared.nodes[a].x += 0.1 * (sheared.nodes[a].x - 1.0);
  }
  const MeshTouches other = check_deformable_mesh(sheared);
  EXPECT_GT(other.nodes, 9);
  EXPECT_NE(other.first.find("lies on a face of element"), std::string::npos) << other.first;
}

// One face on four smaller ones that share its corners, in the middle of a mesh that hangs
// together: a node in the middle of the face is no fold.
TEST(MeshDefects, HangingNodesOfAMeshThatHangsTogetherAreNamed) {
  Mesh mesh = test::hexahedra_block({2, 2, 2}, {2, 2, 2});
  // the elements above z = 1 become one, without the nodes in the middle of its sides
  const auto node_at = [&](Vec3 place) {
    for (std::size_t a = 0; a < mesh.nodes.size(); ++a) {
      if (mesh.nodes[a] == place) return static_cast<int>(a);
    }
    return -1;
  };
  std::erase_if(mesh.elements, [&](const MeshElement& element) {
    for (const int node : element.node) {
      if (mesh.nodes[static_cast<std::size_t>(node)].z > 1.5) return true;
    }
    return false;
  });
  MeshElement coarse{8, {}, 1};
  const std::array<Vec3, 8> corners{Vec3{0, 0, 1}, Vec3{2, 0, 1}, Vec3{2, 2, 1}, Vec3{0, 2, 1},
                                    Vec3{0, 0, 2}, Vec3{2, 0, 2}, Vec3{2, 2, 2}, Vec3{0, 2, 2}};
  for (std::size_t k = 0; k < 8; ++k) coarse.node[k] = node_at(corners[k]);
  mesh.elements.push_back(coarse);
  mesh.faces.clear();
  find_outer_faces("test", 1, mesh);
  EXPECT_NE(message(mesh).find("must fit together"), std::string::npos) << message(mesh);
}

}  // namespace
}  // namespace solfec
