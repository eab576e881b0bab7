#include "geometry/shape/shape_pieces.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/adjacency.h"

namespace solfec {
namespace {

constexpr double kTolerance = 1e-4;

Mesh block(int i, int j, int k, Vec3 origin = {}) {
  std::vector<double> corners;
  for (const Vec3 p : {Vec3{0, 0, 0},
                       {1, 0, 0},
                       {1, 1, 0},
                       {0, 1, 0},
                       {0, 0, 1},
                       {1, 0, 1},
                       {1, 1, 1},
                       {0, 1, 1}}) {
    const Vec3 q = p + origin;
    corners.insert(corners.end(), {q.x, q.y, q.z});
  }
  const std::vector<int> surfaces{10, 11, 12, 13, 14, 15};
  return make_hex_mesh({corners, {i, j, k}, 7, surfaces, {}});
}

/// Checks what contact detection relies on: offsets fit, faces are outward and convex.
void expect_valid(const ShapePieces& pieces) {
  const int n = pieces.piece_count();
  ASSERT_EQ(pieces.vertex_start.size(), n + 1u);
  ASSERT_EQ(pieces.face_start.size(), n + 1u);
  ASSERT_EQ(pieces.adjacent_start.size(), n + 1u);
  ASSERT_EQ(pieces.loop_start.size(), pieces.surface.size() + 1u);
  ASSERT_EQ(pieces.outer.size(), pieces.surface.size());
  ASSERT_EQ(pieces.source.size(), pieces.kind.size());
  for (int p = 0; p < n; ++p) {
    const auto vertex = piece_vertices(pieces, p);
    for (int f = pieces.face_start[p]; f < pieces.face_start[p + 1]; ++f) {
      const auto loop =
          std::span(pieces.loop)
              .subspan(pieces.loop_start[f], pieces.loop_start[f + 1] - pieces.loop_start[f]);
      const Plane plane = face_plane(vertex, loop);
      for (const Vec3& v : vertex) {
        EXPECT_LE(dot(plane.normal, v), plane.offset + 2e-6) << "piece " << p << " face " << f;
      }
    }
  }
}

struct ElementPlace {
  int mesh = -1;  // -1: the piece is no element
  int element{};
};

ElementPlace place_of(const Shape& shape, const ShapePieces& pieces, int piece) {
  const int first_sphere = pieces.piece_count() - static_cast<int>(shape.spheres.size());
  if (piece < static_cast<int>(shape.convices.size()) || piece >= first_sphere) return {};
  ElementPlace place{0, pieces.source[piece]};
  while (place.element >= static_cast<int>(shape.meshes[place.mesh].elements.size())) {
    place.element -= static_cast<int>(shape.meshes[place.mesh++].elements.size());
  }
  return place;
}

bool share_a_node(const MeshElement& a, const MeshElement& b) {
  for (const int i : a.node) {
    if (std::find(b.node.begin(), b.node.end(), i) != b.node.end()) return true;
  }
  return false;
}

/// Adjacency by testing all pairs.
void expect_brute_force_adjacency(const Shape& shape, const ShapePieces& pieces) {
  for (int i = 0; i < pieces.piece_count(); ++i) {
    for (int j = 0; j < pieces.piece_count(); ++j) {
      const ElementPlace a = place_of(shape, pieces, i);
      const ElementPlace b = place_of(shape, pieces, j);
      bool expected = i == j || piece_distance(pieces, i, j, 1.0) <= kTolerance;
      if (a.mesh >= 0 && a.mesh == b.mesh) {
        const auto& elements = shape.meshes[a.mesh].elements;
        expected = share_a_node(elements[a.element], elements[b.element]);
      }
      EXPECT_EQ(adjacent_pieces(pieces, i, j), expected) << i << " " << j;
    }
  }
}

TEST(ShapePieces, AConvexKeepsItsFacesAndIds) {
  Shape shape;
  shape.convices.push_back(make_brick({0, 0, 0}, {1, 2, 3}));
  shape.convices[0].volume = 4;
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  expect_valid(pieces);
  EXPECT_EQ(pieces.piece_count(), 1);
  EXPECT_EQ(pieces.volume[0], 4);
  EXPECT_EQ(pieces.surface, shape.convices[0].surface);
  EXPECT_EQ(pieces.loop, shape.convices[0].face_vertex);
  EXPECT_EQ(std::count(pieces.outer.begin(), pieces.outer.end(), 1), 6);
  EXPECT_TRUE(pieces.adjacent.empty());
}

TEST(ShapePieces, ElementsInsideAMeshAreNoPieces) {
  Shape shape;
  shape.meshes.push_back(block(4, 4, 4));
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  expect_valid(pieces);
  EXPECT_EQ(pieces.piece_count(), 64 - 8);
  EXPECT_EQ(std::count(pieces.outer.begin(), pieces.outer.end(), 1), 6 * 16);
  for (std::size_t f = 0; f < pieces.surface.size(); ++f) {
    EXPECT_EQ(pieces.outer[f] != 0, pieces.surface[f] >= 10);
  }
  expect_brute_force_adjacency(shape, pieces);
}

TEST(ShapePieces, MixedShapesFindTheirNeighbours) {
  RandomGeometry random(20260101);
  Shape shape;
  for (int k = 0; k < 40; ++k) {
    shape.convices.push_back(random.hull(8, random.in_cube(1.5), random.between(0.1, 0.5)));
  }
  shape.meshes.push_back(block(3, 3, 3));
  shape.meshes.push_back(block(2, 2, 2, {1, 0, 0}));     // touches the first
  shape.meshes.push_back(block(1, 1, 1, {0, 1.01, 0}));  // does not
  for (int k = 0; k < 20; ++k) {
    shape.spheres.push_back({random.in_cube(1.5), random.between(0.05, 0.3), 3, 0});
  }
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  expect_valid(pieces);
  expect_brute_force_adjacency(shape, pieces);
}

TEST(ShapePieces, TouchingMeansWithinTheTolerance) {
  for (const double gap : {0.0, 0.9e-4, 1.1e-4}) {
    Shape shape;
    shape.convices.push_back(make_brick({0, 0, 0}, {1, 1, 1}));
    shape.convices.push_back(make_brick({1 + gap, 0, 0}, {2, 1, 1}));
    shape.spheres.push_back({{-0.5 - gap, 0.5, 0.5}, 0.5, 0, 0});
    const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
    EXPECT_EQ(adjacent_pieces(pieces, 0, 1), gap <= kTolerance);
    EXPECT_EQ(adjacent_pieces(pieces, 2, 0), gap <= kTolerance);
    EXPECT_FALSE(adjacent_pieces(pieces, 1, 2));
    EXPECT_TRUE(adjacent_pieces(pieces, 1, 1));
  }
}

TEST(ShapePieces, ASphereIsOneVertexWithoutFaces) {
  Shape shape;
  shape.spheres.push_back({{1, 2, 3}, 0.5, 8, 9});
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  expect_valid(pieces);
  EXPECT_EQ(pieces.kind[0], PieceKind::sphere);
  EXPECT_EQ(pieces.radius[0], 0.5);
  EXPECT_EQ(pieces.round_surface[0], 8);
  EXPECT_EQ(pieces.volume[0], 9);
  EXPECT_EQ(pieces.vertex[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(pieces.face_start[1], 0);
}

TEST(ShapePieces, BentFacesAreCutSoThatThePieceStaysConvex) {
  for (const double raise : {-0.3, 0.3, 1e-8}) {
    const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0,         0, 1, 0,
                                    0, 0, 1, 1, 0, 1, 1, 1, 1 + raise, 0, 1, 1};
    Shape shape;
    shape.meshes.push_back(
        make_mesh(nodes, std::vector<int>{8, 0, 1, 2, 3, 4, 5, 6, 7, 0}, std::vector<int>{5}));
    const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
    expect_valid(pieces);
    EXPECT_EQ(pieces.surface.size(), raise == 1e-8 ? 6u : 7u);
    EXPECT_EQ(std::count(pieces.surface.begin(), pieces.surface.end(), 5),
              static_cast<long>(pieces.surface.size()));
  }
}

TEST(ShapePieces, PiecesKeepTheOrderOfConvicesElementsAndSpheres) {
  Shape shape;
  shape.spheres.push_back({{9, 9, 9}, 0.5, 0, 0});
  shape.meshes.push_back(block(3, 3, 3));
  shape.meshes.push_back(block(1, 1, 2, {5, 0, 0}));
  shape.convices.push_back(make_brick({0, 0, 3}, {1, 1, 4}));
  const ShapePieces pieces = make_shape_pieces(shape, kTolerance);
  EXPECT_EQ(pieces.piece_count(), 1 + 26 + 2 + 1);
  EXPECT_EQ(pieces.source[0], 0);
  EXPECT_EQ(pieces.source[1 + 13], 14);  // element 13 is inside
  EXPECT_EQ(pieces.source[27], 27);      // first element of the second mesh
  EXPECT_EQ(pieces.source[28], 28);
  EXPECT_EQ(pieces.kind[29], PieceKind::sphere);
  EXPECT_EQ(pieces.source[29], 0);
}

}  // namespace
}  // namespace solfec
