#include "geometry/surface/surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "base/check.h"
#include "geometry/element/mesh_builder.h"
#include "geometry/polyhedron_fixture.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/shape_pieces.h"
#include "geometry/surface_fixture.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // some ulps at the scale of the numbers below

/// Shape of one part.
Shape shape_of(Convex convex) {
  Shape shape;
  shape.convices.push_back(std::move(convex));
  return shape;
}
Shape shape_of(Mesh mesh) {
  Shape shape;
  shape.meshes.push_back(std::move(mesh));
  return shape;
}
Shape shape_of(const Sphere& sphere) {
  Shape shape;
  shape.spheres.push_back(sphere);
  return shape;
}

/// Unit cubes at cells of a grid, conforming where they touch.
Mesh cubes(const std::vector<std::array<int, 3>>& cells, SurfaceId surface = 1) {
  Mesh mesh;
  std::map<std::array<int, 3>, int> number;
  for (const auto& [i, j, k] : cells) {
    MeshElement element;
    element.node_count = 8;
    element.volume = 3;
    constexpr int kCorner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int a = 0; a < 8; ++a) {
      const std::array<int, 3> place{i + kCorner[a][0], j + kCorner[a][1], k + kCorner[a][2]};
      const auto [node, added] = number.try_emplace(place, int(mesh.nodes.size()));
      if (added) mesh.nodes.push_back({double(place[0]), double(place[1]), double(place[2])});
      element.node[a] = node->second;
    }
    mesh.elements.push_back(element);
  }
  find_outer_faces("test", surface, mesh);
  return mesh;
}

std::vector<std::array<int, 3>> grid(int n) {
  std::vector<std::array<int, 3>> cells;
  for (int k = 0; k < n * n * n; ++k) cells.push_back({k % n, k / n % n, k / (n * n)});
  return cells;
}

TEST(Surface, HullsAreClosedWithTheirVolumeAreaAndOutwardNormals) {
  RandomGeometry random(20261103);
  for (int sample = 0; sample < 100; ++sample) {
    const Convex hull = random.hull(random.integer(4, 40), {1, 2, 3}, random.between(0.5, 2.0));
    const Surface surface = make_surface(shape_of(hull), {});
    EXPECT_TRUE(test::is_closed(surface));
    EXPECT_EQ(test::euler_characteristic(surface), 2);
    EXPECT_NEAR(test::enclosed_volume(surface, surface.vertex),
                mass_properties(shape_of(hull)).volume, kTol);
    double area = 0.0;
    for (int f = 0; f < hull.face_count(); ++f) {
      Vec3 twice;
      for (std::size_t k = 0; k < hull.face(f).size(); ++k) {
        twice += cross(hull.vertices[hull.face(f)[k]],
                       hull.vertices[hull.face(f)[(k + 1) % hull.face(f).size()]]);
      }
      area += 0.5 * norm(twice);
    }
    EXPECT_NEAR(test::area(surface), area, 100 * kTol);
    for (int t = 0; t < surface.triangle_count(); ++t) {
      const Vec3 normal = surface.normal[t][0];
      EXPECT_NEAR(norm(normal), 1.0, kTol);
      EXPECT_EQ(surface.normal[t][1], normal);
      EXPECT_EQ(surface.normal[t][2], normal);
      for (const Vec3& v : hull.vertices) {
        EXPECT_LE(dot(normal, v - surface.vertex[surface.triangle[t][0]]), 1e-9);
      }
    }
  }
}

