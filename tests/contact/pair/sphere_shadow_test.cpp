#include "contact/pair/sphere_shadow.h"

#include <gtest/gtest.h>

#include "contact/scene.h"

namespace solfec {
namespace {

using test::Scene;

constexpr double kTol = 1e-9;

TEST(SphereShadow, SphereRollingOverAMeshIsAlwaysCarriedAlongTheFaceNormal) {
  // 4 x 3 elements; the sphere passes along faces, edges and nodes.
  for (const double y : {0.3, 1.0, 1.37}) {
    Scene scene;
    scene.add(test::brick({0, 0, -1}, {4, 3, 0}, {4, 3, 1}), {.obstacle = true});
    const int ball = scene.add(test::ball({0.5, y, 0.5 - 1e-5}, 0.5));
    for (int step = 0; step < 3000; ++step) {
      const auto points = scene.detect();
      ASSERT_EQ(points.size(), 1u) << "step " << step << " y " << y;
      EXPECT_NEAR(points[0].frame(2, 2), 1.0, kTol);
      EXPECT_NEAR(points[0].gap, -1e-5, kTol);
      scene.translate(ball, {1e-3, 0, 0});
    }
  }
}

TEST(SphereShadow, SphereOverACommonNodeKeepsOnlyTheElementItStandsOn) {
  Scene scene;
  scene.params = test::every_overlap();
  scene.add(test::brick({0, 0, -1}, {2, 2, 0}, {2, 2, 1}));
  scene.add(test::ball({1.001, 0.998, 0.5 - 1e-4}, 0.5));
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].slave_piece, 1);  // x > 1, y < 1
}

TEST(SphereShadow, SphereInAConcaveCornerOfOneMeshTouchesBothWalls) {
  // L-shape of three elements: floor [0, 2] x [-1, 0], wall [-1, 0] x [0, 1] on a corner element.
  Mesh mesh = test::hex_mesh({-1, 0, -1}, {2, 1, 0}, {3, 1, 1}, 1);
  const int first = count(mesh.nodes);
  for (const double y : {0.0, 1.0}) {
    for (const double x : {-1.0, 0.0}) mesh.nodes.push_back({x, y, 1.0});
  }
  // nodes of the top of element 0, then the new ones in the same order
  const auto& base = mesh.elements[0].node;
  mesh.elements.push_back(
      {8, {base[4], base[5], base[6], base[7], first, first + 1, first + 3, first + 2}, 1});
  std::erase_if(mesh.faces, [&](const MeshFace& face) {  // now inside
    bool top = face.element == 0;
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    for (const int v : nodes.nodes()) {
      top = top && mesh.nodes[v].z == 0.0;
    }
    return top;
  });
  for (int side = 0; side < 6; ++side) {
    bool bottom = true;
    const FaceNodes nodes = face_nodes(mesh.elements.back(), side);
    for (const int v : nodes.nodes()) {
      bottom = bottom && mesh.nodes[v].z == 0.0;
    }
    if (!bottom) mesh.faces.push_back({count(mesh.elements) - 1, side, 1});
  }
  Shape corner;
  corner.meshes.push_back(mesh);

  Scene scene;
  scene.add(corner);
  scene.add(test::ball({0.2 - 1e-5, 0.5, 0.2 - 1e-5}, 0.2));
  const auto points = scene.detect();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].frame(2, 2), 1.0, kTol);  // floor element first
  EXPECT_NEAR(points[1].frame(0, 2), 1.0, kTol);
}

}  // namespace
}  // namespace solfec
