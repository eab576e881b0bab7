#include "domain/body_cut.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "domain/bonds/bond_anchors.h"
#include "domain/crack_opening.h"
#include "domain/finite_element_fixture.h"
#include "support/block_mesh.h"

namespace solfec {
namespace {

constexpr double kRounding = 1e-12;

class BodyCutting : public FiniteElementFixture {
 protected:
  struct Books {
    double mass{};
    Vec3 momentum;
    Vec3 turning;  // about the origin
    double kinetic{};
    double internal{};
  };
  void add_to_books(BodyId id, Books& books) const {
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
  [[nodiscard]] Books books_of(std::span<const BodyId> ids) const {
    Books books;
    for (const BodyId id : ids) add_to_books(id, books);
    return books;
  }
  static void expect_equal_momenta(const Books& a, const Books& b) {
    EXPECT_NEAR(a.mass, b.mass, kRounding * b.mass);
    EXPECT_LE(norm(a.momentum - b.momentum), kRounding * norm(b.momentum));
    EXPECT_LE(norm(a.turning - b.turning), kRounding * norm(b.turning));
  }

  BodyId add_pseudo_rigid(const Mesh& mesh) {
    BodyDefinition definition;
    definition.kind = BodyKind::pseudo_rigid;
    definition.material = material_;
    definition.shape.meshes.push_back(mesh);
    definition.label = "block";
    return domain_.add_body(std::move(definition));
  }
};

TEST_F(BodyCutting, PartsOfAPseudoRigidBodyKeepEachPointItsVelocityAndAllSums) {
  const Mesh mesh = test::hexahedra_block({3, 2, 1}, {3, 2, 2});
  const BodyId id = add_pseudo_rigid(mesh);
  const BodyRef ref = domain_.body_ref(id);
  std::vector<double> state(std::size_t(domain_.bodies.state_size(ref)));
  domain_.bodies.get_state(ref, state);
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += 0.05 * std::sin(3.0 * double(i));
  domain_.give_state(id, state);
  const Vec3 point{2.7, 0.4, 0.9};
  const Vec3 place = domain_.bodies.current_point(ref, point);
  const Vec3 velocity = domain_.bodies.velocity(ref, point);
  const Books before = books_of({{id}});
  const CutBody cut = cut_body(domain_, id, {{1.3, 1, 0.5}, normalized(Vec3{2, 1, -0.7})}, {});
  ASSERT_EQ(cut.part.size(), 2U);
  EXPECT_EQ(domain_.find_body(id), nullptr);
  EXPECT_EQ(domain_.find_body(cut.part[0])->label, "block/1");
  const Books after = books_of(cut.part);
  expect_equal_momenta(after, before);
  EXPECT_NEAR(after.kinetic, before.kinetic, kRounding * before.kinetic);
  EXPECT_NEAR(after.internal, before.internal, kRounding * before.internal);
  const BodyRef right = domain_.body_ref(cut.part[1]);
  EXPECT_LE(norm(domain_.bodies.current_point(right, point) - place), 1e-12);
  EXPECT_LE(norm(domain_.bodies.velocity(right, point) - velocity), 1e-12);
}

TEST_F(BodyCutting, PartsOfFiniteElementsKeepMassAndMomentaToRounding) {
  const Mesh mesh = test::hexahedra_block({3, 2, 1}, {4, 3, 2});
  for (const bool moves : {false, true}) {
    const BodyId id = add_mesh(mesh);
    FiniteElementBody& body = mesh_of(id);
    for (std::size_t a = 0; a < body.velocity.size(); ++a) {
      const Vec3 X = body.elements.node[a];
      body.displacement[a] = {0.01 * X.x * X.y, -0.02 * X.y, 0.01 * X.z * X.x};
      body.velocity[a] = {1 + 0.3 * X.y * X.y, -2 + 0.5 * X.x, 0.7 * X.z * X.y};
    }
    update_energies(body);
    const Books before = books_of({{id}});
    MeshCutOptions options;
    options.moves_nodes = moves;
    const CutBody cut =
        cut_body(domain_, id, {{1.4, 1, 0.5}, normalized(Vec3{2, 0.5, -0.4})}, options);
    ASSERT_EQ(cut.part.size(), 2U);
    const Books after = books_of(cut.part);
    expect_equal_momenta(after, before);
    // interpolation and lumped masses of other elements change energies by what elements resolve
    EXPECT_NEAR(after.kinetic, before.kinetic, 2e-2 * before.kinetic);
    EXPECT_NEAR(after.internal, before.internal, 5e-2 * before.internal);
    for (const BodyId part : cut.part) domain_.remove_body(part);
  }
}

TEST_F(BodyCutting, AHomogeneousStrainIsKeptExactlyAndARigidMotionButForAnotherInertia) {
  const Mesh mesh = test::hexahedra_block({3, 2, 1}, {4, 3, 2});
  const BodyId id = add_mesh(mesh);
  FiniteElementBody& body = mesh_of(id);
  const Vec3 turn{0.3, -0.2, 0.9};
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    const Vec3 X = body.elements.node[a];
    body.displacement[a] = {0.02 * X.x + 0.01 * X.y, -0.01 * X.y, 0.03 * X.z};
    body.velocity[a] = Vec3{1, 2, 3} + cross(turn, X + body.displacement[a]);
  }
  update_energies(body);
  const Books before = books_of({{id}});
  const CutBody cut = cut_body(domain_, id, {{1.4, 1, 0.5}, normalized(Vec3{2, 0.5, -0.4})}, {});
  const Books after = books_of(cut.part);
  expect_equal_momenta(after, before);
  EXPECT_NEAR(after.internal, before.internal, 1e-10 * before.internal);
  for (const BodyId part : cut.part) {
    const FiniteElementBody& one = mesh_of(part);
    for (std::size_t a = 0; a < one.velocity.size(); ++a) {
      const Vec3 x = one.elements.node[a] + one.displacement[a];
      // lumped masses of the parts have another moment of inertia, so the turn that keeps the
      // angular momentum is another one by as much
      EXPECT_LE(norm(one.velocity[a] - Vec3{1, 2, 3} - cross(turn, x)), 0.05);
    }
  }
}

TEST_F(BodyCutting, AccountsOfEnergiesAddUpAndBalance) {
  const Mesh mesh = test::hexahedra_block({3, 2, 1}, {4, 3, 2});
  const BodyId id = add_mesh(mesh);
  domain_.loads.gravity[2].constant = -10.0;
  domain_.bodies.set_damping(domain_.body_ref(id), 1e-3);
  FiniteElementBody& body = mesh_of(id);
  for (std::size_t a = 0; a < body.velocity.size(); ++a) {
    const Vec3 X = body.elements.node[a];
    body.velocity[a] = {0.3 * X.y, 0.5 * X.x * X.x, 0.7 * X.z * X.y};
  }
  update_energies(body);
  run(20, 1e-3);
  const Energies before = domain_.energies({{id}});
  ASSERT_GT(before.damping, 0.0);
  const CutBody cut = cut_body(domain_, id, {{1.4, 1, 0.5}, normalized(Vec3{2, 0.5, -0.4})}, {});
  const Energies after = domain_.energies(cut.part);
  const double scale = std::fabs(before.external) + before.kinetic;
  EXPECT_NEAR(after.external, before.external, kRounding * scale);
  EXPECT_NEAR(after.damping, before.damping, kRounding * scale);
  const auto balance = [](const Energies& e) {
    return e.kinetic + e.internal + e.damping - e.external - e.numerical;
  };
  EXPECT_NEAR(balance(after), balance(before), kRounding * scale);
  const double share = domain_.energies({&cut.part[0], 1}).damping / before.damping;
  const double mass = domain_.bodies.characteristics(domain_.body_ref(cut.part[0])).mass;
  EXPECT_NEAR(share, mass / 6000.0, kRounding);
}

TEST_F(BodyCutting, ConstraintsForcesAndPressuresGoToThePartThatHasThem) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {3, 1, 1});
  const BodyId id = add_mesh(mesh);
  domain_.add_constraint(make_fixed_point(id, {0, 0, 0}));
  domain_.add_constraint(make_rigid_link(id, 0, {3, 1, 1}, {3, 1, 3}, 1e-6));
  const ConstraintId spring =
      domain_.add_constraint(make_spring(id, 0, {3, 0, 0}, {4, 0, 0}, make_linear_spring(5.0), {}));
  mesh_of(id).displacement[3] = {0.25, 0, 0};  // of the node at (3, 0, 0), after the spring
  const ConstraintId driven =
      domain_.add_constraint(make_spring(id, 0, {0, 1, 0}, {0, 4, 0}, make_linear_spring(5.0), {}));
  domain_.change_constraint(driven, [](UserConstraint& one) { one.spring.function = "f"; });
  double length = 0.0;
  domain_.change_constraint(spring, [&](UserConstraint& one) { length = one.length; });
  domain_.loads.forces.push_back({id, LoadFrame::spatial, {3, 1, 1}, {0, 0, 1}, {5.0, {}}});
  domain_.loads.pressures.push_back(
      {id, pressed_surface(*domain_.find_body(id)->shape, 1), {2.0, {}}});
  domain_.loads.callbacks.push_back({id, [](const auto&, std::span<double>) {}});
  const CutBody cut = cut_body(domain_, id, {{1.5, 0, 0}, {1, 0, 0}}, {{7, 8}});
  EXPECT_EQ(cut.lost_loads, 1);
  EXPECT_EQ(cut.lost_constraints, 1);  // the spring by a function
  ASSERT_EQ(domain_.user_constraints().size(), 3U);
  const auto constraints = domain_.user_constraints();
  EXPECT_EQ(constraints[0].master, cut.part[0]);
  EXPECT_EQ(constraints[1].master, cut.part[1]);
  EXPECT_EQ(constraints[2].master, cut.part[1]);
  for (const UserConstraint& one : constraints) EXPECT_TRUE(one.in_callback);
  EXPECT_EQ(constraints[1].length, 2.0);     // of the link
  EXPECT_EQ(constraints[2].length, length);  // stroke 0 is where it was
  ASSERT_EQ(domain_.loads.forces.size(), 1U);
  EXPECT_EQ(domain_.loads.forces[0].body, cut.part[1]);
  ASSERT_EQ(domain_.loads.pressures.size(), 2U);
  double area = 0.0;
  for (const SurfacePressure& one : domain_.loads.pressures) area += one.surface.size;
  EXPECT_NEAR(area, 14.0, 1e-12);  // the outer faces, not those of the cut
}

