#include "run/watch/model_warnings.h"

#include <gtest/gtest.h>

#include "geometry/shape/convex_hull.h"
#include "math/rotation.h"

namespace solfec {
namespace {

constexpr double kEpsilon = 1e-4;  // geometric tolerance, m

/// Balls of radius 0.5 whose origins are lines of a script.
class ModelWarnings : public ::testing::Test {
 protected:
  ModelWarnings() : domain_(Analysis::dynamic, kEpsilon) { define(domain_); }
  static void define(Domain& domain) {
    domain.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1000.0});
    domain.surface_materials.define({});
  }

  void add_ball(Vec3 center, const std::string& label, BodyKind kind = BodyKind::rigid) {
    BodyDefinition ball;
    ball.kind = kind;
    ball.shape.spheres.push_back({center, radius_, 1, 1});
    ball.label = label;
    ball.origin = "yard.py:" + std::to_string(++line_);
    domain_.add_body(std::move(ball));
  }

  std::vector<std::string> warnings() {
    domain_.detect_contacts();
    return ModelReview(domain_).lines(domain_);
  }

  Domain domain_;
  double radius_ = 0.5;
  int line_ = 0;
};

using Lines = std::vector<std::string>;

TEST_F(ModelWarnings, ASoundModelHasNone) {
  add_ball({0, 0, 0}, "a");
  add_ball({1.0, 0, 0}, "b");   // touches
  add_ball({0, 0.95, 0}, "c");  // overlaps by a twentieth
  add_ball({5, 0, 0}, "d");
  EXPECT_EQ(warnings(), Lines{});
}

TEST_F(ModelWarnings, AModelWithoutBodiesIsTold) {
  EXPECT_EQ(warnings(), Lines{"there is no BODY: nothing moves"});
}

TEST_F(ModelWarnings, SurfaceMaterialsOfSurfacesThatNoBodyHasAreTold) {
  add_ball({0, 0, 0}, "a");
  domain_.surface_materials.define({"used", 1, kAnySurface});
  EXPECT_EQ(warnings(), Lines{});
  domain_.surface_materials.define({"one", 1, 7});
  EXPECT_EQ(warnings(), Lines{"SURFACE_MATERIAL: 'one' is for surfaces 1 and 7, no body has the "
                              "surface 7 before the first step (bodies have 1)"});
  domain_.surface_materials.define({"two", 8, kAnySurface});
  domain_.surface_materials.define({"three", 9, 1});
  EXPECT_EQ(warnings(), Lines{"SURFACE_MATERIAL: 'one' is for surfaces 1 and 7, no body has the "
                              "surface 7 before the first step (bodies have 1); 2 other materials "
                              "are without bodies, too"});
}

TEST_F(ModelWarnings, SurfacesOfFacesCountBesideThoseOfBallsAndOnlyAFewAreListed) {
  for (SurfaceId surface = 2; surface < 8; ++surface) {
    const double x = 4.0 * surface;
    const std::vector<Vec3> corners{{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x, 0, 1}};
    BodyDefinition block;
    block.shape.convices.push_back(make_convex_hull(std::span<const Vec3>(corners), 1, surface));
    domain_.add_body(std::move(block));
  }
  domain_.surface_materials.define({"plane", 2, 7});
  EXPECT_EQ(warnings(), Lines{});
  domain_.surface_materials.define({"round", kAnySurface, 1});
  EXPECT_EQ(warnings(), Lines{"SURFACE_MATERIAL: 'round' is for surfaces any and 1, no body has "
                              "the surface 1 before the first step (bodies have 2, 3, 4, 5, 6, "
                              "...)"});
}

TEST_F(ModelWarnings, DeepOverlapNamesBothBodiesTheirLinesAndTheDepth) {
  add_ball({0, 0, 0}, "a");
  add_ball({0.75, 0, 0}, "");
  EXPECT_EQ(warnings(), Lines{"body 'a' (created at yard.py:1) and body 2 (created at yard.py:2) "
                              "overlap by 0.25 m before the first step"});
}

TEST_F(ModelWarnings, TheSameBodyTwiceIsToldOnceAndNotAsAnOverlap) {
  add_ball({0, 0, 0}, "a");
  add_ball({3, 0, 0}, "b");
  add_ball({0, 0, 0}, "c", BodyKind::obstacle);
  EXPECT_EQ(warnings(), Lines{"body 'a' (created at yard.py:1) and body 'c' (created at yard.py:3) "
                              "are the same body twice at the same place"});
}

