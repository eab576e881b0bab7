#include "geometry/element/mesh_cut.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/count.h"
#include "geometry/element/mesh_defects.h"
#include "geometry/element/mesh_faces.h"
#include "geometry/shape/element_convices.h"
#include "geometry/shape/mass_properties.h"
#include "geometry/shape/split.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

constexpr SurfaceId kBelow = 7;
constexpr SurfaceId kAbove = 8;
constexpr double kOverlap = 0.02;  // of polyhedra that stand for elements with bent faces

MassProperties integrals(const Mesh& mesh) {
  Shape shape;
  shape.meshes.push_back(mesh);
  return mass_properties(shape);
}

/// Euler tensor about the origin, m^5.
Mat3 euler_about_origin(const MassProperties& of) {
  return of.euler + of.volume * outer(of.center, of.center);
}

/// Outward area of a side of an element, m^2.
Vec3 area_of(const Mesh& mesh, const MeshFace& face) {
  const FaceNodes nodes = face_nodes(mesh.elements[at(face.element)], face.side);
  const auto loop = nodes.nodes();
  Vec3 area;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    area += 0.5 * cross(mesh.nodes[at(loop[k])], mesh.nodes[at(loop[(k + 1) % loop.size()])]);
  }
  return area;
}

/// Area of all outer faces of a mesh with each surface id, m^2.
std::map<SurfaceId, double> areas_by_surface(const Mesh& mesh) {
  std::map<SurfaceId, double> areas;
  for (const MeshFace& face : mesh.faces) areas[face.surface] += norm(area_of(mesh, face));
  return areas;
}

/// A part is a proper mesh: elements are neither flat nor inverted, its faces are those that its
/// elements have alone, and its surface is closed.
void expect_proper(const Mesh& mesh) {
  EXPECT_NO_THROW(check_elements("test", mesh));
  EXPECT_NO_THROW((void)check_deformable_mesh(mesh));
  Mesh alone = mesh;
  find_outer_faces("test", 0, alone);
  ASSERT_EQ(mesh.faces.size(), alone.faces.size());
  Vec3 closed;
  for (std::size_t k = 0; k < mesh.faces.size(); ++k) {
    EXPECT_EQ(mesh.faces[k].element, alone.faces[k].element);
    EXPECT_EQ(mesh.faces[k].side, alone.faces[k].side);
    closed += area_of(mesh, mesh.faces[k]);
  }
  EXPECT_LE(norm(closed), 1e-12);
}

/// Faces with the ids of the cut lie on the plane and face it; no others of the part do.
void expect_cut_faces(const MeshPart& part, bool above, const MeshCutPlane& plane) {
  int found = 0;
  for (const MeshFace& face : part.mesh.faces) {
    const FaceNodes nodes = face_nodes(part.mesh.elements[at(face.element)], face.side);
    const auto loop = nodes.nodes();
    const bool lies_on_it = std::all_of(loop.begin(), loop.end(), [&](int node) {
      return std::fabs(dot(plane.normal, part.mesh.nodes[at(node)] - plane.point)) < 1e-12;
    });
    EXPECT_EQ(lies_on_it, face.surface == (above ? kAbove : kBelow));
    if (!lies_on_it) continue;
    ++found;
    const Vec3 outward = normalized(area_of(part.mesh, face));
    EXPECT_NEAR(dot(outward, plane.normal), above ? -1.0 : 1.0, 1e-9);
  }
  EXPECT_GT(found, 0);
}

/// Each node of the cut mesh is where the weights of the nodes before say.
void expect_node_origins(const CutMesh& cut, const Mesh& before) {
  for (const MeshPart& part : cut.part) {
    for (std::size_t i = 0; i < part.node.size(); ++i) {
      const MeshPoint& origin = cut.node[at(part.node[i])];
      EXPECT_LE(norm(origin.of(before.nodes) - part.mesh.nodes[i]), 1e-9);
    }
  }
}

/// Volume on one side of a plane by cutting the polyhedra that a mesh of plane faces is made of.
double volume_beside(const Mesh& mesh, const MeshCutPlane& plane, bool above) {
  Shape elements;
  elements.convices = element_convices(mesh);
  const SplitShape sides = split(elements, plane.point, plane.normal, {{0, 0}});
  return mass_properties(above ? sides.above : sides.below).volume;
}