TEST_F(BodyCutting, WhatCannotBeCutIsRefusedAndAPlaneBesideCutsNothing) {
  const Mesh mesh = test::hexahedra_block({1, 1, 1}, {1, 1, 1});
  const BodyId id = add_mesh(mesh);
  EXPECT_TRUE(cut_body(domain_, id, {{2, 0, 0}, {1, 0, 0}}, {}).part.empty());
  EXPECT_NE(domain_.find_body(id), nullptr);
  BodyDefinition definition;
  definition.kind = BodyKind::rigid;
  definition.material = material_;
  definition.shape.meshes.push_back(mesh);
  const BodyId rigid = domain_.add_body(std::move(definition));
  EXPECT_THROW(cut_body(domain_, rigid, {{0.5, 0, 0}, {1, 0, 0}}, {}), InputError);
}

class Cracking : public BodyCutting {
 protected:
  /// Strains a bar along x and returns its stress along the normal of a plane by hand.
  SimplifiedCrack crack_of(BodyId id, Vec3 normal) {
    SimplifiedCrack crack;
    crack.body = id;
    crack.point = {1.4, 0.5, 0.5};
    crack.normal = normalized(normal);
    crack.surface = {7, 8};
    crack.samples = crack_samples(*domain_.find_body(id), crack);
    return crack;
  }
};