TEST(Surface, AMeshWithPlaneFacesHasTheVolumeAndAreaOfItsBlock) {
  std::mt19937 rng(20261104);
  const Mesh mesh = test::MixedMesh::make(0.2, rng, true);
  const Surface surface = make_surface(shape_of(mesh), {});
  EXPECT_TRUE(test::is_closed(surface));
  EXPECT_EQ(test::euler_characteristic(surface), 2);
  EXPECT_NEAR(test::enclosed_volume(surface, surface.vertex), 20.0, kTol);
  EXPECT_NEAR(test::area(surface), 48.0, kTol);
  for (int v = 0; v < surface.vertex_count(); ++v) {
    ASSERT_GE(surface.node[v], 0);
    EXPECT_EQ(surface.vertex[v], mesh.nodes[surface.node[v]]);
    EXPECT_FALSE(test::MixedMesh::is_inner(surface.vertex[v]));
  }
  std::vector<int> nodes = surface.node;
  std::sort(nodes.begin(), nodes.end());
  EXPECT_EQ(std::adjacent_find(nodes.begin(), nodes.end()), nodes.end());
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const Vec3 middle =
        (surface.vertex[surface.triangle[t][0]] + surface.vertex[surface.triangle[t][1]] +
         surface.vertex[surface.triangle[t][2]]) /
        3.0;
    const Vec3 inside = middle - 1e-3 * surface.normal[t][0];
    const Vec3 outside = middle + 1e-3 * surface.normal[t][0];
    EXPECT_TRUE(test::MixedMesh::is_inner(inside));
    EXPECT_FALSE(test::MixedMesh::is_inner(outside));
    EXPECT_EQ(surface.volume[t], mesh.elements[surface.part[t].index].volume);
    EXPECT_EQ(int(inside.z), surface.volume[t]);  // the layer
  }
}

TEST(Surface, BentQuadrilateralsAreCutAsContactCutsThem) {
  std::mt19937 rng(20261105);
  const Shape shape = shape_of(test::MixedMesh::make(0.15, rng));
  const Mesh& mesh = shape.meshes[0];
  const Surface surface = make_surface(shape, {});
  EXPECT_TRUE(test::is_closed(surface));
  // Both halves of a bent face lie outside the mean surface that counts for the volume: by half of
  // the tetrahedron over its four corners.
  double bulge = 0.0;
  for (const MeshFace& face : mesh.faces) {
    const FaceNodes nodes = face_nodes(mesh.elements[face.element], face.side);
    if (nodes.size < 4) continue;
    const Vec3 a = mesh.nodes[nodes.node[0]];
    bulge += std::fabs(dot(mesh.nodes[nodes.node[1]] - a,
                           cross(mesh.nodes[nodes.node[2]] - a, mesh.nodes[nodes.node[3]] - a))) /
             12.0;
  }
  EXPECT_GT(bulge, 0.1);
  EXPECT_NEAR(test::enclosed_volume(surface, surface.vertex), mass_properties(shape).volume + bulge,
              kTol);

  const ShapePieces pieces = make_shape_pieces(shape, 1e-6);
  std::set<std::array<int, 3>> expected;
  for (int p = 0; p < pieces.piece_count(); ++p) {
    for (int f = pieces.face_start[p]; f < pieces.face_start[p + 1]; ++f) {
      ASSERT_EQ(pieces.loop_start[f + 1] - pieces.loop_start[f], 3);
      std::array<int, 3> nodes{};
      for (int k = 0; k < 3; ++k) {
        nodes[k] = pieces.node[pieces.vertex_start[p] + pieces.loop[pieces.loop_start[f] + k]];
      }
      std::sort(nodes.begin(), nodes.end());
      if (pieces.outer[f] != 0) expected.insert(nodes);
    }
  }
  std::set<std::array<int, 3>> found;
  for (const auto& t : surface.triangle) {
    std::array<int, 3> nodes{surface.node[t[0]], surface.node[t[1]], surface.node[t[2]]};
    std::sort(nodes.begin(), nodes.end());
    found.insert(nodes);
  }
  EXPECT_EQ(found, expected);
}

TEST(Surface, AMeshWithACavityHasTwoClosedParts) {
  auto cells = grid(3);
  cells.erase(cells.begin() + 13);  // the middle
  const Surface surface = make_surface(shape_of(cubes(cells)), {});
  EXPECT_TRUE(test::is_closed(surface));
  EXPECT_EQ(test::euler_characteristic(surface), 4);
  EXPECT_NEAR(test::enclosed_volume(surface, surface.vertex), 26.0, kTol);
  EXPECT_NEAR(test::area(surface), 60.0, kTol);
}

TEST(SurfaceEdges, ACubeHasTwelve) {
  const Surface surface = make_surface(shape_of(make_brick({0, 0, 0}, {1, 1, 1})), {});
  EXPECT_EQ(surface.triangle_count(), 12);
  EXPECT_EQ(surface.feature_edge.size(), 12u);
  EXPECT_TRUE(surface.mesh_edge.empty());
  for (const auto& [a, b] : surface.feature_edge) {
    EXPECT_NEAR(norm(surface.vertex[a] - surface.vertex[b]), 1.0, kTol);  // no diagonals
  }
}