void expect_exact_cut(const Mesh& mesh, const MeshCutPlane& plane, bool moves_nodes,
                      double tolerance = 1e-12) {
  const CutMesh cut = cut_mesh(mesh, plane, {{kBelow, kAbove}, false, moves_nodes});
  ASSERT_EQ(cut.part.size(), 2U);
  ASSERT_NE(cut.above[0], cut.above[1]);
  const MassProperties whole = integrals(mesh);
  double volume = 0.0;
  Vec3 moment;
  Mat3 euler;
  std::map<SurfaceId, double> areas;
  for (std::size_t k = 0; k < 2; ++k) {
    expect_proper(cut.part[k].mesh);
    expect_cut_faces(cut.part[k], cut.above[k], plane);
    const MassProperties part = integrals(cut.part[k].mesh);
    EXPECT_EQ(dot(plane.normal, part.center - plane.point) > 0.0, cut.above[k]);
    const double beside = volume_beside(mesh, plane, cut.above[k]);
    EXPECT_NEAR(part.volume, beside, tolerance * whole.volume);
    volume += part.volume;
    moment += part.volume * part.center;
    euler += euler_about_origin(part);
    for (const auto& [surface, area] : areas_by_surface(cut.part[k].mesh)) areas[surface] += area;
  }
  EXPECT_NEAR(volume, whole.volume, 1e-13 * whole.volume);
  EXPECT_LE(norm(moment / volume - whole.center), 1e-13 * norm(whole.center));
  const Mat3 lost = euler - euler_about_origin(whole);
  EXPECT_LE(std::sqrt(double_dot(lost, lost)), 1e-12 * trace(euler_about_origin(whole)));
  for (const auto& [surface, area] : areas_by_surface(mesh)) {
    EXPECT_NEAR(areas[surface], area, 1e-12 * area);
  }
  EXPECT_NEAR(areas[kBelow], areas[kAbove], 1e-12 * areas[kAbove]);
  EXPECT_GT(cut.thinning, 0.0);
  expect_node_origins(cut, mesh);
}

std::vector<MeshCutPlane> random_planes(Vec3 size, int number, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<MeshCutPlane> planes;
  for (int k = 0; k < number; ++k) {
    const Vec3 normal = normalized(Vec3{unit(rng), unit(rng), unit(rng)});
    const Vec3 middle = 0.5 * size;
    const Vec3 shift{0.2 * unit(rng) * size.x, 0.2 * unit(rng) * size.y, 0.2 * unit(rng) * size.z};
    planes.push_back({middle + shift, normal});
  }
  return planes;
}

TEST(MeshCut, PartsOfAllKindsOfElementsMakeTheWhole) {
  std::mt19937 rng(5);
  const Mesh mixed = test::MixedMesh::make(0.1, rng, true);
  for (const MeshCutPlane& plane : random_planes({2, 2, 5}, 40, 1)) {
    expect_exact_cut(mixed, plane, false, kOverlap);
    expect_exact_cut(mixed, plane, true, kOverlap);
  }
}

TEST(MeshCut, PartsOfBlocksMakeTheWhole) {
  const Mesh hexahedra = test::hexahedra_block({2, 1, 1}, {4, 2, 3});
  const Mesh tetrahedra = test::tetrahedra_block({2, 1, 1}, {4, 2, 2});
  for (const MeshCutPlane& plane : random_planes({2, 1, 1}, 40, 2)) {
    for (const bool moves : {false, true}) {
      expect_exact_cut(hexahedra, plane, moves);
      expect_exact_cut(tetrahedra, plane, moves);
    }
  }
}

TEST(MeshCut, ElementsCutAcrossStayWhatTheyAre) {
  const Mesh mesh = test::hexahedra_block({4, 1, 1}, {4, 2, 1});
  const CutMesh cut = cut_mesh(mesh, {{1.5, 0, 0}, {1, 0, 0}}, {{kBelow, kAbove}});
  ASSERT_EQ(cut.part.size(), 2U);
  EXPECT_EQ(cut.part[0].mesh.elements.size(), 4U);  // 1.5 elements of the length, two across
  EXPECT_EQ(cut.part[1].mesh.elements.size(), 6U);
  for (const MeshPart& part : cut.part) {
    for (const MeshElement& element : part.mesh.elements) EXPECT_EQ(element.node_count, 8);
  }
  EXPECT_NEAR(integrals(cut.part[0].mesh).volume, 1.5, 1e-14);
  EXPECT_NEAR(cut.thinning, 1.0, 1e-12);  // halves of 0.5 x 0.5 x 1
}

TEST(MeshCut, APlaneBetweenElementsOpensTheirFacesOnly) {
  const Mesh mesh = test::tetrahedra_block({2, 1, 1}, {4, 2, 2});
  const CutMesh cut = cut_mesh(mesh, {{1, 0, 0}, {-1, 0, 0}}, {{kBelow, kAbove}});
  ASSERT_EQ(cut.part.size(), 2U);
  EXPECT_EQ(cut.part[0].mesh.elements.size() + cut.part[1].mesh.elements.size(),
            mesh.elements.size());
  EXPECT_EQ(cut.node.size(), mesh.nodes.size());
  EXPECT_TRUE(cut.above[0]);  // the normal points to smaller x
  EXPECT_EQ(cut.thinning, 1.0);
}

