#include "geometry/shape/convex_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "geometry/element/element_tables.h"
#include "geometry/element/hex_mesh.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/bend.h"
#include "geometry/shape/convex_hull.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"

namespace solfec {
namespace {

constexpr double kExact = 1e-11;  // of areas and volumes: rounding

using Corners = std::array<Vec3, 8>;

Corners box_corners(Vec3 edge) {
  return {Vec3{0, 0, 0},      {edge.x, 0, 0},      {edge.x, edge.y, 0},      {0, edge.y, 0},
          Vec3{0, 0, edge.z}, {edge.x, 0, edge.z}, {edge.x, edge.y, edge.z}, {0, edge.y, edge.z}};
}

Mesh hex_of(const Corners& corners, std::array<int, 3> counts,
            std::array<int, 6> ids = {1, 1, 1, 1, 1, 1}) {
  std::vector<double> numbers;
  for (const Vec3 p : corners) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return make_hex_mesh({numbers, counts, 0, ids, {}});
}

/// The boundary as a polyhedron of its own.
Convex polyhedron_of(const Mesh& mesh, const ConvexBoundary& boundary) {
  Convex convex;
  for (const int node : boundary.node) convex.vertices.push_back(mesh.nodes[node]);
  convex.face_start = boundary.face_start;
  convex.face_vertex = boundary.face_vertex;
  convex.surface = boundary.surface;
  return convex;
}

double area_of_face(const Convex& convex, int f) {
  const auto face = convex.face(f);
  Vec3 sum;
  for (std::size_t k = 1; k + 1 < face.size(); ++k) {
    sum += cross(convex.vertices[face[k]] - convex.vertices[face[0]],
                 convex.vertices[face[k + 1]] - convex.vertices[face[0]]);
  }
  return 0.5 * norm(sum);
}

double area_of_hull(const Convex& convex) {
  double area = 0.0;
  for (int f = 0; f < convex.face_count(); ++f) area += area_of_face(convex, f);
  return area;
}

double volume_of(const Convex& convex) {
  Shape shape;
  shape.convices.push_back(convex);
  return mass_properties(shape).volume;
}

double volume_of(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return mass_properties(shape).volume;
}

/// Distance of the tips of a mesh from being convex by its definition: the middle of any two of its
/// nodes, and of any of their middles, lies in some element. No planes of outer faces are asked.
bool is_convex_by_chords(const Mesh& mesh) {
  const auto inside = [&](Vec3 p) {
    return std::any_of(mesh.elements.begin(), mesh.elements.end(), [&](const MeshElement& element) {
      for (int side = 0; side < element_faces(element.node_count).face_count; ++side) {
        const FaceNodes face = face_nodes(element, side);
        const Plane plane = face_plane(mesh.nodes, face.nodes());
        if (dot(plane.normal, p) - plane.offset > 1e-7) return false;
      }
      return true;
    });
  };
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const double t : {0.5, 0.07, 0.93, 0.31}) {
        if (!inside(t * mesh.nodes[i] + (1.0 - t) * mesh.nodes[j])) return false;
      }
    }
  }
  return true;
}

void move_mesh(Mesh& mesh, const Mat3& map, Vec3 shift) {
  for (Vec3& p : mesh.nodes) p = map * p + shift;
}

void expect_hull(const Mesh& mesh, int faces, int vertices) {
  const auto boundary = convex_boundary(mesh);
  ASSERT_TRUE(boundary);
  const Convex made = polyhedron_of(mesh, *boundary);
  EXPECT_EQ(made.face_count(), faces);
  EXPECT_EQ(made.vertices.size(), static_cast<std::size_t>(vertices));
  const Convex hull = make_convex_hull(mesh.nodes, 0, 0);
  EXPECT_NEAR(volume_of(made), volume_of(mesh), kExact * volume_of(mesh));
  EXPECT_NEAR(volume_of(made), volume_of(hull), kExact * volume_of(mesh));
  EXPECT_NEAR(area_of_hull(made), area_of_hull(hull), kExact * area_of_hull(hull));
}