TEST_F(ModelWarnings, ObstaclesInEachOtherAreNoWarningUnlessTheyCoincide) {
  add_ball({0, 0, 0}, "a", BodyKind::obstacle);
  add_ball({0.3, 0, 0}, "b", BodyKind::obstacle);
  EXPECT_EQ(warnings(), Lines{});
}

TEST_F(ModelWarnings, ManyAreCounted) {
  for (int i = 0; i < 15; ++i) {
    add_ball({3.0 * i, 0, 0}, "");
    add_ball({3.0 * i + 0.5, 0, 0}, "");
  }
  const Lines lines = warnings();
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines.back(), "15 pairs of bodies overlap deeply in all");
}

TEST_F(ModelWarnings, ContactsWithoutAnySurfaceMaterialAreTold) {
  domain_.surface_materials = {};
  add_ball({0, 0, 0}, "a");
  EXPECT_EQ(warnings(), Lines{});  // alone
  add_ball({5, 0, 0}, "b", BodyKind::obstacle);
  EXPECT_EQ(warnings(),
            Lines{"there is no SURFACE_MATERIAL: contacts are without friction and restitution"});
  domain_.surface_materials.define({"s", 1, 1});
  EXPECT_EQ(warnings(), Lines{});
}

TEST_F(ModelWarnings, RepeatedLabelsAreToldInOneLine) {
  add_ball({0, 0, 0}, "a");
  add_ball({3, 0, 0}, "b");
  add_ball({6, 0, 0}, "a");
  EXPECT_EQ(warnings(),
            Lines{"label 'a' is that of 2 bodies created at yard.py:1, yard.py:3; who looks for it "
                  "finds the first"});
  add_ball({9, 0, 0}, "a");
  add_ball({12, 0, 0}, "b");
  add_ball({15, 0, 0}, "");
  add_ball({18, 0, 0}, "");
  EXPECT_EQ(
      warnings(),
      Lines{"label 'a' is that of 3 bodies created at yard.py:1, yard.py:3, ...; who looks for "
            "it finds the first; 1 other label is also given twice"});
}

TEST_F(ModelWarnings, RepeatedLabelsOfSurfaceMaterialsAreTold) {
  add_ball({0, 0, 0}, "a");
  domain_.surface_materials.define({"ice", 1, 1});
  domain_.surface_materials.define({"rock", 1, kAnySurface});
  EXPECT_EQ(warnings(), Lines{});
  domain_.surface_materials.define({"rock", kAnySurface, 1});  // replaces the one before
  EXPECT_EQ(warnings(), Lines{});
  domain_.surface_materials.define({"ice", kAnySurface, kAnySurface});
  EXPECT_EQ(warnings(), Lines{"label 'ice' is that of several SURFACE_MATERIALs; who looks for it "
                              "finds the first"});
}

TEST_F(ModelWarnings, QuasiStaticBodiesThatNothingHoldsAreTold) {
  const auto build = [&](Analysis analysis) {
    domain_ = Domain(analysis, kEpsilon);
    define(domain_);
    line_ = 0;
    add_ball({0, 0, 0}, "rock", BodyKind::obstacle);
    add_ball({0, 0, 1}, "on it");
    add_ball({0, 0, 2}, "on that");
    add_ball({5, 0, 0}, "hung");
    add_ball({5, 0, 2}, "linked");
    add_ball({9, 0, 0}, "free");
    add_ball({9, 0, 1}, "on the free one");
    domain_.add_constraint(make_fixed_point(4, {5, 0, 0}));
    domain_.add_constraint(make_rigid_link(5, 4, {5, 0, 2}, {5, 0, 0}, kEpsilon));
  };
  build(Analysis::dynamic);
  EXPECT_EQ(warnings(), Lines{});
  build(Analysis::quasi_static);
  EXPECT_EQ(warnings(), Lines{"body 'free' (created at yard.py:6) is held by nothing (so are 2 "
                              "bodies in all): no constraint or contact leads to an obstacle or to "
                              "space, so that loads find no equilibrium"});
}