TEST(SurfaceEdges, EdgesOfAPrismDependOnTheAngle) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 6; ++k) {
    const double a = k * std::numbers::pi / 3.0;
    for (const double z : {0.0, 2.0}) corners.push_back({std::cos(a), std::sin(a), z});
  }
  const Shape shape = shape_of(make_convex_hull(corners, 0, 0));
  constexpr double kDegree = std::numbers::pi / 180.0;
  const Surface all = make_surface(shape, {59.0 * kDegree});
  EXPECT_EQ(all.feature_edge.size(), 18u);
  EXPECT_TRUE(all.mesh_edge.empty());
  const Surface some = make_surface(shape, {61.0 * kDegree});  // its sides turn by 60 degrees
  EXPECT_EQ(some.feature_edge.size(), 12u);
  EXPECT_EQ(some.mesh_edge.size(), 6u);
  for (const auto& [a, b] : some.mesh_edge) {
    EXPECT_NEAR(std::fabs(some.vertex[a].z - some.vertex[b].z), 2.0, kTol);
  }
  const Surface none = make_surface(shape, {91.0 * kDegree});
  EXPECT_TRUE(none.feature_edge.empty());
  EXPECT_EQ(none.mesh_edge.size(), 18u);
}

TEST(SurfaceEdges, ABlockOfEightElementsHasTheTwelveOfItsCubeAndMeshEdges) {
  const Surface surface = make_surface(shape_of(cubes(grid(2))), {});
  EXPECT_EQ(surface.vertex_count(), 26);
  EXPECT_EQ(surface.triangle_count(), 48);
  EXPECT_EQ(surface.feature_edge.size(), 24u);  // two on each of the twelve
  EXPECT_EQ(surface.mesh_edge.size(), 24u);     // a cross on each side
  const auto on_sides = [&](int v) {
    int sides = 0;
    for (int i = 0; i < 3; ++i) sides += std::fabs(surface.vertex[v][i] - 1.0) == 1.0 ? 1 : 0;
    return sides;
  };
  std::set<std::array<double, 6>> lines;
  for (const auto& [a, b] : surface.feature_edge) {
    EXPECT_GE(on_sides(a), 2);
    EXPECT_GE(on_sides(b), 2);
    const Vec3 along = surface.vertex[b] - surface.vertex[a];
    const Vec3 middle = 0.5 * (surface.vertex[b] + surface.vertex[a]);
    std::array<double, 6> line{};
    for (int i = 0; i < 3; ++i) {
      line[i] = std::fabs(along[i]);
      line[3 + i] = along[i] != 0.0 ? 0.0 : middle[i];
    }
    lines.insert(line);
  }
  EXPECT_EQ(lines.size(), 12u);
  for (const auto& [a, b] : surface.mesh_edge) {
    EXPECT_EQ(std::min(on_sides(a), on_sides(b)), 1);
  }
}

