#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "body/point_load.h"
#include "domain/finite_element_fixture.h"
#include "math/rotation.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

constexpr double kTol = 1e-12;  // relative to sizes, velocities and stresses of order one

using FiniteElementTest = FiniteElementFixture;

const Mat3 kShear = [] {
  Mat3 F = identity();
  F(0, 1) = 0.3;
  F(1, 2) = -0.2;
  F(2, 2) = 1.1;
  return F;
}();

TEST_F(FiniteElementTest, PointsAndStressOfAHomogeneousDeformation) {
  const BodyId id = add_mesh(test::MixedMesh::make(0.15, rng_, true));
  const BodyRef body = domain_.body_ref(id);
  const Vec3 shift{0.5, -1.0, 2.0};
  set_affine(id, kShear, shift);
  // S = λ tr(E) 1 + 2 μ E, σ = F S Fᵀ / J
  const Mat3 E = 0.5 * (transpose(kShear) * kShear - identity());
  const double lambda = 2e5 * 0.25 / (1.25 * 0.5);
  const double mu = 2e5 / 2.5;
  const Mat3 S = lambda * trace(E) * identity() + 2.0 * mu * E;
  const Mat3 cauchy = (1.0 / determinant(kShear)) * (kShear * S * transpose(kShear));
  std::uniform_real_distribution<double> unit(0.01, 0.99);
  for (int sample = 0; sample < 50; ++sample) {
    const Vec3 X{2.0 * unit(rng_), 2.0 * unit(rng_), 5.0 * unit(rng_)};
    const Vec3 x = kShear * X + shift;
    EXPECT_LE(norm(domain_.bodies.current_point(body, X) - x), 1e-11);
    EXPECT_LE(norm(domain_.bodies.reference_point(body, x) - X), 1e-10);
    std::array<double, 6> s{};
    domain_.bodies.stress(body, X, s);
    const double expected[6] = {cauchy(0, 0), cauchy(1, 1), cauchy(2, 2),
                                cauchy(0, 1), cauchy(0, 2), cauchy(1, 2)};
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(s[k], expected[k], 1e-6);  // of 1e5 Pa
    const Vec3 d{0.3, -0.4, 0.5};
    EXPECT_LE(norm(convected_direction(domain_.bodies, body, X, d) - kShear * d), 1e-11);
  }
  // the mean motion of an affine one is that motion
  const BodyMotion mean = domain_.bodies.motion(body);
  EXPECT_LE(norm_inf(mean.center - (kShear * mean.reference_center + shift)), 1e-11);
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(mean.gradient.m[k], kShear.m[k], 1e-11);
}

TEST_F(FiniteElementTest, PiecesAreThereWhereTheNodesAre) {
  const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {3, 3, 3}));
  FiniteElementBody& mesh = mesh_of(id);
  std::uniform_real_distribution<double> move(-0.05, 0.05);
  for (Vec3& q : mesh.displacement) q = {move(rng_), move(rng_), move(rng_)};
  const ShapePieces& pieces = *domain_.find_body(id)->pieces;
  EXPECT_EQ(pieces.piece_count(), 26);
  std::vector<Vec3> placed(pieces.vertex.size());
  domain_.bodies.place(domain_.body_ref(id), pieces.vertex, placed);
  for (std::size_t v = 0; v < placed.size(); ++v) {
    bool found = false;
    for (std::size_t a = 0; a < mesh.displacement.size() && !found; ++a) {
      found = mesh.elements.node[a] == pieces.vertex[v] &&
              placed[v] == mesh.elements.node[a] + mesh.displacement[a];
    }
    EXPECT_TRUE(found) << v;
  }
}

TEST_F(FiniteElementTest, AFreeBodyKeepsMomentaAndItsEnergyBalance) {
  const BodyId id = add_mesh(test::MixedMesh::make(0.1, rng_));
  domain_.set_rigid_velocity(id, {1.0, -2.0, 0.5}, {0.3, 0.7, -0.4});
  FiniteElementBody& mesh = mesh_of(id);
  std::uniform_real_distribution<double> push(-0.5, 0.5);
  for (Vec3& u : mesh.velocity) u += Vec3{push(rng_), push(rng_), push(rng_)};
  mesh.damping = 1e-4;
  update_energies(mesh);
  const auto momenta = [&] {
    Vec3 linear;
    Vec3 angular;
    for (std::size_t a = 0; a < mesh.velocity.size(); ++a) {
      const Vec3 p = mesh.elements.mass[a] * mesh.velocity[a];
      linear += p;
      angular += cross(mesh.elements.node[a] + mesh.displacement[a], p);
    }
    return std::pair{linear, angular};
  };
  const auto [linear, angular] = momenta();
  const double energy = balance(id);
  run(200, 5e-4);
  const auto [linear_end, angular_end] = momenta();
  const double size = norm(angular);
  EXPECT_LE(norm(linear_end - linear), 1e-12 * norm(linear));
  // the leap-frog keeps it for internal forces of a frame-indifferent energy; the explicit damping
  // force is that of a symmetric stiffness, which has no moment only in equilibrium
  EXPECT_LE(norm(angular_end - angular), 1e-3 * size);
  EXPECT_NEAR(balance(id), energy, 1e-9 * energy);
  mesh.damping = 0.0;
  const auto [before, angular_before] = momenta();
  run(200, 5e-4);
  EXPECT_LE(norm(momenta().second - angular_before), 1e-11 * size);
}

