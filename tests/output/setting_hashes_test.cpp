#include "output/setting_hashes.h"

#include <functional>

#include "constraint/joint.h"
#include "domain/domain_fixture.h"
#include "output/setting_rows.h"

namespace solfec {
namespace {

class SettingHashesTest : public DomainFixture {
 protected:
  SettingHashesTest() {
    floor_ = add(BodyKind::obstacle, box_shape({0, 0, -1}, {1, 1, 0}));
    block_ = add(BodyKind::rigid, box_shape({0, 0, 0}, {1, 1, 1}));
    run_.configuration.step_bound = 1e-3;
  }

  BodyId floor_{};
  BodyId block_{};
  RunState run_;
};

TEST_F(SettingHashesTest, EachSettingChangesItsOwnHashAlone) {
  RunConfiguration& run = run_.configuration;
  SurfaceMaterial rough;
  rough.surface1 = rough.surface2 = 3;
  rough.friction = 0.7;
  const std::vector<std::pair<Setting, std::function<void()>>> changes = {
      {Setting::step, [&] { run.step_bound = 2e-3; }},
      {Setting::output, [&] { run_.output.interval = 0.5; }},
      {Setting::output, [&] { run.compressed = false; }},
      {Setting::callback, [&] { run_.callback.interval = 0.5; }},
      {Setting::callback, [&] { run.callback_function = "look"; }},
      {Setting::extents,
       [&] {
         run.extents = Box{{-1, -1, -1}, {1, 1, 1}};
       }},
      {Setting::contact, [&] { domain_.contact_params.prediction = 0.01; }},
      {Setting::contact, [&] { domain_.contact_params.minimal_distance = 0.02; }},
      {Setting::contact, [&] { domain_.contact_params.bounce_share = 1.0; }},
      {Setting::contact, [&] { domain_.contact_params.bounce_speed = 0.1; }},
      {Setting::gravity, [&] { domain_.loads.gravity[1].constant = 1.0; }},
      {Setting::bulk,
       [&] {
         domain_.update_bulk_material(material_,
                                      {"stone", BulkModel::kirchhoff, 3e5, 0.25, 1000.0});
       }},
      {Setting::surface, [&] { domain_.surface_materials.define(rough); }},
      {Setting::penetration, [&] { run.penetration_bound = 0.1; }},
      {Setting::projection, [&] { domain_.projection = true; }},
      {Setting::equilibrium, [&] { domain_.equilibrium = 1e-6; }},
      {Setting::impacts, [&] { domain_.impacts = ImpactScheme::rattle; }},
      {Setting::exclusions, [&] { domain_.exclude_contact(floor_, block_); }},
      {Setting::solver,
       [&] {
         run.solver = {1e-3, 50.0};
       }},
  };
  SettingHashes before = setting_hashes(domain_, run_);
  EXPECT_EQ(setting_hashes(domain_, run_), before);
  for (const auto& [setting, change] : changes) {
    change();
    const SettingHashes after = setting_hashes(domain_, run_);
    for (std::size_t k = 0; k < kSettingCount; ++k) {
      const bool own = k == static_cast<std::size_t>(setting);
      EXPECT_EQ(after[k] != before[k], own)
          << "setting " << setting_row(static_cast<Setting>(k)).name << " after a change of "
          << setting_row(setting).name;
    }
    before = after;
  }
}

TEST_F(SettingHashesTest, WhatIsServedAndTheDataOfTheCallbackDoNotCount) {
  const SettingHashes before = setting_hashes(domain_, run_);
  run_.output.served = 7.0;
  run_.callback.served = 9.0;
  run_.callback_data = "[1, 2]";
  run_.segment_steps = 12.0;
  EXPECT_EQ(setting_hashes(domain_, run_), before);
}

TEST_F(SettingHashesTest, EveryPartOfAConstraintCounts) {
  const auto hash_of = [&](const UserConstraint& constraint) {
    Domain domain(Analysis::dynamic, 1e-4);
    BodyDefinition definition;
    definition.kind = BodyKind::rigid;
    definition.shape = box_shape({0, 0, 0}, {1, 1, 1});
    definition.material =
        domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.25, 1000.0}).first;
    domain.add_body(std::move(definition));
    domain.add_constraint(constraint);
    return constraint_hashes(domain).at(0).hash;
  };
  PrescribedMotion motion;
  motion.constant = 0.5;
  PrescribedMotion faster = motion;
  faster.constant = 0.6;
  PrescribedMotion pushed = motion;
  pushed.kind = MotionKind::acceleration;
  motion.kind = faster.kind = MotionKind::velocity;
  const std::vector<std::uint64_t> hashes = {
      hash_of(make_fixed_point(1, {0, 0, 0})),
      hash_of(make_fixed_point(1, {0, 0, 1})),
      hash_of(make_fixed_direction(1, {0, 0, 0}, {1, 0, 0})),
      hash_of(make_fixed_direction(1, {0, 0, 0}, {0, 1, 0})),
      hash_of(make_prescribed_motion(1, {0, 0, 0}, {1, 0, 0}, motion)),
      hash_of(make_prescribed_motion(1, {0, 0, 0}, {1, 0, 0}, faster)),
      hash_of(make_prescribed_motion(1, {0, 0, 0}, {1, 0, 0}, pushed)),
      hash_of(make_rigid_link(1, 0, {0, 0, 0}, {0, 0, 2}, 1e-6)),
      hash_of(make_rigid_link(1, 0, {0, 0, 0}, {0, 0, 3}, 1e-6)),
  };
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(hashes[i], hashes[j]) << i << " and " << j;
  }
  EXPECT_EQ(hashes[0], hash_of(make_fixed_point(1, {0, 0, 0})));
}

TEST_F(SettingHashesTest, WhereThePlacementPutsARowOfAJointDoesNotCount) {
  Domain domain(Analysis::dynamic, 1e-4);
  BodyDefinition definition;
  definition.kind = BodyKind::rigid;
  definition.shape = box_shape({0, 0, 0}, {1, 1, 1});
  definition.material =
      domain.define_bulk_material({"stone", BulkModel::kirchhoff, 1e9, 0.25, 1000.0}).first;
  Joint joint;
  joint.kind = JointKind::cylindrical;
  joint.body1 = domain.add_body(std::move(definition));
  joint.axis = {0.0, 0.0, 1.0};
  joint.id = domain.next_script_constraint_id();
  for (UserConstraint& row : rows_of(domain.bodies, {}, joint)) domain.add_constraint(row);
  const std::vector<ConstraintHash> before = constraint_hashes(domain);
  ASSERT_EQ(before.size(), 6U);
  for (int i = 0; i < joint.rows; ++i) {
    domain.change_constraint(joint.id + i, [](UserConstraint& row) {
      row.slave_reference += Vec3{0.1, 0.2, 0.3};  // as after a step in which the body moved
    });
  }
  const std::vector<ConstraintHash> after = constraint_hashes(domain);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].hash, before[i].hash) << i;
  domain.change_constraint(joint.drive(0),
                           [](UserConstraint& row) { row.joint.motor = MotorKind::force; });
  EXPECT_NE(constraint_hashes(domain)[4].hash, before[4].hash);
}

}  // namespace
}  // namespace solfec