TEST(SurfaceEdges, BordersOfSurfaceIdsAreFeatures) {
  Mesh mesh = cubes({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
  EXPECT_EQ(make_surface(shape_of(mesh), {}).mesh_edge.size(), 8u);
  for (MeshFace& face : mesh.faces) {
    if (face.element == 1 && face.side == 5) face.surface = 9;  // the top of the middle one
  }
  const Surface surface = make_surface(shape_of(mesh), {});
  EXPECT_EQ(surface.mesh_edge.size(), 6u);
  EXPECT_EQ(surface.feature_edge.size(), 20u + 2u);
  EXPECT_EQ(std::count(surface.surface.begin(), surface.surface.end(), 9), 2);
}

TEST(SurfaceEdges, ElementsThatShareNothingButAnEdgeKeepItAsAFeature) {
  const Surface surface = make_surface(shape_of(cubes({{0, 0, 0}, {1, 1, 0}})), {std::numbers::pi});
  ASSERT_EQ(surface.feature_edge.size(), 1u);
  EXPECT_EQ(surface.mesh_edge.size(), 22u);
  const auto [a, b] = surface.feature_edge[0];
  EXPECT_EQ(surface.vertex[a] + surface.vertex[b], (Vec3{2, 2, 1}));
  for (const auto& [edge, times] : test::edge_uses(surface)) {
    const auto uses = test::edge_uses(surface);
    EXPECT_EQ(uses.at({edge.second, edge.first}), times);
  }
}

TEST(SurfaceSpheres, AreWithinTheErrorAndHaveTheirNormals) {
  const Sphere ball{{1, -2, 3}, 2.5, 4, 5};
  for (const double error : {1.0, 0.1, 0.01}) {
    const Surface surface = make_surface(shape_of(ball), {0.5, error});
    EXPECT_TRUE(test::is_closed(surface));
    EXPECT_EQ(test::euler_characteristic(surface), 2);
    EXPECT_LE(surface.chord_error, error);
    double farthest = 0.0;
    std::mt19937 rng(20261106);
    std::exponential_distribution<double> share(1.0);
    for (int t = 0; t < surface.triangle_count(); ++t) {
      for (int sample = 0; sample < 20; ++sample) {  // points of the triangle
        const Vec3 w{share(rng), share(rng), share(rng)};
        const auto& corner = surface.triangle[t];
        const Vec3 x = (w.x * surface.vertex[corner[0]] + w.y * surface.vertex[corner[1]] +
                        w.z * surface.vertex[corner[2]]) /
                       (w.x + w.y + w.z);
        farthest = std::max(farthest, ball.radius - norm(x - ball.center));
      }
      for (int k = 0; k < 3; ++k) {
        const Vec3 radial = (surface.vertex[surface.triangle[t][k]] - ball.center) / ball.radius;
        EXPECT_LE(norm(surface.normal[t][k] - radial), kTol);
      }
      EXPECT_EQ(surface.surface[t], 4);
      EXPECT_EQ(surface.volume[t], 5);
      EXPECT_EQ(surface.part[t].kind, ShapePartKind::sphere);
    }
    EXPECT_LE(farthest, error);
    EXPECT_GT(farthest, 0.7 * surface.chord_error);
    const double full = mass_properties(shape_of(ball)).volume;
    const double volume = test::enclosed_volume(surface, surface.vertex);
    EXPECT_LT(volume, full);
    EXPECT_GE(volume, full * std::pow(1.0 - error / ball.radius, 3));
    EXPECT_TRUE(surface.feature_edge.empty());
    EXPECT_TRUE(surface.mesh_edge.empty());
  }
}

TEST(SurfaceSpheres, ComeAsInstancesAlone) {
  const Surface surface = make_surface(shape_of(Sphere{{1, -2, 3}, 2.5, 4, 5}), {});
  EXPECT_EQ(surface.triangle_count(), 0);
  EXPECT_EQ(surface.vertex_count(), 0);
  ASSERT_EQ(surface.sphere.size(), 1u);
  EXPECT_EQ(surface.sphere[0].center, (Vec3{1, -2, 3}));
  EXPECT_EQ(surface.sphere[0].radius, 2.5);
  EXPECT_EQ(surface.sphere[0].surface, 4);
  EXPECT_EQ(surface.sphere[0].volume, 5);
  EXPECT_EQ(surface.sphere[0].vertex_count, 0);
}

TEST(SurfaceSpheres, TooFineOnesAreRefused) {
  EXPECT_THROW(make_surface(shape_of(Sphere{{}, 1.0, 0, 0}), {0.5, 1e-8}), InputError);
}

TEST(Surface, AnEmptyShapeHasNone) {
  const Surface surface = make_surface({}, {0.5, 0.1});
  EXPECT_EQ(surface.vertex_count(), 0);
  EXPECT_EQ(surface.triangle_count(), 0);
  EXPECT_TRUE(surface.feature_edge.empty());
  EXPECT_TRUE(surface.sphere.empty());
}

TEST(Surface, ABackgroundMeshIsNoPartOfIt) {
  Shape shape = shape_of(make_brick({0, 0, 0}, {1, 1, 1}));
  shape.background.push_back(cubes({{0, 0, 0}}));
  EXPECT_EQ(make_surface(shape, {}).vertex_count(), 8);
}

TEST(Surface, PartsOfAMixedShapeAreNumberedAsContactNumbersThem) {
  Shape shape;
  shape.convices = {make_brick({0, 0, 0}, {1, 1, 1}), make_brick({2, 0, 0}, {3, 1, 1})};
  shape.convices[1].volume = 7;
  shape.meshes = {cubes({{0, 0, 5}, {1, 0, 5}}, 11), cubes({{0, 0, 9}}, 12)};
  shape.spheres = {{{9, 9, 9}, 0.5, 13, 14}, {{12, 9, 9}, 0.25, 15, 16}};
  const Surface surface = make_surface(shape, {0.5, 0.01});
  EXPECT_TRUE(test::is_closed(surface));
  EXPECT_EQ(test::euler_characteristic(surface), 12);
  EXPECT_EQ(surface.node.size(), surface.vertex.size());
  EXPECT_EQ(surface.normal.size(), surface.triangle.size());

  // By where they are: every part stands in a place of its own.
  int last_face = -1;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const ShapePart part = surface.part[t];
    const Vec3 inside = surface.vertex[surface.triangle[t][0]] - 1e-6 * surface.normal[t][0];
    if (part.kind == ShapePartKind::convex) {
      EXPECT_EQ(part.index, inside.x < 1.5 ? 0 : 1);
      EXPECT_EQ(surface.volume[t], part.index == 0 ? 0 : 7);
      EXPECT_EQ(surface.node[surface.triangle[t][0]], -1);
    } else if (part.kind == ShapePartKind::element) {
      EXPECT_EQ(part.index == 2, inside.z > 8.0);
      EXPECT_EQ(surface.surface[t], part.index == 2 ? 12 : 11);
      EXPECT_EQ(surface.volume[t], 3);
    } else {
      EXPECT_EQ(part.index, inside.x < 10.5 ? 0 : 1);
      EXPECT_EQ(surface.surface[t], part.index == 0 ? 13 : 15);
      EXPECT_EQ(surface.volume[t], part.index == 0 ? 14 : 16);
    }
    EXPECT_TRUE(surface.face[t] == last_face || surface.face[t] == last_face + 1);
    last_face = surface.face[t];
  }
  EXPECT_EQ(last_face, 2 * 6 + 10 + 6 + 2 - 1);
  std::vector<Vec3> nodes = shape.meshes[0].nodes;
  nodes.insert(nodes.end(), shape.meshes[1].nodes.begin(), shape.meshes[1].nodes.end());
  for (int v = 0; v < surface.vertex_count(); ++v) {
    if (surface.node[v] < 0) continue;
    EXPECT_EQ(surface.vertex[v], nodes[surface.node[v]]);
  }
  for (const SurfaceSphere& sphere : surface.sphere) {
    for (int v = sphere.first_vertex; v < sphere.first_vertex + sphere.vertex_count; ++v) {
      EXPECT_NEAR(norm(surface.vertex[v] - sphere.center), sphere.radius, kTol);
    }
  }
}

TEST(CornerNormals, FollowAHomogeneousDeformation) {
  const Mat3 F = {{1.3, 0.1, -0.2, 0.3, 0.8, 0.3, 0.0, 0.2, 1.2}};
  Shape shape = shape_of(cubes(grid(2)));
  shape.spheres.push_back({{}, 0.7, 0, 0});
  const Surface surface = make_surface(shape, {0.5, 0.02});
  std::vector<Vec3> position;
  for (const Vec3& v : surface.vertex) position.push_back(F * v + Vec3{4, 5, 6});
  std::vector<CornerNormals> normal(surface.triangle.size());
  corner_normals(surface, position, F, normal);
  const Mat3 metric = inverse(F * transpose(F));  // the ellipsoid is x . metric x = r^2
  for (int t = 0; t < surface.triangle_count(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 expected =
          surface.part[t].kind == ShapePartKind::sphere
              ? normalized(metric * (position[surface.triangle[t][k]] - Vec3{4, 5, 6}))
              : normalized(transpose(inverse(F)) * surface.normal[t][k]);
      EXPECT_LE(norm(normal[t][k] - expected), kTol);
    }
  }
}

TEST(CornerNormals, AFaceThatHasLostItsAreaHasNone) {
  const Surface surface = make_surface(shape_of(make_brick({0, 0, 0}, {1, 1, 1})), {});
  const std::vector<Vec3> position(surface.vertex.size());
  std::vector<CornerNormals> normal(surface.triangle.size());
  corner_normals(surface, position, identity(), normal);
  EXPECT_EQ(normal[0][0], Vec3{});
}

}  // namespace
}  // namespace solfec
