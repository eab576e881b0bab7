#include "geometry/shape/pipe_mesh.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/collision/polyhedron_view.h"
#include "geometry/element/element_tables.h"
#include "geometry/expect_message.h"
#include "geometry/shape/mass_properties.h"

namespace solfec {
namespace {

const std::vector<int> kIds{1, 2, 3, 4};

PipeMeshParams pipe(int along, int around, int through) {
  return {.point = {1, 2, 3},
          .axis = {0, 0, 2},
          .inner = 0.5,
          .thickness = 0.25,
          .along = along,
          .around = around,
          .through = through,
          .volume = 9,
          .surfaces = kIds};
}

TEST(PipeMesh, VolumeAndEulerTensorAreThoseOfTheDifferenceOfTwoRegularPrisms) {
  for (const int n : {3, 8, 60}) {
    Shape shape;
    shape.meshes.push_back(make_pipe_mesh(pipe(3, n, 2)));
    const MassProperties got = mass_properties(shape);
    const double angle = 2.0 * std::numbers::pi / n;
    const double shape_of_n = 0.5 * n * std::sin(angle);
    const auto power = [](int k) { return std::pow(0.75, k) - std::pow(0.5, k); };
    EXPECT_NEAR(got.volume, shape_of_n * power(2) * 2.0, 1e-13);
    EXPECT_LE(norm(got.center - Vec3{1, 2, 4}), 1e-13);
    EXPECT_NEAR(got.euler(0, 0), shape_of_n / 12.0 * (2.0 + std::cos(angle)) * power(4) * 2.0,
                1e-13);
    EXPECT_NEAR(got.euler(2, 2), shape_of_n * power(2) * 8.0 / 12.0, 1e-13);
  }
}

TEST(PipeMesh, NodesRunThroughTheWallThenAroundThenAlong) {
  const Mesh mesh = make_pipe_mesh(pipe(3, 8, 2));
  ASSERT_EQ(mesh.nodes.size(), 3u * 8 * 4);
  ASSERT_EQ(mesh.elements.size(), 2u * 8 * 3);
  EXPECT_EQ(mesh.elements[0].volume, 9);
  EXPECT_LE(norm(mesh.nodes[0] - Vec3{1.5, 2, 3}), 1e-15);
  EXPECT_LE(norm(mesh.nodes[2] - Vec3{1.75, 2, 3}), 1e-15);
  EXPECT_LE(norm(mesh.nodes[3 * 2] - Vec3{1, 2.5, 3}), 1e-15);
  EXPECT_LE(norm(mesh.nodes[3 * 8 * 3] - Vec3{1.5, 2, 5}), 1e-15);
}

TEST(PipeMesh, SurfacesAreBottomTopInnerOuter) {
  const Mesh mesh = make_pipe_mesh(pipe(3, 8, 2));
  int counted[5] = {};
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    const Vec3 normal = face_plane(mesh.nodes, nodes.nodes()).normal;
    const Vec3 arm = mesh.nodes[nodes.node[0]] - Vec3{1, 2, 3};
    const double outwards = normal.x * arm.x + normal.y * arm.y;
    if (face.surface == 1) {
      EXPECT_NEAR(normal.z, -1.0, 1e-13);
    }
    if (face.surface == 2) {
      EXPECT_NEAR(normal.z, 1.0, 1e-13);
    }
    if (face.surface == 3) {
      EXPECT_LT(outwards, -0.4);
    }
    if (face.surface == 4) {
      EXPECT_GT(outwards, 0.6);
    }
    ++counted[face.surface];
  }
  EXPECT_EQ(counted[1], 16);
  EXPECT_EQ(counted[2], 16);
  EXPECT_EQ(counted[3], 24);
  EXPECT_EQ(counted[4], 24);
}

TEST(PipeMesh, NamesArgumentsThatItCannotTake) {
  const auto message = [](PipeMeshParams params) {
    return message_of([&] { make_pipe_mesh(params); });
  };
  EXPECT_EQ(message(pipe(1, 2, 1)), "PIPE: 'nrad' must be at least 3, got 2");
  EXPECT_EQ(message(pipe(100000, 100000, 1)),
            "PIPE: the mesh has too many nodes, got ndri, nrad, nthi = 100000, 100000, 1");
  PipeMeshParams params = pipe(1, 3, 1);
  params.axis = {};
  EXPECT_EQ(message(params), "PIPE: 'dir' must have a length, got (0, 0, 0)");
  params = pipe(1, 3, 1);
  params.surfaces = params.surfaces.first(3);
  EXPECT_EQ(message(params),
            "PIPE: 'surfids' must have 4 numbers (bottom, top, inner, outer), got 3");
}

}  // namespace
}  // namespace solfec
