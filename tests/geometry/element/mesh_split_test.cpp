#include "geometry/element/mesh_split.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/block_mesh.h"

namespace solfec {
namespace {

/// Inner faces of a mesh whose nodes all have x = place and y >= from.
std::vector<SplitFace> faces_on_plane(const Mesh& mesh, double place, double from = -1.0) {
  std::vector<SplitFace> faces;
  for (const InnerFace& face : find_inner_faces(mesh)) {
    const FaceNodes loop = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
    const auto nodes = loop.nodes();
    const bool lies_on_it = std::all_of(nodes.begin(), nodes.end(), [&](int node) {
      const Vec3 x = mesh.nodes[std::size_t(node)];
      return std::fabs(x.x - place) < 1e-9 && x.y > from - 1e-9;
    });
    if (lies_on_it) faces.push_back({face, 7, 8});
  }
  return faces;
}

/// Whether the outer faces of a part are those that its elements alone have, each once.
void expect_whole_surface(const Mesh& part) {
  Mesh alone = part;
  find_outer_faces("test", 0, alone);
  ASSERT_EQ(part.faces.size(), alone.faces.size());
  for (std::size_t k = 0; k < part.faces.size(); ++k) {
    EXPECT_EQ(part.faces[k].element, alone.faces[k].element);
    EXPECT_EQ(part.faces[k].side, alone.faces[k].side);
  }
}

/// Each node and element of a part is where the whole mesh has it.
void expect_places_of(const MeshPart& part, const Mesh& whole) {
  ASSERT_EQ(part.node.size(), part.mesh.nodes.size());
  ASSERT_EQ(part.element.size(), part.mesh.elements.size());
  EXPECT_TRUE(std::is_sorted(part.element.begin(), part.element.end()));
  EXPECT_TRUE(std::is_sorted(part.node.begin(), part.node.end()));
  for (std::size_t i = 0; i < part.node.size(); ++i) {
    EXPECT_EQ(part.mesh.nodes[i], whole.nodes[std::size_t(part.node[i])]);
  }
  for (std::size_t e = 0; e < part.element.size(); ++e) {
    const MeshElement& mine = part.mesh.elements[e];
    const MeshElement& its = whole.elements[std::size_t(part.element[e])];
    ASSERT_EQ(mine.node_count, its.node_count);
    EXPECT_EQ(mine.volume, its.volume);
    for (int k = 0; k < mine.node_count; ++k) {
      EXPECT_EQ(part.node[std::size_t(mine.node[std::size_t(k)])], its.node[std::size_t(k)]);
    }
  }
}

int faces_with(const Mesh& mesh, SurfaceId surface) {
  return static_cast<int>(std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                        [&](const auto& f) { return f.surface == surface; }));
}

TEST(MeshSplit, APlaneMakesTwoPartsWithBothSurfaces) {
  for (const bool tetrahedra : {false, true}) {
    const Mesh mesh = tetrahedra ? test::tetrahedra_block({4, 2, 1}, {4, 2, 1})
                                 : test::hexahedra_block({4, 2, 1}, {4, 2, 1});
    const std::vector<SplitFace> faces = faces_on_plane(mesh, 1.0);
    ASSERT_EQ(faces.size(), tetrahedra ? 4U : 2U);
    const std::vector<MeshPart> parts = split_mesh(mesh, faces);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].mesh.nodes.size(), 12U);  // 2 x 3 x 2
    EXPECT_EQ(parts[1].mesh.nodes.size(), 24U);  // 4 x 3 x 2
    for (const MeshPart& part : parts) {
      expect_whole_surface(part.mesh);
      expect_places_of(part, mesh);
    }
    // inner faces list the smaller element first, which lies at the smaller x
    EXPECT_EQ(faces_with(parts[0].mesh, 7), static_cast<int>(faces.size()));
    EXPECT_EQ(faces_with(parts[1].mesh, 8), static_cast<int>(faces.size()));
    EXPECT_EQ(faces_with(parts[0].mesh, 8) + faces_with(parts[1].mesh, 7), 0);
    EXPECT_EQ(faces_with(parts[0].mesh, 1) + faces_with(parts[1].mesh, 1),
              static_cast<int>(mesh.faces.size()));
  }
}

TEST(MeshSplit, ASlitDoublesItsNodesButNotThoseOfItsTip) {
  const Mesh mesh = test::hexahedra_block({2, 3, 1}, {2, 3, 1});
  const std::vector<SplitFace> faces = faces_on_plane(mesh, 1.0, 1.0);  // two of three faces
  ASSERT_EQ(faces.size(), 2U);
  const std::vector<MeshPart> parts = split_mesh(mesh, faces);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].mesh.nodes.size(), mesh.nodes.size() + 4U);  // at y = 2 and 3, not at y = 1
  expect_whole_surface(parts[0].mesh);
  expect_places_of(parts[0], mesh);
  std::map<int, int> copies;
  for (const int node : parts[0].node) ++copies[node];
  for (const auto& [node, number] : copies) {
    const Vec3 x = mesh.nodes[std::size_t(node)];
    EXPECT_EQ(number, x.x == 1.0 && x.y > 1.5 ? 2 : 1) << x.x << " " << x.y;
  }
}

TEST(MeshSplit, AllFacesMakeEachElementAPart) {
  const Mesh mesh = test::tetrahedra_block({1, 1, 1}, {2, 2, 2});
  std::vector<SplitFace> faces;
  for (const InnerFace& face : find_inner_faces(mesh)) faces.push_back({face, 3, 3});
  const std::vector<MeshPart> parts = split_mesh(mesh, faces);
  ASSERT_EQ(parts.size(), mesh.elements.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    EXPECT_EQ(parts[k].element, std::vector{static_cast<int>(k)});  // by their first elements
    EXPECT_EQ(parts[k].mesh.nodes.size(), 4U);
    EXPECT_EQ(parts[k].mesh.faces.size(), 4U);
  }
}

TEST(MeshSplit, ElementsThatShareAnEdgeAloneComeApartOnlyAtOpenedNodes) {
  // two hexahedra of a square of four are taken away: the others share the edge in the middle
  Mesh mesh = test::hexahedra_block({2, 2, 1}, {2, 2, 1});
  std::swap(mesh.elements[1], mesh.elements[3]);
  mesh.elements.resize(2);
  find_outer_faces("test", 1, mesh);
  EXPECT_TRUE(find_inner_faces(mesh).empty());
  EXPECT_EQ(split_mesh(mesh, {}).size(), 1U);
}

TEST(MeshFaces, InnerFacesHaveBothElements) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {3, 1, 1});
  const std::vector<InnerFace> faces = find_inner_faces(mesh);
  ASSERT_EQ(faces.size(), 2U);
  for (int k = 0; k < 2; ++k) {
    const InnerFace& face = faces[std::size_t(k)];
    EXPECT_EQ(face.element, k);
    EXPECT_EQ(face.neighbour, k + 1);
    const auto key = [&](int element, int side) {
      return face_key(face_nodes(mesh.elements[std::size_t(element)], side).nodes());
    };
    EXPECT_EQ(key(face.element, face.side), key(face.neighbour, face.neighbour_side));
  }
}

}  // namespace
}  // namespace solfec
