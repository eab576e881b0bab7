#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "domain/domain_fixture.h"
#include "domain/moved_body.h"
#include "domain/state_archive.h"
#include "geometry/element/hex_mesh.h"
#include "output/model_archive.h"
#include "support/round_trip.h"

namespace solfec {
namespace {

constexpr double kStep = 1.0 / 512;

/// Four hexahedra in a block of 0.5 m x 0.5 m x 0.25 m with its lowest corner at `corner`.
Shape mesh_of_block(Vec3 corner) {
  std::array<double, 24> corners{0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0,
                                 0, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners[i] = 0.25 * corners[i] + corner[static_cast<int>(i % 3)];
  }
  const std::array<int, 6> surfaces{1, 1, 1, 1, 1, 1};
  HexMeshParams params;
  params.corners = corners;
  params.counts = {2, 2, 1};
  params.volume = 1;
  params.surfaces = surfaces;
  Shape shape;
  shape.meshes.push_back(make_hex_mesh(params));
  return shape;
}

/// Everything that a step takes from a domain, as bytes: the pairs one after another.
std::vector<std::byte> packed(const Domain& domain) {
  XdrWriter out;
  StoredModel model;
  store_definitions(domain, {}, model);
  save_definitions(model, out);
  save(domain.loads.gravity, out);
  save(domain.loads.forces, out);
  save(domain.loads.torques, out);
  std::vector<MovedBody> bodies;
  for (const BodyId id : domain.bodies.ids()) bodies.push_back(moved_body(domain, id));
  save(bodies, out);
  save(body_states(domain), out);
  const auto constraints = domain.user_constraints();
  save(std::vector<UserConstraint>(constraints.begin(), constraints.end()), out);
  save(constraint_states(domain), out);
  save(domain.time(), out);
  save(domain.next_body_id(), out);
  save(domain.next_constraint_id(), out);
  return {out.bytes().begin(), out.bytes().end()};
}

void set_definitions(const StoredModel& model, Domain& domain) {
  const auto& surfaces = model.surface_materials;
  domain.surface_materials[0] = surfaces.front();
  for (std::size_t i = 1; i < surfaces.size(); ++i) domain.surface_materials.define(surfaces[i]);
  domain.surface_materials.set_definitions(model.settings.surface_labels);
  domain.automatic_bulk_labels = model.settings.bulk_labels;
  domain.contact_params = model.settings.contact_params;
  domain.projection = model.settings.projection;
  domain.set_contact_exclusions(model.settings.exclusions);
}

/// Builds a domain that goes on from the bytes.
std::unique_ptr<Domain> unpacked(std::span<const std::byte> bytes) {
  XdrReader in(bytes);
  const StoredModel model = load_definitions(in);
  auto domain = std::make_unique<Domain>(model.analysis, 1e-4);
  set_definitions(model, *domain);
  load(in, domain->loads.gravity);
  load(in, domain->loads.forces);
  load(in, domain->loads.torques);
  for (const MovedBody& body : load<std::vector<MovedBody>>(in)) {
    add_moved_body(body, model.bulk_materials, *domain);
  }
  const auto states = load<BodyStates>(in);
  for (std::size_t i = 0; i < states.bodies.size(); ++i) {
    set_body_state(states, i, states.bodies[i].id, *domain);
  }
  const auto definitions = load<std::vector<UserConstraint>>(in);
  ConstraintStates constraints = load<ConstraintStates>(in);
  domain->choose_contact_pieces();
  RestoredState state = restored_state(constraints, definitions);
  state.found_with = model.settings.contact_params;
  state.records = std::move(constraints.constraints);
  load(in, state.time);
  load(in, state.next_body);
  load(in, state.next_constraint);
  in.expect_end();
  domain->restore(std::move(state));
  return domain;
}

/// Where bytes differ, -1: nowhere.
int first_difference(std::span<const std::byte> a, std::span<const std::byte> b) {
  const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return at.first == a.end() && at.second == b.end() ? -1 : static_cast<int>(at.first - a.begin());
}

/// Runs, moves all bodies to a new domain, and runs both on.
void expect_to_go_on(Domain& domain, int before, int after) {
  GaussSeidelSolver solver{GaussSeidelParams{}};
  for (int i = 0; i < before; ++i) (void)domain.step(solver, kStep);
  const std::vector<std::byte> bytes = packed(domain);
  const std::unique_ptr<Domain> moved = unpacked(bytes);
  ASSERT_EQ(first_difference(packed(*moved), bytes), -1) << "at once";
  GaussSeidelSolver other{GaussSeidelParams{}};
  for (int i = 0; i < after; ++i) {
    (void)domain.step(solver, kStep);
    (void)moved->step(other, kStep);
    ASSERT_EQ(first_difference(packed(*moved), packed(domain)), -1)
        << "after " << i + 1 << " steps";
  }
}

class MovedBodies : public ::testing::Test {
 protected:
  MovedBodies() {
    domain_.loads.gravity[2].constant = -9.81;
    SurfaceMaterial rough;
    rough.friction = 0.6;
    domain_.surface_materials.define(rough);
    add(BodyKind::obstacle, box_shape({-3, -3, -1}, {3, 3, 0}));
  }

