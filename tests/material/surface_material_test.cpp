#include "material/surface_material.h"

#include <limits>

#include <gtest/gtest.h>

#include "base/check.h"
#include "support/cohesive_material.h"

namespace solfec {
namespace {

SurfaceMaterial between(SurfaceId a, SurfaceId b, const std::string& label = "",
                        double friction = 0.0) {
  SurfaceMaterial material;
  material.surface1 = a;
  material.surface2 = b;
  material.label = label;
  material.friction = friction;
  return material;
}

std::string message_of(void (*spoil)(SurfaceMaterial&)) {
  SurfaceMaterial material = between(1, 2, "joint", 0.5);
  spoil(material);
  try {
    validate(material);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SurfaceMaterial, NamesTheMaterialTheRuleTheValueAndTheUnit) {
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.friction = -0.1; }),
            "SURFACE_MATERIAL 'joint': friction must be zero or positive and finite, got -0.1");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.cohesion = -2.0; }),
            "SURFACE_MATERIAL 'joint': cohesion must be zero or positive and finite, got -2 Pa");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.restitution = 1.5; }),
            "SURFACE_MATERIAL 'joint': restitution must lie in [0, 1], got 1.5");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.spring = -1.0; }),
            "SURFACE_MATERIAL 'joint': spring must be zero or positive and finite, got -1 N/m");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.dashpot = -2.0; }),
            "SURFACE_MATERIAL 'joint': dashpot must be zero or positive and finite, or -1 for "
            "critical damping, got -2 N s/m");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.hpow = -0.5; }),
            "SURFACE_MATERIAL 'joint': hpow must lie in [0, 10], got -0.5");
}

TEST(SurfaceMaterial, RefusesNumbersThatAreNotFinite) {
  EXPECT_NE(
      message_of([](SurfaceMaterial& m) { m.friction = std::numeric_limits<double>::quiet_NaN(); }),
      "");
  EXPECT_NE(message_of([](SurfaceMaterial& m) {
              m.restitution = std::numeric_limits<double>::quiet_NaN();
            }),
            "");
  EXPECT_NE(
      message_of([](SurfaceMaterial& m) { m.spring = std::numeric_limits<double>::infinity(); }),
      "");
}

TEST(SurfaceMaterial, AcceptsTheBordersOfTheRanges) {
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.friction = 0.0; }), "");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.restitution = 0.0; }), "");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.restitution = 1.0; }), "");
  EXPECT_EQ(message_of([](SurfaceMaterial& m) { m.dashpot = kCriticalDashpot; }), "");
}

SurfaceMaterial zone_material() {
  SurfaceMaterial material = test::cohesive_material();
  material.label = "joint";
  return material;
}

template <typename Change>
std::string zone_message_of(const Change& change) {
  SurfaceMaterial material = zone_material();
  change(material);
  try {
    validate(material);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SurfaceMaterial, ACohesiveZoneNeedsStrengthsAndEnergies) {
  EXPECT_EQ(zone_message_of([](SurfaceMaterial&) {}), "");
  const std::string needs = "SURFACE_MATERIAL 'joint': model 'COHESIVE_ZONE' needs a positive and ";
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.cohesion = 0.0; }),
            needs + "finite cohesion, got 0 Pa");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tension = 0.0; }),
            needs + "finite tension, got 0 Pa");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.normal_energy = -1.0; }),
            needs + "finite normal_energy, got -1 J/m²");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tangential_energy = 0.0; }),
            needs + "finite tangential_energy, got 0 J/m²");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) {
              m.model = SurfaceModel::signorini_coulomb;
              m.tension = 0.0;
            }),
            "");
}

TEST(SurfaceMaterial, TheTensionOfACohesiveZoneEndsWhereMohrsLineDoes) {
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tension = 4e5; }), "");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tension = 4.01e5; }),
            "SURFACE_MATERIAL 'joint': tension must be at most cohesion / friction = 4e+05 Pa, "
            "where Mohr's line ends, got 401000 Pa");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) {
              m.friction = 0.0;
              m.tension = 4.01e5;
            }),
            "");
}

TEST(SurfaceMaterial, AStiffnessOfACohesiveZoneIsGivenOrFollowsFromStrengthAndEnergy) {
  SurfaceMaterial material = zone_material();
  EXPECT_DOUBLE_EQ(normal_stiffness_of(material), 50.0 * 1e10 / 20.0);
  EXPECT_DOUBLE_EQ(tangential_stiffness_of(material), 50.0 * 4e10 / 60.0);
  material.normal_stiffness = 3e9;
  material.tangential_stiffness = 2e9;
  EXPECT_EQ(normal_stiffness_of(material), 3e9);
  EXPECT_EQ(tangential_stiffness_of(material), 2e9);
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.normal_stiffness = 5e8; }), "");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.normal_stiffness = 4.9e8; }),
            "SURFACE_MATERIAL 'joint': normal_stiffness must be zero or at least strength² / "
            "energy = 5e+08 Pa/m, with which the bond breaks without snapping back, got 4.9e+08 "
            "Pa/m");
  EXPECT_NE(zone_message_of([](SurfaceMaterial& m) { m.tangential_stiffness = 6e8; }), "");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tangential_stiffness = 6.7e8; }), "");
  EXPECT_EQ(zone_message_of([](SurfaceMaterial& m) { m.tangential_stiffness = -1.0; }),
            "SURFACE_MATERIAL 'joint': a stiffness must be zero or positive and finite, got -1 "
            "Pa/m");
}