TEST(MeshCut, NodesNearThePlaneMoveOntoItWithinTheSurface) {
  const Mesh mesh = test::hexahedra_block({4, 1, 1}, {4, 2, 2});
  const MeshCutPlane plane{{1.001, 0, 0}, {1, 0, 0}};
  const CutMesh thin = cut_mesh(mesh, plane, {{kBelow, kAbove}, false, false});
  const CutMesh moved = cut_mesh(mesh, plane, {{kBelow, kAbove}, false, true});
  EXPECT_NEAR(thin.thinning, 0.001 / 0.5, 1e-9);
  EXPECT_NEAR(moved.thinning, 1.0, 1e-12);  // the cross-section is the least height
  EXPECT_EQ(moved.node.size(), mesh.nodes.size());
  for (const CutMesh* const cut : {&thin, &moved}) {
    ASSERT_EQ(cut->part.size(), 2U);
    EXPECT_NEAR(integrals(cut->part[0].mesh).volume, 1.001, 1e-13);
    expect_node_origins(*cut, mesh);
  }
}

TEST(MeshCut, NodesStayWhereTheBorderOfTwoSurfacesOrVolumesWouldMove) {
  Mesh surfaces = test::hexahedra_block({4, 1, 1}, {4, 2, 2});
  for (MeshFace& face : surfaces.faces) face.surface = face.element % 4 == 0 ? 2 : 1;
  Mesh volumes = test::hexahedra_block({4, 1, 1}, {4, 2, 2});
  for (std::size_t e = 0; e < volumes.elements.size(); ++e) volumes.elements[e].volume = e % 4 == 0;
  const MeshCutPlane plane{{1.001, 0, 0}, {1, 0, 0}};
  for (const Mesh& mesh : {surfaces, volumes}) expect_exact_cut(mesh, plane, true);
  const CutMesh cut = cut_mesh(volumes, plane, {{kBelow, kAbove}});
  double first = 0.0;
  for (const MeshPart& part : cut.part) {
    Shape shape;
    shape.meshes.push_back(part.mesh);
    for (const auto& [volume, size] : volumes_by_id(shape)) first += volume == 1 ? size : 0.0;
  }
  EXPECT_NEAR(first, 1.0, 1e-13);
}

/// A ring of 3 x 3 elements without the middle one, around the z axis at (1.5, 1.5).
Mesh ring() {
  Mesh mesh = test::hexahedra_block({3, 3, 1}, {3, 3, 1});
  mesh.elements.erase(mesh.elements.begin() + 4);
  Mesh whole = mesh;
  find_outer_faces("test", 1, mesh);
  return mesh;
}

TEST(MeshCut, AnAdjacentCutOpensOneSideOfARing) {
  const Mesh mesh = ring();
  for (const double x : {0.5, 2.5}) {
    const MeshCutPlane plane{{x, 1.4, 0.5}, {0, 1, 0}};
    const CutMesh one = cut_mesh(mesh, plane, {{kBelow, kAbove}, true, false});
    ASSERT_EQ(one.part.size(), 1U);  // a slit: the ring hangs together on the other side
    EXPECT_FALSE(one.above[0]);
    expect_proper(one.part[0].mesh);
    const auto areas = areas_by_surface(one.part[0].mesh);
    EXPECT_NEAR(areas.at(kBelow), 1.0, 1e-12);
    EXPECT_NEAR(areas.at(kAbove), 1.0, 1e-12);
    for (const MeshFace& face : one.part[0].mesh.faces) {
      if (face.surface == 1) continue;
      const FaceNodes nodes = face_nodes(one.part[0].mesh.elements[at(face.element)], face.side);
      EXPECT_LE(std::fabs(one.part[0].mesh.nodes[at(nodes.node[0])].x - x), 0.5 + 1e-12);
    }
    const CutMesh both = cut_mesh(mesh, plane, {{kBelow, kAbove}, false, false});
    EXPECT_EQ(both.part.size(), 2U);
  }
}

TEST(MeshCut, PartsOfOneSideThatDoNotHangTogetherAreApart) {
  Mesh mesh = ring();
  mesh.elements.erase(mesh.elements.begin() + 1);  // between the legs of an arch upside down
  find_outer_faces("test", 1, mesh);
  const CutMesh cut = cut_mesh(mesh, {{0, 1.5, 0}, {0, 1, 0}}, {{kBelow, kAbove}});
  ASSERT_EQ(cut.part.size(), 3U);
  EXPECT_EQ(std::count(cut.above.begin(), cut.above.end(), true), 1);
}

TEST(MeshCut, APlaneBesideTheMeshCutsNothing) {
  const Mesh mesh = test::hexahedra_block({1, 1, 1}, {2, 2, 2});
  EXPECT_TRUE(cut_mesh(mesh, {{2, 0, 0}, {1, 0, 0}}, {}).part.empty());
  EXPECT_TRUE(cut_mesh(mesh, {{1, 0, 0}, {1, 0, 0}}, {}).part.empty());
}

}  // namespace
}  // namespace solfec