TEST(ConvexMesh, ShearedAndTurnedBoxesAreSixQuadrilaterals) {
  RandomGeometry random(3);
  for (int sample = 0; sample < 60; ++sample) {
    const Vec3 edge{random.between(0.1, 4), random.between(0.1, 4), random.between(0.1, 4)};
    Mat3 shear = identity();
    shear(0, 1) = random.between(-1, 1);
    shear(0, 2) = random.between(-1, 1);
    shear(1, 2) = random.between(-1, 1);
    const Mat3 map = random.rotation() * shear;
    const std::array<int, 3> counts{random.integer(1, 4), random.integer(1, 4),
                                    random.integer(2, 4)};
    Mesh mesh = hex_of(box_corners(edge), counts, {11, 12, 13, 14, 15, 16});
    move_mesh(mesh, map, random.in_cube(30));
    expect_hull(mesh, 6, 8);
    const auto boundary = convex_boundary(mesh);
    const Convex made = polyhedron_of(mesh, *boundary);
    EXPECT_NEAR(volume_of(made), edge.x * edge.y * edge.z, 1e-9 * edge.x * edge.y * edge.z);
    // each side has its surface id: of a parallelepiped by the cross products of its edges
    const Vec3 a = map * Vec3{edge.x, 0, 0};
    const Vec3 b = map * Vec3{0, edge.y, 0};
    const Vec3 c = map * Vec3{0, 0, edge.z};
    for (int f = 0; f < 6; ++f) {
      EXPECT_EQ(made.face(f).size(), 4U);
      const int id = made.surface[f];
      const Vec3 side = id == 11 || id == 16   ? cross(a, b)
                        : id == 12 || id == 14 ? cross(b, c)
                                               : cross(c, a);
      EXPECT_NEAR(area_of_face(made, f), norm(side), 1e-9 * norm(side));
      const Vec3 normal = face_plane(made.vertices, made.face(f)).normal;
      const double sign = id == 11 || id == 12 || id == 15 ? -1.0 : 1.0;
      EXPECT_NEAR(sign * dot(normal, side), norm(side), 1e-9 * norm(side));
    }
  }
}

TEST(ConvexMesh, TaperedBlockIsAVoussoir) {
  // inner and outer face, two beds that are radial, two ends
  for (const double half : {0.05, 0.1, 0.3}) {
    const double s = std::sin(half);
    const double c = std::cos(half);
    const auto at = [&](double r, double side, double y) { return Vec3{side * r * s, y, r * c}; };
    const Corners corners{at(1, -1, 0), at(1, 1, 0), at(1, 1, 0.5), at(1, -1, 0.5),
                          at(2, -1, 0), at(2, 1, 0), at(2, 1, 0.5), at(2, -1, 0.5)};
    const Mesh mesh = hex_of(corners, {2, 3, 2});
    expect_hull(mesh, 6, 8);
    EXPECT_NEAR(volume_of(polyhedron_of(mesh, *convex_boundary(mesh))), 0.5 * 3.0 * s * c, 1e-12);
  }
}

TEST(ConvexMesh, BentBlockIsNone) {
  Mesh mesh = hex_of(box_corners({4, 1, 1}), {4, 1, 1});
  EXPECT_TRUE(convex_boundary(mesh));
  bend(mesh, {{0, 0, -3}, {0, 1, 0}, 40.0});
  EXPECT_FALSE(convex_boundary(mesh));
  EXPECT_FALSE(is_convex_by_chords(mesh));
}

TEST(ConvexMesh, OneElementIsAPieceAlready) {
  EXPECT_FALSE(convex_boundary(hex_of(box_corners({1, 1, 1}), {1, 1, 1})));
}

/// A unit cube in other elements: six pyramids on its faces, five tetrahedra or two wedges.
Mesh cube_of(int kind) {
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1,   0,   0,  0,
                                  1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0.5, 0.4, 0.6};
  std::vector<double> used(nodes.begin(), nodes.begin() + 24);
  std::vector<int> elements;
  if (kind == 0) {
    used = nodes;
    for (const auto& q : std::vector<std::array<int, 4>>{
             {0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}}) {
      elements.insert(elements.end(), {5, q[0], q[1], q[2], q[3], 8, 1});
    }
  } else if (kind == 1) {
    elements = {4, 0, 1, 3, 4, 1, 4, 1, 2, 3, 6, 1, 4, 1, 4,
                6, 5, 1, 4, 3, 4, 7, 6, 1, 4, 1, 3, 4, 6, 1};
  } else {
    elements = {6, 0, 1, 2, 4, 5, 6, 1, 6, 0, 2, 3, 4, 6, 7, 1};
  }
  return make_mesh(used, elements, std::vector<int>{7});
}

TEST(ConvexMesh, PyramidsTetrahedraAndWedgesOfABox) {
  for (int kind = 0; kind < 3; ++kind) {
    const Mesh cube = cube_of(kind);
    EXPECT_NEAR(volume_of(cube), 1.0, 1e-12) << kind;
    expect_hull(cube, 6, 8);
    EXPECT_NEAR(area_of_hull(polyhedron_of(cube, *convex_boundary(cube))), 6.0, 1e-12) << kind;
    RandomGeometry random(5);
    Mesh turned = cube;
    move_mesh(turned, random.rotation(), {10, -20, 30});
    expect_hull(turned, 6, 8);
  }
}

