#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "body/finite_element/finite_element_inverse.h"
#include "domain/finite_element_fixture.h"
#include "integrator/integrator.h"
#include "math/rotation.h"
#include "support/block_mesh.h"
#include "support/mixed_mesh.h"

namespace solfec {
namespace {

using Case = std::tuple<Scheme, FiniteElementForm>;

const std::array<Case, 6> kCases = {Case{Scheme::def_lim, FiniteElementForm::total_lagrangian},
                                    Case{Scheme::def_lim, FiniteElementForm::corotational},
                                    Case{Scheme::def_lim2, FiniteElementForm::total_lagrangian},
                                    Case{Scheme::def_lim2, FiniteElementForm::corotational},
                                    Case{Scheme::def_imp, FiniteElementForm::total_lagrangian},
                                    Case{Scheme::def_imp, FiniteElementForm::corotational}};

class ImplicitFiniteElements : public FiniteElementFixture,
                               public ::testing::WithParamInterface<Case> {
 protected:
  [[nodiscard]] Scheme scheme() const { return std::get<0>(GetParam()); }
  [[nodiscard]] FiniteElementForm form() const { return std::get<1>(GetParam()); }
  BodyId add_implicit(Mesh mesh) {
    const BodyId id = add_mesh(std::move(mesh), form());
    mesh_of(id).scheme = scheme();
    return id;
  }
};

// All but the angular momentum of form 'BC' and of the linearised schemes is kept exactly: their
// forces are not those of a frame-indifferent energy at one configuration.
TEST_P(ImplicitFiniteElements, AFreeBodyKeepsMomentaAndItsEnergyBalance) {
  const BodyId id = add_implicit(test::MixedMesh::make(0.1, rng_));
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
  run(100, 2e-3);
  const auto [linear_end, angular_end] = momenta();
  EXPECT_LE(norm(linear_end - linear), 1e-10 * norm(linear));
  EXPECT_LE(norm(angular_end - angular), 2e-3 * norm(angular));
  EXPECT_NEAR(balance(id), energy, 1e-9 * energy);
  EXPECT_GT(domain_.bodies.energies(domain_.body_ref(id)).damping, 0.0);
}

// What the rows see of A⁻¹ is what the nodes get: after a step the points of all rows move as the
// solver says.
TEST_P(ImplicitFiniteElements, RowsMoveAsTheSolverSays) {
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
  const BodyId id = add_implicit(test::hexahedra_block({1, 1, 0.5}, {3, 3, 2}));
  const BodyId top = add(BodyKind::rigid, box_shape({0.2, 0.2, 0.5}, {0.7, 0.7, 0.9}));
  domain_.loads.gravity[2].constant = -10.0;
  domain_.add_constraint(make_fixed_point(id, {0.1, 0.5, 0.25}));
  domain_.add_constraint(make_rigid_link(id, top, {0.9, 0.9, 0.5}, {0.45, 0.45, 0.7}, 1e-4));
  for (int k = 0; k < 5; ++k) {
    (void)domain_.step(solver_, 1e-3);
    const FiniteElementBody& mesh = mesh_of(id);
    for (const ConstraintRecord& row : domain_.constraints()) {
      if (row.master != id || row.kind != ConstraintKind::fixed_point) continue;
      const Vec3 velocity = mesh.find({0.1, 0.5, 0.25}).of(mesh.velocity);
      // the mid-point rule comes as near as 1e-8 of the velocities
      const double tolerance = scheme() == Scheme::def_imp ? 1e-8 : 1e-11;
      EXPECT_LE(norm_inf(transpose(row.frame) * velocity - row.U), tolerance);
    }
  }
}

// Both ends of a bar are turned against each other within 20 steps, which takes large forces; the
// motion has nothing to do with the one without reactions.
TEST_P(ImplicitFiniteElements, PrescribedVelocitiesAreMetHoweverLargeTheirReactions) {
  const BodyId id = add_implicit(test::hexahedra_block({0.2, 0.2, 1.0}, {2, 2, 4}));
  for (const Vec3 X : {Vec3{0, 0, 0}, Vec3{0.2, 0, 0}, Vec3{0.2, 0.2, 0}, Vec3{0, 0.2, 0},
                       Vec3{0, 0, 1}, Vec3{0.2, 0, 1}, Vec3{0.2, 0.2, 1}, Vec3{0, 0.2, 1}}) {
    const double spin = X.z > 0.5 ? 2.0 : -2.0;  // 1/s
    const MotionKind kind = MotionKind::velocity;
    const double along_x = -spin * (X.y - 0.1);
    const double along_y = spin * (X.x - 0.1);
    domain_.add_constraint(make_prescribed_motion(id, X, {1, 0, 0}, {kind, along_x, nullptr, 0.0}));
    domain_.add_constraint(make_prescribed_motion(id, X, {0, 1, 0}, {kind, along_y, nullptr, 0.0}));
  }
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(domain_.step(solver_, 1e-2).not_converged, 0) << k;
    const FiniteElementBody& mesh = mesh_of(id);
    for (const UserConstraint& row : domain_.user_constraints()) {
      const Vec3 velocity = mesh.find(row.master_reference).of(mesh.velocity);
      EXPECT_NEAR(dot(velocity, row.direction), row.motion.constant, 1e-6) << k;
    }
  }
}

// Meshes on each other and a rigid block on top; the weights above each joint.
TEST_P(ImplicitFiniteElements, AStackComesToRestAndItsJointsCarryTheWeightAbove) {
  domain_.update_bulk_material(material_, {"stone", BulkModel::kirchhoff, 1e7, 0.25, 1000.0});
  add(BodyKind::obstacle, box_shape({-2, -2, -1}, {3, 3, 0}));
  const auto lifted = [](double z) {
    Mesh mesh = test::hexahedra_block({1, 1, 0.5}, {2, 2, 2});
    for (Vec3& node : mesh.nodes) node.z += z;
    return mesh;
  };
  std::array<BodyId, 3> stack{add_implicit(lifted(0.0)), add_implicit(lifted(0.5))};
  stack[2] = add(BodyKind::rigid, box_shape({0.25, 0.25, 1.0}, {0.75, 0.75, 1.5}));
  mesh_of(stack[0]).damping = mesh_of(stack[1]).damping = 5e-3;
  domain_.loads.gravity[2].constant = -10.0;
  run(300, 2e-3);
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
  EXPECT_LE(norm(speed(stack[2], {0.5, 0.5, 1.25})), 1e-4);
}

// Against the explicit scheme with a tiny step; the error falls with the square of the step.
TEST_P(ImplicitFiniteElements, TheErrorFallsWithTheSquareOfTheStep) {
  const auto end_of = [&](Scheme scheme, double step) {
    Domain domain{Analysis::dynamic, 1e-4};
    (void)domain.define_bulk_material({"stone", BulkModel::kirchhoff, 2e5, 0.25, 1000.0});
    const BodyId id = add_mesh_to(domain, test::hexahedra_block({1, 0.5, 0.5}, {2, 1, 1}), form());
    FiniteElementBody& mesh = domain.bodies.finite_element[domain.body_ref(id).slot];
    mesh.scheme = scheme;
    for (std::size_t a = 0; a < mesh.velocity.size(); ++a) {
      const Vec3 X = mesh.elements.node[a];
      mesh.velocity[a] = cross({0, 0.5, 1.0}, X) + Vec3{0.4 * X.x, -0.3 * X.x * X.x, 0.2 * X.y};
    }
    const int steps = static_cast<int>(std::lround(0.25 / step));
    for (int k = 0; k < steps; ++k) (void)domain.step(solver_, step);
    return mesh.displacement;
  };
  const auto difference = [](const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::fmax(largest, norm(a[i] - b[i]));
    return largest;
  };
  const std::vector<Vec3> exact = end_of(Scheme::def_exp, 5e-5);
  const double coarse = difference(end_of(scheme(), 2.5e-3), exact);
  const double fine = difference(end_of(scheme(), 1.25e-3), exact);
  EXPECT_LE(coarse, 0.01);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15) << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Schemes, ImplicitFiniteElements, ::testing::ValuesIn(kCases),
                         [](const auto& test) {
                           const bool total =
                               std::get<1>(test.param) == FiniteElementForm::total_lagrangian;
                           return std::string(name_of(std::get<0>(test.param))) +
                                  (total ? "_TL" : "_BC");
                         });

}  // namespace
}  // namespace solfec
