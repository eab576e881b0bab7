#include "geometry/element/hex_mesh.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/polyhedron_view.h"
#include "geometry/element/element_tables.h"
#include "geometry/expect_message.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

const std::vector<double> kCube{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
const std::vector<int> kIds{1, 2, 3, 4, 5, 6};

double volume_of(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return mass_properties(shape).volume;
}

TEST(HexMesh, NodesRunAlongXThenYThenZ) {
  const Mesh mesh = make_hex_mesh({kCube, {2, 3, 4}, 8, kIds, {}});
  ASSERT_EQ(mesh.nodes.size(), 3u * 4 * 5);
  ASSERT_EQ(mesh.elements.size(), 24u);
  for (int k = 0; k <= 4; ++k) {
    for (int j = 0; j <= 3; ++j) {
      for (int i = 0; i <= 2; ++i) {
        const Vec3 expected{i / 2.0, j / 3.0, k / 4.0};
        EXPECT_LE(norm(mesh.nodes[i + 3 * j + 12 * k] - expected), 1e-15);
      }
    }
  }
  EXPECT_EQ(mesh.elements[1].node[0], 1);   // second element along x
  EXPECT_EQ(mesh.elements[2].node[0], 3);   // second along y
  EXPECT_EQ(mesh.elements[6].node[0], 12);  // second along z
  EXPECT_EQ(mesh.elements[23].volume, 8);
}

TEST(HexMesh, SurfaceIdsAreBottomLeftBackRightFrontTop) {
  const Mesh mesh = make_hex_mesh({kCube, {2, 3, 4}, 0, kIds, {}});
  const Vec3 normals[] = {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
  int counted[6] = {};
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    const Plane plane = face_plane(mesh.nodes, nodes.nodes());
    EXPECT_LE(norm(plane.normal - normals[face.surface - 1]), 1e-14);
    ++counted[face.surface - 1];
  }
  const int expected[] = {6, 12, 8, 12, 8, 6};
  for (int s = 0; s < 6; ++s) EXPECT_EQ(counted[s], expected[s]);
}

TEST(HexMesh, RelativeSizesAreScaledAndSurplusIsIgnored) {
  const std::vector<double> dx{1, 3, 100};
  const std::vector<double> dz{0.5};
  const Mesh mesh = make_hex_mesh({kCube, {2, 1, 1}, 0, kIds, {dx, {}, dz}});
  EXPECT_EQ(mesh.nodes[1].x, 0.25);
  EXPECT_EQ(mesh.nodes[2].x, 1.0);
  EXPECT_EQ(mesh.nodes[6].z, 1.0);
}

TEST(HexMesh, LayersInReversedOrderAreExchanged) {
  std::vector<double> turned(kCube.begin() + 12, kCube.end());
  turned.insert(turned.end(), kCube.begin(), kCube.begin() + 12);
  const Mesh mesh = make_hex_mesh({turned, {1, 1, 2}, 0, kIds, {}});
  EXPECT_EQ(mesh.nodes[0], (Vec3{0, 0, 0}));
  EXPECT_NEAR(volume_of(mesh), 1.0, 1e-14);
}

TEST(HexMesh, CornersAreMetExactlyAndInnerNodesAreTrilinear) {
  std::vector<double> corners = kCube;
  corners[18] = 1.7;  // x of corner 6
  corners[14] = 1.1;  // z of corner 4
  const Mesh mesh = make_hex_mesh({corners, {2, 2, 2}, 0, kIds, {}});
  EXPECT_EQ(mesh.nodes[26], (Vec3{1.7, 1, 1}));
  EXPECT_EQ(mesh.nodes[18], (Vec3{0, 0, 1.1}));
  EXPECT_LE(norm(mesh.nodes[13] - Vec3{0.5 + 0.7 / 8, 0.5, 0.5 + 0.1 / 8}), 1e-15);
}

TEST(HexMesh, NamesTheArgumentThatIsWrong) {
  const auto message = [](const HexMeshParams& params) {
    return message_of([&] { make_hex_mesh(params); });
  };
  const std::vector<double> short_list(21, 0.0);
  const std::vector<int> five(5, 0);
  const std::vector<double> one{1.0};
  const std::vector<double> zero{1.0, 0.0};
  const std::vector<double> huge(2, std::numeric_limits<double>::max());
  EXPECT_EQ(message({short_list, {1, 1, 1}, 0, kIds, {}}),
            "HEX: 'nodes' must have 24 numbers, got 21");
  EXPECT_EQ(message({kCube, {1, 0, 1}, 0, kIds, {}}), "HEX: 'j' must be at least 1, got 0");
  EXPECT_EQ(message({kCube, {1, 1, 1}, 0, five, {}}), "HEX: 'surfids' must have 6 numbers, got 5");
  EXPECT_EQ(message({kCube, {1, 2, 1}, 0, kIds, {{{}, one, {}}}}),
            "HEX: 'dy' must have at least 2 numbers, got 1");
  EXPECT_EQ(message({kCube, {1, 1, 2}, 0, kIds, {{{}, {}, zero}}}),
            "HEX: 'dz' must be positive, got 0 at place 1");
  EXPECT_EQ(message({kCube, {2, 1, 1}, 0, kIds, {{huge, {}, {}}}}),
            "HEX: the sum of 'dx' is not finite");
  EXPECT_EQ(message({kCube, {100000, 100000, 1}, 0, kIds, {}}),
            "HEX: the mesh has too many nodes, got i, j, k = 100000, 100000, 1");
  std::vector<double> flat = kCube;
  for (std::size_t k = 2; k < flat.size(); k += 3) flat[k] = 0.0;
  EXPECT_EQ(message({flat, {1, 1, 1}, 0, kIds, {}}).substr(0, 22), "HEX: element 0 is flat");
}

}  // namespace
}  // namespace solfec
