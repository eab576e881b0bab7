#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "domain/moved_body.h"
#include "domain/state_archive.h"
#include "output/frame_archive.h"
#include "output/model_archive.h"
#include "output/result_scene.h"
#include "support/round_trip.h"

namespace solfec {
namespace {

using test::check_round_trip;

/// The scene of the other tests after some steps: bodies of three kinds, joints, contacts.
class Pairs : public ::testing::Test {
 protected:
  Pairs() {
    test::build_scene(domain_);
    GaussSeidelSolver solver{GaussSeidelParams{}};
    for (int i = 0; i < 4; ++i) (void)domain_.step(solver, 1.0 / 256);
  }

  [[nodiscard]] StoredBody body(BodyId id) const {
    return stored_body(*domain_.find_body(id),
                       domain_.bodies.characteristics(domain_.body_ref(id)));
  }

  Domain domain_{Analysis::dynamic, 1e-4};
};

LoadValue ramp() {
  return {0.0, std::make_shared<const TimeSeries>(std::vector<double>{0.0, 1.0},
                                                  std::vector<double>{3.0, 4.0})};
}

TEST_F(Pairs, Shapes) {
  for (const BodyId id : {1, 2, 3, 4}) check_round_trip(*domain_.find_body(id)->shape);
}

TEST_F(Pairs, References) {
  for (const BodyId id : {1, 2, 3, 4}) check_round_trip(body(id));
  StoredBody mesh = body(3);
  mesh.kind = BodyKind::finite_element;
  mesh.part_materials = {{9, 1}};
  check_round_trip(mesh);
  mesh.shape.background = mesh.shape.meshes;
  mesh.shape.meshes.clear();
  mesh.shape.convices = body(4).shape.convices;
  check_round_trip(mesh);
}

TEST_F(Pairs, MovedBodies) {
  domain_.set_rigid_velocity(1, {1, 0, 0}, {0, 0, 2});
  check_round_trip(moved_body(domain_, 1));
}

TEST_F(Pairs, Materials) {
  StoredModel model;
  store_definitions(domain_, {}, model);
  ASSERT_EQ(model.bulk_materials.size(), 2U);
  ASSERT_EQ(model.surface_materials.size(), 2U);
  check_round_trip(model.bulk_materials);
  check_round_trip(model.surface_materials);
}

TEST_F(Pairs, BodyStates) {
  check_round_trip(body_states(domain_));
  const std::vector<BodyId> some{2, 4};
  const BodyStates states = body_states(domain_, some);
  check_round_trip(states);
  EXPECT_EQ(states.ids(), some);
}

TEST_F(Pairs, ConstraintStates) {
  const ConstraintStates states = constraint_states(domain_);
  ASSERT_GT(states.constraints.size(), 2U) << "two joints and contacts";
  check_round_trip(states);
  XdrWriter straight;
  StateWriter().save_constraints(domain_, straight);
  const auto bytes = straight.bytes();
  EXPECT_EQ(test::saved(states), std::vector<std::byte>(bytes.begin(), bytes.end()));
}

TEST(PairsOfContacts, BondsReferencesAndCoveredFaces) {
  ConstraintStates states;
  ConstraintRecord row;
  row.id = kFirstFoundConstraint;
  row.master = 1;
  row.slave = 2;
  row.master_piece = row.slave_piece = 0;
  row.feature = 0x8000000000000001U;
  states.constraints.push_back(row);
  row.bonded = true;
  row.anchor = {2.0, 0.75, {1, 2, 3}, {4, 5, 6}, {0, 0, 1}};
  states.constraints.push_back(row);
  row.bonded = false;
  row.referenced = true;
  row.reference.gap = -0.25;
  states.constraints.push_back(row);
  states.references.push_back({1, 2, identity(), {1, 0, 0}, 3});
  states.references.push_back({2, 3, identity(), {0, 1, 0}, 0});
  states.covered.push_back({{1, 0, 2}, {2, 1, 0}});
  states.built.push_back({{1, 0, 2, 3, 0},
                          true,
                          true,
                          {1, 2, 3},
                          {4, 5, 6},
                          {0, 0, 1},
                          {0.1, 0.2, 0},
                          1e-3,
                          2e-3,
                          0.5});
  states.shown.push_back({kFirstFoundConstraint, {1, 2, 3}, {4, 5, 6}, {}});
  states.late.push_back({2, {1, 2, 3}, {4, 5, 6}, {{1, 2, 3, 4, 5, 6, 7, 8, 9}}});
  check_round_trip(states);
}

TEST(PairsOfSettings, ConstraintsLoadsAndRules) {
  PrescribedMotion motion;
  motion.kind = MotionKind::displacement;
  motion.series = ramp().series;
  motion.start = 0.5;
  UserConstraint driven = make_prescribed_motion(1, {1, 2, 3}, {0, 0, 2}, motion);
  driven.id = kFirstFoundConstraint;
  check_round_trip(driven);
  UserConstraint link = make_rigid_link(1, 2, {0, 0, 0}, {0, 0, 1}, 1e-4);
  link.id = 1;
  check_round_trip(link);
  check_round_trip(PointForce{1, LoadFrame::convected, {1, 2, 3}, {0, 0, 1}, ramp(), false});
  check_round_trip(BodyTorque{1, LoadFrame::spatial, {0, 0, 1}, {2.0, nullptr}, false});
  ContactParams params;
  params.points = ContactPoints::patch;
  check_round_trip(params);
  check_round_trip(ContactExclusions{{{1, 2}}, {{1, 0, 2, 3, 0}}, {{3, 4}}});
}

TEST_F(Pairs, Models) {
  RunConfiguration run;
  run.extents = Box{{-1, -1, -1}, {1, 1, 1}};
  run.penetration_bound = 0.5;
  run.gravity_changed = true;
  run.constraints = {{1, 7}};
  run.solver = {1e-6, 100};
  domain_.loads.forces.push_back({2, LoadFrame::spatial, {}, {0, 0, 1}, ramp(), true});
  domain_.loads.callbacks.push_back({2, {}, "push", true});
  domain_.set_rigid_velocity(1, {1, 0, 0}, {});
  StoredModel model;
  store_definitions(domain_, run, model);
  EXPECT_EQ(model.settings.velocities.size(), 1U);
  EXPECT_EQ(model.settings.functions.size(), 1U);
  model.bodies = {body(2), body(4)};
  check_round_trip(model);
}

TEST(PairsOfFrames, Heads) {
  FrameHead head;
  head.link = {true, -1};
  head.summary.iterations = 3;
  head.run.callback_data = "{\"a\": 1}";
  head.new_bodies = {1, 2};
  head.deleted_bodies = {3};
  check_round_trip(head);
}

}  // namespace
}  // namespace solfec
