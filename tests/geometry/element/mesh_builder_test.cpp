#include "geometry/element/mesh_builder.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/polyhedron_view.h"
#include "geometry/element/element_tables.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/expect_message.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

/// Corners of the unit cube and a second layer above: 12 nodes of two stacked cubes.
const std::vector<double> kNodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1,
                                 1, 1, 1, 0, 1, 1, 0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
const std::vector<int> kTower{8, 0, 1, 2, 3, 4, 5, 6, 7, 1, 8, 4, 5, 6, 7, 8, 9, 10, 11, 2};

std::string message(const std::vector<int>& elements, const std::vector<int>& surfaces = {1}) {
  return message_of([&] { make_mesh(kNodes, elements, surfaces); });
}

Vec3 mean(const Mesh& mesh, std::span<const int> nodes) {
  Vec3 sum;
  for (const int n : nodes) sum += mesh.nodes[n];
  return sum / static_cast<double>(nodes.size());
}

TEST(ElementTables, FacesLookOutwardAndUseEveryEdgeTwice) {
  const std::vector<std::vector<int>> elements{{8, 0, 1, 2, 3, 4, 5, 6, 7, 0},
                                               {6, 0, 1, 2, 4, 5, 6, 0},
                                               {5, 0, 1, 2, 3, 4, 0},
                                               {4, 0, 1, 2, 4, 0}};
  for (const auto& list : elements) {
    const Mesh mesh = make_mesh(kNodes, list, std::vector<int>{1});
    const MeshElement& element = mesh.elements[0];
    const Vec3 middle = mean(mesh, std::span(element.node).first(element.node_count));
    std::vector<std::pair<int, int>> edges;
    const int sides = element_faces(element.node_count).face_count;
    for (int side = 0; side < sides; ++side) {
      const FaceNodes face = face_nodes(element, side);
      const Plane plane = face_plane(mesh.nodes, face.nodes());
      EXPECT_GT(plane.offset, dot(plane.normal, middle)) << list[0] << " side " << side;
      for (int k = 0; k < face.size; ++k) {
        edges.emplace_back(face.node[k], face.node[(k + 1) % face.size]);
      }
    }
    std::sort(edges.begin(), edges.end());
    EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end());
    for (const auto& [from, to] : edges) {
      EXPECT_TRUE(std::binary_search(edges.begin(), edges.end(), std::pair{to, from}));
    }
  }
}

bool has_edge(std::span<const int> face, int from, int to) {
  for (std::size_t k = 0; k < face.size(); ++k) {
    if (face[k] == from && face[(k + 1) % face.size()] == to) return true;
  }
  return false;
}

bool has_edge(const ElementFaces& faces, int from, int to) {
  for (int side = 0; side < faces.face_count; ++side) {
    if (has_edge(faces.face(side), from, to)) return true;
  }
  return false;
}

TEST(ElementTables, CornersFollowTheEdgesOfTheElement) {
  for (const int n : {4, 5, 6, 8}) {
    for (const ElementCorner& corner : element_corners(n)) {
      for (int k = 1; k < 4; ++k) {
        EXPECT_TRUE(has_edge(element_faces(n), corner.node[0], corner.node[k])) << n;
      }
    }
  }
}

TEST(MeshBuilder, SharedFacesAreInnerAndTheOthersOuter) {
  const Mesh mesh = make_mesh(kNodes, kTower, std::vector<int>{9});
  ASSERT_EQ(mesh.elements.size(), 2u);
  EXPECT_EQ(mesh.elements[1].volume, 2);
  ASSERT_EQ(mesh.faces.size(), 10u);
  for (const MeshFace& face : mesh.faces) {
    EXPECT_EQ(face.surface, 9);
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    EXPECT_NE(face_key(nodes.nodes()), (FaceKey{4, 5, 6, 7}));
  }
}

TEST(MeshBuilder, ListedFacesGetTheirOwnIds) {
  const Mesh mesh =
      make_mesh(kNodes, kTower, std::vector<int>{9, 4, 8, 9, 10, 11, 20, 4, 3, 1, 0, 2, 30});
  for (const MeshFace& face : mesh.faces) {
    const FaceKey key = face_key(face_nodes(mesh.elements[face.element], face.side).nodes());
    const int expected = key == FaceKey{8, 9, 10, 11} ? 20 : (key == FaceKey{0, 1, 2, 3} ? 30 : 9);
    EXPECT_EQ(face.surface, expected);
  }
}

