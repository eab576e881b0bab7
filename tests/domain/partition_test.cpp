#include "domain/partition.h"

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "domain/body_cut.h"
#include "domain/finite_element_fixture.h"
#include "geometry/element/mesh_partition.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

class Partition : public FiniteElementFixture {};

TEST(MeshPartition, PartsHaveEveryElementOnceAndTheirSurfaces) {
  std::mt19937 rng(3);
  for (const Mesh& mesh :
       {test::MixedMesh::make(0.1, rng), test::hexahedra_block({4, 1, 1}, {8, 2, 2})}) {
    const std::vector<MeshPart> parts = partition_mesh(mesh, 4);
    ASSERT_EQ(parts.size(), 4U);
    std::vector<int> seen(mesh.elements.size(), 0);
    std::size_t given = 0;
    for (const MeshPart& part : parts) {
      for (const int e : part.element) ++seen[std::size_t(e)];
      EXPECT_LE(part.element.size(), mesh.elements.size() / 4 + 2);
      for (std::size_t i = 0; i < part.node.size(); ++i) {
        EXPECT_EQ(part.mesh.nodes[i], mesh.nodes[std::size_t(part.node[i])]);
      }
      for (const MeshFace& face : part.mesh.faces) given += face.surface != 0 ? 1 : 0;
    }
    for (const int times : seen) EXPECT_EQ(times, 1);
    EXPECT_EQ(given, mesh.faces.size());  // every outer face of the whole keeps its id
  }
}

// Parts and whole move alike: the glue is exact at the mid-point, the drift is that of the scheme.
TEST_F(Partition, PartsMoveAsTheWhole) {
  const Mesh mesh = test::hexahedra_block({4, 1, 1}, {8, 2, 2});
  const auto start = [](Vec3 X) {
    return Vec3{0.2 * X.x, 0.3 * X.x - 0.1 * X.y, 0.05 * X.z * X.x};
  };
  const BodyId whole = add_mesh(mesh);
  const BodyId split = add_mesh(mesh);
  for (const BodyId id : {whole, split}) {
    FiniteElementBody& body = mesh_of(id);
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      body.velocity[a] = start(body.elements.node[a]);
    }
    update_energies(body);
  }
  domain_.exclude_contact(whole, split);
  const std::vector<BodyId> parts = partition_body(domain_, split, 3, false);
  ASSERT_EQ(parts.size(), 3U);
  for (const BodyId part : parts) domain_.exclude_contact(whole, part);
  EXPECT_EQ(domain_.find_body(parts[0])->label, "mesh_PART1");
  double mass = 0.0;
  for (const BodyId part : parts) mass += total_mass(mesh_of(part).elements);
  EXPECT_NEAR(mass, 4000.0, 1e-9);
  run(200, 1e-3);
  const std::vector<Vec3> probes{{0, 0, 0}, {4, 1, 1}, {2, 0.5, 0.5}, {3.1, 0.2, 0.9}};
  for (const Vec3 X : probes) {
    for (const BodyId part : parts) {
      double distance = 0.0;
      (void)mesh_of(part).find(X, &distance);
      if (distance > 1e-9) continue;
      const Vec3 moved = point(whole, X) - X;
      EXPECT_GT(norm(moved), 1e-3);
      EXPECT_LE(norm(point(part, X) - point(whole, X)), 1e-9 + 1e-7 * norm(moved));
    }
  }
  for (const ConstraintRecord& row : domain_.constraints()) {
    EXPECT_EQ(row.kind, ConstraintKind::fixed_point);  // no contact between the parts
  }
}

TEST_F(Partition, RefusesWhatCannotBeSplit) {
  const BodyId rigid = add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  const BodyId mesh = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 1, 1}));
  const auto message = [&](BodyId id, int parts) -> std::string {
    try {
      (void)partition_body(domain_, id, parts, false);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(rigid, 2).find("Only regular finite element"), std::string::npos);
  EXPECT_NE(message(mesh, 3).find("2 < 3"), std::string::npos);
  const ConstraintId joint = domain_.add_constraint(make_fixed_point(mesh, {0, 0, 0}));
  EXPECT_NE(message(mesh, 2).find("before the loads and constraints"), std::string::npos);
  domain_.remove_constraint(joint);
  const std::vector<BodyId> parts = partition_body(domain_, mesh, 2, false);
  EXPECT_EQ(domain_.find_body(mesh), nullptr);
  EXPECT_NE(message(parts[0], 2).find("already partitioned"), std::string::npos);
}

TEST_F(Partition, BodiesWithCohesiveBondsAreNeitherPartitionedNorCut) {
  SurfaceMaterial glue;
  glue.friction = 0.5;
  glue.cohesion = 1e6;
  domain_.surface_materials.define(glue);
  add(BodyKind::obstacle, box_shape({-1, -1, -1}, {3, 2, 0}));
  const BodyId mesh = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 1, 1}));
  const auto message = [&](const auto& command) -> std::string {
    try {
      command();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  run(1, 1e-4);
  EXPECT_NE(message([&] {
              (void)partition_body(domain_, mesh, 2, false);
            }).find("before the cohesive bonds of a body"),
            std::string::npos);
  EXPECT_NE(message([&] {
              (void)cut_body(domain_, mesh, {{0.3, 0, 0}, {1, 0, 0}}, {});
            }).find("must have no cohesive bonds"),
            std::string::npos);
  EXPECT_NE(domain_.find_body(mesh), nullptr);
}

// A U whose legs meet when squeezed: with self-contact its parts touch there, without they do not.
TEST_F(Partition, PartsTouchWhereTheWholeWould) {
  Mesh u = test::hexahedra_block({3, 1, 3}, {3, 1, 3});
  Mesh legs;
  legs.nodes = u.nodes;
  for (std::size_t e = 0; e < u.elements.size(); ++e) {
    const bool gap = e % 3 == 1 && e >= 3;
    if (!gap) legs.elements.push_back(u.elements[e]);
  }
  find_outer_faces("test", 1, legs);
  // the legs lean inwards and overlap a little
  for (Vec3& node : legs.nodes) {
    if (node.z > 0.5 && node.x > 0.5 && node.x < 2.5) {
      node.x += (node.x < 1.5 ? 0.51 : -0.51) * (node.z > 2.5 ? 1.0 : 0.3);
    }
  }
  for (const bool self : {false, true}) {
    const BodyId id = add_mesh(legs);
    domain_.set_self_contact(id, self);
    const std::vector<BodyId> parts = partition_body(domain_, id, 2, false);
    (void)domain_.step(solver_, 1e-6);
    int contacts = 0;
    for (const ConstraintRecord& row : domain_.constraints()) {
      contacts += row.kind == ConstraintKind::contact ? 1 : 0;
    }
    EXPECT_EQ(contacts, self ? 1 : 0);
    for (const BodyId part : parts) domain_.remove_body(part);
  }
}

}  // namespace
}  // namespace solfec