TEST(ConvexMesh, PrismsHaveTheirSidesUpToTheMost) {
  // wedges about an axis: n sides, two ends; more than 32 faces, or sides that turn by less than
  // 0.05, stay elements
  for (const int n : {3, 5, 8, 16, 30, 31, 200}) {
    std::vector<double> nodes{0, 0, 0, 0, 0, 1};
    std::vector<int> elements;
    for (int k = 0; k < n; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / n;
      for (const double z : {0.0, 1.0}) {
        nodes.insert(nodes.end(), {std::cos(angle), std::sin(angle), z});
      }
      const int a = 2 + 2 * k;
      const int b = 2 + 2 * ((k + 1) % n);
      elements.insert(elements.end(), {6, 0, a, b, 1, a + 1, b + 1, 1});
    }
    const Mesh mesh = make_mesh(nodes, elements, std::vector<int>{1});
    if (n + 2 > 32) {
      EXPECT_FALSE(convex_boundary(mesh)) << n;
      continue;
    }
    expect_hull(mesh, n + 2, 2 * n);
    const double area = 0.5 * n * std::sin(2.0 * std::numbers::pi / n);
    EXPECT_NEAR(volume_of(polyhedron_of(mesh, *convex_boundary(mesh))), area, 1e-12);
  }
}

TEST(ConvexMesh, WhatIsNotConvexIsRefused) {
  // an L of three cubes, a ring of eight, a hollow cube of 26, two cubes that part
  const auto without = [](std::array<int, 3> counts, const std::set<int>& gone) {
    Mesh mesh = hex_of(box_corners({1.0 * counts[0], 1.0 * counts[1], 1.0 * counts[2]}), counts);
    Mesh kept;
    kept.nodes = mesh.nodes;
    for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e) {
      if (gone.count(e) == 0) kept.elements.push_back(mesh.elements[e]);
    }
    find_outer_faces("test", 1, kept);
    return kept;
  };
  EXPECT_TRUE(convex_boundary(without({2, 2, 1}, {})));
  EXPECT_FALSE(convex_boundary(without({2, 2, 1}, {3})));
  EXPECT_FALSE(convex_boundary(without({3, 3, 1}, {4})));
  EXPECT_FALSE(convex_boundary(without({3, 3, 3}, {13})));
  EXPECT_FALSE(convex_boundary(without({3, 1, 1}, {1})));
  EXPECT_TRUE(convex_boundary(without({3, 1, 1}, {2})));
}

TEST(ConvexMesh, TheSamePlaceTwiceIsRefused) {
  // two copies of a mesh in one: all planes support all nodes, but the hull is covered twice
  const Mesh one = hex_of(box_corners({1, 1, 1}), {2, 1, 1});
  Mesh two = one;
  const int nodes = static_cast<int>(one.nodes.size());
  const int elements = static_cast<int>(one.elements.size());
  two.nodes.insert(two.nodes.end(), one.nodes.begin(), one.nodes.end());
  for (MeshElement element : one.elements) {
    for (int k = 0; k < element.node_count; ++k) element.node[k] += nodes;
    two.elements.push_back(element);
  }
  for (MeshFace face : one.faces) {
    face.element += elements;
    two.faces.push_back(face);
  }
  EXPECT_TRUE(convex_boundary(one));
  EXPECT_FALSE(convex_boundary(two));
}

TEST(ConvexMesh, ANodePushedInIsSeen) {
  RandomGeometry random(8);
  for (int sample = 0; sample < 40; ++sample) {
    const Mesh mesh = hex_of(box_corners({1, 1, 1}), {2, 2, 2});
    const int node = random.integer(0, static_cast<int>(mesh.nodes.size()) - 1);
    const Vec3 to_middle = Vec3{0.5, 0.5, 0.5} - mesh.nodes[node];
    if (norm(to_middle) < 0.1) continue;
    for (const double way : {1e-1, 1e-3, 1e-7}) {
      Mesh pushed = mesh;
      pushed.nodes[node] += way * normalized(to_middle);
      EXPECT_FALSE(convex_boundary(pushed)) << node << ' ' << way;
      Mesh pulled = mesh;  // a flat roof is convex, but lies too flat, or its sides are bent
      pulled.nodes[node] -= 1e-3 * normalized(to_middle);
      EXPECT_FALSE(convex_boundary(pulled)) << node;
    }
    Mesh rounded = mesh;
    rounded.nodes[node] += 1e-14 * random.direction();
    EXPECT_TRUE(convex_boundary(rounded));
  }
}

