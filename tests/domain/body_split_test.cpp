#include "domain/body_split.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

class BodySplitting : public FiniteElementFixture {
 protected:
  /// Faces between elements at x = place, and y >= from, of a mesh.
  static BodySplit at_plane(const Mesh& mesh, double place, double from = -1.0) {
    BodySplit split;
    for (const InnerFace& face : find_inner_faces(mesh)) {
      const FaceNodes loop = face_nodes(mesh.elements[std::size_t(face.element)], face.side);
      const auto nodes = loop.nodes();
      const bool opens = std::all_of(nodes.begin(), nodes.end(), [&](int node) {
        const Vec3 x = mesh.nodes[std::size_t(node)];
        return std::fabs(x.x - place) < 1e-9 && x.y > from - 1e-9;
      });
      if (opens) split.faces.push_back({face, 7, 8});
    }
    split.label = {"left", "right"};
    return split;
  }

  struct Books {
    double mass{};
    Vec3 momentum;
    Vec3 turning;  // about the origin
    double kinetic{};
    double internal{};
  };
  void add(BodyId id, Books& books) const {
    const BodyRef body = domain_.body_ref(id);
    const Bodies& bodies = domain_.bodies;
    const RigidInertia inertia = bodies.rigid_inertia(body);
    books.mass += inertia.mass;
    books.momentum += inertia.mass * inertia.linear;
    books.turning += inertia.mass * cross(inertia.center, inertia.linear);
    books.turning += bodies.spin_momentum(body);
    books.kinetic += bodies.energies(body).kinetic;
    books.internal += bodies.energies(body).internal;
  }

  void expect_equal(const Books& a, const Books& b) {
    EXPECT_NEAR(a.mass, b.mass, 1e-12 * b.mass);
    EXPECT_LE(norm(a.momentum - b.momentum), 1e-12 * norm(b.momentum));
    EXPECT_LE(norm(a.turning - b.turning), 1e-12 * norm(b.turning));
    EXPECT_NEAR(a.kinetic, b.kinetic, 1e-12 * b.kinetic);
    EXPECT_NEAR(a.internal, b.internal, 1e-12 * b.internal);
  }
};

TEST_F(BodySplitting, PartsKeepMassMomentaAndEnergiesOfAMeshThatMovesAndIsStrained) {
  const Mesh mesh = test::hexahedra_block({3, 2, 1}, {3, 2, 2});
  const BodyId id = add_mesh(mesh);
  FiniteElementBody& body = mesh_of(id);
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    const Vec3 X = body.elements.node[a];
    body.displacement[a] = {0.01 * X.x * X.y, -0.02 * X.y, 0.01 * X.z * X.x};
    body.velocity[a] = {1 + 0.3 * X.y, -2 + 0.5 * X.x, 0.7 * X.z * X.y};
  }
  update_energies(body);
  domain_.bodies.set_damping(domain_.body_ref(id), 1e-3);
  domain_.bodies.set_scheme(domain_.body_ref(id), Scheme::def_lim);
  domain_.set_self_contact(id, true);
  const BodyId other = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  domain_.exclude_contact(id, other);
  Books before;
  add(id, before);
  ASSERT_GT(before.internal, 0.0);

  const SplitParts parts = split_body(domain_, id, at_plane(mesh, 1.0));
  ASSERT_EQ(parts.body.size(), 2U);
  EXPECT_EQ(domain_.find_body(id), nullptr);
  Books after;
  for (std::size_t k = 0; k < 2; ++k) {
    const BodyId part = parts.body[k];
    add(part, after);
    const BodyRef ref = domain_.body_ref(part);
    EXPECT_EQ(domain_.find_body(part)->label, k == 0 ? "left" : "right");
    EXPECT_EQ(domain_.bodies.scheme(ref), Scheme::def_lim);
    EXPECT_EQ(domain_.bodies.damping(ref), 1e-3);
    EXPECT_TRUE(domain_.find_body(part)->self_contact);
    EXPECT_EQ(parts.node[k].size(), mesh_of(part).displacement.size());
    const auto& excluded = domain_.contact_exclusions().bodies;
    EXPECT_TRUE(std::binary_search(excluded.begin(), excluded.end(),
                                   std::pair(std::min(part, other), std::max(part, other))));
  }
  expect_equal(after, before);
  EXPECT_EQ(parts.gone.loads + parts.gone.constraints, 0);
}

TEST_F(BodySplitting, ASlitLeavesOneBody) {
  const Mesh mesh = test::hexahedra_block({2, 3, 1}, {2, 3, 1});
  const BodyId id = add_mesh(mesh);
  const SplitParts parts = split_body(domain_, id, at_plane(mesh, 1.0, 1.0));
  ASSERT_EQ(parts.body.size(), 1U);
  EXPECT_EQ(mesh_of(parts.body[0]).displacement.size(), mesh.nodes.size() + 4U);
}

TEST_F(BodySplitting, BodiesWithoutNodesKeepTheVelocityOfEachPoint) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::pseudo_rigid}) {
    const Mesh mesh = test::hexahedra_block({3, 2, 1}, {3, 2, 2});
    BodyDefinition definition;
    definition.kind = kind;
    definition.material = material_;
    definition.shape.meshes.push_back(mesh);
    const BodyId id = domain_.add_body(std::move(definition));
    const BodyRef ref = domain_.body_ref(id);
    std::vector<double> state(std::size_t(domain_.bodies.state_size(ref)));
    domain_.bodies.get_state(ref, state);
    if (kind == BodyKind::rigid) {  // turned by 90 degrees about z
      const double turned[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
      std::copy(std::begin(turned), std::end(turned), state.begin());
    } else {
      state[0] = 1.01;
      state[3] = 0.02;
    }
    for (std::size_t k = 9; k < state.size(); ++k) state[k] += 0.1 * double(k) - 1.3;
    domain_.give_state(id, state);
    const Vec3 point{2.5, 0.3, 0.9};
    const Vec3 place = domain_.bodies.current_point(ref, point);
    const Vec3 velocity = domain_.bodies.velocity(ref, point);
    Books before;
    add(id, before);
    const SplitParts parts = split_body(domain_, id, at_plane(mesh, 2.0));
    ASSERT_EQ(parts.body.size(), 2U);
    Books after;
    for (const BodyId part : parts.body) add(part, after);
    expect_equal(after, before);
    const BodyRef right = domain_.body_ref(parts.body[1]);  // has the point
    EXPECT_LE(norm(domain_.bodies.current_point(right, point) - place), 1e-13);
    EXPECT_LE(norm(domain_.bodies.velocity(right, point) - velocity), 1e-13);
  }
}

TEST_F(BodySplitting, ThreePartsAreRefusedAndTheBodyStays) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {3, 1, 1});
  const BodyId id = add_mesh(mesh);
  BodySplit split = at_plane(mesh, 1.0);
  const BodySplit more = at_plane(mesh, 2.0);
  split.faces.insert(split.faces.end(), more.faces.begin(), more.faces.end());
  EXPECT_THROW(split_body(domain_, id, split), InputError);
  EXPECT_NE(domain_.find_body(id), nullptr);
}

}  // namespace
}  // namespace solfec
