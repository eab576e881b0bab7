#include <algorithm>
#include <cmath>

#include "domain/domain_fixture.h"
#include "support/cohesive_material.h"

namespace solfec {
namespace {

constexpr double kStep = 1e-4;
constexpr double kMass = 1000.0;

/// A cube of 1 m and 1000 kg, bonded to a fixed one by a face of 1 m².
class CohesiveZoneTest : public DomainFixture {
 protected:
  BodyId stand(const SurfaceMaterial& material) {
    domain_.surface_materials.define(material);
    domain_.contact_params.points = ContactPoints::patch;
    add(BodyKind::obstacle, box_shape({-2, -2, -1}, {2, 2, 0}));
    return add(BodyKind::rigid, box_shape({-0.5, -0.5, 0}, {0.5, 0.5, 1}));
  }
  BodyId hang(const SurfaceMaterial& material) {
    domain_.surface_materials.define(material);
    domain_.contact_params.points = ContactPoints::patch;
    domain_.loads.gravity[2].constant = -10.0;
    add(BodyKind::obstacle, box_shape({-2, -2, 0}, {2, 2, 1}));
    return add(BodyKind::rigid, box_shape({-0.5, -0.5, -1}, {0.5, 0.5, 0}));
  }
  void throw_up(BodyId body, double velocity) {
    domain_.bodies.set_rigid_velocity(domain_.body_ref(body), {0.0, 0.0, velocity}, {});
  }

  [[nodiscard]] int bonds() const {
    int number = 0;
    for (const ContactPoint& contact : domain_.contact_points()) number += contact.state.bonded;
    return number;
  }
  [[nodiscard]] double damage() const {
    double most = 0.0;
    for (const ConstraintRecord& record : domain_.constraints()) {
      most = std::max(most, record.damage);
    }
    return most;
  }
};

// v0² / 2 - G A / m is what is left of the kinetic energy, whatever the step.
TEST_F(CohesiveZoneTest, ABlockThatIsThrownOffLosesTheEnergyOfItsBond) {
  const BodyId block = stand(test::cohesive_material());
  throw_up(block, 0.25);
  run(1, kStep);
  EXPECT_EQ(bonds(), 4);
  run(79, kStep);
  EXPECT_EQ(bonds(), 0);
  EXPECT_NEAR(speed(block, {}).z, std::sqrt(0.25 * 0.25 - 2.0 * 20.0 / kMass), 1e-9);
}

TEST_F(CohesiveZoneTest, ABlockThatIsThrownTooSlowlyComesBackToADamagedBond) {
  const BodyId block = stand(test::cohesive_material());
  throw_up(block, 0.15);  // 11.25 of 20 J
  double highest = 0.0;
  double lowest = 0.0;
  for (int k = 0; k < 300; ++k) {
    run(1, kStep);
    highest = std::max(highest, point(block, {}).z);
    lowest = std::min(lowest, point(block, {}).z);
  }
  EXPECT_EQ(bonds(), 4);
  EXPECT_GT(damage(), 0.9);
  EXPECT_LT(damage(), 1.0);
  EXPECT_GE(lowest, -1e-9);
  // the energy is spent by the triangle up to the strength and a trapezoid behind it
  const double end = 2.0 * 20.0 / 1e5;
  const double first = 0.01 * end;
  const double slope = 1e5 / (end - first);
  const double work = 0.5 * kMass * 0.15 * 0.15 - 0.5 * 1e5 * first;
  const double way = (1e5 - std::sqrt(1e5 * 1e5 - 2.0 * slope * work)) / slope;
  EXPECT_NEAR(highest, first + way, 0.02 * way);
}

TEST_F(CohesiveZoneTest, AWeightBelowHalfTheStrengthHangsByItsSprings) {
  const BodyId block = hang(test::cohesive_material());
  const double stretch = 1e4 / normal_stiffness_of(test::cohesive_material());  // 1 m²
  const double period = 2.0 * std::acos(-1.0) * std::sqrt(stretch / 10.0);
  double lowest = 0.0;
  double sum = 0.0;
  constexpr int kSteps = 500;
  for (int k = 0; k < kSteps; ++k) {
    run(1, period / 100.0);
    const double fallen = -point(block, {}).z;
    lowest = std::max(lowest, fallen);
    sum += fallen;
  }
  EXPECT_NEAR(lowest / stretch, 2.0, 0.01);
  EXPECT_NEAR(sum / kSteps / stretch, 1.0, 0.01);
  EXPECT_EQ(damage(), 0.0);
}

TEST_F(CohesiveZoneTest, AWeightAboveTheStrengthFalls) {
  SurfaceMaterial weak = test::cohesive_material();
  weak.tension = 0.9e4;
  weak.normal_energy = 0.01;
  const BodyId block = hang(weak);
  run(400, kStep);
  EXPECT_EQ(bonds(), 0);
  EXPECT_NEAR(speed(block, {}).z, -10.0 * 400 * kStep, 0.01);
}

TEST_F(CohesiveZoneTest, BondsThatBreakAreGivenOnceOnly) {
  const BodyId block = stand(test::cohesive_material());
  domain_.loads.gravity[2].constant = -10.0;
  throw_up(block, 0.5);
  run(2000, kStep);  // up and down again
  EXPECT_LT(std::fabs(speed(block, {}).z), 1e-9);
  EXPECT_EQ(bonds(), 0);
  const auto records = domain_.constraints();
  ASSERT_EQ(records.size(), 4U);
  for (const ConstraintRecord& record : records) {
    EXPECT_FALSE(record.softens);
    EXPECT_EQ(record.damage, 1.0);
  }
}

// Two points of a face are gone while the others hold; another model does not bring them back.
TEST_F(CohesiveZoneTest, BrokenBondsStayBrokenUnderAnotherModel) {
  const int material = domain_.surface_materials.define(test::cohesive_material()).first;
  const BodyId block = stand(test::cohesive_material());
  domain_.bodies.set_rigid_velocity(domain_.body_ref(block), {0.0, 0.0, 0.15}, {0.0, -0.4, 0.0});
  const auto broken = [&] {
    const auto& records = domain_.constraints();
    return std::count_if(records.begin(), records.end(),
                         [](const ConstraintRecord& record) { return record.damage == 1.0; });
  };
  for (int k = 0; k < 200 && broken() == 0; ++k) run(1, kStep);
  ASSERT_EQ(broken(), 2);
  EXPECT_EQ(bonds(), 4);  // of a pair that lives, so that its contacts keep their places
  domain_.surface_materials[material].model = SurfaceModel::signorini_coulomb;
  run(1, kStep);
  EXPECT_EQ(bonds(), 2);
}

// Beyond the step that softening can follow the damage is the expected one: the energy is near.
TEST_F(CohesiveZoneTest, ALongStepBreaksTheBondWithAboutItsEnergy) {
  const BodyId block = stand(test::cohesive_material());
  throw_up(block, 1.0);
  run(1, 2.5e-3);
  for (const CohesiveRow& row : domain_.local_dynamics().cohesive) EXPECT_TRUE(row.lags());
  run(20, 2.5e-3);
  EXPECT_EQ(bonds(), 0);
  EXPECT_GT(speed(block, {}).z, 0.9);
  EXPECT_LE(speed(block, {}).z, 1.0);
}

}  // namespace
}  // namespace solfec