TEST_F(Cracking, TheLargestStressIsThatOfSTRESSAtThePointsOfThePlane) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {4, 3, 2});
  const BodyId id = add_mesh(mesh);
  FiniteElementBody& body = mesh_of(id);
  for (std::size_t a = 0; a < body.displacement.size(); ++a) {
    const Vec3 X = body.elements.node[a];
    body.displacement[a] = {0.002 * X.x * X.y, -0.003 * X.y * X.z, 0.001 * X.z * X.x * X.x};
  }
  for (const Vec3 normal : {Vec3{1, 0, 0}, Vec3{1, 0.5, -0.3}}) {
    const SimplifiedCrack crack = crack_of(id, normal);
    const PlaneStress found = plane_stress(domain_.bodies, *domain_.find_body(id), crack);
    const BodyRef ref = domain_.body_ref(id);
    const double e = 1e-5;
    const Vec3 t1 = normalized(cross(crack.normal, Vec3{0, 0, 1}));
    const Vec3 t2 = cross(crack.normal, t1);
    double largest = 0.0;
    for (const CutPoint& sample : crack.samples) {
      const auto image = [&](Vec3 t) {
        return domain_.bodies.current_point(ref, sample.point + e * t) -
               domain_.bodies.current_point(ref, sample.point - e * t);
      };
      std::array<double, 6> s{};
      domain_.bodies.stress(ref, sample.point, s);
      const Vec3 n = normalized(cross(image(t1), image(t2)));
      const Vec3 traction{s[0] * n.x + s[3] * n.y + s[4] * n.z,
                          s[3] * n.x + s[1] * n.y + s[5] * n.z,
                          s[4] * n.x + s[5] * n.y + s[2] * n.z};
      largest = std::max(largest, dot(n, traction));
    }
    ASSERT_GT(largest, 0.0);
    EXPECT_NEAR(found.largest, largest, 1e-3 * largest);  // normals by other differences
  }
}