TEST(MeshBuilder, NeighboursOfDifferentKindsShareTheirFace) {
  // cube below, pyramid on top of it with the apex at node 8
  const Mesh mesh =
      make_mesh(kNodes, std::vector<int>{8, 0, 1, 2, 3, 4, 5, 6, 7, 0, 5, 4, 5, 6, 7, 8, 0},
                std::vector<int>{1});
  EXPECT_EQ(mesh.faces.size(), 5u + 4u);
}

TEST(MeshBuilder, NamesTheElementThatIsWrong) {
  EXPECT_EQ(message({7, 0, 1, 2, 3, 4, 5, 6, 0}),
            "MESH: element 0: An element must have 4, 5, 6, or 8 nodes, got 7");
  EXPECT_EQ(message({4, 0, 1, 2, 4, 0, 4, 0, 1}),
            "MESH: element 1: The last element definition is incomplete, 4 nodes and a volume id "
            "must follow, got 2 numbers");
  EXPECT_EQ(message({4, 0, 1, 2, 12, 0}),
            "MESH: element 0: index out of range, got 12 at place 3, must be in [0, 11]");
  EXPECT_EQ(message({4, 0, 1, 0, 4, 0}),
            "MESH: element 0: indices must differ, got 0 at places 0 and 2");
  EXPECT_EQ(message({}), "MESH: at least 1 element must be defined, got 0");
}

TEST(MeshBuilder, NamesInvertedAndFlatElements) {
  EXPECT_EQ(message({8, 0, 1, 2, 3, 5, 4, 6, 7, 0}).substr(0, 43),
            "MESH: element 0 is inverted at its node 5: ");
  EXPECT_EQ(message({4, 0, 1, 2, 3, 0}),
            "MESH: element 0 is flat at its node 0: the scaled triple product of the edges must "
            "be positive, got 0");
}

TEST(MeshBuilder, MirroredElementsArePutRight) {
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  for (const std::vector<int>& element : {std::vector<int>{4, 0, 2, 1, 4, 0},
                                          {5, 0, 3, 2, 1, 4, 0},
                                          {6, 4, 5, 7, 0, 1, 3, 0},
                                          {8, 4, 5, 6, 7, 0, 1, 2, 3, 0}}) {
    const Mesh mesh = make_mesh(nodes, element, std::vector<int>{1});
    Shape shape;
    shape.meshes.push_back(mesh);
    EXPECT_GT(mass_properties(shape).volume, 0.1) << element[0];
    std::vector<int> used(mesh.elements[0].node.begin(),
                          mesh.elements[0].node.begin() + element[0]);
    std::vector<int> given(element.begin() + 1, element.end() - 1);
    std::sort(used.begin(), used.end());
    std::sort(given.begin(), given.end());
    EXPECT_EQ(used, given);
  }
}

TEST(MeshBuilder, NamesFacesThatCannotBelongToTheirElements) {
  EXPECT_EQ(message({8, 0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 0}),
            "MESH: elements 0 and 1 lie on the same side of the face with the nodes 0, 1, 2, 3");
  EXPECT_EQ(message({4, 0, 1, 2, 4, 0, 4, 0, 1, 2, 5, 0, 4, 0, 1, 2, 6, 0}),
            "MESH: the face with the nodes 0, 1, 2 must belong to at most 2 elements, got 3 "
            "(elements 0, 1, 2)");
}

TEST(MeshBuilder, NamesSurfaceFacesThatAreWrong) {
  EXPECT_EQ(message(kTower, {}), "MESH: 'surfids' must start with a surface id, got none");
  EXPECT_EQ(message(kTower, {9, 4, 4, 5, 6, 7, 1}),
            "MESH: surface face 0 must be an outer face, no element has an outer face with these "
            "nodes");
  EXPECT_EQ(message(kTower, {9, 2, 4, 5, 6}),
            "MESH: surface face 0: A face must have 3 or 4 nodes, got 2");
  EXPECT_EQ(message(kTower, {9, 3, 4, 5, 6}),
            "MESH: surface face 0: The last face definition is incomplete, 3 nodes and a surface "
            "id must follow, got 3 numbers");
  EXPECT_EQ(message(kTower, {9, 3, 4, 5, 44, 1}),
            "MESH: surface face 0: index out of range, got 44 at place 2, must be in [0, 11]");
  EXPECT_EQ(message(kTower, {9, 4, 0, 1, 2, 3, 5, 4, 3, 2, 1, 0, 6}),
            "MESH: surface faces 0 and 1 are the same face and must have one id, got 5 and 6");
}

}  // namespace
}  // namespace solfec