// A stiff body in free rotation about a principal axis: its points follow exp(t ω) but for the
// stretch due to the rotation and the oscillation that its sudden start leaves.
TEST_F(FiniteElementTest, ATurningBodyOfEitherFormFollowsTheRigidRotation) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e8, 0.25, 1000.0});
  const Vec3 omega{0.0, 0.0, 2.0};
  for (const FiniteElementForm form :
       {FiniteElementForm::total_lagrangian, FiniteElementForm::corotational}) {
    const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {2, 2, 2}), form);
    domain_.set_rigid_velocity(id, {}, omega);
    const double energy = balance(id);
    run(1000, 1e-3);
    const Mat3 turn = exponential_map(1.0 * omega);
    const Vec3 center{0.5, 0.5, 0.5};
    FiniteElementBody& mesh = mesh_of(id);
    for (std::size_t a = 0; a < mesh.displacement.size(); ++a) {
      const Vec3 Z = mesh.elements.node[a];
      const Vec3 expected = turn * (Z - center) + center;
      // ρ ω² L² / E = 4e-5
      EXPECT_LE(norm(Z + mesh.displacement[a] - expected), 2e-4) << a;
    }
    EXPECT_NEAR(balance(id), energy, 1e-9 * energy);
    if (form == FiniteElementForm::corotational) {
      EXPECT_LE(norm_inf(mesh.rotation * Vec3{1, 0, 0} - turn * Vec3{1, 0, 0}), 2e-4);
    }
    domain_.remove_body(id);
  }
}

TEST_F(FiniteElementTest, GravityAndPointForcesAddUpToTheirResultants) {
  const BodyId id = add_mesh(test::tetrahedra_block({2, 1, 1}, {4, 2, 2}));
  const BodyRef body = domain_.body_ref(id);
  FiniteElementBody& mesh = mesh_of(id);
  add_gravity(domain_.bodies, {0, 0, -10});
  add_point_force(domain_.bodies, body, {1.3, 0.2, 0.9}, {5, 6, 7});
  Vec3 sum;
  Vec3 moment;
  for (std::size_t a = 0; a < mesh.load.size(); ++a) {
    sum += mesh.load[a];
    moment += cross(mesh.elements.node[a], mesh.load[a]);
  }
  const double mass = 2.0 * 1000.0;
  const Vec3 center = mass_center(mesh.elements, mesh.elements.node);
  EXPECT_LE(norm(sum - Vec3{5, 6, 7 - 10 * mass}), kTol * 10 * mass);
  EXPECT_LE(norm(moment - cross(center, {0, 0, -10 * mass}) - cross({1.3, 0.2, 0.9}, {5, 6, 7})),
            kTol * 10 * mass);
}

// Axial vibration of a bar in its first mode: with the lumped masses of n elements
// ω = (2 c / dx) sin(π dx / (2 L)), and the mid-point rule makes sin(ω_h h / 2) = ω h / 2.
TEST_F(FiniteElementTest, FrequencyOfABarIsThatOfTheLumpedChain) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e6, 0.0, 1000.0});
  constexpr int kElements = 8;
  const BodyId id = add_mesh(test::hexahedra_block({1.0, 0.1, 0.1}, {kElements, 1, 1}));
  FiniteElementBody& mesh = mesh_of(id);
  for (std::size_t a = 0; a < mesh.velocity.size(); ++a) {
    mesh.velocity[a].x = 1e-5 * std::cos(std::numbers::pi * mesh.elements.node[a].x);
  }
  constexpr double kShort = 1e-4;
  const double c = std::sqrt(1e6 / 1000.0);
  const double chain = 2.0 * c * kElements * std::sin(0.5 * std::numbers::pi / kElements);
  const double omega = 2.0 / kShort * std::asin(0.5 * kShort * chain);
  for (int k = 1; k <= 2000; ++k) {
    (void)domain_.step(solver_, kShort);
    if (k % 50 != 0) continue;
    // of the leap-frog at whole steps
    EXPECT_NEAR(mesh.velocity[0].x, 1e-5 * std::cos(omega * kShort * k), 1e-9) << k;
  }
}