TEST_F(ModelWarnings, UnitsThatCannotBeMeantAreToldOncePerKind) {
  const auto tell = [&](double young, double density, double radius) {
    domain_ = Domain(Analysis::dynamic, kEpsilon);
    domain_.surface_materials.define({});
    domain_.define_bulk_material({"m", BulkModel::kirchhoff, young, 0.25, density});
    radius_ = radius;
    line_ = 0;
    add_ball({0, 0, 0}, "a");
    add_ball({9 * radius, 0, 0}, "b");
    return warnings();
  };
  const std::string both = ", are the units those of the SI?; so it is for 2 bodies in all";
  const std::string a = "body 'a' (created at yard.py:1): ";
  EXPECT_EQ(tell(1e6, 7.85e-9, 0.5), Lines{a +
                                           "density 7.85e-09 kg/m^3 of BULK_MATERIAL 'm' is "
                                           "below 1 kg/m^3" +
                                           both});
  EXPECT_EQ(tell(1e6, 7.85e5, 0.5), Lines{a +
                                          "density 785000 kg/m^3 of BULK_MATERIAL 'm' is above "
                                          "1e5 kg/m^3" +
                                          both});
  EXPECT_EQ(tell(210, 1e3, 0.5),
            Lines{a + "young 210 Pa of BULK_MATERIAL 'm' is below 1e3 Pa" + both});
  EXPECT_EQ(tell(1e6, 1e3, 6e3), Lines{a + "size 12000 m is above 1e4 m" + both});
  EXPECT_EQ(tell(1e6, 1e3, 4e-5), Lines{a + "thickness 8e-05 m is below 1e-4 m" + both});
  EXPECT_EQ(tell(1e3, 1.0, 5e-5), Lines{});  // the borders themselves
  const std::string thick = " m thick, are the lengths in m?";
  EXPECT_EQ(tell(1e3, 1e5, 5e3), Lines{a + "the thinnest body of the model is 10000" + thick});
  EXPECT_EQ(tell(1e6, 1e3, 5.001), Lines{a + "the thinnest body of the model is 10.002" + thick});
  EXPECT_EQ(tell(1e6, 1e3, 5.0), Lines{});
  const std::string grams =
      " kg/m^3 of BULK_MATERIAL 'm' is less than that of any solid, as it would be in g/cm^3";
  EXPECT_EQ(tell(1e6, 2.4, 0.5), Lines{a + "density 2.4" + grams + both});
  EXPECT_EQ(tell(1e6, 24.9, 0.5), Lines{a + "density 24.9" + grams + both});
  EXPECT_EQ(tell(1e6, 25.0, 0.5), Lines{});
}

TEST_F(ModelWarnings, ModelsWithoutAnySmallBodyAreInMillimetres) {
  // bricks of 250 x 120 x 65 mm on beds of mortar of 8 mm
  const auto add_slab = [&](double low, double height, Vec3 edge) {
    BodyDefinition slab;
    slab.kind = BodyKind::rigid;
    const auto corner = [&](int k) {
      return Vec3{(k & 1) != 0 ? edge.x : 0, (k & 2) != 0 ? edge.y : 0,
                  (k & 4) != 0 ? low + height : low};
    };
    std::vector<Vec3> corners(8);
    for (int k = 0; k < 8; ++k) corners[at(k)] = corner(k);
    slab.shape.convices.push_back(make_convex_hull(std::span<const Vec3>(corners), 1, 1));
    slab.origin = "yard.py:" + std::to_string(++line_);
    domain_.add_body(std::move(slab));
  };
  add_slab(0, 65, {250, 120, 0});
  add_slab(65, 8, {250, 120, 0});
  EXPECT_EQ(warnings(), Lines{"body 2 (created at yard.py:2): the smallest body of the model is "
                              "250 x 120 x 8 m large, are the lengths in m?"});
  add_slab(73, 8, {60, 56, 0});  // 26880 m^3, below 27000
  EXPECT_EQ(warnings(), Lines{});
}

// Plates that lie oblique to the axes: their boxes are nearly cubes, whatever their thickness.
TEST_F(ModelWarnings, ThicknessIsThatOfTheBodyHoweverItIsTurned) {
  const Mat3 turn = exponential_map(Vec3{0.6, -0.5, 0.7});
  const auto add_plate = [&](Vec3 center, Vec3 edge) {
    BodyDefinition plate;
    plate.kind = BodyKind::rigid;
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner{(k & 1) != 0 ? edge.x : 0, (k & 2) != 0 ? edge.y : 0,
                        (k & 4) != 0 ? edge.z : 0};
      corners.push_back(center + turn * (corner - 0.5 * edge));
    }
    plate.shape.convices.push_back(make_convex_hull(std::span<const Vec3>(corners), 1, 1));
    plate.origin = "yard.py:" + std::to_string(++line_);
    domain_.add_body(std::move(plate));
  };
  add_plate({}, {30, 25, 11});
  EXPECT_EQ(warnings(), Lines{"body 1 (created at yard.py:1): the thinnest body of the model is "
                              "11 m thick, are the lengths in m?"});
  add_plate({50, 0, 0}, {30, 9.9, 9.9});
  EXPECT_EQ(warnings(), Lines{});
  // 1.1 mm in each other: more than a tenth of their thickness, a thousandth of their boxes
  domain_ = Domain(Analysis::dynamic, kEpsilon);
  domain_.surface_materials.define({});
  domain_.define_bulk_material({"m", BulkModel::kirchhoff, 1e6, 0.25, 1e3});
  line_ = 0;
  add_plate({}, {1, 1, 0.01});
  add_plate(turn * Vec3{0, 0, 0.0089}, {1, 1, 0.01});
  EXPECT_EQ(warnings(), Lines{"body 1 (created at yard.py:1) and body 2 (created at yard.py:2) "
                              "overlap by 0.0011 m before the first step"});
}