TEST_F(Cracking, TheNormalStressTurnsWithTheBody) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {4, 2, 2});
  const Mat3 stretch = from_columns({1.02, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const double angle = 0.7;
  const Mat3 turn = from_columns({std::cos(angle), std::sin(angle), 0},
                                 {-std::sin(angle), std::cos(angle), 0}, {0, 0, 1});
  for (const bool elements : {true, false}) {
    const BodyId id = elements ? add_mesh(mesh) : add_pseudo_rigid(mesh);
    const BodyRef ref = domain_.body_ref(id);
    const auto place = [&](const Mat3& F) {
      if (elements) return set_affine(id, F, {});
      std::vector<double> state(std::size_t(domain_.bodies.state_size(ref)));
      domain_.bodies.get_state(ref, state);
      for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) state[std::size_t(3 * j + i)] = F(i, j);
      }
      domain_.give_state(id, state);
    };
    for (const Vec3 normal : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{2, 0.5, -0.4}}) {
      const SimplifiedCrack crack = crack_of(id, normal);
      ASSERT_EQ(crack.samples.size() > 1, elements);
      // S = λ tr E + 2 μ E, σ = F S Fᵀ / J; the normal goes with F⁻ᵀ
      const double E11 = 0.5 * (1.02 * 1.02 - 1.0);
      const double lambda = 2e5 * 0.25 / (1.25 * 0.5);
      const double mu = 2e5 / 2.5;
      const Mat3 S =
          from_columns({(lambda + 2 * mu) * E11, 0, 0}, {0, lambda * E11, 0}, {0, 0, lambda * E11});
      const Vec3 n = normalized(transposed_times(inverse(stretch), crack.normal));
      const Mat3 sigma = (1.0 / 1.02) * (stretch * S * transpose(stretch));
      const double exact = dot(n, sigma * n);
      for (const Mat3& F : {stretch, turn * stretch}) {
        place(F);
        const PlaneStress found = plane_stress(domain_.bodies, *domain_.find_body(id), crack);
        EXPECT_NEAR(found.largest, exact, 1e-8 * exact);
      }
    }
  }
}

TEST_F(Cracking, ABodyIsCutOnceItsStressIsAboveTheStrength) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {4, 2, 2});
  const BodyId id = add_mesh(mesh);
  SimplifiedCrack crack = crack_of(id, {1, 0, 0});
  set_affine(id, from_columns({1.02, 0, 0}, {0, 1, 0}, {0, 0, 1}), {});
  const PlaneStress stress = plane_stress(domain_.bodies, *domain_.find_body(id), crack);
  crack.tension = 1.0001 * stress.largest;
  domain_.loads.cracks.push_back(crack);
  EXPECT_TRUE(open_cracks(domain_).empty());
  domain_.loads.cracks[0].tension = 0.9999 * stress.largest;
  const std::vector<std::string> texts = open_cracks(domain_);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_NE(texts[0].find("has cracked: the normal stress"), std::string::npos) << texts[0];
  EXPECT_EQ(domain_.find_body(id), nullptr);
  EXPECT_TRUE(domain_.loads.cracks.empty());
  EXPECT_TRUE(open_cracks(domain_).empty());
}

/// A bar that flies apart along x and cracks in the middle of its length, with a bond.
class BondedCrack : public Cracking {
 protected:
  static constexpr double kTension = 1e3;  // Pa
  static constexpr double kEnergy = 0.5;   // J/m^2
  static constexpr double kStep = 1e-4;    // s, until it cracks
  // Rows see the velocities of both bodies at the middle of the gap, which differ from those of the
  // faces by half the gap times the strain rate: damping takes the strain rate away at once.
  static constexpr double kDamping = 1.0;     // s
  static constexpr double kBreakStep = 1e-6;  // s