TEST(SurfaceMaterial, FrictionThatSlidesIsAtMostThatWhichSticks) {
  const auto message = [](double dynamic) {
    SurfaceMaterial material = zone_material();
    material.model = SurfaceModel::static_dynamic;
    material.dynamic_friction = dynamic;
    try {
      validate(material);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(0.0), "");
  EXPECT_EQ(message(0.5), "");
  EXPECT_EQ(message(0.51),
            "SURFACE_MATERIAL 'joint': dynamic_friction must be at most friction = 0.5, which "
            "holds what sticks, got 0.51");
  EXPECT_EQ(message(-0.1),
            "SURFACE_MATERIAL 'joint': dynamic_friction must be zero or positive and finite, got "
            "-0.1");
}

TEST(SurfaceMaterialTable, WithoutDefinitionsEveryPairIsFrictionlessSignorini) {
  const SurfaceMaterialTable table;
  const SurfaceMaterial& material = table[table.find(1, 2)];
  EXPECT_EQ(material.label, "DEFAULT");
  EXPECT_EQ(material.model, SurfaceModel::signorini_coulomb);
  EXPECT_EQ(material.friction, 0.0);
  EXPECT_EQ(material.restitution, 0.0);
  EXPECT_EQ(table.size(), 1);
}

TEST(SurfaceMaterialTable, LooksForThePairThenForEitherSurfaceThenForTheDefault) {
  SurfaceMaterialTable table;
  const int pair = table.define(between(2, 1)).first;
  const int first = table.define(between(kAnySurface, 1)).first;
  const int second = table.define(between(2, kAnySurface)).first;
  const int any = table.define(between(kAnySurface, kAnySurface)).first;

  EXPECT_EQ(table.find(1, 2), pair);
  EXPECT_EQ(table.find(2, 1), pair);
  EXPECT_EQ(table.find(1, 7), first);
  EXPECT_EQ(table.find(7, 1), first);
  EXPECT_EQ(table.find(2, 7), second);
  EXPECT_EQ(table.find(7, 8), any);
  EXPECT_EQ(any, 0);
}

TEST(SurfaceMaterialTable, TheLawDoesNotDependOnTheOrderOfTheSurfaces) {
  SurfaceMaterialTable table;
  const int of_five = table.define(between(5, kAnySurface)).first;
  const int of_three = table.define(between(3, kAnySurface)).first;
  EXPECT_NE(of_three, of_five);
  EXPECT_EQ(table.find(5, 3), of_three);
  EXPECT_EQ(table.find(3, 5), of_three);
}

TEST(SurfaceMaterialTable, RedefinitionKeepsTheIndexAndIsReported) {
  SurfaceMaterialTable table;
  const auto [index, replaced] = table.define(between(1, 2, "old", 0.1));
  EXPECT_FALSE(replaced);
  const auto [again, replaced_again] = table.define(between(2, 1, "new", 0.7));
  EXPECT_TRUE(replaced_again);
  EXPECT_EQ(again, index);
  EXPECT_EQ(table[index].friction, 0.7);
  EXPECT_EQ(table.find("new"), index);
  EXPECT_EQ(table.find("old"), -1);
}

TEST(SurfaceMaterialTable, TheUsersDefaultTakesThePlaceOfTheBuiltInOne) {
  SurfaceMaterialTable table;
  EXPECT_FALSE(table.define(between(kAnySurface, kAnySurface, "all", 0.3)).second);
  EXPECT_EQ(table[table.find(1, 2)].friction, 0.3);
  EXPECT_EQ(table.find("DEFAULT"), -1);
  EXPECT_TRUE(table.define(between(kAnySurface, kAnySurface, "all", 0.4)).second);
}

TEST(SurfaceMaterialTable, AutomaticLabelsCountAllDefinitionsFromZero) {
  SurfaceMaterialTable table;
  EXPECT_EQ(table[table.define(between(1, 1)).first].label, "SURFACE_MATERIAL_0");
  EXPECT_EQ(table[table.define(between(1, 2, "joint")).first].label, "joint");
  EXPECT_EQ(table[table.define(between(1, 3)).first].label, "SURFACE_MATERIAL_2");
  EXPECT_EQ(table.find("SURFACE_MATERIAL_2"), 3);
}

}  // namespace
}  // namespace solfec