  BodyId add(BodyKind kind, Shape shape, FiniteElementForm form = {}) {
    BodyDefinition definition;
    definition.kind = kind;
    definition.form = form;
    definition.shape = std::move(shape);
    definition.material = material_;
    definition.label = "body";
    return domain_.add_body(std::move(definition));
  }

  Domain domain_{Analysis::dynamic, 1e-4};
  int material_ =
      domain_.define_bulk_material({"soft", BulkModel::kirchhoff, 5e6, 0.25, 1000.0}).first;
};

TEST_F(MovedBodies, RigidBodiesInContactGoOnWithTheSameBits) {
  domain_.contact_params.points = ContactPoints::patch;
  domain_.contact_params.projection = true;
  add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  add(BodyKind::rigid, box_shape({0.25, 0, 1}, {1.25, 1, 2}));
  Shape ball;
  ball.spheres.push_back({{-1, 0, 0.5}, 0.5, 2, 1});
  const BodyId rolling = add(BodyKind::rigid, std::move(ball));
  domain_.bodies.set_rigid_velocity(domain_.body_ref(rolling), {1, 0, 0}, {0, 3, 0});
  expect_to_go_on(domain_, 40, 40);
  EXPECT_GT(domain_.contact_count(), 5);
}

TEST_F(MovedBodies, PseudoRigidBodiesGoOnWithTheSameBits) {
  const BodyId soft = add(BodyKind::pseudo_rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  domain_.bodies.set_scheme(domain_.body_ref(soft), Scheme::def_lim);
  domain_.bodies.set_damping(domain_.body_ref(soft), 1e-4);
  expect_to_go_on(domain_, 30, 30);
}

TEST_F(MovedBodies, FiniteElementsOfBothFormsGoOnWithTheSameBits) {
  const BodyId total = add(BodyKind::finite_element, mesh_of_block({0, 0, 0}));
  const BodyId turning =
      add(BodyKind::finite_element, mesh_of_block({1, 0, 0}), FiniteElementForm::corotational);
  for (const BodyId id : {total, turning}) {
    domain_.bodies.set_scheme(domain_.body_ref(id), Scheme::def_lim);
    domain_.bodies.set_rigid_velocity(domain_.body_ref(id), {0, 0, 0.5}, {1, 0, 0});
  }
  expect_to_go_on(domain_, 40, 40);
}

TEST_F(MovedBodies, JointsLoadsAndMovingObstaclesGoOnWithTheSameBits) {
  const BodyId arm = add(BodyKind::rigid, box_shape({0, 0, 1}, {2, 0.5, 1.5}));
  const BodyId end = add(BodyKind::rigid, box_shape({2, 0, 1}, {3, 0.5, 1.5}));
  const BodyId slider = add(BodyKind::obstacle, box_shape({-5, 0, 5}, {-4, 1, 6}));
  domain_.set_rigid_velocity(slider, {0.5, 0, 0}, {0, 0, 1});
  domain_.add_constraint(make_fixed_point(arm, {0, 0, 1}));
  domain_.add_constraint(make_rigid_link(arm, end, {2, 0, 1.5}, {2.5, 0, 1.5}, 1e-4));
  PrescribedMotion motion;
  motion.kind = MotionKind::displacement;
  motion.series = std::make_shared<const TimeSeries>(std::vector<double>{0.0, 1.0},
                                                     std::vector<double>{0.0, 0.25});
  domain_.add_constraint(make_prescribed_motion(end, {3, 0, 1}, {0, 1, 0}, motion));
  domain_.loads.forces.push_back(
      {end, LoadFrame::convected, {3, 0, 1}, {0, 0, 1}, {50.0, nullptr}, false});
  domain_.loads.torques.push_back(
      {arm, LoadFrame::spatial, {0, 1, 0}, {0.0, motion.series}, false});
  expect_to_go_on(domain_, 30, 30);
}

TEST_F(MovedBodies, BondsHoldOnWithTheSameBits) {
  SurfaceMaterial glue;
  glue.friction = 0.5;
  glue.cohesion = 1e4;
  domain_.surface_materials.define(glue);
  add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
  const BodyId upper = add(BodyKind::rigid, box_shape({0, 0, 1}, {1, 1, 2}));
  domain_.loads.forces.push_back(
      {upper, LoadFrame::spatial, {0.5, 0.5, 2}, {0, 0, 1}, {25000.0, nullptr}, false});
  expect_to_go_on(domain_, 10, 20);
  int bonds = 0;
  for (const ContactPoint& contact : domain_.contact_points())
    bonds += contact.state.bonded ? 1 : 0;
  EXPECT_GT(bonds, 0);
}

}  // namespace
}  // namespace solfec