TEST_F(FiniteElementTest, PartsOfOtherMaterialChangeTheirMassAndStiffness) {
  const int heavy =
      domain_.define_bulk_material({"lead", BulkModel::kirchhoff, 4e5, 0.25, 3000.0}).first;
  Mesh mesh = test::hexahedra_block({2, 1, 1}, {2, 1, 1});
  mesh.elements[1].volume = 7;
  const BodyId id = add_mesh(mesh);
  domain_.set_part_material(id, 7, heavy);
  EXPECT_NEAR(total_mass(mesh_of(id).elements), 4000.0, 1e-9);
  EXPECT_NEAR(domain_.bodies.characteristics(domain_.body_ref(id)).mass, 4000.0, 1e-9);
  EXPECT_NEAR(domain_.bodies.characteristics(domain_.body_ref(id)).volume, 2.0, 1e-12);
  EXPECT_NEAR(domain_.bodies.characteristics(domain_.body_ref(id)).center.x, 1.25, 1e-12);
  set_affine(id, kShear, {});
  std::array<double, 6> soft{};
  std::array<double, 6> hard{};
  domain_.bodies.stress(domain_.body_ref(id), {0.5, 0.5, 0.5}, soft);
  domain_.bodies.stress(domain_.body_ref(id), {1.5, 0.5, 0.5}, hard);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(hard[k], 2.0 * soft[k], 1e-6);
  EXPECT_THROW(domain_.set_part_material(id, 3, heavy), InputError);
}

TEST_F(FiniteElementTest, MeshesKeepTheDensityTheyWereMadeWith) {
  const BodyId id = add_mesh(test::hexahedra_block({1, 1, 1}, {1, 1, 1}));
  BulkMaterial other{"stone", BulkModel::kirchhoff, 4e5, 0.25, 1000.0};
  domain_.update_bulk_material(material_, other);
  std::array<double, 6> s{};
  Mat3 F = identity();
  F(0, 0) = 1.1;
  set_affine(id, F, {});
  domain_.bodies.stress(domain_.body_ref(id), {0.5, 0.5, 0.5}, s);
  // σ_yy = λ E / F_xx with E = (1.1² - 1) / 2
  EXPECT_NEAR(s[1], 4e5 * 0.25 / (1.25 * 0.5) * 0.105 / 1.1, 1e-6);
  other.density = 2000.0;
  EXPECT_THROW(domain_.update_bulk_material(material_, other), InputError);
  EXPECT_EQ(domain_.bulk_materials()[0].density, 1000.0);
}

// Loose nodes in front, between and behind: the body is the one that the mesh without them makes.
TEST_F(FiniteElementTest, NodesWithoutElementsAreLeftOut) {
  const Mesh clean = test::hexahedra_block({1, 1, 1}, {2, 1, 1});
  Mesh loose = clean;
  loose.nodes.insert(loose.nodes.begin() + 5, {7, 7, 7});
  loose.nodes.insert(loose.nodes.begin(), {-3, 3, 3});
  loose.nodes.push_back({3, 3, 3});
  for (MeshElement& element : loose.elements) {
    for (int a = 0; a < element.node_count; ++a) {
      int& node = element.node[static_cast<std::size_t>(a)];
      node += node < 5 ? 1 : 2;
    }
  }
  const FiniteElementBody& one = mesh_of(add_mesh(clean));
  std::vector<Vec3> nodes = one.elements.node;
  std::vector<double> mass = one.elements.mass;
  const BodyId id = add_mesh(loose);
  EXPECT_EQ(mesh_of(id).elements.node, nodes);
  EXPECT_EQ(mesh_of(id).elements.mass, mass);
  EXPECT_EQ(domain_.find_body(id)->shape->meshes[0].nodes, nodes);
  EXPECT_EQ(domain_.bodies.characteristics(domain_.body_ref(id)).mass, 1000.0);
  run(3, 1e-4);
}

// Meshes on each other and a rigid block on top: once the vibration is damped, every joint carries
// what is above it.
TEST_F(FiniteElementTest, AStackComesToRestAndItsJointsCarryTheWeightAbove) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e7, 0.25, 1000.0});
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
  const auto lifted = [](double z) {
    Mesh mesh = test::hexahedra_block({1, 1, 0.5}, {2, 2, 2});
    for (Vec3& node : mesh.nodes) node.z += z;
    return mesh;
  };
  std::array<BodyId, 3> stack{add_mesh(lifted(0.0)), add_mesh(lifted(0.5))};
  stack[2] = add(BodyKind::rigid, box_shape({0.25, 0.25, 1.0}, {0.75, 0.75, 1.5}));
  mesh_of(stack[0]).damping = mesh_of(stack[1]).damping = 2e-3;
  domain_.loads.gravity[2].constant = -10.0;
  run(6000, 1e-4);
  // weights from the top: 125, 500 and 500 kg
  const double above[3] = {11250.0, 6250.0, 1250.0};
  for (std::size_t k = 0; k < 3; ++k) {
    double force = 0.0;
    for (const ConstraintRecord& row : domain_.constraints()) {
      const BodyId under = k == 0 ? 1 : stack[k - 1];
      const bool joint = (row.master == stack[k] && row.slave == under) ||
                         (row.master == under && row.slave == stack[k]);
      if (joint) force += std::fabs((row.frame * row.R).z);
    }
    EXPECT_NEAR(force, above[k], 1e-3 * above[k]) << k;
  }
  EXPECT_LE(norm(speed(stack[2], {0.5, 0.5, 1.25})), 1e-5);
}

}  // namespace
}  // namespace solfec