  void define_bond() {
    SurfaceMaterial material;
    material.surface1 = 7;
    material.surface2 = 8;
    material.model = SurfaceModel::cohesive_zone;
    material.tension = kTension;
    material.cohesion = kTension;
    // the part up to the strength is 1 / (2 kGivenStiffness) of the energy
    material.normal_energy = kEnergy / (1.0 - 0.5 / kGivenStiffness);
    material.tangential_energy = material.normal_energy;
    domain_.surface_materials.define(material);
  }
  [[nodiscard]] double energy_of_bodies() const {
    double sum = 0.0;
    for (const BodyRecord& record : domain_.body_records()) {
      const Energies e = domain_.bodies.energies(domain_.body_ref(record.id));
      sum += e.kinetic + e.internal + e.damping;
    }
    return sum;
  }
  void fly_apart(BodyId id, double rate) {
    const BodyRef ref = domain_.body_ref(id);
    if (domain_.find_body(id)->kind == BodyKind::finite_element) {
      FiniteElementBody& body = mesh_of(id);
      for (std::size_t a = 0; a < body.velocity.size(); ++a) {
        body.velocity[a] = {rate * (body.elements.node[a].x - 1.5), 0.0, 0.0};
      }
      update_energies(body);
      return;
    }
    std::vector<double> state(std::size_t(domain_.bodies.state_size(ref)));
    domain_.bodies.get_state(ref, state);
    state[12] = rate;  // F_xx of the rate
    domain_.give_state(id, state);
  }
};

TEST_F(BondedCrack, AllOfABreakTakesTheFractureEnergyOfTheArea) {
  const Mesh mesh = test::hexahedra_block({3, 1, 1}, {2, 1, 1});
  for (const bool elements : {false, true}) {
    domain_ = Domain(Analysis::dynamic, 1e-6);
    material_ =
        domain_.define_bulk_material({"stone", BulkModel::kirchhoff, 2e7, 0.0, 1000.0}).first;
    domain_.contact_params.points = ContactPoints::patch;
    define_bond();
    const BodyId id = elements ? add_mesh(mesh) : add_pseudo_rigid(mesh);
    domain_.bodies.set_scheme(domain_.body_ref(id), Scheme::def_lim);
    fly_apart(id, 0.2);
    SimplifiedCrack crack = crack_of(id, {1, 0, 0});
    crack.point = {1.5, 0.5, 0.5};
    crack.samples = crack_samples(*domain_.find_body(id), crack);
    crack.tension = kTension;
    crack.fracture_energy = kEnergy;
    domain_.loads.cracks.push_back(crack);
    double before = 0.0;
    for (int step = 0; step < 4000 && !domain_.loads.cracks.empty(); ++step) {
      (void)domain_.step(solver_, kStep);
      before = energy_of_bodies();
      (void)open_cracks(domain_);
    }
    ASSERT_TRUE(domain_.loads.cracks.empty());
    ASSERT_EQ(domain_.body_records().size(), 2U);
    EXPECT_NEAR(energy_of_bodies(), before, 1e-12 * before);
    for (const BodyRecord& record : domain_.body_records()) {
      domain_.bodies.set_damping(domain_.body_ref(record.id), kDamping);
    }
    ASSERT_FALSE(domain_.contact_points().empty());
    double area = 0.0;
    for (const ContactPoint& contact : domain_.contact_points()) {
      EXPECT_TRUE(contact.state.bonded);
      area += domain_.contact_memories()[contact.state.memory].anchor.area;
    }
    EXPECT_NEAR(area, 1.0, 1e-3);
    int steps = 0;
    const auto holds = [this] {
      return has_bonds(domain_.contact_points(), domain_.body_records().begin()->id);
    };
    for (; steps < 20000 && holds(); ++steps) {
      (void)domain_.step(solver_, kBreakStep);
    }
    ASSERT_FALSE(holds());
    EXPECT_GT(steps, 100);
    EXPECT_NEAR(before - energy_of_bodies(), kEnergy * area, 1e-6 * kEnergy) << elements;
  }
}

}  // namespace
}  // namespace solfec