TEST(ConvexMesh, AgreesWithChordsOnRandomBlocks) {
  // the corners of a block of 2 x 2 x 1 are moved; its sides stay plane as two of them turn
  RandomGeometry random(13);
  int convex = 0;
  int other = 0;
  for (int sample = 0; sample < 60; ++sample) {
    Mesh mesh = hex_of(box_corners({2, 2, 1}), {2, 2, 1});
    // a roof over the line x = 1: convex when it is high, not when it sags
    const double ridge = random.between(-0.5, 0.5);
    for (Vec3& p : mesh.nodes) {
      if (p.z > 0.5 && std::abs(p.x - 1.0) < 0.1) p.z += ridge;
    }
    if (std::abs(ridge) < 0.1) continue;
    move_mesh(mesh, random.rotation(), random.in_cube(3));
    const bool by_chords = is_convex_by_chords(mesh);
    EXPECT_EQ(by_chords, ridge > 0.0);
    EXPECT_EQ(convex_boundary(mesh).has_value(), by_chords) << ridge;
    if (by_chords) expect_hull(mesh, 7, 10);
    ++(by_chords ? convex : other);
  }
  EXPECT_GT(convex, 10);
  EXPECT_GT(other, 10);
}

TEST(ConvexMesh, TwoSurfaceIdsOnOnePlaneStayElements) {
  Mesh mesh = hex_of(box_corners({2, 1, 1}), {2, 1, 1});
  const auto top = [&](const MeshFace& face) {
    const auto corners = face_nodes(mesh.elements[face.element], face.side);
    for (const int node : corners.nodes()) {
      if (mesh.nodes[node].z < 0.5) return false;
    }
    return face.element == 1;
  };
  const auto half = std::find_if(mesh.faces.begin(), mesh.faces.end(), top);
  ASSERT_NE(half, mesh.faces.end());
  half->surface = 5;
  EXPECT_FALSE(convex_boundary(mesh));
  Shape shape;
  shape.meshes.push_back(mesh);
  EXPECT_FALSE(make_whole_pieces(shape, 1e-4));
  const ShapePieces pieces = make_shape_pieces(shape, 1e-4);
  EXPECT_EQ(std::count(pieces.surface.begin(), pieces.surface.end(), 5), 1);
  half->surface = 1;
  EXPECT_TRUE(convex_boundary(mesh));
}

TEST(ConvexMesh, PiecesOfAShapeOfSeveralParts) {
  // a convex, a mesh that is convex, an L, a sphere: the mesh is one piece between the others
  Shape shape;
  shape.convices.push_back(make_brick({-2, 0, 0}, {-1, 1, 1}));
  Mesh whole = hex_of(box_corners({1, 1, 1}), {2, 2, 2});
  Mesh bent = hex_of(box_corners({1, 1, 1}), {2, 1, 1});
  for (Vec3& p : bent.nodes) p.z += p.x > 0.4 && p.x < 0.6 ? -0.2 : 0.0;
  move_mesh(bent, identity(), {1, 0, 0});
  shape.meshes = {whole, bent};
  shape.spheres.push_back({{9, 9, 9}, 1.0, 3, 4});
  const ShapePieces elements = make_shape_pieces(shape, 1e-4);
  const auto pieces = make_whole_pieces(shape, 1e-4);
  ASSERT_TRUE(pieces);
  EXPECT_EQ(elements.piece_count(), 1 + 8 + 2 + 1);
  ASSERT_EQ(pieces->piece_count(), 1 + 1 + 2 + 1);
  EXPECT_EQ(pieces->source, (std::vector<int>{0, 0, 8, 9, 0}));
  EXPECT_EQ(pieces->vertex_start[2] - pieces->vertex_start[1], 8);
  EXPECT_EQ(pieces->face_start[2] - pieces->face_start[1], 6);
  for (int v = pieces->vertex_start[1]; v < pieces->vertex_start[2]; ++v) {
    EXPECT_EQ(pieces->vertex[v], whole.nodes[pieces->node[v] - 8]);  // after those of the convex
  }
  EXPECT_TRUE(adjacent_pieces(*pieces, 1, 2));  // the meshes touch at x = 1
  EXPECT_TRUE(adjacent_pieces(*pieces, 2, 3));
  EXPECT_FALSE(adjacent_pieces(*pieces, 1, 3));
  EXPECT_FALSE(adjacent_pieces(*pieces, 0, 1));
  EXPECT_FALSE(pieces->one_mesh);
}

}  // namespace
}  // namespace solfec