TEST_F(ModelWarnings, GravityThatPullsOffTheFloorIsTold) {
  add_ball({0, 0, 1}, "a");
  add_ball({0, 0, -1}, "floor", BodyKind::obstacle);
  EXPECT_EQ(warnings(), Lines{});
  domain_.loads.gravity[2].constant = 9.81;
  EXPECT_EQ(warnings(), Lines{"GRAVITY: (0, 0, 9.81) m/s^2 pulls loose bodies away from obstacles "
                              "or joined bodies and none towards one, is its sign right?"});
}

TEST_F(ModelWarnings, GravityThatNoPlanetHasIsTold) {
  add_ball({0, 0, 0}, "a");
  domain_.loads.gravity[2].constant = -9810;
  EXPECT_EQ(warnings(), Lines{"GRAVITY: 9810 m/s^2 is above 100 m/s^2, are the units those of the "
                              "SI?"});
  domain_.loads.gravity[2].constant = -100;
  EXPECT_EQ(warnings(), Lines{});
  domain_.loads.gravity[2].series =
      std::make_shared<TimeSeries>(std::vector<double>{0, 1}, std::vector<double>{0, -500});
  EXPECT_EQ(warnings(), Lines{"GRAVITY: 500 m/s^2 is above 100 m/s^2, are the units those of the "
                              "SI?"});
}

TEST_F(ModelWarnings, PiecesOfABodyThatOverlapAreToldWithTheirVolume) {
  const auto clump = [&](const std::string& label, double apart, BodyKind kind) {
    BodyDefinition pebble;
    pebble.kind = kind;
    pebble.shape.spheres.push_back({{0, 0, 10.0 * ++line_}, 1.0, 1, 1});
    pebble.shape.spheres.push_back({{apart, 0, 10.0 * line_}, 1.0, 1, 1});
    pebble.label = label;
    domain_.add_body(std::move(pebble));
  };
  clump("touches", 2.0, BodyKind::rigid);
  clump("floor", 1.0, BodyKind::obstacle);  // without mass
  EXPECT_EQ(warnings(), Lines{});
  clump("pebble", 1.0, BodyKind::rigid);  // a lens of 5 pi / 12 = 1.309 m^3 of 8.378
  const Lines found = warnings();
  ASSERT_EQ(found.size(), 1U);
  const std::string begin = "body 'pebble' has pieces that overlap by about ";
  ASSERT_EQ(found[0].substr(0, begin.size()), begin);
  EXPECT_NEAR(std::stod(found[0].substr(begin.size())), 1.309, 0.03);
  EXPECT_NE(
      found[0].find(" m^3, most of all pieces 0 and 1 (counted from 0): its volume of 8.37758 m^3"),
      std::string::npos)
      << found[0];
}

TEST_F(ModelWarnings, PiecesOfABodyWithGivenCharacteristicsMayOverlap) {
  BodyDefinition pebble;
  pebble.kind = BodyKind::rigid;
  pebble.shape.spheres.push_back({{0, 0, 0}, 1.0, 1, 1});
  pebble.shape.spheres.push_back({{1, 0, 0}, 1.0, 1, 1});
  const BodyId id = domain_.add_body(std::move(pebble));
  ASSERT_EQ(warnings().size(), 1U);
  const BodyCharacteristics sums = domain_.characteristics(id);
  const auto expect_silence_with = [&](auto&& change) {
    BodyCharacteristics given = sums;
    change(given);
    domain_.bodies.set_characteristics(domain_.body_ref(id), given);
    EXPECT_EQ(warnings(), Lines{});
  };
  expect_silence_with([](BodyCharacteristics& given) { given.mass *= 0.84; });
  expect_silence_with([](BodyCharacteristics& given) { given.volume *= 0.84; });
  expect_silence_with([](BodyCharacteristics& given) { given.center.y += 0.1; });
  expect_silence_with([](BodyCharacteristics& given) { given.tensor.m[0] *= 0.9; });
  domain_.bodies.set_characteristics(domain_.body_ref(id), sums);
  EXPECT_EQ(warnings().size(), 1U);
}

}  // namespace
}  // namespace solfec
